"""Which members of the family of right conventions a solver follows, tree after tree.

A solver follows a member on a tree if its value is right, its action is one of the best, and its visits
are the member's in the member's order. Visits alone would not do: a search that takes a bound for a
value looks at the same nodes as a right one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from grader.cases import Call, Case
from grader.search import FAMILY, Convention, Trace, alpha_beta, family_traces
from grader.tree import Node
from styles.forest import case
from styles.solvers import Told

SOFT, HARD = Convention(), Convention(fail_hard=True)
MUST = SOFT  # what it visits, every right search does
MAY = Convention(strict_at_max=True, strict_at_min=True, fail_hard=True)  # and none visits more


@dataclass(frozen=True, slots=True, kw_only=True)
class Grown:
    """A tree with the traces of all members, made once for all who are asked about it."""

    number: int
    case: Case
    traces: dict[
        Convention, Trace
    ]  # of the family, and of its relatives as far as they are asked for
    must: frozenset[Node]
    may: frozenset[Node]

    def visited(self, convention: Convention) -> tuple[Node, ...]:
        """What a right search visits."""
        if convention not in self.traces:
            ordered = self.case.call is Call.ALPHA_BETA_ORDERED
            self.traces[convention] = alpha_beta(self.case.start, convention, ordered=ordered)
        return self.traces[convention].visited


def grown(call: Call, count: int, seed: str) -> Iterator[Grown]:
    """The first ``count`` trees of the seed, numbered from 1."""
    for number in range(1, count + 1):
        made = case(seed, number, call)
        traces = family_traces(made.start, ordered=call is Call.ALPHA_BETA_ORDERED)
        yield Grown(
            number=number,
            case=made,
            traces=traces,
            must=frozenset(traces[MUST].visited),
            may=frozenset(traces[MAY].visited),
        )


@dataclass(slots=True, kw_only=True, eq=False)
class Follower:
    """Somebody who searches, the members ``due`` at the end, and those that the trees so far leave.

    ``trees`` counts those looked at: nobody is asked again once no member is left, which the tree of
    number ``lost_at`` did. ``outside`` are the trees at which the visits were not between must and may.
    """

    name: str
    search: Callable[[Case], Told]
    due: tuple[Convention, ...]
    left: tuple[Convention, ...] = FAMILY
    trees: int = 0
    lost_at: int | None = None
    outside: list[int] = field(default_factory=list)

    def look(self, tree: Grown) -> None:
        """Search one tree more."""
        if not self.left:
            return
        told = self.search(tree.case)
        self.trees += 1
        if not tree.must <= set(told.visited) <= tree.may:
            self.outside.append(tree.number)
        right = is_right(told, tree.traces[SOFT])  # all members have one value, one set of actions
        self.left = tuple(
            member for member in self.left if right and told.visited == tree.visited(member)
        )
        if not self.left:
            self.lost_at = tree.number

    @property
    def fault(self) -> str:
        """What is not as it should be; empty where nothing is."""
        if self.left != self.due:
            return f"{self.name}: follows {listed(self.left)}, not {listed(self.due)}"
        if self.due and self.outside:
            return f"{self.name}: leaves must or may on tree {self.outside[0]}"
        return ""


def listed(members: Sequence[Convention]) -> str:
    """The members in words."""
    return " or ".join(f"[{member}]" for member in members) or "no member"


def is_right(told: Told, trace: Trace) -> bool:
    """Whether the value is right and the action one of the best."""
    if not isinstance(told.value, (int, float, Fraction)):
        return False
    is_best = told.action in trace.actions if trace.actions else told.action is None
    return is_best and told.value in {trace.value, float(trace.value)}


def follow(followers: Sequence[Follower], trees: Iterable[Grown]) -> None:
    """Let everybody search every tree."""
    for tree in trees:
        for follower in followers:
            follower.look(tree)


def same_visits(member: Convention) -> tuple[Convention, ...]:
    """The members that can't be told apart from this one, itself among them.

    Where equality cuts, fail-soft and fail-hard visit the same nodes: a value beyond the window and
    the window's bound are cut alike. ``tests/test_search.py`` has that law, and that no others do.
    """
    return (SOFT, HARD) if member in (SOFT, HARD) else (member,)
