"""Check that a written tree has what its call will ask for: one kind of utility, and evaluations."""

from __future__ import annotations

from grader.cases.decode_policies import AGENT
from grader.cases.decode_tree import PlacedTree
from grader.cases.located import Faults
from grader.cases.model import Call, Given
from grader.tree import Node, Number


def check_numbers(
    call: Call, given: Given, placed: PlacedTree, start: Node, faults: Faults
) -> None:
    """Report ends and evaluations that a call would miss, or that would be too much for it."""
    if placed.is_unfolded:
        nodes = [placed.tree.root, *placed.tree.root.children]
        asked = [n for n in nodes if not n.is_end] if call in _EVALUATING else []
        if any(node.evaluation is None for node in asked):
            faults.at(placed.place, _no_evaluation(call))
        return
    if not call.takes_tree:
        return
    for node in placed.tree.nodes():
        place = placed.place_of(node)
        if node.payoffs is not None and call is not Call.MAX_N:
            faults.at(place, f"{call.value} needs one number at {node.name}, not one a player")
        elif node.is_end and call is Call.MAX_N:
            lacking = [p for p in placed.players if p not in (node.payoffs or {})]
            if lacking:
                faults.at(place, f"max_n needs a utility for {', '.join(lacking)} at {node.name}")
        elif not _lies_between(node.utility, given):
            low, high = given.low, given.high
            said = f"{node.utility} at {node.name} is not between low {low} and high {high}"
            faults.at(place, said)
        if node.evaluation is None and (
            (call is Call.ALPHA_BETA_ORDERED and node is not placed.tree.root)
            or (call is Call.ITERATIVE_DEEPENING and _is_asked(node, start))
        ):
            said = f"{call.value} may ask for an evaluation at {node.name}, so eval: is needed"
            faults.at(place, said)


_EVALUATING = frozenset({Call.ALPHA_BETA_ORDERED, Call.ITERATIVE_DEEPENING})


def _no_evaluation(call: Call) -> str:
    return f"{call.value} needs a game whose evaluate(state) says a number of each state"


def _lies_between(utility: Number | None, given: Given) -> bool:
    """Whether a utility keeps to the bounds that the call is given, if it is."""
    if utility is None or given.low is None or given.high is None:
        return True
    return given.low <= utility <= given.high


def _is_asked(node: Node, start: Node) -> bool:
    """Whether a search by rounds can stop here: at its start, and where the agent moves."""
    return not node.is_end and (node.player == AGENT or node is start)


_MOST_LOOKED_AT = 500  # nodes of a game, which may be large


def check_horizon(start: Node, depth: int, call: Call, placed: PlacedTree, faults: Faults) -> None:
    """Report nodes at which the search stops and asks for an evaluation that they don't have.

    A unit of depth is spent by each move, or, under the depth rule of ``depth_limited``, only by a
    move into a node of the agent.
    """
    lacking: list[Node] = []
    pending = [(start, depth)]
    looked_at = 0
    while pending and not (placed.is_unfolded and (lacking or looked_at > _MOST_LOOKED_AT)):
        node, left = pending.pop()
        looked_at += 1
        if node.is_end:
            continue
        if left == 0:
            if node.evaluation is None:
                lacking.append(node)
            continue
        for child in reversed(node.children):
            spends = call is Call.DEPTH_LIMITED_PLIES or child.player == AGENT
            pending.append((child, left - spends))
    if lacking and placed.is_unfolded:
        faults.at(placed.place, _no_evaluation(call))
    elif lacking:
        named = ", ".join(node.name for node in lacking[:10])
        faults.at(
            placed.place_of(lacking[0]),
            f"a search of depth {depth} stops and evaluates here, so eval: is needed at: {named}",
        )
