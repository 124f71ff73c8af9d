"""Judge rollouts: each is a real play, and together they are distributed as the policies say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from grader.cases.model import Case
from grader.checks.finding import RIGHT, Finding, wrong
from grader.checks.shape import misshapen
from grader.checks.statistics import Deviation, deviation
from grader.checks.words import count, described, listing, number, place
from grader.sandbox.outcome import Answer, Outcome, Play, Strange
from grader.search import rollouts
from grader.tree import Node, uniform

_IGNORES = (
    "Twice the same seed gave different plays: take every random choice from rng, such as"
    " rng.choices(...), and from nothing else."
)


def check_path(case: Case, answer: Answer) -> Finding:
    """Compare the one play that is possible with the one that came."""
    if case.expect.path is None:
        return RIGHT
    if finding := misshapen(case, answer) or _illegal(case, answer):
        return finding
    for play in answer.plays or ():
        got = tuple(node.name for node in play.nodes)
        if got != case.expect.path:
            right = ", ".join(case.expect.path)
            return wrong(
                f"Under these policies only one play is possible: {right}."
                f" Your function played {', '.join(got)}."
            )
    return RIGHT


def check_outcomes(case: Case, answer: Answer, outcome: Outcome) -> Finding:
    """Compare how often each end came with how often it should, by a test that hardly ever errs."""
    expected = case.expect.outcomes
    if expected is None:
        return RIGHT
    if finding := misshapen(case, answer) or _illegal(case, answer):
        return finding
    if not answer.came_again:
        return wrong(_IGNORES)
    plays = answer.plays or ()
    on_plays = {node for play in plays for node in play.nodes}
    if beside := [node for node in outcome.visited if node not in on_plays]:
        return wrong(
            f"Your function asked about {place(beside[0])}, which is on none of its plays:"
            " look only at the state that the drawn action leads to."
        )
    observed: Counter[str] = Counter()
    for play in plays:
        observed[play.nodes[-1].name] += play.count
    found = deviation(observed, expected)
    return RIGHT if found is None else wrong(_off(case, found, observed, expected))


def _off(
    case: Case,
    found: Deviation[str],
    observed: Mapping[str, int],
    expected: Mapping[str, Fraction],
) -> str:
    chance = expected.get(found.category, Fraction(0))
    rows = "; ".join(
        f"{name} {observed.get(name, 0)} (expected {number(found.draws * expected.get(name, 0))})"
        for name in dict.fromkeys((*expected, *observed))
    )
    what = (
        f"Of {count(found.draws, 'play')}, {found.observed} ended at {found.category}, whose chance"
        f" is {number(chance)}. That is too far off to be chance: it happens to a right function"
        f" less than once in a million times. All ends: {rows}."
    )
    return what + _why(case, observed)


def _why(case: Case, observed: Mapping[str, int]) -> str:
    """One more sentence where the counts tell what happened."""
    if len(observed) == 1:
        return (
            " Every play was the same: draw by the probabilities as they are; don't round them, or take"
            " the likeliest, first or last."
        )
    players = case.tree.players
    even = rollouts(case.tree.root, {player: uniform(case.tree, player) for player in players})
    if deviation(observed, {node.name: chance for node, chance in even.ends.items()}) is None:
        return (
            " They are what comes when every action is equally likely: give the probabilities of"
            " policies[player](state) to rng.choices as its weights."
        )
    return ""


def _illegal(case: Case, answer: Answer) -> Finding | None:
    """The finding for a play that can't have happened."""
    for play in answer.plays or ():
        if fault := _fault(case, play):
            return wrong(fault)
    return None


def _fault(case: Case, play: Play) -> str:
    nodes, actions = play.nodes, play.actions
    if not nodes or nodes[0] is not case.tree.root:
        return "A rollout begins with the state that game.start_state() gives."
    if len(actions) != len(nodes) - 1:
        return (
            f"A rollout has one action between two states: {count(len(nodes), 'state')} came with"
            f" {count(len(actions), 'action')}."
        )
    for above, action, below in zip(nodes, actions, nodes[1:], strict=False):
        if isinstance(action, Strange) or action not in above.actions:
            shown = described(action) if isinstance(action, Strange) else repr(action)
            return f"A rollout has the action {shown} at {place(above)}, where {_legal(above)}."
        if above.child(action) is not below:
            return (
                f"A rollout goes from {place(above)} by {action} to {place(below)}, but that action"
                f" leads to {place(above.child(action))}."
            )
    return _wrong_end(nodes[-1], play)


def _legal(node: Node) -> str:
    if node.is_end:
        return "the game is over"
    return f"the actions are {listing([repr(action) for action in node.actions])}"


def _wrong_end(last: Node, play: Play) -> str:
    if not last.is_end:
        return f"A rollout goes on to an end, but one of yours stopped at {place(last)}."
    got = play.utility
    if isinstance(got, Strange):
        return f"A rollout's utility has to be a number, but {described(got)} came."
    if abs(Fraction(got) - Fraction(last.utility or 0)) > Fraction(1, 10**6):
        return (
            f"A rollout that ends at {place(last)} has the utility {number(last.utility or 0)}, but"
            f" yours says {number(got)}."
        )
    return ""
