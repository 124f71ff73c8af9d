"""Read ``submission_metadata.json``: who handed in, when, until when, and what came before.

Decides what each field means to us. The platform documents the file and reserves the right to change
it, so every field may be missing, unknown ones are ignored, and one of a wrong type counts as missing
and is noted for staff. Never raises for what a file holds; may not know suites.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from pathlib import Path

from grader.report.text import clean

MAX_BYTES = 64 << 20  # the previous results are in it, every output included
MAX_PREVIOUS = 2_000  # earlier submissions that are looked at
MAX_NOTES = 20
YEARS = range(1970, 3000)  # of a time that is one: sums with it stay in datetime's range

Record = Mapping[str, object]

_TIME = re.compile(
    r"\s*(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s*"
    r"(?:(Z|z|UTC)|([+-])(\d\d):?(\d\d))?\s*",
    re.ASCII,
)
_SHOWN = {dict: "an object", list: "a list", str: "text", bool: "true or false", type(None): "null"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Previous:
    """An earlier submission; ``results`` come with the latest one alone, as the platform sends them."""

    at: datetime
    is_error: bool = False  # the platform failed, "at no fault of the student"
    results: Record | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Metadata:
    """What is known of a submission. All times have a zone. ``previous`` is in the order of time.

    ``due`` and ``late_due`` are the student's own, extensions included; of a group the latest.
    ``notes`` are for staff: what could not be read.
    """

    id: str = ""
    created_at: datetime | None = None
    members: tuple[str, ...] = ()  # ids of the users, sorted
    due: datetime | None = None
    late_due: datetime | None = None
    is_extended: bool = False  # the due date is later than the assignment's
    points: float | None = None  # of the autograder, as the assignment's outline says
    previous: tuple[Previous, ...] = ()
    notes: tuple[str, ...] = ()


def read_metadata(path: Path) -> Metadata:
    """Read the file at ``path``; where there is none, or no object in it, nothing is known."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            return Metadata(notes=(f"{path.name} is longer than {MAX_BYTES >> 20} MB: not read.",))
        loaded = json.loads(data)
    except OSError as error:
        return Metadata(notes=(f"{path.name} can't be read: {error.strerror}.",))
    except (ValueError, RecursionError) as error:
        return Metadata(notes=(f"{path.name} is no JSON: {type(error).__name__}.",))
    return understand(loaded)


def understand(loaded: object) -> Metadata:
    """Make sense of the parsed file.

    >>> understand({"id": 7, "created_at": "2026-03-01T10:00:00Z"}).id
    '7'
    """
    look = _Look()
    top = look.record(loaded, "the metadata")
    assignment = look.record(top.get("assignment"), "assignment")
    users = list(look.records(top.get("users"), "users"))
    dues = look.dates("due_date", assignment, users)
    lates = look.dates("late_due_date", assignment, users)
    common = look.time(assignment.get("due_date"), "assignment.due_date")
    due = max(dues, default=common)
    return Metadata(
        id=look.id(top.get("id"), "id"),
        created_at=look.time(top.get("created_at"), "created_at"),
        members=tuple(sorted(filter(None, (look.id(u.get("id"), "users.id") for u in users)))),
        due=due,
        late_due=max(lates, default=None),
        is_extended=due is not None and common is not None and due > common,
        points=look.points(assignment),
        previous=look.previous(top.get("previous_submissions")),
        notes=tuple(look.notes[:MAX_NOTES]),
    )


def parse_time(text: str) -> datetime | None:
    """Read a time of ISO 8601; one without a zone is UTC. None where it is no time.

    Python 3.10's ``fromisoformat`` takes neither ``Z`` nor the export's nine digits of a second.

    >>> str(parse_time("2026-04-26 17:34:00.861687000 Z"))
    '2026-04-26 17:34:00.861687+00:00'
    >>> str(parse_time("2026-04-26T10:34:00-07:00"))
    '2026-04-26 10:34:00-07:00'
    """
    found = _TIME.fullmatch(text) if len(text) < 100 else None
    if found is None:
        return None
    second, fraction, minutes = found[6] or "0", (found[7] or "").ljust(6, "0")[:6], 0
    if found[9]:
        minutes = (int(found[10]) * 60 + int(found[11])) * (-1 if found[9] == "-" else 1)
    try:
        zone = timezone(timedelta(minutes=minutes))
        year, month, day, hour, minute = (int(found[i]) for i in range(1, 6))
        made = datetime(year, month, day, hour, minute, int(second), int(fraction), zone)
    except ValueError:
        return None
    return made if year in YEARS else None


@dataclass(slots=True)
class _Look:
    """Takes values for what they should be; what is something else becomes a note."""

    notes: list[str] = field(default_factory=list)

    def wrong(self, what: str, value: object, wanted: str) -> None:
        shown = _SHOWN.get(type(value), "a number")
        note = f"Metadata: {what} is {shown}, not {wanted}: ignored."
        if note not in self.notes:
            self.notes.append(note)

    def record(self, value: object, what: str) -> Record:
        if isinstance(value, dict):
            return value
        if value is not None:
            self.wrong(what, value, "an object")
        return {}

    def records(self, value: object, what: str) -> Iterator[Record]:
        if isinstance(value, list):
            for item in value[-MAX_PREVIOUS:]:
                if isinstance(item, dict):
                    yield item
                else:
                    self.wrong(f"one of {what}", item, "an object")
        elif value is not None:
            self.wrong(what, value, "a list")

    def id(self, value: object, what: str) -> str:
        if type(value) in (int, str) and len(str(value)) < 200:
            return clean(str(value))
        if value is not None:
            self.wrong(what, value, "an id")
        return ""

    def time(self, value: object, what: str) -> datetime | None:
        made = parse_time(value) if isinstance(value, str) else None
        if made is None and value is not None:
            self.wrong(what, value, "a time")
        return made

    def dates(self, key: str, assignment: Record, users: list[Record]) -> list[datetime]:
        """A date for each member: their own where the platform says it, else the assignment's."""
        common = self.time(assignment.get(key), f"assignment.{key}")
        found = []
        for user in users:
            own = self.record(user.get("assignment"), "users.assignment")
            made = self.time(own.get(key), f"users.assignment.{key}") or common
            found += [made] if made else []
        return found or ([common] if common else [])

    def points(self, assignment: Record) -> float | None:
        """The autograder's points: the weight of the outline's first item; the total has more in it."""
        outline = list(self.records(assignment.get("outline"), "assignment.outline"))
        weight = outline[0].get("weight") if outline else None
        try:
            number = float(weight) if isinstance(weight, (int, float, str)) else None
        except (ValueError, OverflowError):
            number = None
        if number is not None and not math.isfinite(number):
            number = None
        if number is None and weight is not None:
            self.wrong("assignment.outline.weight", weight, "a number")
        return number

    def previous(self, value: object) -> tuple[Previous, ...]:
        found = []
        for item in self.records(value, "previous_submissions"):
            at = self.time(item.get("submission_time"), "previous_submissions.submission_time")
            error, results = item.get("autograder_error"), item.get("results")
            if error is not None and not isinstance(error, bool):
                self.wrong("previous_submissions.autograder_error", error, "true or false")
            if results is not None and not isinstance(results, dict):
                self.wrong("previous_submissions.results", results, "an object")
            if at is not None:
                kept = results if isinstance(results, dict) else None
                found.append(Previous(at=at, is_error=error is True, results=kept))
        return tuple(sorted(found, key=lambda one: one.at))
