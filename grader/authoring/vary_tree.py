"""Another tree in the place of a case's own: other numbers, names and, where it may, another order.

Decides what of a case follows its tree (the start, policies, the fields of ``expect``) and when two
trees are the same: see ``canonical``. May not know how numbers are drawn.
"""

from __future__ import annotations

import random
import re
import string
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from grader.authoring.vary_numbers import Rule
from grader.cases import Call, Case, Expectation
from grader.tree import Draft, GameTree, Node, Number, PolicyTable, grow

# Where the order of children says nothing but which of several ties comes first.
IN_ANY_ORDER = frozenset({
    Call.GAME_VALUE, Call.EXPECTIMAX, Call.MINIMAX, Call.EXPECTIMINIMAX, Call.MINIMAX_POLICY,
    Call.EXPECTIMAX_POLICY, Call.VALUE_TABLE, Call.DEPTH_LIMITED, Call.DEPTH_LIMITED_PLIES,
    Call.MAX_N,
})  # fmt: skip
_LETTERS = sorted(set(string.ascii_uppercase) - set("INOY"))  # none that reads as another sign


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """A varied case; ``twins`` has the new node of each old one, ``actions`` the new actions by node."""

    case: Case
    twins: Mapping[Node, Node]
    actions: Mapping[Node, Mapping[str, str]]
    is_reordered: bool

    def named(self, name: str, old: Case) -> str:
        """What the old node of that name is called now."""
        return self.twins[old.tree.by_name[name]].name


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How a tree is varied. ``order`` has the children of a node in their new order."""

    rule: Rule
    worth: Mapping[Node, Number] = field(default_factory=dict)  # instead of the rule's
    order: Mapping[Node, tuple[int, ...]] = field(default_factory=dict)
    letters: Mapping[str, str] = field(default_factory=dict)
    seed: int | None = None


def varied(case: Case, plan: Plan) -> Variant:
    """``case`` with the tree that ``plan`` makes of its own; the fields of ``expect`` are templates.

    Actions stay at their places and subtrees move. Raises DuplicateNameError, as ``grow`` does.
    """
    drafts = _drafts(case, plan)
    tree = grow(drafts[case.tree.root])
    twins, actions = _twins(case.tree, tree, plan)
    given, by = case.given, plan.rule
    given = replace(
        given,
        seed=given.seed if plan.seed is None else plan.seed,
        low=None if given.low is None else by(given.low),
        high=None if given.high is None else by(given.high),
        intervals=given.intervals
        and {option: (by(low), by(high)) for option, (low, high) in given.intervals.items()},
    )
    found = Variant(
        case=replace(
            case,
            tree=tree,
            start=twins[case.start],
            given=given,
            policies=_policies(case, tree, twins, actions),
        ),
        twins=twins,
        actions=actions,
        is_reordered=bool(plan.order),
    )
    return replace(found, case=replace(found.case, expect=_template(case, found)))


def _drafts(case: Case, plan: Plan) -> dict[Node, Draft]:
    own = _own_names(case.tree)
    drafts: dict[Node, Draft] = {}
    for node in reversed(list(case.tree.nodes())):
        order = plan.order.get(node, range(len(node.children)))
        worth = None if node.utility is None else plan.worth.get(node, plan.rule(node.utility))
        drafts[node] = Draft(
            player=node.player,
            utility=worth,
            evaluation=None if node.evaluation is None else plan.rule(node.evaluation),
            name=own.get(node),
            branches=[
                (plan.letters.get(action, action), drafts[node.children[at]])
                for action, at in zip(node.actions, order, strict=True)
            ],
            chances=node.chances and tuple(node.chances[at] for at in order),
            payoffs=node.payoffs and {p: plan.rule(n) for p, n in node.payoffs.items()},
        )
    return drafts


def _own_names(tree: GameTree) -> dict[Node, str]:
    """The names that an author gave, by node."""
    drafts: dict[Node, Draft] = {}
    for node in reversed(list(tree.nodes())):
        pairs = zip(node.actions, node.children, strict=True)
        branches = [(action, drafts[child]) for action, child in pairs]
        drafts[node] = Draft(player=node.player, utility=node.utility, branches=branches)
    plain = grow(drafts[tree.root])
    both = zip(tree.nodes(), plain.nodes(), strict=True)
    return {node: node.name for node, other in both if node.name != other.name}


def _twins(
    old: GameTree, new: GameTree, plan: Plan
) -> tuple[dict[Node, Node], dict[Node, dict[str, str]]]:
    twins = {old.root: new.root}
    actions: dict[Node, dict[str, str]] = {}
    for node in old.nodes():
        twin = twins[node]
        actions[node] = {}
        for place, at in enumerate(plan.order.get(node, range(len(node.children)))):
            twins[node.children[at]] = twin.children[place]
            actions[node][node.actions[at]] = twin.actions[place]
    return twins, actions


def _policies(
    case: Case,
    tree: GameTree,
    twins: Mapping[Node, Node],
    actions: Mapping[Node, Mapping[str, str]],
) -> dict[str, PolicyTable]:
    olds = {twin: node for node, twin in twins.items()}
    found: dict[str, PolicyTable] = {}
    for player, table in case.policies.items():
        made = {}
        for twin in tree.nodes():
            old = olds[twin]
            if twin.player == player and old.name in table:
                chances = {actions[old][a]: chance for a, chance in table[old.name].items()}
                made[twin.name] = {action: chances[action] for action in twin.actions}
        found[player] = made
    return found


def _template(case: Case, variant: Variant) -> Expectation:
    """The fields that are stated, with what in them names nodes that are asked about."""
    expect = case.expect
    if expect.policy is not None:
        asked: dict[str, tuple[str, ...]] = {variant.named(n, case): () for n in expect.policy}
        expect = replace(expect, policy=asked)
    if expect.effort is not None:
        must = tuple(variant.named(n, case) for n in expect.effort.must)
        expect = replace(expect, effort=replace(expect.effort, must=must))
    return expect


def asks_the_same(case: Case, variant: Variant) -> bool:
    """Whether the right answer is the old one, but for names and numbers.

    Nodes that are visited or pruned are compared in order, unless the tree was reordered.
    """
    old, new = case.expect, variant.case.expect

    def names(listed: tuple[str, ...] | None) -> object:
        found = [variant.named(name, case) for name in listed or ()]
        return sorted(found) if variant.is_reordered else found

    def actions(node: Node, listed: tuple[str, ...] | None) -> list[str]:
        return sorted(variant.actions[node][action] for action in listed or ())

    def own(listed: tuple[str, ...] | None) -> object:
        return sorted(listed or ()) if variant.is_reordered else list(listed or ())

    find = case.tree.by_name
    policy = {
        variant.named(name, case): actions(find[name], chosen)
        for name, chosen in (old.policy or {}).items()
    }
    efforts = [
        effort and (effort.visits, effort.evaluations) for effort in (old.effort, new.effort)
    ]
    return (
        actions(case.start, old.actions) == sorted(new.actions or ())
        and policy == {name: sorted(chosen) for name, chosen in (new.policy or {}).items()}
        and all(
            names(getattr(old, f)) == own(getattr(new, f)) for f in ("visited", "pruned", "path")
        )
        and efforts[0] == efforts[1]
        and len(old.payoffs or ()) == len(new.payoffs or ())
        and (old.options is None) == (new.options is None)
        and list(old.options or ()) == list(new.options or ())
        and names(_must(old)) == own(_must(new))
    )


def _must(expect: Expectation) -> tuple[str, ...]:
    return () if expect.effort is None else expect.effort.must


def new_letters(rng: random.Random, case: Case) -> dict[str, str]:
    """Other letters for actions that are one capital letter, in the same order of the alphabet.

    There are none where the title names one of them, for the title stays.
    """
    actions = {action for node in case.tree.nodes() for action in node.actions}
    letters = sorted(action for action in actions if re.fullmatch("[A-Z]", action))
    if not letters or set(re.findall(r"\b[A-Z]", case.title)).intersection(letters):
        return {}
    if len(letters) > len(_LETTERS):
        return {}
    return dict(zip(letters, sorted(rng.sample(_LETTERS, len(letters))), strict=True))


def new_order(rng: random.Random, case: Case) -> dict[Node, tuple[int, ...]]:
    """Another order of the children of one or two nodes."""
    wide = [node for node in case.tree.nodes(case.start) if len(node.children) > 1]
    order: dict[Node, tuple[int, ...]] = {}
    for node in rng.sample(wide, min(len(wide), 2)):
        order[node] = tuple(rng.sample(range(len(node.children)), len(node.children)))
    return order


def canonical(root: Node) -> str:
    """A text that is equal for the same tree, whatever its nodes and actions are called.

    The same are trees with the same movers, probabilities, utilities and evaluations, also where
    children stand in another order. Recursion is safe: written trees are at most 100 deep.
    """
    guess = "" if root.evaluation is None else f"[{root.evaluation}]"
    if root.player is None:
        worth = root.utility if root.payoffs is None else sorted(root.payoffs.items())
        return f"{worth}{guess}"
    chances = root.chances or (None,) * len(root.children)
    parts = sorted(f"{c}:{canonical(n)}" for c, n in zip(chances, root.children, strict=True))
    return f"{root.player}{guess}({','.join(parts)})"
