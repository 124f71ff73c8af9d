"""What no case of a function sees: the mistakes that a whole question lets pass.

Decides what counts as seeing. Blindness is judged for each function of a question: one case that sees is
enough. Only whether pruning is looked at is asked of each case.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from grader.authoring.lint_findings import Desk, Severity
from grader.authoring.new_traits import LARGE, TRAITS, bound_of
from grader.cases import Accept, Call, Case, Check, Pruning, Question
from grader.cases.decode_policies import AGENT
from grader.grading.run import convention_of
from grader.search import Convention, Trace, alpha_beta
from grader.tree import Action, Node

_ON_EQUAL, _STRICT = Convention(), Convention(strict_at_max=True, strict_at_min=True)
_CUTS_LEAST = Convention(strict_at_max=True, strict_at_min=True, fail_hard=True)
_MOST_SEARCHED = 20_000  # nodes of a game
_EFFORTS = (Check.VISITED, Check.PRUNED, Check.EFFORT)


def _counts(case: Case, checks: Iterable[Check]) -> bool:
    return any(case.weights.get(check) for check in checks)


def _search(case: Case, convention: Convention = _ON_EQUAL) -> Trace:
    return alpha_beta(case.start, convention, ordered=case.call is Call.ALPHA_BETA_ORDERED)


def _averaged(case: Case) -> Iterator[tuple[Node, tuple[Fraction, ...]]]:
    """The nodes that are averaged, each with its probabilities in order."""
    agent_too = case.call in {Call.GAME_VALUE, Call.ESTIMATE, Call.SIMULATE}
    for node in case.tree.nodes(case.start):
        if node.player in case.policies and (agent_too or node.player != AGENT):
            chances = case.policies[node.player or ""][node.name]
            yield node, tuple(chances[action] for action in node.actions)


def _right_sets(case: Case) -> Iterator[tuple[tuple[Action, ...], tuple[Action, ...]]]:
    """Wherever a choice is checked: the right actions, and all."""
    if case.expect.actions:
        yield case.expect.actions, case.start.actions
    for state, right in (case.expect.policy or {}).items():
        yield right, case.tree.find(state).actions


def _sees_sums(case: Case) -> bool:
    """Whether a sum is told from a mean: by a value, or where widths differ by a choice, too."""
    widths = {len(node.actions) for node, _ in _averaged(case)}
    by_value = _counts(case, (Check.VALUE, Check.TABLE)) and max(widths, default=1) > 1
    return by_value or len(widths) > 1


def _has_fractions(case: Case) -> bool:
    return any(number != int(number) for number in _numbers(case))


def _numbers(case: Case) -> Iterator[int | Fraction]:
    for node in case.tree.nodes():
        worths = (node.utility, node.evaluation, *(node.payoffs or {}).values())
        yield from (worth for worth in worths if worth is not None)


def _has_two_opponents(case: Case) -> bool:
    return TRAITS["two-opponents"](case.tree, case.policies)


def _chooses(call: Call) -> bool:
    return call.takes_tree and bool({Check.ACTION, Check.POLICY, Check.TABLE} & {*call.checks})


def _averages(call: Call) -> bool:
    return call.takes_policies and call is not Call.SIMULATE


@dataclass(frozen=True, slots=True)
class _Blind:
    """Something that some case of a function should be able to see. ``in_games``: also in a game."""

    rule: str
    concerns: Callable[[Call], bool]
    sees: Callable[[Case], bool]
    message: str
    advice: str
    severity: Severity = Severity.WARNING
    in_games: bool = False


_BLIND = (
    _Blind(
        "no-ties", lambda call: Check.TABLE not in call.checks and _chooses(call),
        lambda case: any(len(right) > 1 for right, _ in _right_sets(case)),
        "no case has a tie for the best action",
        "Add a case with two best actions, so that a search that raises or forgets one is seen.",
        in_games=True,
    ),
    _Blind(
        "first-is-best", lambda call: Check.TABLE not in call.checks and _chooses(call),
        lambda case: any(every[0] not in right for right, every in _right_sets(case)),
        "the first action is right in every case",
        "Add a case in which it is not: a function that returns the first action passes all of these.",
        in_games=True,
    ),
    _Blind(
        "no-tie-at-bound", lambda call: call.prunes,
        lambda case: _search(case).visited != _search(case, _STRICT).visited,
        "no case has a value equal to a bound with something left to cut",
        "Add one: only there do cuts on equality and strict cuts visit different nodes.",
    ),
    _Blind(
        "only-integers", lambda call: call.prunes, _has_fractions,
        "all numbers are whole, so v > beta - 1 can't be told from v >= beta",
        "Give a leaf near a bound a fraction, such as 2.5.",
    ),
    _Blind(
        "no-zero-bound", lambda call: call.prunes,
        lambda case: any(bound_of(cut)[0] == 0 for cut in _search(case).cuts),
        "no case is cut at a bound of 0",
        "Add one: `if alpha:` takes a bound of 0 for none.",
    ),
    _Blind(
        "no-large-values", _chooses,
        lambda case: any(not -LARGE <= number <= LARGE for number in _numbers(case)),
        "no case has a number beyond 10^6",
        "Add one: 99999 or a million in the place of infinity passes all of these.",
    ),
    _Blind(
        "starts-at-root", lambda call: call.takes_state,
        lambda case: case.start is not case.tree.root,
        "every case starts at the root",
        "Add a case with state: a function that starts over at game.start_state() passes these.",
        in_games=True,
    ),
    _Blind(
        "sum-or-mean", _averages, _sees_sums,
        "no case tells a sum from a mean: chances have equal widths and no value is checked",
        "Check a value, or let chance nodes have different numbers of children.",
    ),
    _Blind(
        "equal-probabilities", _averages,
        lambda case: any(len({c for c in chances if c}) > 1 for _, chances in _averaged(case)),
        "all probabilities of a node are equal, so a plain mean passes",
        "Add a case with unequal probabilities.",
    ),
    _Blind(
        "one-opponent",
        lambda call: _chooses(call) and not call.takes_policies and call is not Call.MAX_N,
        _has_two_opponents,
        "no case has two opponents who move one after the other",
        "Add one: a search that takes turns by depth, not by player, passes all of these.",
        Severity.HINT,
    ),
)  # fmt: skip


def check_sight(question: Question, desk: Desk) -> None:
    """What none of the question's cases of a function can see."""
    for call in question.calls:
        # A property's trees are many and seen by nobody: what it sees comes on top of the cases.
        cases = [case for case in question.cases if case.call is call and case.law is None]
        written = [case for case in cases if not case.game]
        for blind in _BLIND:
            seeing = cases if blind.in_games else written
            if seeing and blind.concerns(call) and not any(map(blind.sees, seeing)):
                message = f"{question.id}, {call.value}: {blind.message}"
                said = (blind.rule, message, blind.advice)
                desk.at_question(question, "cases", *said, severity=blind.severity)


def check_pruning(case: Case, question: Question, desk: Desk) -> None:
    """A case in which pruning could be seen, and is not looked at; of a function's games one will do."""
    alike = [case]
    if case.game:
        alike = [other for other in question.cases if other.game and other.call is case.call]
    if not case.call.prunes or case.law or any(_counts(other, _EFFORTS) for other in alike):
        return
    if _can_be_seen(case, question.pruning):
        desk.at_case(
            case, "expect", "blind-to-pruning",
            f"{case.id}: there is something to cut, but a search that cuts nothing passes",
            "Check visited, or bound the visits with effort.", severity=Severity.WARNING,
        )  # fmt: skip


def _can_be_seen(case: Case, pruning: Pruning) -> bool:
    """Whether a bound on visits would hold for each right search, and not for one that cuts nothing.

    Of a tree, the order of visits is checked by the variant that the student's search follows. In a
    game the bound is the same for all, and where utilities are few, strict cuts may leave nothing out.
    """
    if not case.game:
        return bool(_search(case).cuts)
    if next(islice(case.tree.nodes(case.start), _MOST_SEARCHED, None), None) is not None:
        return True  # so large a game that every right search cuts something
    any_correct = pruning.accept is Accept.ANY_CORRECT
    return bool(_search(case, _CUTS_LEAST if any_correct else convention_of(pruning)).cuts)
