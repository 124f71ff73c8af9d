"""Each function beyond plain search, through the sandbox: what is right passes, mistakes are named."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from textwrap import dedent

import pytest

from grader.cases import read_suite
from grader.cases.model import Suite
from grader.grading.grade import CaseGrade, Verdict
from grader.grading.run import Options, grade_submission

ROOT = Path(__file__).resolve().parents[1]
SUITE = f"""\
title: Calls
support: {ROOT / "assignment" / "games.py"}
questions:
  - {{id: calls, title: Calls, points: 10, cases: [cases.yaml]}}
"""
CASES = """\
id: sim-path
call: simulate
tree: {agent: {A: {opp: {1: 3, 2: 5}}, B: 4}}
policies: {agent: {always: A}, opp: {always: 2}}
expect: {path: [root, A, A2], visited: [root, A, A2]}
---
id: sim
call: simulate
n: 600
tree: {agent: {A: {coin: {h: [1/4, 3], t: [3/4, 5]}}, B: 4}}
policies: {agent: {root: {A: 3/5, B: 2/5}}}
expect: {outcomes: {Ah: 3/20, At: 9/20, B: 2/5}}
---
id: est
call: estimate
n: 400
tree: {agent: {A: {coin: {h: [1/4, 30], t: [3/4, 50]}}, B: 40}}
policies: {agent: {root: {A: 3/4, B: 1/4}}}
expect: {value: 43.75}
---
id: table
call: value_table
tree: {agent: {A: {opp: {1: 3, 2: 5}}, B: {opp: {1: 1, 2: 12}}}}
policies: {opp: uniform}
expect: {table: {max: {min: 3, fixed: 4}, exptmax: {min: 1, fixed: 6.5}}}
---
id: policy
call: minimax_policy
tree: {agent: {A: {opp: {1: 3, 2: 5}}, B: 4}}
expect: {policy: {root: [B], A: ['1']}}
---
id: halving
call: HalvingGame
n: 3
expect:
  game:
    agent:
      decrement:
        opp:
          decrement: {agent: {decrement: -1, halve: -1}}
          halve: {agent: {decrement: -1, halve: -1}}
      halve: {opp: {decrement: 1, halve: 1}}
---
id: row
call: HalvingGame
expect: {row: {0: 1, 1: -1, 2: 1, 3: 1, 4: -1}}
---
id: ordered
call: alpha_beta_ordered
tree:
  agent:
    A: {opp: {1: {utility: 3, eval: 3}, 2: {utility: 5, eval: 1}}, eval: 2}
    B: {opp: {1: {utility: 7, eval: 3}, 2: {utility: 6, eval: 1}}, eval: 5}
    C: {opp: {1: {utility: 9, eval: 6}, 2: {utility: 1, eval: 4}}, eval: 3}
expect: {value: 6, actions: [B], visited: [root, B, B2, B1, C, C2, A, A2]}
---
id: deepening
call: iterative_deepening
max_evaluations: 5
tree:
  agent:
    A:
      opp:
        1: {agent: {x: {opp: {p: 1, q: {agent: {s: 8, t: 4}, eval: 4}}}, y: 2}, eval: 7}
        2:
          agent:
            x: {opp: {p: {agent: {s: 3, t: 4}, eval: 5}, q: {agent: {s: 0, t: 4}, eval: 2}}}
            y: 2
          eval: 6
    B: {opp: {1: 4, 2: 5}}
  eval: 1
expect: {value: 4, actions: [B], effort: {evaluations: 5}}
---
id: deepening-short
call: iterative_deepening
max_evaluations: 4
tree:
  agent:
    A:
      opp:
        1: {agent: {x: {opp: {p: 1, q: {agent: {s: 8, t: 4}, eval: 4}}}, y: 2}, eval: 7}
        2:
          agent:
            x: {opp: {p: {agent: {s: 3, t: 4}, eval: 5}, q: {agent: {s: 0, t: 4}, eval: 2}}}
            y: 2
          eval: 6
    B: {opp: {1: 4, 2: 5}}
  eval: 1
expect: {value: 6, actions: [A], effort: {evaluations: 4}}
---
id: fallback
call: iterative_deepening
max_evaluations: 1
tree:
  agent:
    A: {opp: {1: {agent: {x: 1, y: 2}, eval: 7}, 2: {agent: {x: 1, y: 2}, eval: 6}}}
    B: 3
  eval: 5
expect: {value: 5, actions: [A], effort: {evaluations: 1}}
---
id: ends
call: evaluate_tictactoe
game: {TicTacToe: {}}
expect: {law: utility_at_ends}
---
id: anti
call: evaluate_tictactoe
game: {TicTacToe: {}}
expect: {law: antisymmetric, signs: {4: 1}}
---
id: wins
call: evaluate_tictactoe
game: {TicTacToe: {}}
expect: {wins: {against: greedy, games: 60, depth: 1, at_least: 50}}
---
id: maxn
call: max_n
tree:
  a:
    A: {b: {1: {utility: {a: 1, b: 2}}, 2: {utility: {a: 3, b: 3}}}}
    B: {b: {1: {utility: {a: 2, b: 0}}, 2: {utility: {a: 4, b: -1}}}}
    C: {utility: {a: 0, b: 9}}
expect: {value: {a: 3, b: 3}, actions: [A], visited: [root, A, A1, A2, B, B1, B2, C]}
---
id: pruned
call: expectiminimax_pruned
low: 0
high: 10
tree:
  agent:
    A: 5
    B: {coin: {x: [1/2, 0], y: [1/2, 10]}}
    C: {opp: {1: 6, 2: {coin: {x: [1/2, 10], y: [1/2, 1]}}}}
    D: {coin: {x: [1/2, 4], y: [1/2, 8]}}
expect: {value: 6, actions: [D], effort: {visits: 12, must: [C2y, Dy]}}
---
id: bounds
call: choose_by_bounds
intervals: {A: [3, 5], B: [5, 100], C: [6, 7], D: [6, 6]}
expect: {options: [B, C]}
---
id: bounds-point
call: choose_by_bounds
intervals: {A: [1, 4], B: [4, 4], C: [4, 4]}
expect: {options: [B]}
"""


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Suite:
    folder = tmp_path_factory.mktemp("suite")
    (folder / "suite.yaml").write_text(SUITE)
    (folder / "cases.yaml").write_text(CASES)
    return read_suite(folder)


def graded(folder: Path, suite: Suite, source: str, case: str) -> CaseGrade:
    """The grade of a submission that is the reference but for ``source``."""
    for module in (ROOT / "solution").glob("*.py"):
        shutil.copy(module, folder / module.name.replace("solver", "reference"))
    text = "from games import *\nfrom reference import *\nimport reference\n" + dedent(source)
    (folder / "solver.py").write_text(text)
    (result,) = grade_submission(folder, suite, Options(cases=(case,))).cases
    return result


def test_reference_is_right_in_every_case(suite: Suite) -> None:
    result = grade_submission(ROOT / "solution", suite)
    wrong = [
        (case.case.id, case.feedback) for case in result.cases if case.verdict is not Verdict.PASSED
    ]
    assert wrong == []


SIMULATE = """
def simulate(game, policies, rng):
    state = game.start_state()
    states, actions = [state], []
    while not game.is_end(state):
        chances = policies[game.player(state)](state)
        action = {draw}
        state = game.successors(state)[action]
        actions.append(action)
        states.append(state)
    return Rollout({states}, {actions}, {utility})
"""


def simulate(
    draw: str = "rng.choices(list(chances), list(chances.values()))[0]", **parts: str
) -> str:
    kept = {"states": "states", "actions": "actions", "utility": "game.utility(state)"}
    return SIMULATE.format(draw=draw, **{**kept, **parts})


def estimate(answer: str) -> str:
    plays = "simulate(game, policies, rng).utility for _ in range(n)"
    return f"def estimate(game, policies, rng, n):\n    return {answer.format(plays)}\n"


KEPT_STATES = (
    simulate()
    .replace("rng):", "rng, states=[]):")
    .replace("states, actions = [state], []", "actions = []\n    states.append(state)")
)
FILLED_ONCE = """
def minimax_policy(game):
    known = {}
    def fill(state):
        if not game.is_end(state):
            worth = {a: minimax(game, s)[0] for a, s in game.successors(state).items()}
            best = (max if game.player(state) == "agent" else min)(worth, key=worth.get)
            known[state] = {best: 1.0}
            for child in game.successors(state).values():
                fill(child)
    def policy(state):
        if not known:
            fill(state)
        return known[state]
    return policy
"""

HALVING = """
class HalvingGame:
    def __init__(self, n):
        self.n = n
    def start_state(self):
        return ("agent", self.n)
    def is_end(self, state):
        return state[1] == 0
    def utility(self, state):
        {refuse}
        return {utility}
    def player(self, state):
        return {player}
    def successors(self, state):
        mover, n = state
        other = {other}
        return {successors}
"""


def halving(**parts: str) -> str:
    kept = {
        "refuse": "if state[1] != 0: raise ValueError(state)",
        "utility": "1 if state[0] == 'agent' else -1",
        "player": "None if state[1] == 0 else state[0]",
        "other": "'opp' if mover == 'agent' else 'agent'",
        "successors": "{} if n == 0 else {'decrement': (other, n - 1), 'halve': (other, n // 2)}",
    }
    return HALVING.format(**{**kept, **parts})


DEEPENING = """
def iterative_deepening(game, state, evaluate, max_evaluations):
    if game.is_end(state):
        return game.utility(state), None
    used = 0
    def counted(position):
        nonlocal used
        if used {over} max_evaluations:
            raise OverflowError
        used += 1
        return evaluate(position)
    answer, depth = None, {first}
    while True:
        before = used
        try:
            answer = {search}(game, state, depth, counted)
        except OverflowError:
            break
        {after}
        depth += 1
    return answer or {fallback}
"""


def deepening(**parts: str) -> str:
    kept = {
        "over": ">=", "first": "1", "search": "depth_limited",
        "after": "if used == before: break",
        "fallback": "(evaluate(state), next(iter(game.successors(state))))",
    }  # fmt: skip
    return DEEPENING.format(**{**kept, **parts})


ORDERED = """
def alpha_beta_ordered(game, state, evaluate):
    def search(state, alpha, beta):
        if game.is_end(state):
            return game.utility(state), None
        is_max = game.player(state) == "agent"
        moves = {moves}
        best = None
        for action, child in moves:
            value = search(child, alpha, beta)[0]
            if best is None or (value > best[0] if is_max else value < best[0]):
                best = value, action
            if is_max:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if {cut}:
                break
        return best
    return search(state, float("-inf"), float("inf"))
"""
SORTED = "sorted(game.successors(state).items(), key=lambda move: evaluate(move[1]), reverse={})"


def ordered(moves: str = SORTED.format("is_max"), cut: str = "alpha >= beta") -> str:
    return ORDERED.format(moves=moves, cut=cut)


MAX_N = """
def max_n(game, state):
    player = game.player(state)
    if player is None:
        return game.utility(state), None
    worth = {{action: max_n(game, child)[0] for action, child in game.successors(state).items()}}
    action = {action}
    return {answer}
"""


def max_n(
    action: str = "max(worth, key=lambda a: worth[a][player])",
    answer: str = "worth[action], action",
) -> str:
    return MAX_N.format(action=action, answer=answer)


TICTACTOE = """
def evaluate_tictactoe(state):
    if TicTacToe().is_end(state):
        return {end}
    board, mover = state
    return {value}
"""


def tictactoe(value: str, end: str = "TicTacToe().utility(state)") -> str:
    return TICTACTOE.format(value=value, end=end)


def bounds(keep: str) -> str:
    return f"def choose_by_bounds(intervals):\n    return {keep}\n"


def table(*rows: str) -> str:
    return f"""
        def value_table(game, opponent_policy):
            t = reference.value_table(game, opponent_policy)
            return {{{", ".join(rows)}}}
        """


PRUNED = """
def expectiminimax_pruned(game, policies, state, low, high):
    {body}
"""

# A case, a mistake in what it calls, and a part of what is said of it.
WRONG: list[tuple[str, str, str]] = [
    ("sim-path", simulate(states="states[:-1]", actions="actions[:-1]"), "stopped at A"),
    ("sim-path", simulate(actions="actions + [None]"), "3 states came with 3 actions"),
    ("sim-path", simulate(utility="0"), "the utility 5, but yours says 0"),
    ("sim-path", simulate(states="states[1:]"), "begins with the state that game.start_state"),
    ("sim-path", simulate(draw="'Z'"), "raised KeyError"),
    (
        "sim-path",
        simulate(actions="['Z'] + actions[1:]"),
        "has the action 'Z' at the root, where the actions are 'A' and 'B'",
    ),
    (
        "sim-path",
        simulate(states="[states[0], *states[2:]]", actions="actions[1:]"),
        "has the action '2' at the root",
    ),
    (
        "sim-path",
        "def simulate(game, policies, rng):\n    return 3\n",
        "has to return a Rollout: .* returned 3",
    ),
    ("sim", KEPT_STATES, "Does each play begin with new lists"),
    ("policy", FILLED_ONCE, "raised KeyError: .root"),
    (
        "row",
        halving().replace("self.n", "HalvingGame.n"),
        "HalvingGame\\(0\\): the agent wins \\(1\\), but your minimax makes -1",
    ),
    ("sim", simulate("list(chances)[-1]"), "600 ended at B, .* Every play was the same"),
    (
        "sim",
        simulate("max(chances, key=chances.get)"),
        "600 ended at At, .* Every play was the same",
    ),
    ("sim", simulate("rng.choice(list(chances))"), "every action is equally likely"),
    (
        "sim",
        "import random\n" + simulate("random.choices(list(chances), chances.values())[0]"),
        "Twice the same seed gave different plays",
    ),
    (
        "sim",
        simulate(
            "rng.choice(list(chances))",
            states="states",
            utility="game.utility(state) + rng.random()",
        ),
        "has the utility \\d, but yours says \\d.\\d+",
    ),
    (
        "est",
        estimate("simulate(game, policies, rng).utility"),
        "within 2.6934 of it .* returned 50",
    ),
    (
        "est",
        estimate("sum({})"),
        "returned 17390",
    ),
    (
        "est",
        estimate("max({})"),
        "returned 50",
    ),
    (
        "est",
        estimate("[{}]"),
        "The value has to be a number",
    ),
    ("table", table("(b, a): v for (a, b), v in t.items()"), "has the key \\('min', 'max'\\)"),
    (
        "table",
        table(
            "('max', 'min'): t['max', 'min']",
            "('max', 'fixed'): t['exptmax', 'min']",
            "('exptmax', 'min'): t['max', 'fixed']",
            "('exptmax', 'fixed'): t['exptmax', 'fixed']",
        ),
        "Under \\('max', 'fixed'\\) stands 1, .* In no game is \\('exptmax', 'min'\\) more than",
    ),
    (
        "table",
        table("k: v for k, v in t.items() if k != ('max', 'min')"),
        "nothing under \\('max', 'min'\\)",
    ),
    (
        "table",
        table("k: t['max', 'min'] for k in t"),
        "the agent plays its best answer to opponent_policy, the opponent plays its minimax",
    ),
    (
        "halving",
        halving(
            successors="{} if n == 0 else {'decrement': (other, n - 1), 'halve': (other, -(-n // 2))}"
        ),
        "After the moves decrement.decrement.halve: is_end says False",
    ),
    (
        "halving",
        halving(
            successors="{} if n == 0 else {'halve': (other, n // 2), 'decrement': (other, n - 1)}"
        ),
        "'decrement' and 'halve', in this order",
    ),
    (
        "halving",
        halving(successors="{'decrement': (other, n - 1), 'halve': (other, n // 2)}"),
        "successors has to return {}, but it has 'decrement'",
    ),
    (
        "halving",
        halving(successors="[(other, n - 1), (other, n // 2)]"),
        "a dict {action: state}, but your class made \\[.* from successors",
    ),
    ("halving", halving(utility="-1 if state[0] == 'agent' else 1"), "The sign is wrong"),
    (
        "halving",
        halving(other="mover"),
        "After the moves decrement: it is 'opp' .* but player returned 'agent'",
    ),
    ("halving", halving(refuse="pass"), "raise ValueError, but it returned a value"),
    (
        "halving",
        halving(refuse="assert state[1] == 0"),
        "raise ValueError, but it raised AssertionError",
    ),
    ("halving", halving(player="state[0]"), "player has to return None, but it returned 'opp'"),
    (
        "halving",
        halving(player="'opponent' if state[0] == 'opp' else state[0]"),
        "but player returned 'opponent'",
    ),
    (
        "halving",
        halving()
        + """
    def start_state(self):
        return ["agent", self.n]
    def successors(self, state):
        if state[1] == 0:
            return {}
        state[0] = "opp" if state[0] == "agent" else "agent"
        less, half = state, list(state)
        less[1] -= 1
        half[1] //= 2
        return {"decrement": less, "halve": half}
""",
        "can't be hashed",
    ),
    (
        "row",
        halving(utility="-1 if state[0] == 'agent' else 1"),
        "HalvingGame\\(0\\): the agent wins .* 1 more is wrong",
    ),
    (
        "row",
        halving(other="'opp'"),
        "HalvingGame\\(3\\): the agent wins \\(1\\), but your minimax makes -1",
    ),
    (
        "row",
        halving(
            successors="{} if n == 0 else {'decrement': (other, n - 1), 'halve': (other, -(-n // 2))}"
        ),
        "RecursionError",
    ),
    (
        "row",
        halving() + "\ndef minimax(game, state):\n    return 1\n",
        "has to return a pair .* it gave 1",
    ),
    ("row", halving() + "\ndel minimax\n", "defines no function named minimax"),
    (
        "ordered",
        ordered(SORTED.format("True")),
        "visited B1 before B2. Take the children from the best evaluation",
    ),
    (
        "ordered",
        ordered(SORTED.format("not is_max")),
        "visited A before B. Take the children from the best evaluation",
    ),
    (
        "ordered",
        ordered("list(game.successors(state).items())"),
        "visited A before B. Take the children from the best evaluation",
    ),
    ("ordered", ordered(cut="False"), "Look at when your loop over the children stops"),
    (
        "ordered",
        ordered("list(sorted(game.successors(state).items(), key=lambda move: evaluate(move[1])))"),
        "visited A before B. Take the children from the best evaluation",
    ),
    ("deepening-short", deepening(over=">"), "called evaluate 5 times; its budget is 4"),
    ("deepening", deepening(search="depth_limited_plies"), "evaluate has nothing to say about A"),
    (
        "deepening-short",
        deepening(first="2"),
        "With 4 evaluations, A is due, but your function returned B",
    ),
    (
        "deepening-short",
        deepening(after="used = 0\n        if depth == 5: break"),
        "called evaluate 5 times; its budget is 4",
    ),
    ("deepening", deepening(after="break"), "value of the root is 4, but your function returned 6"),
    ("fallback", deepening(fallback="(evaluate(state), None)"), "returned None as its action"),
    (
        "fallback",
        deepening(fallback="(0, next(iter(game.successors(state))))"),
        "value of the root is 5, but your function returned 0",
    ),
    ("fallback", deepening(fallback="None"), "has to return a pair .* without a return statement"),
    ("fallback", deepening(over=">"), "called evaluate 2 times; its budget is 1"),
    (
        "ends",
        tictactoe("0", end="0.9 * TicTacToe().utility(state)"),
        "with the utility 1, but your evaluation is 0.9",
    ),
    ("ends", tictactoe("0", end="0"), "with the utility 1, but your evaluation is 0\\."),
    ("ends", tictactoe("0", end="None"), "your evaluation is None: not a number"),
    ("anti", tictactoe("0.1 * (board[4] == 'X')"), "with the players exchanged, at .* it is 0.1"),
    (
        "anti",
        tictactoe("0.01 * (mover == 'agent')"),
        "Exchanging the players has to change the sign",
    ),
    ("anti", tictactoe("0"), "is better for the agent \\(above 0\\), but your evaluation is 0"),
    ("anti", tictactoe("'even'"), "'even' \\(a str\\): not a number"),
    ("wins", tictactoe("0"), "won 43, drew 2 and lost 15"),
    ("wins", tictactoe("-reference.evaluate_tictactoe(state)"), "won 0, drew 12 and lost 48"),
    ("wins", tictactoe("float('nan')"), "your evaluation is nan: not a number"),
    ("wins", tictactoe("undefined"), "raised NameError"),
    (
        "maxn",
        max_n("(max if player == 'a' else min)(worth, key=lambda a: worth[a]['a'])"),
        "The players get {a: 3, b: 3} .* returned {a: 2, b: 0}",
    ),
    ("maxn", max_n("max(worth, key=lambda a: worth[a]['a'])"), "returned {a: 4, b: -1}"),
    ("maxn", max_n("max(worth, key=lambda a: sum(worth[a].values()))"), "returned {a: 0, b: 9}"),
    ("maxn", max_n(answer="worth[action]"), "max_n raised"),
    ("maxn", max_n(answer="worth[action][player], action"), "max_n raised"),
    (
        "pruned",
        PRUNED.format(body="return expectiminimax(game, policies, state)"),
        "visited 13 nodes; 12 are enough",
    ),
    (
        "pruned",
        PRUNED.format(body="return reference.expectiminimax_pruned(game, policies, state, low, 5)"),
        "left out Dy, which can still change the answer",
    ),
    (
        "pruned",
        PRUNED.format(
            body="return reference.expectiminimax_pruned(game, policies, state, 9, high)"
        ),
        "left out C2y, which can still change the answer",
    ),
    (
        "pruned",
        PRUNED.format(body="return alpha_beta(game, state)"),
        "The value of the root is 6, but your function returned 5",
    ),
    (
        "pruned",
        PRUNED.format(body="return reference.expectiminimax_pruned(game, {}, state, low, high)"),
        "left out Dy",
    ),
    (
        "bounds",
        bounds(
            "{o for o, (l, h) in intervals.items() if h >= max(l for l, h in intervals.values())}"
        ),
        "keeps D. But C is worth at least 6 and D at most 6",
    ),
    (
        "bounds",
        bounds("{max(intervals, key=lambda o: intervals[o])}"),
        "B can still be best, but your set leaves it out",
    ),
    ("bounds", bounds("set(intervals)"), "keeps A and D"),
    (
        "bounds",
        bounds("{i for i in intervals.values() if i[1] > 6}"),
        "holds \\(5, 100\\), but the options are A, B, C and D",
    ),
    (
        "bounds",
        bounds("{o: h for o, (l, h) in intervals.items() if h > 6}"),
        "a set of options, but your function returned {'B'",
    ),
    (
        "bounds-point",
        bounds(
            "{o for o, (l, h) in intervals.items() if h > max(l for l, h in intervals.values())}"
        ),
        "B can still be best, but your set leaves it out",
    ),
    (
        "bounds-point",
        bounds(
            "{o for o, (l, h) in intervals.items() if h >= max(l for l, h in intervals.values())}"
        ),
        "keeps A and C. But B is worth at least 4 and A at most 4.*the first one stays",
    ),
]


@pytest.mark.parametrize(
    ("case", "source", "said"), WRONG, ids=[f"{case}-{at}" for at, (case, *_) in enumerate(WRONG)]
)
def test_likely_mistake_is_named(
    suite: Suite, tmp_path: Path, case: str, source: str, said: str
) -> None:
    result = graded(tmp_path, suite, source, case)
    assert result.verdict in (Verdict.WRONG, Verdict.RAISED, Verdict.NOT_IMPLEMENTED)
    assert re.search(said, result.feedback, re.DOTALL), result.feedback


# Right ways that are unlike the reference.
RIGHT: list[tuple[str, str]] = [
    ("sim", simulate("rng.choices(*zip(*chances.items()))[0]")),
    (
        "sim-path",
        simulate(states="tuple(states)", actions="tuple(actions)").replace("Rollout(", "("),
    ),
    (
        "halving",
        halving(
            player="None if not state[1] else state[0]",
            other="{'agent': 'opp', 'opp': 'agent'}[mover]",
        ),
    ),
    ("row", halving()),
    ("deepening", deepening()),
    (
        "deepening-short",
        "from functools import cache\n"
        + deepening().replace("    used = 0\n", "    used, evaluate = 0, cache(evaluate)\n", 1),
    ),
    ("anti", tictactoe("board.count('X') - board.count('O')")),
    ("maxn", max_n()),
    (
        "ordered",
        ordered(
            "sorted(game.successors(state).items(),"
            " key=lambda move: -evaluate(move[1]) if is_max else evaluate(move[1]))"
        ),
    ),
    ("bounds", bounds("['B', 'C']")),
]


@pytest.mark.parametrize(("case", "source"), RIGHT, ids=[case for case, _ in RIGHT])
def test_other_right_way_passes(suite: Suite, tmp_path: Path, case: str, source: str) -> None:
    result = graded(tmp_path, suite, source, case)
    assert result.verdict is Verdict.PASSED, result.feedback
