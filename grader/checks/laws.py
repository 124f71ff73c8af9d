"""Check a law on one tree, by calls of the student's functions and what they return.

A law is a generator: it yields cases to be called, is sent the outcome of each, which has returned, and
returns None or the ``Breach`` that it found. Numbers are held against those of our own search, too, so
that no constant keeps a law. Decides what a law asks for; may not know processes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from grader.cases.model import Call, Case, Given, Property, Tolerance
from grader.checks.bench import HUGE_BUDGET, OPPONENT, Bench, Breach, Called, Law, height, value_of
from grader.checks.changes import CHANGES, Change
from grader.checks.policy import check_policy
from grader.checks.table import check_table
from grader.checks.value import within
from grader.checks.words import count, described, names, number
from grader.sandbox.outcome import Answer, Distribution, Outcome, Strange, Value
from grader.search import AGENT, Convention, alpha_beta, iterative_deepening, minimax
from grader.tree import Action, GameTree, Node, Player, PolicyTable, inline, uniform

_FEW_BUDGETS = 12  # that are tried one by one

# Right searches visit what the first of these does and nothing that the last does not: an observation,
# tested on random trees.
_LEAST = Convention()
_MOST = Convention(strict_at_max=True, strict_at_min=True, fail_hard=True)


def law_on(case: Case, tree: GameTree, tolerance: Tolerance) -> Law:
    """The law of ``case`` on ``tree``, ready to be run."""
    return _LAWS[case.law or Property.FULL_SEARCH](Bench(case, tree, tolerance))


def in_words(law: Property, call: Call) -> str:
    """The law in a sentence."""
    if law in CHANGES:
        return CHANGES[law].rule
    return _WORDS[law].format(call=call.value)


_WORDS = {
    Property.FULL_SEARCH: "{call} finds the value that a search of the whole tree finds.",
    Property.EVERY_HORIZON: (
        "{call} finds the value of the tree that is cut where the search has to stop."
    ),
    Property.INSIDE: "From a state inside the game, {call} finds what the tree below it is worth.",
    Property.OWN_POLICIES: (
        "A game that both play by their minimax policies is worth its minimax value."
    ),
    Property.WON_IS_WON: (
        "What minimax promises, the agent's minimax policy gets against every opponent."
    ),
    Property.INEQUALITIES: (
        "(exptmax, min) is at most (max, min), that at most (max, fixed), and that at most"
        " (exptmax, fixed)."
    ),
}


# ---------------------------------------------------------------------------- the laws


def _related(bench: Bench) -> Law:
    """The value before and after a change."""
    change: Change = CHANGES[bench.case.law or Property.ADDING]
    first = bench.made()
    second = bench.made(tree=change.of_tree(bench.tree))
    before = value_of((yield first))
    after = value_of((yield second))
    if bench.is_right(first, before) and bench.is_right(second, after):
        return None
    called = (bench.shown(first, before), bench.shown(second, after, change.done))
    return Breach(sentence=_relation(bench, change, before, after), called=called)


def _relation(bench: Bench, change: Change, before: Value | Strange, after: Value | Strange) -> str:
    if isinstance(before, Strange) or isinstance(after, Strange):
        return "The values have to be numbers."
    due = change.of_value(Fraction(before))
    if within(after, due, bench.tolerance):
        return "The two values fit each other, but they are not those of these trees."
    return (
        f"With {number(before)} for the first tree, the second would be worth {number(float(due))}."
    )


def _full_search(bench: Bench) -> Law:
    """The value of the whole tree and, of searches that prune, visits within what is legitimate."""
    case = bench.made()
    outcome = yield case
    got = value_of(outcome)
    called = bench.shown(case, got)
    if not bench.is_right(case, got):
        return Breach(sentence="The value is not that of the whole tree.", called=(called,))
    return _looked(called, outcome.visited) if case.call.prunes else None


def _looked(called: Called, visited: tuple[Node, ...]) -> Breach | None:
    """What is wrong with the visits of a search that prunes, whatever right variant it is."""
    case = called.case
    ordered = case.call is Call.ALPHA_BETA_ORDERED
    must = alpha_beta(case.start, _LEAST, ordered=ordered).visited
    may = alpha_beta(case.start, _MOST, ordered=ordered).visited
    lacking = [node for node in must if node not in set(visited)]
    extra = [node for node in visited if node not in set(may)]
    wanted = tuple(
        node for node in may if node in {*must, *visited}
    )  # as near as a right one comes
    if lacking:
        sentence = f"It left out {names(lacking)}, which no bound rules out there."
        called = replace(called, seen=visited, wanted=wanted, here=lacking[0])
        return Breach(sentence=sentence, called=(called,))
    if extra:
        sentence = (
            f"It visited {names(extra)}, which alpha-beta with the bounds of all ancestors"
            " leaves out, wherever it cuts."
        )
        called = replace(called, seen=visited, wanted=wanted, here=extra[0])
        return Breach(sentence=sentence, called=(called,))
    return None


def _inside(bench: Bench) -> Law:
    """The values of the root's children, each asked for by itself."""
    for child in bench.tree.root.children:
        case = bench.made(start=child)
        got = value_of((yield case))
        if not bench.is_right(case, got):
            sentence = f"The value is not that of the tree below {child.name}."
            shown = bench.shown(case, got, f"from {child.name}")
            return Breach(sentence=sentence, called=(shown,))
    return None


def _every_horizon(bench: Bench) -> Law:
    """The value at every depth from 0, or of every budget."""
    for given, how in _horizons(bench):
        case = bench.made(given=given)
        got = value_of((yield case))
        if not bench.is_right(case, got):
            sentence = "The value is not that of the tree which is cut there."
            return Breach(sentence=sentence, called=(bench.shown(case, got, how),))
    return None


def _horizons(bench: Bench) -> Iterable[tuple[Given, str]]:
    if bench.case.call is Call.ITERATIVE_DEEPENING:
        whole = iterative_deepening(bench.tree.root, HUGE_BUDGET).evaluations
        for budget in (*range(min(whole, _FEW_BUDGETS) + 1), HUGE_BUDGET):
            yield Given(max_evaluations=budget), f"with a budget of {count(budget, 'evaluation')}"
        return
    for depth in range(height(bench.tree.root) + 2):
        yield Given(depth=depth), f"to depth {depth}"


def _inequalities(bench: Bench) -> Law:
    case = bench.made()
    outcome = yield case
    finding = check_table(case, outcome.answer or Answer(), bench.tolerance)
    if finding.passed:
        return None
    table = case.expect.table or {}
    right = ", ".join(f"{key}: {number(value)}" for key, value in table.items())
    called = Called(case=case, right=right, got=_table((outcome.answer or Answer()).table))
    return Breach(sentence=finding.message, called=(called,))


def _table(table: Mapping[Action, Value] | None) -> str:
    return ", ".join(
        f"{key}: {described(value) if isinstance(value, Strange) else number(value)}"
        for key, value in (table or {}).items()
    ) or "no table"  # fmt: skip


def _own_policies(bench: Bench) -> Law:
    """Both play by the student's minimax policies."""
    asked = bench.made(Call.MINIMAX_POLICY, policies={})
    outcome = yield asked
    if breach := _unlike_a_policy(bench, asked, outcome):
        return breach
    players = bench.tree.players
    tables = _tables(bench.tree, (outcome.answer or Answer()).policy or {})
    own = {player: tables[player] for player in players}
    case = bench.made(policies=own)
    got = value_of((yield case))
    if bench.is_right(case, got):
        return None
    shown = bench.shown(case, got, "by your own minimax policies")
    return Breach(sentence="The value is not that of minimax.", called=(shown,))


def _won_is_won(bench: Bench) -> Law:
    """The agent plays by the student's minimax policy, against several opponents."""
    asked = bench.made(Call.MINIMAX_POLICY, policies={})
    outcome = yield asked
    if breach := _unlike_a_policy(bench, asked, outcome):
        return breach
    own = _tables(bench.tree, (outcome.answer or Answer()).policy or {}).get(AGENT, {})
    for how, theirs in _opponents(bench.tree).items():
        case = bench.made(policies={AGENT: own, OPPONENT: theirs})
        got = value_of((yield case))
        if not bench.is_right(case, got):
            value = minimax(bench.tree.root).value
            sentence = f"The agent has a win: minimax says {number(value)}."
            shown = bench.shown(case, got, f"by your minimax policy against an opponent that {how}")
            return Breach(sentence=sentence, called=(shown,))
    return None


def _unlike_a_policy(bench: Bench, asked: Case, outcome: Outcome) -> Breach | None:
    finding = check_policy(asked, outcome.answer or Answer(), bench.tolerance)
    if finding.passed:
        return None
    called = Called(case=asked, right="an optimal policy", got="another one")
    return Breach(sentence=f"minimax_policy: {finding.message}", called=(called,))


def _tables(
    tree: GameTree, said: Mapping[str, Distribution | Strange]
) -> dict[Player, dict[str, dict[Action, Fraction]]]:
    """What a right policy said at each node, as a table for each player."""
    tables: dict[Player, dict[str, dict[Action, Fraction]]] = {}
    for node in tree.nodes():
        chosen = said.get(node.name)
        if node.player is None or chosen is None or isinstance(chosen, Strange):
            continue
        tables.setdefault(node.player, {})[node.name] = {
            action: Fraction(chosen.get(action, 0))  # type: ignore[arg-type]  # checked: no Strange
            for action in node.actions
        }
    return tables


def _opponents(tree: GameTree) -> dict[str, PolicyTable]:
    """Opponents by what they do; the one with probabilities of its own was frozen with the tree."""
    moves = [node for node in tree.nodes() if node.player == OPPONENT]

    def sure(index: int) -> PolicyTable:
        return {
            node.name: {a: Fraction(a == node.actions[index]) for a in node.actions}
            for node in moves
        }

    return {
        "plays by the probabilities in the tree": inline(tree, OPPONENT),
        "plays everything equally often": uniform(tree, OPPONENT),
        "plays its first action": sure(0),
        "plays its last action": sure(-1),
    }


_LAWS: Mapping[Property, Callable[[Bench], Law]] = {
    **dict.fromkeys(CHANGES, _related),
    Property.FULL_SEARCH: _full_search,
    Property.EVERY_HORIZON: _every_horizon,
    Property.INSIDE: _inside,
    Property.OWN_POLICIES: _own_policies,
    Property.WON_IS_WON: _won_is_won,
    Property.INEQUALITIES: _inequalities,
}
