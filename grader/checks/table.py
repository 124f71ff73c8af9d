"""Judge answers that are collections of words: the table of values, and a set of options."""

from __future__ import annotations

from collections.abc import Iterable

from grader.cases.model import Case, Tolerance
from grader.checks.finding import RIGHT, Finding, wrong
from grader.checks.shape import misshapen
from grader.checks.value import within
from grader.checks.words import described, listing, number
from grader.sandbox.outcome import Answer, Strange, Value

_POLICY_OF = {
    "max": "the agent plays its minimax policy",
    "exptmax": "the agent plays its best answer to opponent_policy",
    "min": "the opponent plays its minimax policy",
    "fixed": "the opponent plays opponent_policy",
}


def check_table(case: Case, answer: Answer, tolerance: Tolerance) -> Finding:
    """Compare the four values, and say which inequality a wrong table breaks."""
    expected = case.expect.table
    if expected is None:
        return RIGHT
    if finding := misshapen(case, answer):
        return finding
    got: dict[object, Value] = dict((answer.table or {}).items())
    keys = [str(key) for key in expected]
    if strange := [key for key in got if key not in expected]:
        return wrong(f"The table has the key {strange[0]!r}; its keys are {listing(keys)}.")
    faults = []
    for key, value in expected.items():
        said = got.get(key)
        if said is None:
            faults.append(f"The table has nothing under {key}.")
        elif not within(said, value, tolerance):
            shown = described(said) if isinstance(said, Strange) else number(said)
            mine, theirs = key
            faults.append(
                f"Under {key} stands {shown}, but it is {number(value)}: {_POLICY_OF[mine]},"
                f" {_POLICY_OF[theirs]}."
            )
    return wrong(" ".join(faults)) if faults else RIGHT


def check_options(case: Case, answer: Answer) -> Finding:
    """Compare the options that are left with the right ones."""
    expected = case.expect.options
    if expected is None:
        return RIGHT
    if finding := misshapen(case, answer):
        return finding
    got = set(answer.options or ())
    for option in got:
        if isinstance(option, Strange) or option is None:
            return wrong("The set holds something that is no option.")
    kept = [option for option in expected if option not in got]
    extra = sorted(str(option) for option in got if option not in expected)
    parts = []
    if kept:
        parts.append(f"{listing(kept)} can still be best, but your set leaves {_it(kept)} out.")
    if extra:
        parts.append(
            f"Your set keeps {listing(extra)}, but another option is sure to be at least as good."
        )
    return wrong(" ".join(parts)) if parts else RIGHT


def _it(options: Iterable[str]) -> str:
    return "it" if len(list(options)) == 1 else "them"
