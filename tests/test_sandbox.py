"""Running student code: outcomes, the record of visits, isolation from case to case."""

from __future__ import annotations

import json
import os
import sys
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from grader.cases.tree_line import tree_of
from grader.sandbox import (
    Answer,
    Budget,
    Job,
    Layer,
    Outcome,
    Sandbox,
    Shape,
    Status,
    Strange,
    find_submission,
)
from grader.sandbox.watch import Watch
from grader.tree import Draft, GameTree, grow, uniform

BUDGET = Budget(cpu=0.5, wall=2.0, memory=256, output=4, requests=200)


def end(utility: int, evaluation: int | None = None) -> Draft:
    return Draft(utility=utility, evaluation=evaluation)


def small_tree() -> GameTree:
    """max(min(3, 5), min(2, 10)), with an evaluation of 7 at A."""
    a = Draft(player="opp", evaluation=7, branches=[("1", end(3)), ("2", end(5))])
    b = Draft(player="opp", branches=[("1", end(2)), ("2", end(10))])
    return grow(Draft(player="agent", branches=[("A", a), ("B", b)]))


def job(tree: GameTree, shape: Shape = Shape.PAIR, **changes: object) -> Job:
    settings: dict[str, object] = {
        "function": "solve",
        "arguments": ("game", "state"),
        "shape": shape,
        "tree": tree,
        "start": tree.root,
        "budget": BUDGET,
    }
    return Job(**(settings | changes))  # type: ignore[arg-type]


@contextmanager
def sandboxed(tmp_path: Path, source: str, **options: object) -> Iterator[Sandbox]:
    (tmp_path / "solver.py").write_text(textwrap.dedent(source))
    submission = find_submission(tmp_path)
    with Sandbox(submission, support="NAME = 'games'", **options) as sandbox:  # type: ignore[arg-type]
        yield sandbox


def run(tmp_path: Path, body: str, shape: Shape = Shape.PAIR, **changes: object) -> Outcome:
    """The outcome of a ``solve(game, state)`` with this body."""
    source = "def solve(game, state):\n" + textwrap.indent(textwrap.dedent(body), "    ")
    with sandboxed(tmp_path, source) as sandbox:
        probe = sandbox.probe(BUDGET)
        assert probe.failure is None
        return sandbox.run(job(small_tree(), shape, **changes))


def value_of(tmp_path: Path, expression: str) -> object:
    outcome = run(tmp_path, f"return {expression}", Shape.VALUE)
    assert outcome.status is Status.RETURNED, outcome
    assert outcome.answer is not None
    return outcome.answer.value


def names(outcome: Outcome) -> list[str]:
    return [node.name for node in outcome.visited]


def test_a_pair_comes_back_plain(tmp_path: Path) -> None:
    outcome = run(tmp_path, "return 3, 'A'")
    assert outcome.status is Status.RETURNED
    assert outcome.answer == Answer(value=3, action="A")


def test_visits_are_first_touches_in_order(tmp_path: Path) -> None:
    outcome = run(
        tmp_path,
        """
        children = game.successors(state)
        game.is_end(children["B"])
        game.player(children["A"])
        game.is_end(children["B"])
        return 0, None
        """,
    )
    assert names(outcome) == ["root", "B", "A"]


def test_equal_names_stand_for_revealed_states(tmp_path: Path) -> None:
    outcome = run(tmp_path, "game.successors(state)\nreturn game.utility('A') , None")
    assert "utility is defined at end states only" in outcome.message
    assert names(outcome) == ["root", "A"]


def test_what_a_game_has_not_is_answered_with_what_it_has(tmp_path: Path) -> None:
    outcome = run(tmp_path, "return game.actions(state), None")
    assert outcome.status is Status.RAISED
    assert "A game has start_state, is_end, utility, player and successors." in outcome.message


def test_unrevealed_states_cannot_be_named(tmp_path: Path) -> None:
    outcome = run(tmp_path, "return game.utility('A1'), None")
    assert outcome.status is Status.RAISED
    assert "'A1' is not a state of this game" in outcome.message
    assert names(outcome) == []


def test_forged_handles_end_the_run(tmp_path: Path) -> None:
    outcome = run(tmp_path, "state.handle = 4\nreturn game.utility(state), None")
    assert outcome.status is Status.FORBIDDEN
    assert "handle 4, which was never revealed" in outcome.staff


def test_states_are_usable_as_keys_and_strings(tmp_path: Path) -> None:
    outcome = run(
        tmp_path,
        """
        import copy
        child = game.successors(state)["A"]
        memo = {child: 1}
        same = copy.deepcopy(child)
        return (memo["A"] + (child == "A") + (game.player(same) == "opp") + isinstance(child, str),
                str(child))
        """,
    )
    assert outcome.answer == Answer(value=4, action="A")


def test_too_many_requests_end_the_run(tmp_path: Path) -> None:
    outcome = run(
        tmp_path,
        "for _ in range(300): evaluate_state = game.__dict__['_ask'](1, 0)\nreturn 0, None",
    )
    assert outcome.status is Status.TIMED_OUT
    assert "more than 200 requests" in outcome.staff


def test_asking_without_reading_answers_is_a_violation(tmp_path: Path) -> None:
    outcome = run(tmp_path, "import os\nos.write(3, bytes([1] + [0] * 8) * 50)\nreturn 0, None")
    assert outcome.status is Status.FORBIDDEN


@pytest.mark.parametrize("width", [300, 10_000])  # many answers are left unread, or one large one
def test_a_child_that_reads_no_answers_holds_nobody_up(tmp_path: Path, width: int) -> None:
    body = """
        import os, time
        while True:
            os.write(3, bytes([1] + [0] * 8))
            time.sleep(0.005 if WIDTH < 1000 else 5)
        """.replace("WIDTH", str(width))
    wide = grow(Draft(player="agent", branches=[(f"action {i}", end(i)) for i in range(width)]))
    with sandboxed(
        tmp_path, "def solve(game, state):\n" + textwrap.indent(body, "    ")
    ) as sandbox:
        assert sandbox.probe(BUDGET).failure is None
        outcome = sandbox.run(job(wide))
    assert outcome.status is Status.TIMED_OUT
    assert BUDGET.wall < outcome.wall < 2 * BUDGET.wall


def test_answers_left_unread_in_earlier_calls_hold_nobody_up(tmp_path: Path) -> None:
    source = """
        import fcntl, json, os, struct, sys, termios, time

        def unread():
            return struct.unpack("i", fcntl.ioctl(4, termios.FIONREAD, bytes(4)))[0]

        def ask(seconds=9):
            before, until = unread(), time.monotonic() + seconds
            os.write(3, struct.pack("<BQ", 1, 0))
            while unread() == before and time.monotonic() < until:
                pass

        def solve(game, state):
            fcntl.fcntl(4, 1031, 4096)  # F_SETPIPE_SZ
            while unread() < 3000:
                ask()
            before = unread()
            pair = sys.modules["grader.child.describe"].pair((3, "A"))
            result = json.dumps({"returned": pair, "repeats": 0}).encode()
            os.write(3, struct.pack("<BQ", 4, len(result)) + result)
            while unread() == before:
                pass
            for _ in range(40):  # in the second call
                ask(0.005)
            time.sleep(60)
        """
    with sandboxed(tmp_path, source) as sandbox:
        assert sandbox.probe(BUDGET).failure is None
        with sandbox.shared() as call:
            first, second = (call(job(small_tree())) for _ in range(2))
    assert first.status is Status.RETURNED
    assert second.status in {Status.TIMED_OUT, Status.FORBIDDEN}


@pytest.mark.parametrize("without", [[], [Layer.USER], [Layer.USER, Layer.LANDLOCK]])
def test_a_child_that_fills_its_own_pipe_holds_nobody_up(
    tmp_path: Path, without: list[Layer]
) -> None:
    source = """
        import os, time

        def solve(game, state):
            pipe = os.open("/proc/self/fd/4", os.O_WRONLY | os.O_NONBLOCK)
            try:
                while True:
                    os.write(pipe, bytes(4096))
            except BlockingIOError:
                os.write(3, bytes([1] + [0] * 8))
                time.sleep(60)
        """
    with sandboxed(tmp_path, source, without=without) as sandbox:
        assert sandbox.probe(BUDGET).failure is None
        outcome = sandbox.run(job(small_tree()))
    refused = outcome.status is Status.RAISED and "PermissionError" in outcome.message
    assert refused or outcome.status is Status.TIMED_OUT, outcome


def test_most_calls_are_over_before_a_guard_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    guarded: list[Watch] = []
    start = Watch._guard_it

    def counted(self: Watch) -> None:
        guarded.append(self)
        start(self)

    monkeypatch.setattr(Watch, "_guard_it", counted)
    assert run(tmp_path, "game.successors(state)\nreturn 0, None").visited
    assert guarded == []
    assert run(tmp_path, "print('x')\nreturn 0, None").output == "x\n"
    assert len(set(guarded)) <= 1  # or it was over before anybody had looked
    guarded.clear()
    assert run(tmp_path, "import time; time.sleep(0.3)\nreturn 0, None").wall > 0.3
    assert len(guarded) == 1


@pytest.mark.parametrize(
    "forged",
    [
        'b\'{"returned": {"pair": [{"number": NaN}, {"action": "A"}]}, "repeats": 0}\'',
        'b\'{"returned": {"pair": [{"number": 1e999}, {"action": "A"}]}, "repeats": 0}\'',
        'b\'{"returned": {"number": 3}, "repeats": 0, "score": 10}\'',
        "b'['*50000",
        'b\'{"returned":{"pair":[{"number":1\'+b\'0\'*400+b\'},{"action":null}]},"repeats":0}\'',
        "b'\\xff'",
        "b'[]'",
        "b'{}'",
        'b\'{"raised": {"type": 3}}\'',
    ],
)
def test_forged_results_are_refused(tmp_path: Path, forged: str) -> None:
    outcome = run(
        tmp_path,
        f"""
        import os, struct
        body = {forged}
        os.write(3, struct.pack("<BQ", 4, len(body)) + body)
        """,
    )
    assert outcome.status is Status.FORBIDDEN, outcome
    assert outcome.answer is None


def test_announcing_an_endless_result_is_refused(tmp_path: Path) -> None:
    outcome = run(
        tmp_path, "import os, struct\nos.write(3, struct.pack('<BQ', 4, 2**64 - 1))\nreturn 0, None"
    )
    assert outcome.status is Status.FORBIDDEN


def test_only_the_first_of_two_results_counts(tmp_path: Path) -> None:
    outcome = run(
        tmp_path,
        """
        import os, struct
        for value in (b"1", b"3"):
            body = b'{"returned": {"pair": [{"number": %s}, {"action": "A"}]}, "repeats": 0}' % value
            os.write(3, struct.pack("<BQ", 4, len(body)) + body)
        """,
    )
    assert outcome.answer == Answer(value=1, action="A")


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("3", 3),
        ("-0.0", 0),
        ("__import__('fractions').Fraction(1, 4)", 0.25),
        ("__import__('decimal').Decimal('0.5')", 0.5),
        ("type('Mine', (int,), {})(7)", 7),
        ("type('Mine', (float,), {})(7.5)", 7.5),
        ("10**20", 1e20),
    ],
)
def test_real_numbers_become_plain(tmp_path: Path, expression: str, value: float) -> None:
    assert value_of(tmp_path, expression) == value


@pytest.mark.parametrize(
    ("expression", "kind"),
    [
        ("True", "bool"),
        ("None", "None"),
        ("'3'", "str"),
        ("float('nan')", "nan"),
        ("float('inf')", "inf"),
        ("-float('inf')", "inf"),
        ("10**400", "huge"),
        ("1j", "complex"),
        ("[3]", "list"),
        (
            "type('Always', (), {'__eq__': lambda s, o: True, '__float__': lambda s: 3.0})()",
            "Always",
        ),
        ("type('Bad', (), {'__repr__': lambda s: 1 / 0})()", "Bad"),
        ("(value for value in [3])", "generator"),
    ],
)
def test_what_is_no_number_is_named(tmp_path: Path, expression: str, kind: str) -> None:
    value = value_of(tmp_path, expression)
    assert isinstance(value, Strange)
    assert value.kind == kind


def test_numpy_numbers_become_plain_where_allowed(tmp_path: Path) -> None:
    source = """
        import numpy
        def solve(game, state):
            return numpy.float32(0.5), "A"
        """
    with sandboxed(tmp_path, source, allow=["numpy"], preload=["numpy"]) as sandbox:
        budget = Budget(cpu=5, wall=10, memory=512, output=4, requests=200)
        assert sandbox.probe(budget).failure is None
        outcome = sandbox.run(job(small_tree(), budget=budget))
    assert outcome.answer == Answer(value=0.5, action="A")


def test_an_allowed_package_that_is_missing_is_the_staffs_affair(tmp_path: Path) -> None:
    with sandboxed(tmp_path, "import nowhere_at_all", allow=["nowhere_at_all"]) as sandbox:
        failure = sandbox.probe(BUDGET).failure
    assert failure is not None
    assert "it is not installed: tell the course staff" in failure.message
    assert "The standard library" not in failure.message


def test_packages_that_are_not_allowed_are_not_found(tmp_path: Path) -> None:
    with sandboxed(tmp_path, "import numpy") as sandbox:
        failure = sandbox.probe(BUDGET).failure
    assert failure is not None
    assert "No module named 'numpy'" in failure.message


@pytest.mark.parametrize("name", ["grader", "yaml", "pytest"])
def test_nothing_of_the_grader_can_be_imported(tmp_path: Path, name: str) -> None:
    with sandboxed(tmp_path, f"import sys; sys.modules.pop('grader', 0)\nimport {name}") as sandbox:
        failure = sandbox.probe(BUDGET).failure
    assert failure is not None
    assert f"No module named '{name}'" in failure.message


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        ("while True: pass", Status.TIMED_OUT, "0.5 s of computing"),
        ("import time; time.sleep(9)", Status.TIMED_OUT, "stopped after 2 s"),
        ("import os; os._exit(0)", Status.CRASHED, "without returning"),
        ("import os; os.closerange(0, 99)", Status.CRASHED, "without returning"),
        ("import ctypes; ctypes.string_at(0)", Status.CRASHED, "SIGSEGV"),
        ("return [0] * 10**10", Status.OUT_OF_MEMORY, "256 MB"),
        ("return bytearray(2**40)", Status.OUT_OF_MEMORY, "256 MB"),
        ("while True: print('x' * 10**5)", Status.TOO_MUCH_OUTPUT, "4 MB"),
        ("raise NotImplementedError", Status.NOT_IMPLEMENTED, "solve is not implemented yet"),
        ("return solve(game, state)", Status.RAISED, "called itself too deeply"),
        ("import sys; sys.exit(0)", Status.RAISED, "SystemExit"),
        ("raise ValueError('too bad')", Status.RAISED, "solve raised ValueError: too bad"),
        ("return input()", Status.RAISED, "EOFError"),
        (  # in a full sandbox that is what starting one raises
            'raise RuntimeError("can\'t start new thread")',
            Status.RAISED,
            "There are no threads here",
        ),
        ("return 'x' * 10**7, 'A'", Status.RETURNED, ""),
    ],
)
def test_endings_are_told_apart(tmp_path: Path, body: str, status: Status, words: str) -> None:
    outcome = run(tmp_path, body)
    assert outcome.status is status, outcome
    assert words in outcome.message


def test_exceptions_whose_text_raises_are_bounded(tmp_path: Path) -> None:
    outcome = run(
        tmp_path,
        """
        class Bad(BaseException):
            def __str__(self): raise Bad
        raise Bad
        """,
    )
    assert outcome.status is Status.RAISED
    assert "Bad" in outcome.message
    assert len(outcome.message) < 600


def test_tracebacks_show_the_students_lines_alone(tmp_path: Path) -> None:
    outcome = run(tmp_path, "x = game.successors(state)\nreturn x['nowhere']")
    assert outcome.traceback == "  solver.py, line 3, in solve\n    return x['nowhere']"


def test_prints_are_kept_also_of_a_run_that_is_stopped(tmp_path: Path) -> None:
    outcome = run(tmp_path, "print('so far\\x1b[2J')\nwhile True: pass")
    assert outcome.output == "so far\N{REPLACEMENT CHARACTER}[2J\n"


@pytest.mark.parametrize("fork", [True, False])
@pytest.mark.parametrize(
    "habit",
    [
        'sys.stdout.reconfigure(encoding="utf-8", line_buffering=True)',
        'sys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8")',
        'sys.stdout = open(sys.stdout.fileno(), "w", encoding="utf-8", closefd=False)',
        "sys.stderr = sys.stdout",
    ],
)
def test_what_is_done_to_standard_output_does_no_harm(
    tmp_path: Path, habit: str, fork: bool
) -> None:
    source = f"""
        import io, sys
        {habit}
        def solve(game, state):
            print("printed \\N{{GREEK SMALL LETTER ALPHA}}")
            return 3, "A"
    """
    with sandboxed(tmp_path, source, fork=fork) as sandbox:
        assert sandbox.probe(BUDGET).failure is None
        outcome = sandbox.run(job(small_tree()))
    assert outcome.answer == Answer(value=3, action="A")
    assert outcome.output == "printed \N{GREEK SMALL LETTER ALPHA}\n"


def test_long_prints_are_cut_in_the_middle(tmp_path: Path) -> None:
    outcome = run(tmp_path, "print('a' * 10**6); print('end')\nreturn 3, 'A'")
    assert outcome.status is Status.RETURNED
    assert len(outcome.output) < 40_000
    assert "bytes left out" in outcome.output
    assert outcome.output.endswith("end\n")


STATE = """
    import mmap, os
    shared = mmap.mmap(-1, 1)
    seen = []

    def solve(game, state):
        left = len(seen) + shared[0]
        seen.append(1)
        shared[0] = 1
        for folder in ("/tmp", "/dev/shm", "/var/tmp", "."):
            note = os.path.join(folder, "a-note-for-the-next-case")
            left += os.path.exists(note)
            try:
                open(note, "w").close()
            except OSError:
                pass
        return left, None
    """


def test_nothing_is_left_from_one_case_to_the_next(tmp_path: Path) -> None:
    with sandboxed(tmp_path, STATE) as sandbox:
        assert sandbox.probe(BUDGET).failure is None
        if not sandbox.isolation.landlock:
            pytest.skip("this kernel has no Landlock, which is what stops files here")
        answers = [sandbox.run(job(small_tree())).answer for _ in range(3)]
    assert answers == [Answer(value=0)] * 3


# ---------------------------------------------------------------------- calls that share a child

SHARING = """
    import os, sys
    from games import NAME
    import beside
    seen = []

    def solve(game, state, kept={}):
        print("call", state)
        left = len(seen) + len(kept) + len(beside.seen)
        for place in (seen, beside.seen):
            place.append(1)
        kept[state] = 1
        sys.calls = getattr(sys, "calls", 0) + 1
        if sys.calls == 3 and game.is_end(state):
            raise KeyError
        return 10 * sys.calls + left, None
"""


def numbers(outcomes: Sequence[Outcome]) -> list[object]:
    return [outcome.answer and outcome.answer.value for outcome in outcomes]


def test_calls_that_share_a_child_share_nothing_of_the_submission(tmp_path: Path) -> None:
    (tmp_path / "beside.py").write_text("seen = []\n")
    with sandboxed(tmp_path, SHARING) as sandbox:
        assert sandbox.probe(BUDGET).failure is None
        with sandbox.shared() as call:
            shared = [call(job(small_tree())) for _ in range(3)]
            alone = [sandbox.run(job(small_tree())) for _ in range(2)]
            again = [call(job(small_tree())) for _ in range(2)]
        with sandbox.shared() as call:  # of another law
            others = [call(job(small_tree())) for _ in range(2)]
    assert numbers(shared) == [10, 20, 30]  # what is Python's own stays
    assert numbers(alone) == [10, 10]
    assert numbers(again) == numbers(others) == [10, 20]
    assert [outcome.was_first for outcome in shared] == [True, False, False]
    assert {outcome.output for outcome in (*shared, *alone, *again)} == {"call root\n"}
    assert all(names(outcome) == [] for outcome in shared[:2])


def test_a_call_that_fails_ends_the_child_that_it_shares(tmp_path: Path) -> None:
    source = """
        import os, sys, time
        def solve(game, state):
            calls = sys.calls = getattr(sys, "calls", 0) + 1
            player = game.player(state)
            if calls == 2 and player == "agent":
                os._exit(3)
            if calls == 2:
                while True: pass
            return calls, None
    """
    inner = tree_of("max(A: min(1: 3, 2: 5))")
    with sandboxed(tmp_path, source) as sandbox:
        assert sandbox.probe(BUDGET).failure is None
        calls = [job(inner), job(inner), job(inner), job(inner, start=inner.root.children[0])]
        with sandbox.shared() as run_shared:
            outcomes = [run_shared(call) for call in (*calls, job(inner))]
    assert [outcome.status for outcome in outcomes] == [
        Status.RETURNED, Status.CRASHED, Status.RETURNED, Status.TIMED_OUT, Status.RETURNED,
    ]  # fmt: skip
    assert numbers(outcomes) == [1, None, 1, None, 1]


def test_each_call_in_a_shared_child_has_its_own_limits(tmp_path: Path) -> None:
    source = """
        import sys, time
        def solve(game, state):
            print("a" * (3 << 20))
            until = time.process_time() + 0.3
            while time.process_time() < until: pass
            sys.calls = getattr(sys, "calls", 0) + 1
            return sys.calls, None
    """
    with sandboxed(tmp_path, source) as sandbox:
        assert sandbox.probe(BUDGET).failure is None
        with sandbox.shared() as call:
            outcomes = [call(job(small_tree())) for _ in range(18)]
    assert {outcome.status for outcome in outcomes} == {Status.RETURNED}
    assert all(0.29 < outcome.cpu < 0.5 for outcome in outcomes)
    assert 18 not in numbers(outcomes)  # another child came before the kernel's limit


def test_what_comes_after_a_result_is_not_the_next_calls(tmp_path: Path) -> None:
    source = """
        import os, struct
        def solve(game, state):
            body = b'{"returned": {"pair": [{"number": 1}, {"action": "A"}]}, "repeats": 0}'
            os.write(3, 2 * (struct.pack("<BQ", 4, len(body)) + body))
            return 3, "A"
    """
    with sandboxed(tmp_path, source) as sandbox:
        assert sandbox.probe(BUDGET).failure is None
        with sandbox.shared() as call:
            outcomes = [call(job(small_tree())) for _ in range(2)]
    assert [outcome.status for outcome in outcomes] == [Status.RETURNED, Status.FORBIDDEN]


def test_where_nothing_is_forked_no_child_is_shared(tmp_path: Path) -> None:
    (tmp_path / "beside.py").write_text("seen = []\n")
    with sandboxed(tmp_path, SHARING, fork=False) as sandbox:
        assert sandbox.probe(BUDGET).failure is None
        with sandbox.shared() as call:
            outcomes = [call(job(small_tree())) for _ in range(2)]
    assert numbers(outcomes) == [10, 10]
    assert all(outcome.was_first for outcome in outcomes)


DRAWING = """
    import random
    def solve(game, state):
        return random.random(), None
"""


@pytest.mark.parametrize("fork", [True, False])
def test_random_depends_on_the_call_and_the_submission_alone(tmp_path: Path, fork: bool) -> None:
    calls = [job(small_tree(), name=name) for name in ("one", "two", "one")]
    with sandboxed(tmp_path, DRAWING, fork=fork) as sandbox:
        assert sandbox.probe(BUDGET).failure is None
        one, two, again = numbers([sandbox.run(call) for call in calls])
        with sandbox.shared() as run_shared:
            shared = numbers([run_shared(call) for call in calls])
    with sandboxed(tmp_path, DRAWING + "    # other text\n", fork=fork) as sandbox:
        assert sandbox.probe(BUDGET).failure is None
        (other,) = numbers([sandbox.run(calls[0])])
    assert shared == [one, two, one]
    assert one == again
    assert len({one, two, other}) == 3


def test_what_a_shared_child_has_used_before_is_not_the_calls(tmp_path: Path) -> None:
    source = """
        import os, sys, time
        def solve(game, state):
            calls = sys.calls = getattr(sys, "calls", 0) + 1
            until = time.process_time() + 0.2
            while calls < 4 and time.process_time() < until: pass
            if calls == 4 and game.is_end(state):
                time.sleep(9)
            if calls == 4:
                os.closerange(0, 9)
                time.sleep(9)
            return 0, None
    """
    inner = tree_of("max(A: 1, B: 2)")
    with sandboxed(tmp_path, source) as sandbox:
        assert sandbox.probe(BUDGET).failure is None
        for start, words in ((inner.root.children[0], "sleep"), (inner.root, "os._exit")):
            with sandbox.shared() as call:
                for _ in range(3):
                    assert call(job(inner)).status is Status.RETURNED
                outcome = call(job(inner, start=start))
            assert words in outcome.message
            assert outcome.cpu < 0.2


def test_no_process_outlives_its_case(tmp_path: Path) -> None:
    body = """
        import os, time
        left = "none"
        try:
            if os.fork() == 0:
                os.setsid()
                if os.fork() == 0:
                    time.sleep(60)
                os._exit(0)
            left = "forked"
        except OSError:
            pass
        return 0, left
        """
    outcome = run(tmp_path, body)
    assert outcome.status is Status.RETURNED
    if sys.platform == "linux":
        mine = f"PPid:\t{os.getpid()}\n"
        living = [p for p in Path("/proc").glob("[0-9]*/status") if mine in _read(p)]
        assert living == []


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""  # it ended while we looked


def test_a_lost_zygote_costs_one_case_only(tmp_path: Path) -> None:
    source = "def solve(game, state):\n    return 3, 'A'"
    with sandboxed(tmp_path, source) as sandbox:
        assert sandbox.probe(BUDGET).failure is None
        assert sandbox._zygote is not None
        sandbox._zygote._process.kill()
        sandbox._zygote._process.wait()
        outcomes = [sandbox.run(job(small_tree())) for _ in range(2)]
    assert [outcome.status for outcome in outcomes] == [Status.RETURNED] * 2


def test_policies_and_evaluations_are_answered_apart_from_visits(tmp_path: Path) -> None:
    source = """
        def solve(game, policies, state, depth, evaluate):
            child = game.successors(state)["A"]
            chances = policies["opp"](child)
            return evaluate(child) + depth + chances["1"], None
        """
    tree = small_tree()
    with sandboxed(tmp_path, source) as sandbox:
        assert sandbox.probe(BUDGET).failure is None
        outcome = sandbox.run(
            job(
                tree,
                arguments=("game", "policies", "state", "depth", "evaluate"),
                policies={"opp": uniform(tree, "opp")},
                given={"depth": 2},
            )
        )
    assert outcome.answer == Answer(value=9.5)
    assert names(outcome) == ["root"]
    assert [node.name for node in outcome.horizon] == ["A"]


def test_returned_policies_are_asked_at_the_named_states(tmp_path: Path) -> None:
    source = """
        def solve(game):
            return lambda state: {next(iter(game.successors(state))): 1.0}
        """
    tree = small_tree()
    asked = (tree.root, tree.by_name["B"])
    with sandboxed(tmp_path, source) as sandbox:
        assert sandbox.probe(BUDGET).failure is None
        outcome = sandbox.run(job(tree, Shape.POLICY, arguments=("game",), asked=asked))
    assert outcome.answer == Answer(policy={"root": {"A": 1.0}, "B": {"1": 1.0}})


def test_a_start_inside_the_tree_is_its_own_state(tmp_path: Path) -> None:
    tree = small_tree()
    source = "def solve(game, state):\n    return game.start_state() == 'root', str(state)"
    with sandboxed(tmp_path, source) as sandbox:
        assert sandbox.probe(BUDGET).failure is None
        outcome = sandbox.run(job(tree, start=tree.by_name["B"]))
    assert outcome.answer is not None
    assert outcome.answer.action == "B"


@pytest.mark.parametrize(
    ("source", "status", "words"),
    [
        ("def f(:\n  pass", Status.RAISED, "solver.py, line 1: Python can't read this line"),
        ("import nothing_of_the_kind", Status.RAISED, "No module named 'nothing_of_the_kind'"),
        ("import os; os._exit(0)", Status.CRASHED, "solver.py ended the program"),
        ("raise SystemExit", Status.RAISED, "solver.py called exit()"),
        ("while True: pass", Status.TIMED_OUT, "solver.py was stopped after 0.5 s"),
        ("x = 1\0", Status.RAISED, "contains a NUL byte"),
        ("(" * 50_000, Status.RAISED, "solver.py"),
    ],
)
def test_import_failures_are_told_apart(
    tmp_path: Path, source: str, status: Status, words: str
) -> None:
    with sandboxed(tmp_path, source) as sandbox:
        failure = sandbox.probe(BUDGET).failure
    assert failure is not None
    assert failure.status is status, failure
    assert words in failure.message


def test_sources_that_are_not_utf8_say_where(tmp_path: Path) -> None:
    (tmp_path / "solver.py").write_bytes(b"# one\n# caf\xe9\n")
    with Sandbox(find_submission(tmp_path), support="") as sandbox:
        failure = sandbox.probe(BUDGET).failure
    assert failure is not None
    assert "solver.py, line 2: byte 0xE9 is not UTF-8" in failure.message


@pytest.mark.parametrize(
    "source",
    [
        b"\xef\xbb\xbfdef solve(game, state):\r\n    return 3, 'A'\r\n",
        "# -*- coding: latin-1 -*-\n# caf\xe9\ndef solve(g, s): return 3, 'A'".encode("latin-1"),
    ],
)
def test_marks_and_declared_encodings_are_read(tmp_path: Path, source: bytes) -> None:
    (tmp_path / "solver.py").write_bytes(source)
    with Sandbox(find_submission(tmp_path), support="") as sandbox:
        assert sandbox.probe(BUDGET).failure is None
        outcome = sandbox.run(job(small_tree()))
    assert outcome.answer == Answer(value=3, action="A")


def test_siblings_load_after_the_standard_library(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("VALUE = 3")
    (tmp_path / "random.py").write_text("raise ValueError('the wrong random')")
    package = tmp_path / "kit"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "tools.py").write_text("from . import VALUE2\n")
    (package / "__init__.py").write_text("VALUE2 = 4")
    source = """
        import random, helper, games
        from kit.tools import VALUE2
        def solve(game, state):
            return helper.VALUE + VALUE2, games.NAME
        """
    with sandboxed(tmp_path, source) as sandbox:
        assert sandbox.probe(BUDGET).failure is None
        outcome = sandbox.run(job(small_tree()))
    assert outcome.answer == Answer(value=7, action="games")


@pytest.mark.parametrize("fork", [True, False])
def test_a_file_may_ask_where_it_is_and_how_it_was_started(tmp_path: Path, fork: bool) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "part.py").write_text("VALUE = 3\n")
    source = """
        import argparse, os, sys
        from pathlib import Path
        HERE = os.path.dirname(os.path.abspath(__file__))
        sys.path.insert(0, HERE)
        os.chdir(Path(__file__).resolve().parent)
        OPTIONS = argparse.ArgumentParser().parse_args()
        from lib.part import VALUE
        import lib.part

        def solve(game, state):
            print(__file__, lib.part.__file__, *sys.argv)
            return VALUE, "A"
    """
    with sandboxed(tmp_path, source, fork=fork) as sandbox:
        assert sandbox.probe(BUDGET).failure is None
        outcome = sandbox.run(job(small_tree()))
    assert outcome.answer == Answer(value=3, action="A")
    assert outcome.output == "solver.py lib/part.py solver.py\n"


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("from .beside import cut", "import without the dot, as in `from pruning import cut`"),
        ("from beside import cut", "do two of your files import each other?"),
        ("import nowhere", "The standard library, games and your own modules can be imported."),
        ("open('debug.log', 'w')", "There are no files, no network and no other programs here"),
        ("open('config.json')", "There are no files, no network and no other programs here"),
        ("import sys\nsys.exit(main())if 0 else sys.exit()", "belongs below `if __name__ =="),
        ("while True: pass", "That was while it was being imported"),
        ("display(3)", "Only a notebook knows that"),
    ],
)
def test_what_fails_at_the_import_says_what_to_change(
    tmp_path: Path, source: str, words: str
) -> None:
    (tmp_path / "beside.py").write_text("from solver import solve\ndef cut(): pass\n")
    with sandboxed(tmp_path, f"{source}\ndef solve(game, state): pass\n") as sandbox:
        failure = sandbox.probe(BUDGET).failure
    assert failure is not None
    assert words in failure.message


def test_a_suites_module_that_prints_a_lot_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "solver.py").write_text("def solve(game, state): return 3, 'A'\n")
    support = "print('x' * 300_000)"
    with Sandbox(find_submission(tmp_path), support=support) as sandbox:
        assert sandbox.probe(BUDGET).failure is None
        assert sandbox.run(job(small_tree())).status is Status.RETURNED


def test_notebook_lines_are_the_cells_own(tmp_path: Path) -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# Hello"]},
        {"cell_type": "code", "source": ["%matplotlib inline\n", "import math\n"]},
        {"cell_type": "code", "source": "def solve(game, state):\n    return 1 / 0, 'A'\n"},
    ]
    (tmp_path / "hw.ipynb").write_text(json.dumps({"cells": cells}))
    with Sandbox(find_submission(tmp_path), support="") as sandbox:
        assert sandbox.probe(BUDGET).failure is None
        outcome = sandbox.run(job(small_tree()))
    assert outcome.traceback == "  hw.ipynb cell 2, line 2, in solve\n    return 1 / 0, 'A'"


def test_a_child_that_cannot_be_locked_down_is_our_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from grader.child import confine, zygote\n"
        "def refuse(*layers, **bounds): raise OSError('no such layer')\n"
        "confine.confine = refuse\n"
        "zygote.main()"
    )
    monkeypatch.setattr("grader.sandbox.zygote._START", broken)
    with sandboxed(tmp_path, "def solve(game, state): return 3, 'A'") as sandbox:
        failure = sandbox.probe(BUDGET).failure
    assert failure is not None
    assert failure.status is Status.GRADER_ERROR
    assert "no such layer" in failure.staff
    assert "not your code's fault" in failure.message
