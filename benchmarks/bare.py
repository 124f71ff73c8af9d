"""What the sandbox is compared with: one process that makes and checks the same calls unsandboxed.

Starts Python, reads the suite's cases, loads ``solver.py`` by its path, plays every case in memory and
compares the answers: no second process, no records of visits, no feedback, no points.

    python benchmarks/bare.py test_cases assignment solution

Games that are not written trees, and calls that are more than one search, are left out.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from grader.cases import read_suite  # noqa: E402 - the path comes first
from grader.cases.model import Call, Case  # noqa: E402
from grader.tree import GameTree, PolicyTable  # noqa: E402

PLAYED = frozenset(
    {
        Call.GAME_VALUE, Call.EXPECTIMAX, Call.MINIMAX, Call.EXPECTIMINIMAX, Call.MINIMAX_POLICY,
        Call.EXPECTIMAX_POLICY, Call.ALPHA_BETA, Call.DEPTH_LIMITED, Call.DEPTH_LIMITED_PLIES,
    }
)  # fmt: skip


def plays(case: Case) -> bool:
    """Whether this process makes the call of ``case``: one search, on one written tree."""
    return case.call in PLAYED and not case.game and case.law is None


class InMemory:
    """A tree as the student's ``Game``."""

    def __init__(self, tree: GameTree) -> None:
        self._nodes = tree.by_name
        self._root = tree.root.name

    def start_state(self) -> str:
        return self._root

    def is_end(self, state: str) -> bool:
        return self._nodes[state].is_end

    def utility(self, state: str) -> Any:
        return self._nodes[state].utility

    def player(self, state: str) -> str | None:
        return self._nodes[state].player

    def successors(self, state: str) -> dict[str, str]:
        node = self._nodes[state]
        return {a: child.name for a, child in zip(node.actions, node.children, strict=True)}

    def evaluate(self, state: str) -> Any:
        return self._nodes[state].evaluation


def answer(solver: Any, case: Case) -> Any:
    game = InMemory(case.tree)
    arguments = {
        "game": game,
        "policies": {player: _policy(table) for player, table in case.policies.items()},
        "state": case.start.name,
        "depth": case.depth,
        "evaluate": game.evaluate,
    }
    function = getattr(solver, case.call.value)
    return function(*(arguments[name] for name in case.call.arguments))


def _policy(table: PolicyTable) -> Any:
    return lambda state: dict(table[state])


def is_right(case: Case, answered: Any) -> bool:
    expect = case.expect
    if expect.policy is not None:
        said: Mapping[str, Any] = {state: answered(state) for state in expect.policy}
        return all(set(said[state]) <= set(best) for state, best in expect.policy.items())
    value = answered if expect.actions is None else answered[0]
    action = None if expect.actions is None else answered[1]
    near = abs(float(value) - float(expect.value or 0)) <= 1e-6 * max(1, abs(float(value)))
    return near and (action in expect.actions if expect.actions else action is None)


def main(suite: str, support: str, solution: str) -> int:
    sys.path[:0] = [solution, support]  # both folders have a solver.py
    import solver

    cases = [case for case in read_suite(Path(suite)).cases if plays(case)]
    wrong = [case.id for case in cases if not is_right(case, answer(solver, case))]
    print(f"{len(cases)} cases, wrong: {wrong or 'none'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
