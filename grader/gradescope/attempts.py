"""How often a student is graded: the suite's ``attempts:`` applied to the platform's history.

Decides which earlier submissions count, whether this one is graded, and what is shown if it is not.
What was decided for each submission is kept in the results' ``extra_data`` and carried forward, since
the platform sends back the latest results alone. What is not in there is worked out again from the
times. The clock is never read, so a rerun of a submission gets the same answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone
from enum import Enum

from grader.cases.model import Attempts
from grader.gradescope.metadata import Metadata, Previous, Record, parse_time
from grader.report import schema
from grader.report.results import Results
from grader.report.text import count, cut, duration

SAME = timedelta(seconds=1)  # two times nearer than this are of one submission
MAX_KEPT = schema.MOST_ATTEMPTS


class Mark(Enum):
    """What became of a submission. Only GRADED ones count."""

    GRADED = "graded"
    BLOCKED = "blocked"  # beyond the limit: an earlier result was shown
    FAILED = "failed"  # the platform or the grader failed


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A submission by its time, and what became of it."""

    at: datetime
    mark: Mark


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Whether this submission is graded (``reason`` is empty), after which ``before`` it came.

    ``last`` are the results of the last graded one, made at ``last_at``; ``staff`` are lines for staff,
    ``note`` says to the student of a graded one how many there are.
    """

    at: datetime | None = None
    before: tuple[Entry, ...] = ()
    reason: str = ""
    last: Record | None = None
    last_at: datetime | None = None
    staff: tuple[str, ...] = ()
    note: str = ""


def decide(policy: Attempts | None, metadata: Metadata) -> Decision:
    """Apply ``policy``; without one, or without the submission's time, everything is graded."""
    at = metadata.created_at
    if policy is None:
        return Decision(at=at, before=_recorded(metadata))
    if at is None:
        staff = "Attempts: the submission's time is unknown, so no limit holds."
        return Decision(before=_recorded(metadata), staff=(staff,))
    before = _history(policy, metadata, at)
    counted = [entry.at for entry in before if entry.mark is Mark.GRADED]
    said = f"Attempts: {len(counted)} graded before this one"
    others = [entry for entry in before if entry.mark is not Mark.GRADED]
    told = f"{said}, {len(others)} that did not count." if others else f"{said}."
    decision = Decision(at=at, before=before, staff=(told,))
    reason = _reason(policy, counted, at)
    if not reason:
        return replace(decision, note=_note(policy, counted, at))
    last, last_at = _last_graded(metadata, at)
    if last is None:
        more = "Over the limit, but the platform sent no result to show again: graded after all."
        return replace(decision, staff=(told, f"Attempts: {more}"))
    return replace(
        decision, reason=reason, last=last, last_at=last_at, staff=(told, f"Not graded: {reason}")
    )


def show_again(decision: Decision) -> Results | None:
    """Build the last graded results with a note on top; None where they are not valid today."""
    again = schema.known_part(decision.last)
    if schema.problems(again):
        return None
    held = _held(decision.last)
    output, note = str(again["output"]), str(held.get("note") or "")
    if note and output.startswith(note):
        output = output[len(note) :].lstrip("\n")
    whose = f" of {_shown(decision.last_at)}" if decision.last_at is not None else ""
    note = (
        f"This submission was not graded, and does not count: {decision.reason}"
        f" What follows is the result of your last graded submission{whose}."
    )
    again["output"] = cut(f"{note}\n\n{output}")
    again = remember(again, decision, Mark.BLOCKED)
    attempts = {**_held(again), "note": note, "of": _written(decision.last_at)}
    extra = again["extra_data"]
    again["extra_data"] = {**(extra if isinstance(extra, dict) else {}), "attempts": attempts}
    return None if schema.problems(again) else again


def remember(results: Results, decision: Decision, mark: Mark) -> Results:
    """Put what is known of all submissions up to this one, which ended as ``mark``, into results."""
    entries = list(decision.before)
    if decision.at is not None:
        entries.append(Entry(at=decision.at, mark=mark))
    if not entries:
        return results
    attempts = {
        "seen": [{"at": _written(e.at), "is": e.mark.value} for e in entries[-MAX_KEPT:]],
        "of": _written(decision.at) if mark is Mark.GRADED else "",
        "note": "",
    }
    extra = results["extra_data"]
    assert isinstance(extra, dict)  # noqa: S101 - for the type checker: our own results have it
    return {**results, "extra_data": {**extra, "attempts": attempts}}


# ------------------------------------------------------------------------------------ history


def _history(policy: Attempts, metadata: Metadata, at: datetime) -> tuple[Entry, ...]:
    """What became of each submission before ``at``: by record, else by applying the policy again."""
    known = [entry for entry in _recorded(metadata) if at - entry.at >= SAME]
    times = [p for p in metadata.previous if at - p.at >= SAME]
    entries: list[Entry] = []
    counted: list[datetime] = []
    for moment, previous, entry in _merged(times, known):
        if previous is not None and previous.is_error:
            mark = Mark.FAILED
        elif entry is not None:
            mark = entry.mark
        else:
            mark = Mark.BLOCKED if _reason(policy, counted, moment) else Mark.GRADED
        entries.append(Entry(at=moment, mark=mark))
        counted += [moment] if mark is Mark.GRADED else []
    return tuple(entries)


def _merged(
    times: Sequence[Previous], known: Sequence[Entry]
) -> list[tuple[datetime, Previous | None, Entry | None]]:
    """Pair what the platform lists with what was recorded, in the order of time."""
    merged: list[tuple[datetime, Previous | None, Entry | None]] = []
    left = list(known)
    for previous in times:
        entry = next((e for e in left if abs(e.at - previous.at) < SAME), None)
        if entry is not None:
            left.remove(entry)
        merged.append((previous.at, previous, entry))
    merged += [(entry.at, None, entry) for entry in left]
    return sorted(merged, key=lambda one: one[0])


def _recorded(metadata: Metadata) -> tuple[Entry, ...]:
    """The longest record among the earlier results (there is one set of these, as a rule)."""
    found = [_entries(_held(p.results).get("seen")) for p in metadata.previous]
    return max(found, key=len, default=())


def _entries(seen: object) -> tuple[Entry, ...]:
    marks = {mark.value: mark for mark in Mark}
    entries = []
    for item in seen if isinstance(seen, list) else ():
        record = item if isinstance(item, dict) else {}
        at, mark = parse_time(str(record.get("at"))), marks.get(str(record.get("is")))
        if at is not None and mark is not None:
            entries.append(Entry(at=at, mark=mark))
    return tuple(sorted(entries, key=lambda entry: entry.at))


def _held(results: Record | None) -> Record:
    """The part of some results' ``extra_data`` that ``remember`` made; empty if there is none."""
    extra = results.get("extra_data") if results is not None else None
    attempts = extra.get("attempts") if isinstance(extra, dict) else None
    return attempts if isinstance(attempts, dict) else {}


def _last_graded(metadata: Metadata, at: datetime) -> tuple[Record | None, datetime | None]:
    """The latest results of a submission that was graded before ``at``, and when that was made.

    On a rerun the platform may send the results of later submissions, or those of this one: they
    serve if what they show is the result of an earlier one.
    """
    for previous in reversed(metadata.previous):
        if previous.results is None or previous.is_error:
            continue
        held = _held(previous.results)
        made = parse_time(str(held.get("of"))) if held else previous.at
        if made is not None and at - made >= SAME:
            return previous.results, made
    return None, None


# -------------------------------------------------------------------------------------- limits


def _reason(policy: Attempts, counted: Sequence[datetime], at: datetime) -> str:
    """Why a submission at ``at`` is beyond the limit, for its student; empty where it is not."""
    if policy.total is not None and len(counted) >= policy.total:
        return f"the course allows {_graded(policy.total)} in all, and you have had them."
    if policy.limit is None or policy.every is None:
        return ""
    window = timedelta(seconds=policy.every)
    recent = [moment for moment in counted if at - moment < window]
    if len(recent) < policy.limit:
        return ""
    again = recent[-policy.limit] + window
    return (
        f"the course allows {_graded(policy.limit)} within {duration(policy.every)}."
        f" The next one can be graded from {_shown(again.astimezone(at.tzinfo), up=True)} on."
    )


def _note(policy: Attempts, counted: Sequence[datetime], at: datetime) -> str:
    """How many of the submissions that the policy allows this one is."""
    parts = []
    if policy.limit is not None and policy.every is not None:
        window = timedelta(seconds=policy.every)
        recent = sum(at - moment < window for moment in counted)
        parts.append(f"{recent + 1} of {policy.limit} within {duration(policy.every)}")
    if policy.total is not None:
        parts.append(f"{len(counted) + 1} of {policy.total} in all")
    return f"Graded submissions: this is {' and '.join(parts)}." if parts else ""


def _graded(number: int) -> str:
    return count(number, "graded submission")


def _shown(moment: datetime | None, *, up: bool = False) -> str:
    """A time to the minute, in its own zone; ``up`` rounds up, so that nobody comes too early."""
    if moment is None:
        return ""
    if up and (moment.second or moment.microsecond):
        moment += timedelta(minutes=1)
    zone = moment.strftime("%z")
    return f"{moment:%Y-%m-%d %H:%M} UTC" + (
        f"{zone[:3]}:{zone[3:5]}" if moment.utcoffset() else ""
    )


def _written(moment: datetime | None) -> str:
    return "" if moment is None else moment.astimezone(timezone.utc).isoformat()
