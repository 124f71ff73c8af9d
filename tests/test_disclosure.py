"""What students see of hidden cases: a category, whatever the submission does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grader.cases import read_suite
from grader.grading.grade import Grade, Verdict
from grader.grading.run import grade_submission
from grader.report.results import as_results
from grader.report.terminal import Audience, render

SUITE = """
title: One of each
support: games.py
limits: {cpu: 0.3, wall: 1, output: 1}
questions:
  - {id: q1, title: Minimax, points: 10, scoring: per_case, cases: q1}
"""
CASES = """
id: visible-one
call: minimax
title: a visible case
tree: {agent: {A: 3, B: 5}}
expect: {value: 5, actions: [B]}
---
id: hidden-one
call: minimax
title: a hidden case
visibility: hidden
tree: {agent: {zebra: {opp: {quokka: 918273, wombat: 918274}}, okapi: 645546}}
expect: {value: 918273, actions: [zebra]}
---
id: hidden-cuts
call: alpha_beta
title: a hidden search
visibility: hidden
tree: {agent: {zebra: {opp: {quokka: 918273, wombat: 918274}}, okapi: {opp: {x: 645546, dingo: 1}}}}
expect:
  value: 918273
  actions: [zebra]
  visited: [root, zebra, zebra.quokka, zebra.wombat, okapi, okapi.x]
  pruned: [okapi.dingo]
"""
MARKERS = ("zebra", "quokka", "wombat", "okapi", "dingo", "918273", "918274", "645546")
WALK = """
def walk(game, state):
    print(state, game.player(state))
    if game.is_end(state):
        print(game.utility(state))
        return [game.utility(state)]
    return [v for a, c in game.successors(state).items() for v in walk(game, c)]

def minimax(game, state):
    seen = walk(game, state)
    {ending}

alpha_beta = minimax
"""
ENDINGS = {
    Verdict.WRONG: "return max(seen) + 1, list(game.successors(state))[-1] + '!'",
    Verdict.RAISED: "raise ValueError(f'{seen} {list(game.successors(state))}')",
    Verdict.TIMED_OUT: "while True: pass",
    Verdict.OUT_OF_MEMORY: "return [seen] * 10**11",
    Verdict.TOO_MUCH_OUTPUT: "while True: print(str(seen) * 10000)",
    Verdict.CRASHED: "import os; os._exit(seen[0] % 256)",
    Verdict.FORBIDDEN: "state.handle = 918273; game.is_end(state)",
    Verdict.NOT_IMPLEMENTED: "raise NotImplementedError(seen)",
}


def graded(tmp_path: Path, ending: str) -> Grade:
    cases = tmp_path / "suite"
    (cases / "q1").mkdir(parents=True)
    (cases / "suite.yaml").write_text(SUITE)
    (cases / "games.py").write_text("")
    (cases / "q1" / "cases.yaml").write_text(CASES)
    solver = tmp_path / "solver.py"
    solver.write_text(WALK.replace("{ending}", ending))
    return grade_submission(solver, read_suite(cases))


@pytest.mark.parametrize("verdict", ENDINGS, ids=lambda verdict: verdict.value)
def test_no_marker_of_a_hidden_case_is_shown(tmp_path: Path, verdict: Verdict) -> None:
    grade = graded(tmp_path, ENDINGS[verdict])
    verdicts = {case.verdict for case in grade.cases}
    assert verdict in verdicts, verdicts
    shown = json.dumps(as_results(grade)) + render(grade, audience=Audience.STUDENT)
    assert [marker for marker in MARKERS if marker in shown] == []


def test_returned_strangers_of_a_hidden_case_are_not_shown(tmp_path: Path) -> None:
    grade = graded(tmp_path, "return seen, list(game.successors(state))")
    shown = json.dumps(as_results(grade)) + render(grade, audience=Audience.STUDENT)
    assert [marker for marker in MARKERS if marker in shown] == []


def test_staff_see_what_students_do_not(tmp_path: Path) -> None:
    grade = graded(tmp_path, ENDINGS[Verdict.WRONG])
    assert "zebra" in render(grade, audience=Audience.STAFF)


def test_no_time_is_in_the_results(tmp_path: Path) -> None:
    assert "time" not in json.dumps(sorted(as_results(graded(tmp_path, "return 5, 'B'"))))
