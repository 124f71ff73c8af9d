"""Mistakes that no case can catch, each with its proof."""

from __future__ import annotations

from collections.abc import Mapping

from grader.cases.model import Call

_BOTH_ARE_RIGHT = (
    "Cutting on equality and cutting strictly are both right: what is left at equality can't change the"
    " value of any node above, nor make an action optimal that is not. The family of conventions that"
    " the grader accepts has both, at max and min nodes, so the visits are those of a member. Where a"
    " suite accepts its stated convention alone (accept: exact), this is a mistake."
)

EQUIVALENT: Mapping[tuple[str, Call], str] = {
    ("other-convention", Call.ALPHA_BETA): _BOTH_ARE_RIGHT,
    ("other-convention", Call.ALPHA_BETA_ORDERED): _BOTH_ARE_RIGHT,
}
