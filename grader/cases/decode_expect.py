"""Decode ``expect:``: the right answer of a call, checked against the tree that it is about."""

from __future__ import annotations

from dataclasses import dataclass

from grader.cases import decode_more as more
from grader.cases import fields as read
from grader.cases.decode_policies import AGENT
from grader.cases.decode_property import decode_frozen
from grader.cases.decode_tree import PlacedTree
from grader.cases.located import Faults, Located, Scalar
from grader.cases.model import Call, Check, Expectation, Law, Property
from grader.tree import Action, Node, Player, action_text

UNRECORDED = "record"  # in place of an expectation: it is still to be written

_RECORD = f"write expect: {UNRECORDED}, then run grader record"
_BY_HAND = {Call.EVALUATE_TICTACTOE: "write law:, signs: or wins: by hand"}

# A key of ``expect:`` for each check; only the check of the action has another word.
KEY_OF = {check: check.value for check in Check} | {Check.ACTION: "actions"}
EXPECT_KEYS = tuple(KEY_OF.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What an expectation is about: a call from ``start``; ``fixed`` are players with a policy."""

    call: Call
    placed: PlacedTree
    start: Node
    depth: int | None
    fixed: frozenset[Player]
    options: tuple[str, ...] = ()  # of choose_by_bounds
    n: int | None = None
    law: Property | None = None

    def chooses(self, node: Node) -> bool:
        """Whether the call chooses an action at ``node``."""
        if node.is_end or (node is self.start and self.depth == 0):
            return False
        if self.call in {Call.GAME_VALUE, Call.ESTIMATE}:
            return False
        return node.player == AGENT or node.player not in self.fixed


def decode_expect(node: Located, asked: Asked, faults: Faults) -> Expectation | None:
    """The expectation, or None where there is nothing to check; each key must fit the call."""
    before = len(faults.found)
    if isinstance(node, Scalar) and node.text == UNRECORDED:
        faults.at(node, _why_unrecorded(asked, faults.file))
        return None
    found = read.fields(node, "expect", EXPECT_KEYS, faults)
    if found is None:
        return None
    checks = asked.call.checks if asked.law is None else (Check.PROPERTY,)
    allowed = [KEY_OF[check] for check in checks]
    wanted = {key.text: value for key, value in found.items() if key.text in allowed}
    for key in found.key_nodes():
        if key.text not in wanted:
            words = ", ".join(allowed)
            what = asked.call.value if asked.law is None else "a case with property:"
            faults.at(key, f"{what} can't be checked for {key.text} (only {words})")
    for value in wanted.values():
        if isinstance(value, Scalar) and value.text == UNRECORDED:
            faults.at(value, f"{UNRECORDED} stands for all that is expected: {_RECORD}")
            return None
    if not found.key_nodes() and len(faults.found) == before:
        faults.at(node, "nothing is expected, so there is nothing to check")
        return None
    placed = asked.placed
    is_vector = asked.call is Call.MAX_N
    expectation = Expectation(
        value=None if is_vector else read.number(wanted.get("value"), "value", faults),
        payoffs=more.decode_payoffs(wanted.get("value"), placed, faults) if is_vector else None,
        actions=_actions(wanted.get("actions"), asked.start, asked, faults),
        policy=_policy(wanted.get("policy"), asked, faults),
        visited=_visited(wanted.get("visited"), asked, faults),
        pruned=_nodes(wanted.get("pruned"), "pruned", asked, faults),
        effort=more.decode_effort(wanted.get("effort"), placed, faults),
        path=more.decode_path(wanted.get("path"), placed, faults),
        outcomes=more.decode_outcomes(wanted.get("outcomes"), placed, faults),
        table=more.decode_table(wanted.get("table"), faults),
        options=_options(wanted.get("options"), asked, faults),
        game=more.decode_unfolding(wanted.get("game"), faults),
        row=more.decode_row(wanted.get("row"), faults),
        law=read.choice(wanted.get("law"), "law", Law, faults),
        signs=more.decode_signs(wanted.get("signs"), placed, faults),
        wins=more.decode_wins(wanted.get("wins"), faults),
        property=decode_frozen(wanted.get("property"), asked.call, asked.law, faults),
    )
    return None if len(faults.found) > before else expectation


def how_to_expect(call: Call | None, file: str) -> str:
    """The next step for a case that does not say what to expect."""
    if call in _BY_HAND:
        return _BY_HAND[call]
    if not _is_recordable(file):
        return "by hand, or move this case into a YAML file: grader record writes no other"
    return _RECORD


def _is_recordable(file: str) -> bool:
    """Whether ``grader record`` writes expectations into such a file: into case files alone."""
    return file.endswith((".yaml", ".yml")) and file != "suite.yaml"


def _why_unrecorded(asked: Asked, file: str) -> str:
    """Why ``expect: record`` still stands in a case, and what to do about it."""
    call, placed = asked.call, asked.placed
    if call in _BY_HAND:
        return f"what {call.value} is checked for can't be recorded: {_BY_HAND[call]}"
    if not _is_recordable(file):
        return "grader record writes YAML files of cases: write this by hand, or move it into one"
    if call is Call.HALVING_GAME and asked.n is None:
        return f"{call.value} is recorded for an n: write n:, or write row: by hand"
    if call.returns_policy and not placed.is_unfolded and AGENT not in placed.tree.players:
        return (
            f"a policy is recorded where {AGENT} moves, and it does not here: write policy: by hand"
        )
    return "this is not recorded yet: run grader record, which writes what to expect"


def states(expect: Expectation, check: Check) -> bool:
    """Whether the expectation says what is right for ``check``."""
    if check is Check.ACTION:
        return expect.actions is not None
    if check is Check.VALUE and expect.payoffs is not None:
        return True
    return getattr(expect, check.value) is not None


def _options(node: Located | None, asked: Asked, faults: Faults) -> tuple[str, ...] | None:
    listed = read.names(node, "options", faults)
    for word, place in listed or ():
        if word not in asked.options:
            hint = read.did_you_mean(word, asked.options)
            faults.at(place, f"{word!r} is no option of intervals:; {hint}")
    return None if listed is None else tuple(word for word, _ in listed)


def _actions(
    node: Located | None, state: Node, asked: Asked, faults: Faults
) -> tuple[Action, ...] | None:
    """The set of right actions at ``state``, in the order in which the tree has them."""
    listed = read.names(node, "actions", faults)
    if listed is None or node is None:
        return None
    if not asked.chooses(state):
        if listed:
            faults.at(node, f"no action is chosen at {state.name} here, so write []")
        return ()
    if not listed:
        faults.at(node, f"an action is chosen at {state.name}: list every right one")
        return None
    words = {action_text(action): action for action in state.actions}
    for word, place in listed:
        if word not in words:
            hint = read.did_you_mean(word, words)
            faults.at(place, f"{word!r} is no action at {state.name}; {hint}")
    right = {word for word, _ in listed}
    return tuple(action for word, action in words.items() if word in right)


def _policy(
    node: Located | None, asked: Asked, faults: Faults
) -> dict[str, tuple[Action, ...]] | None:
    """The right actions at each state that is asked about."""
    before = len(faults.found)
    found = read.entries(node, "policy", faults) if node is not None else None
    if found is None:
        return None
    policy: dict[str, tuple[Action, ...]] = {}
    for key, listed in found.items():
        state = asked.placed.node(key, "policy", faults)
        if state is None:
            continue
        if not asked.chooses(state):
            why = "it is an end" if state.is_end else f"{state.player} has a policy"
            faults.at(key, f"no action is chosen at {state.name}: {why}")
            continue
        actions = _actions(listed, state, asked, faults)
        if actions is not None:
            policy[state.name] = actions
    if not policy and node is not None and len(faults.found) == before:
        faults.at(node, "policy must ask about at least one state")
    return policy


def _nodes(node: Located | None, what: str, asked: Asked, faults: Faults) -> tuple[str, ...] | None:
    listed = read.names(node, what, faults)
    if listed is None:
        return None
    known = [asked.placed.node(place, what, faults) for _, place in listed]
    return tuple(found.name for found in known if found is not None)


def _visited(node: Located | None, asked: Asked, faults: Faults) -> tuple[str, ...] | None:
    """The order of first visits; a node can be visited only after its parent."""
    before = len(faults.found)
    visited = _nodes(node, "visited", asked, faults)
    if visited is None or node is None or len(faults.found) > before:
        return None
    if not visited or visited[0] != asked.start.name:
        faults.at(node, f"a search visits {asked.start.name} first")
        return None
    tree = asked.placed.tree
    seen = {asked.start}
    for name in visited[1:]:
        known = tree.find(name)
        if next(tree.ancestors(known), None) not in seen:
            faults.at(node, f"{name} is visited before the node above it")
            return None
        seen.add(known)
    return visited
