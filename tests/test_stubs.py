"""The stubs that students fill in, held against the calls of cases and against the reference."""

from __future__ import annotations

import inspect
import re
from typing import Any

import pytest
from playing import ROOT, load, solution

from grader.cases import Call

STUBS = load(ROOT / "assignment" / "solver.py")
RECURRENCES = {
    "simulate": "a_t is drawn from pi_player(s_t)(s_t)",
    "estimate": "V_hat = 1/n * sum",
    "game_value": "V_eval(s) = Utility(s)",
    "expectimax": "V_exptmax(s) = Utility(s)",
    "minimax": "V_minmax(s) = Utility(s)",
    "expectiminimax": "V_exptminmax(s) =",
    "minimax_policy": "pi(s) = argmax over a of V_minmax(Succ(s, a))",
    "expectimax_policy": "pi(s) = argmax over a of V_exptminmax(Succ(s, a))",
    "value_table": "V(i, j) = V_eval(s_start)",
    "alpha_beta": "v >= beta  at a max node",
    "alpha_beta_ordered": "by decreasing evaluate(Succ(s, a))  at a max node",
    "depth_limited": "V(s, d) = Utility(s)",
    "depth_limited_plies": "V(s, d) = Utility(s)",
    "iterative_deepening": "answer = depth_limited(game, state, d, evaluate)",
    "evaluate_tictactoe": "Eval(s) = Utility(s)",
    "max_n": "V(s) = Utility(s)",
    "expectiminimax_pruned": "known + rest * high <= alpha",
    "choose_by_bounds": "option i is ruled out",
}
METHODS = ("start_state", "is_end", "utility", "player", "successors")
functions = pytest.mark.parametrize("name", RECURRENCES)


def arguments(function: Any) -> list[None]:
    return [None] * len(inspect.signature(function).parameters)


def test_the_stubs_are_eighteen_functions_and_a_class() -> None:
    written = inspect.getmembers(STUBS, lambda it: getattr(it, "__module__", "") == STUBS.__name__)
    assert sorted(name for name, _ in written) == sorted([*RECURRENCES, "HalvingGame"])


@pytest.mark.parametrize("call", Call, ids=lambda call: call.value)
def test_cases_call_what_has_a_stub(call: Call) -> None:
    assert hasattr(STUBS, call.value)


@functions
def test_every_stub_is_not_implemented(name: str) -> None:
    stub = getattr(STUBS, name)
    with pytest.raises(NotImplementedError):
        stub(*arguments(stub))


@pytest.mark.parametrize("name", ["__init__", *METHODS])
def test_every_method_of_the_game_is_not_implemented(name: str) -> None:
    method = getattr(STUBS.HalvingGame, name)
    with pytest.raises(NotImplementedError):
        method(*arguments(method))


@functions
def test_stubs_and_reference_have_equal_signatures(name: str) -> None:
    stub, reference = (
        inspect.signature(getattr(module, name), eval_str=True) for module in (STUBS, solution)
    )
    assert stub == reference


@pytest.mark.parametrize("name", ["__init__", *METHODS])
def test_stub_and_reference_of_the_game_take_the_same(name: str) -> None:
    stub, reference = (
        inspect.signature(getattr(module.HalvingGame, name)) for module in (STUBS, solution)
    )
    assert list(stub.parameters) == list(reference.parameters)
    assert stub.return_annotation == reference.return_annotation


@functions
def test_every_stub_states_its_recurrence(name: str) -> None:
    lines = (inspect.getdoc(getattr(STUBS, name)) or "").splitlines()
    assert lines[0].startswith("Return ")
    assert any(line.startswith(f"    {RECURRENCES[name]}") for line in lines)
    conditions = {
        found.end() for line in lines if (found := re.match(r"    .*?\S {2,}(?=[io])", line))
    }
    assert len(conditions) <= 1, "the conditions of a recurrence stand below each other"
