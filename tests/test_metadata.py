"""The platform's metadata: every field is optional, and none of them can end a run."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.gradescope.metadata import MAX_BYTES, Metadata, parse_time, read_metadata, understand

DOCUMENTED: dict[str, Any] = {  # every field that the platform documents
    "id": 123456,
    "created_at": "2026-03-01T14:22:32.365935-07:00",
    "assignment": {
        "due_date": "2026-03-08T23:00:00.000000-07:00",
        "group_size": 4,
        "group_submission": True,
        "id": 25828,
        "course_id": 1234,
        "late_due_date": None,
        "release_date": "2026-02-01T00:00:00.000000-07:00",
        "title": "Game trees",
        "total_points": "20.0",
    },
    "submission_method": "upload",
    "users": [{"email": "ada@example.org", "id": 1234, "name": "Ada"}],
    "previous_submissions": [
        {
            "submission_time": "2026-02-28T14:22:32.365935-07:00",
            "score": 3.5,
            "autograder_error": False,
            "results": {"tests": []},
        }
    ],
}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)


def of(**changes: Any) -> Metadata:
    return understand({**DOCUMENTED, **changes})


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=timezone.utc)  # type: ignore[misc, arg-type]  # whole numbers


def test_the_documented_file_is_understood() -> None:
    known = of()
    assert (known.id, known.members, known.notes) == ("123456", ("1234",), ())
    assert known.created_at == utc(2026, 3, 1, 21, 22, 32, 365935)
    assert known.due == utc(2026, 3, 9, 6)
    assert known.late_due is None
    assert known.previous[0].results == {"tests": []}


def test_an_empty_object_says_nothing_and_is_no_fault() -> None:
    assert understand({}) == Metadata()


def test_unknown_fields_are_ignored() -> None:
    assert of(sections=["A"], assignment_id=3) == of()


@given(st.dictionaries(st.sampled_from(sorted(DOCUMENTED)), JSON))
def test_no_value_of_any_type_raises(changes: dict[str, Any]) -> None:
    assert isinstance(of(**changes), Metadata)


@given(JSON, st.sampled_from(sorted(DOCUMENTED["assignment"])))
def test_no_value_within_the_assignment_raises(value: Any, key: str) -> None:
    known = of(assignment={**DOCUMENTED["assignment"], key: value, "outline": [value]})
    assert isinstance(known, Metadata)


@pytest.mark.parametrize(
    ("changes", "note"),
    [
        ({"id": [1]}, "id is a list, not an id"),
        ({"id": True}, "id is true or false, not an id"),
        ({"created_at": 5}, "created_at is a number, not a time"),
        ({"created_at": "yesterday"}, "created_at is text, not a time"),
        ({"assignment": "x"}, "assignment is text, not an object"),
        ({"users": {}}, "users is an object, not a list"),
        ({"users": [3]}, "one of users is a number, not an object"),
        ({"assignment": {"outline": [{"weight": "x"}]}}, "outline.weight is text, not a number"),
        ({"previous_submissions": [{"submission_time": 3}]}, "submission_time is a number, not a"),
        (
            {"previous_submissions": [{"autograder_error": "no"}]},
            "autograder_error is text, not true or false",
        ),
        ({"previous_submissions": [{"results": []}]}, "results is a list, not an object"),
    ],
)
def test_a_wrong_type_is_noted_for_staff(changes: dict[str, Any], note: str) -> None:
    assert note in "\n".join(of(**changes).notes)


def test_an_id_holds_nothing_that_could_not_be_written() -> None:
    assert of(id="4\ud8007\x00").id == "47"


def test_a_note_is_said_once() -> None:
    assert len(of(users=[3] * 50).notes) == 1


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("{", "is no JSON: JSONDecodeError"),
        ("[" * 100_000, "is no JSON: RecursionError"),
        ("[]", "the metadata is a list, not an object"),
        ("null", None),
    ],
)
def test_an_odd_file_says_nothing(tmp_path: Path, text: str, note: str | None) -> None:
    path = tmp_path / "submission_metadata.json"
    path.write_text(text)
    known = read_metadata(path)
    assert known.id == ""
    assert note is None or note in known.notes[0]


def test_a_missing_file_says_nothing(tmp_path: Path) -> None:
    note = "m.json can't be read: No such file or directory."
    assert read_metadata(tmp_path / "m.json") == Metadata(notes=(note,))


def test_a_file_without_end_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    assert read_metadata(path).notes == ("m.json is longer than 64 MB: not read.",)


# Times


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-04-26T17:34:00Z", utc(2026, 4, 26, 17, 34)),
        ("2026-04-26T17:34Z", utc(2026, 4, 26, 17, 34)),
        ("2026-04-26T17:34:00.5+05:30", utc(2026, 4, 26, 12, 4, 0, 500_000)),
        ("2026-04-26 17:34:00.861687999 Z", utc(2026, 4, 26, 17, 34, 0, 861_687)),
        ("2026-04-26T10:34:00-0700", utc(2026, 4, 26, 17, 34)),
        ("2026-04-26T17:34:00", utc(2026, 4, 26, 17, 34)),
    ],
)
def test_a_time_is_read_with_its_zone(text: str, expected: datetime) -> None:
    assert parse_time(text) == expected


@pytest.mark.parametrize(
    "text",
    ["", "now", "2026-13-01T00:00:00Z", "2026-02-30T00:00:00Z", "2026-01-01T25:00:00Z",
     "2026-01-01T00:00:00+99:00", "0001-01-01T00:00:00Z", "9999-12-31T23:00:00Z", "2026-01-01",
     "x" * 100_000],
)  # fmt: skip
def test_what_is_no_time_is_none(text: str) -> None:
    assert parse_time(text) is None


@given(
    st.datetimes(
        datetime(1970, 1, 1),
        datetime(2999, 12, 31),
        timezones=st.sampled_from([timezone.utc, timezone(timedelta(hours=-7))]),
    )
)
def test_what_isoformat_writes_is_read_back(moment: datetime) -> None:
    assert parse_time(moment.isoformat()) == moment


# Due dates


def member(number: int, due: str | None = None, late: str | None = None) -> dict[str, Any]:
    return {"id": number, "assignment": {"due_date": due, "late_due_date": late}}


def test_an_extension_is_the_students_own_date() -> None:
    known = of(users=[member(1, due="2026-03-10T00:00:00Z")])
    assert known.due == utc(2026, 3, 10)
    assert known.is_extended


def test_a_group_has_its_latest_date() -> None:
    dates = ("2026-03-10T00:00:00Z", "2026-03-12T00:00:00Z", "2026-03-11T00:00:00Z")
    known = of(users=[member(n, due=date) for n, date in enumerate(dates)])
    assert known.due == utc(2026, 3, 12)
    assert known.members == ("0", "1", "2")


def test_a_member_without_a_date_has_the_assignments() -> None:
    known = of(users=[member(1, due="2026-03-01T00:00:00Z"), {"id": 2}])
    assert known.due == utc(2026, 3, 9, 6)
    assert not known.is_extended


def test_an_own_late_date_is_known_too() -> None:
    assert of(users=[member(1, late="2026-03-20T00:00:00Z")]).late_due == utc(2026, 3, 20)


def test_previous_submissions_come_in_the_order_of_time() -> None:
    times = ["2026-03-03T00:00:00Z", "2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z"]
    known = of(previous_submissions=[{"submission_time": time} for time in times])
    assert [previous.at.day for previous in known.previous] == [1, 2, 3]


def test_only_true_is_an_error_of_the_platform() -> None:
    at = "2026-03-03T00:00:00Z"
    errors = [True, False, None, "yes", 1]
    known = of(
        previous_submissions=[{"submission_time": at, "autograder_error": e} for e in errors]
    )
    assert [previous.is_error for previous in known.previous] == [True, False, False, False, False]


@pytest.mark.parametrize(("weight", "points"), [(20, 20.0), ("20.0", 20.0), (float("nan"), None)])
def test_the_autograders_points_are_the_outlines_first(weight: Any, points: float | None) -> None:
    outline = [{"id": 1, "weight": weight}, {"id": 2, "weight": 5}]
    known = of(assignment={**DOCUMENTED["assignment"], "outline": outline})
    assert known.points == points


def test_the_documented_file_survives_json() -> None:
    assert understand(json.loads(json.dumps(DOCUMENTED))) == of()
