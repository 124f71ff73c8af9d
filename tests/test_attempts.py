"""Limits on attempts: what counts, what is shown instead, and the same answer on every rerun."""

from __future__ import annotations

import copy
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.cases import read_suite
from grader.cases.model import Attempts
from grader.errors import AuthorError
from grader.gradescope.attempts import Decision, Entry, Mark, decide, remember, show_again
from grader.gradescope.metadata import Metadata, understand
from grader.report.results import failure_results
from grader.report.schema import problems

NOON = datetime(2026, 3, 1, 12, tzinfo=timezone.utc)
HOURLY = Attempts(limit=2, every=3_600)
SUITE = """
title: Attempts
support: games.py
questions: [{id: q1, title: Minimax, points: 1, cases: [one.yaml]}]
"""
CASE = "{call: minimax, tree: 3, expect: {value: 3}}"


def at(minutes: float) -> datetime:
    return NOON + timedelta(minutes=minutes)


def results(score_text: str = "first") -> dict[str, Any]:
    return {**failure_results(), "output": score_text}


class Platform:
    """A student's submissions as the platform keeps them: only the latest results are sent."""

    def __init__(self, policy: Attempts) -> None:
        self.policy = policy
        self.kept: list[tuple[datetime, bool, dict[str, Any] | None]] = []

    def metadata(self, moment: datetime) -> Metadata:
        before = [one for one in self.kept if one[0] < moment]
        listed = [
            {
                "submission_time": when.isoformat(),
                "autograder_error": error,
                **({"results": made} if place == len(before) - 1 else {}),
            }
            for place, (when, error, made) in enumerate(before)
        ]
        return understand({"created_at": moment.isoformat(), "previous_submissions": listed})

    def run(self, moment: datetime) -> tuple[Decision, dict[str, Any]]:
        """What is shown for the submission of ``moment``; nothing is kept."""
        decision = decide(self.policy, self.metadata(moment))
        again = show_again(decision) if decision.reason else None
        made = results(f"graded at {moment:%H:%M}")
        return decision, again or remember(made, decision, Mark.GRADED)

    def submit(self, minutes: float, *, error: bool = False) -> str:
        """Hand in; the first line of what is shown, or ``blocked``."""
        decision, made = self.run(at(minutes))
        self.kept.append((at(minutes), error, None if error else made))
        assert problems(made) == []
        return "blocked" if decision.reason else str(made["output"])


# The rule


def test_a_rate_blocks_until_the_window_has_passed() -> None:
    platform = Platform(HOURLY)
    shown = [platform.submit(minutes) for minutes in (0, 10, 59, 60, 69, 70)]
    assert [word == "blocked" for word in shown] == [False, False, True, False, True, False]


def test_blocked_tries_do_not_restart_the_window() -> None:
    platform = Platform(HOURLY)
    shown = [platform.submit(minutes) for minutes in (0, 1, 20, 30, 40, 50, 60)]
    assert shown.count("blocked") == 4
    assert shown[-1] == "graded at 13:00"


def test_platform_errors_do_not_count() -> None:
    platform = Platform(HOURLY)
    platform.submit(0, error=True)
    platform.submit(1, error=True)
    assert [platform.submit(minutes) for minutes in (2, 3)] == [
        "graded at 12:02",
        "graded at 12:03",
    ]
    assert platform.submit(4) == "blocked"


def test_a_total_is_for_good() -> None:
    platform = Platform(Attempts(total=2))
    shown = [platform.submit(minutes) for minutes in (0, 10_000, 20_000, 90_000)]
    assert [word == "blocked" for word in shown] == [False, False, True, True]


def test_rate_and_total_hold_together() -> None:
    platform = Platform(Attempts(limit=1, every=3_600, total=2))
    shown = [platform.submit(minutes) for minutes in (0, 1, 60, 200)]
    assert [word == "blocked" for word in shown] == [False, True, False, True]


def test_without_a_policy_everything_is_graded() -> None:
    metadata = Platform(HOURLY).metadata(NOON)
    assert decide(None, metadata).reason == ""


def test_without_a_time_everything_is_graded() -> None:
    decision = decide(Attempts(total=1), Metadata())
    assert decision.reason == ""
    assert "time is unknown, so no limit holds" in decision.staff[0]


@given(st.lists(st.integers(0, 300), unique=True, max_size=12), st.data())
def test_a_rerun_gets_the_same_answer(minutes: list[int], data: st.DataObject) -> None:
    platform = Platform(HOURLY)
    first = [platform.submit(m) for m in sorted(minutes)]
    for minute, shown in zip(sorted(minutes), first, strict=True):
        decision, made = platform.run(at(minute))
        assert (decision.reason != "") == (shown == "blocked")
        assert made == next(kept[2] for kept in platform.kept if kept[0] == at(minute))


@given(st.lists(st.integers(0, 300), unique=True, max_size=12))
def test_times_alone_tell_what_the_record_tells(minutes: list[int]) -> None:
    platform, forgetful = Platform(HOURLY), Platform(HOURLY)
    for minute in sorted(minutes):
        platform.submit(minute)
        decision, made = forgetful.run(at(minute))
        made["extra_data"].pop("attempts")
        forgetful.kept.append((at(minute), False, made))
        assert decision.reason == platform.run(at(minute))[0].reason


@given(st.lists(st.integers(0, 300), unique=True, max_size=14))
def test_no_window_holds_more_than_the_limit(minutes: list[int]) -> None:
    platform = Platform(HOURLY)
    graded = [m for m in sorted(minutes) if platform.submit(m) != "blocked"]
    assert all(b - a >= 60 for a, b in zip(graded, graded[2:], strict=False))


# What is kept


def test_the_record_is_carried_through_blocked_tries() -> None:
    platform = Platform(HOURLY)
    for minute in (0, 1, 2, 3):
        platform.submit(minute)
    made = platform.kept[-1][2]
    assert made is not None
    marks = [entry["is"] for entry in made["extra_data"]["attempts"]["seen"]]
    assert marks == ["graded", "graded", "blocked", "blocked"]


def test_our_own_failures_do_not_count() -> None:
    platform = Platform(Attempts(total=1))
    decision, _ = platform.run(at(0))
    failed = remember(failure_results(), decision, Mark.FAILED)
    platform.kept.append((at(0), False, failed))
    assert platform.submit(1) == "graded at 12:01"


def test_a_changed_policy_does_not_undo_decisions() -> None:
    platform = Platform(Attempts(limit=1, every=3_600))
    assert [platform.submit(m) for m in (0, 1)][1] == "blocked"
    platform.policy = Attempts(total=2)  # only the first one was graded
    assert platform.submit(2) == "graded at 12:02"


def test_only_so_many_entries_are_kept() -> None:
    before = tuple(Entry(at=at(m), mark=Mark.GRADED) for m in range(1_500))
    made = remember(results(), Decision(at=at(2_000), before=before), Mark.GRADED)
    assert problems(made) == []
    attempts: Any = made["extra_data"]
    assert len(attempts["attempts"]["seen"]) == 1_000


# What is shown


def blocked_output(*minutes: float) -> str:
    platform = Platform(HOURLY)
    for minute in minutes:
        platform.submit(minute)
    made = platform.kept[-1][2]
    assert made is not None
    return str(made["output"])


def test_a_blocked_try_shows_the_last_result_with_a_note() -> None:
    assert blocked_output(0, 1, 2) == (
        "This submission was not graded, and does not count: the course allows 2 graded"
        " submissions within 1 h. The next one can be graded from 2026-03-01 13:00 UTC on."
        " What follows is the result of your last graded submission of 2026-03-01 12:01 UTC."
        "\n\ngraded at 12:01"
    )


def test_notes_do_not_pile_up() -> None:
    assert blocked_output(0, 1, 2) == blocked_output(0, 1, 2, 3, 4)


def test_times_are_told_in_the_students_zone() -> None:
    west = timezone(timedelta(hours=-7))
    platform = Platform(HOURLY)
    platform.submit(0)
    platform.submit(1)
    reason = platform.run(at(2).astimezone(west))[0].reason
    assert "from 2026-03-01 06:00 UTC-07:00 on" in reason


def test_a_time_to_wait_for_is_rounded_up() -> None:
    assert "from 2026-03-01 13:01 UTC on" in blocked_output(0.5, 1, 2)


def test_without_a_result_to_show_it_is_graded() -> None:
    platform = Platform(Attempts(total=1))
    platform.submit(0)
    platform.kept[0] = (at(0), False, None)
    decision, _ = platform.run(at(1))
    assert decision.reason == ""
    assert "no result to show again: graded after all" in decision.staff[1]


def test_a_result_that_is_no_longer_valid_is_not_shown() -> None:
    platform = Platform(Attempts(total=1))
    platform.submit(0)
    made = platform.kept[0][2]
    assert made is not None
    made["score"] = -3
    decision = platform.run(at(1))[0]
    assert decision.reason != ""
    assert show_again(decision) is None


def test_what_a_platform_adds_to_results_is_left_out() -> None:
    platform = Platform(Attempts(total=1))
    platform.submit(0)
    made = platform.kept[0][2]
    assert made is not None
    made["status"] = "complete"
    again = show_again(platform.run(at(1))[0])
    assert again is not None
    assert "status" not in again


def test_later_results_do_not_serve_an_earlier_submission() -> None:
    platform = Platform(Attempts(total=1))
    platform.submit(0)
    decision, later = platform.run(at(5))
    listed = [
        {"submission_time": at(0).isoformat()},
        {"submission_time": at(5).isoformat(), "results": remember(later, decision, Mark.GRADED)},
    ]
    metadata = understand({"created_at": at(3).isoformat(), "previous_submissions": listed})
    assert decide(platform.policy, metadata).last is None


def test_a_forged_record_is_read_with_suspicion() -> None:
    platform = Platform(HOURLY)
    platform.submit(0)
    made = copy.deepcopy(platform.kept[0][2])
    assert made is not None
    for seen in (None, 3, [3], [{"at": 3, "is": "graded"}], [{"at": at(0).isoformat(), "is": []}]):
        made["extra_data"]["attempts"]["seen"] = seen
        platform.kept[0] = (at(0), False, made)
        assert platform.run(at(1))[0].reason == ""


# suite.yaml


def written(tmp_path: Path, attempts: str) -> Path:
    (tmp_path / "suite.yaml").write_text(SUITE + f"attempts: {attempts}\n")
    (tmp_path / "one.yaml").write_text(CASE)
    (tmp_path / "games.py").write_text("")
    return tmp_path


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{limit: 5, every: 1 h}", Attempts(limit=5, every=3_600)),
        ("{limit: 1, every: 90 s}", Attempts(limit=1, every=90)),
        ("{limit: 1, every: 30min, total: 9}", Attempts(limit=1, every=1_800, total=9)),
        ("{limit: 1, every: 2 d}", Attempts(limit=1, every=172_800)),
        ("{total: 20}", Attempts(total=20)),
    ],
)
def test_a_policy_is_read_from_the_suite(tmp_path: Path, text: str, expected: Attempts) -> None:
    assert read_suite(written(tmp_path, text)).attempts == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{limit: 5}", "limit needs every: too (for all time there is total:)"),
        ("{every: 1 h}", "every needs limit: too (for all time there is total:)"),
        ("{}", "attempts needs limit: with every:, or total:"),
        ("{total: 0}", "total must be between 1 and 1000"),
        ("{total: many}", "total must be a number"),
        ("{limit: 0, every: 1 h}", "limit must be between 1 and 1000"),
        ("{limit: 1, every: 1 week}", "every must be a time (90 s, 30 min, 1 h, 2 d; at most 366 d)"),
        ("{limit: 1, every: 0 s}", "every must be a time"),
        ("{limit: 1, every: 400 d}", "every must be a time"),
        ("{most: 1}", "attempts has no key 'most'"),
        ("5", "attempts must be a mapping"),
    ],
)  # fmt: skip
def test_a_faulty_policy_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(AuthorError) as caught:
        read_suite(written(tmp_path, text))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("attempts", "wrong"),
    [
        (3, "not an object with seen, of and note"),
        ({"seen": [], "of": ""}, "not an object with seen, of and note"),
        ({"seen": 3, "of": "", "note": ""}, "seen is not a list of at most 1000"),
        ({"seen": [3], "of": "", "note": ""}, "seen has what is not an object with at and is"),
        ({"seen": [{"at": 3, "is": "x"}], "of": "", "note": ""}, "int, not text"),
        ({"seen": [], "of": "", "note": "\x00"}, "holds the character U+0000"),
    ],
)
def test_an_odd_record_is_no_valid_result(attempts: object, wrong: str) -> None:
    made: Any = failure_results()
    made["extra_data"]["attempts"] = attempts
    assert problems(made) == [f"extra_data.attempts: {wrong}"]
