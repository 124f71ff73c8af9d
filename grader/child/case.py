"""What a child does, once or a few times: load the submission, make a call, tell what came of it."""

from __future__ import annotations

import json
import marshal
import os
import sys
from collections.abc import Callable
from functools import lru_cache
from types import ModuleType
from typing import Any

from grader.child import describe, load, plays, wire
from grader.child.proxy import Board, EvaluateProxy, GameProxy, PolicyProxy, asker

REQUESTS, REPLIES = 3, 4  # where a child finds its two pipes

Job = dict[str, Any]


def run(code: bytes) -> None:
    """Do the jobs that the grader sends, one after the other, until it ends this. Never returns."""
    wire.write_all(REQUESTS, wire.REQUEST.pack(wire.READY, 0))
    printing = sys.stdout, sys.stderr
    while True:
        try:
            (size,) = wire.LENGTH.unpack(wire.read_exactly(REPLIES, wire.LENGTH.size))
            job: Job = marshal.loads(wire.read_exactly(REPLIES, size))  # noqa: S302 - the grader's
        except EOFError:
            os._exit(0)
        result = _done(job, code)
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        except BaseException:  # noqa: BLE001, S110 - the student may have closed or replaced them
            pass
        body = json.dumps(result).encode()
        if len(body) > wire.MAX_RESULT:
            body = json.dumps({"oversized": True}).encode()
        wire.write_all(REQUESTS, wire.REQUEST.pack(wire.RESULT, len(body)) + body)
        sys.stdout, sys.stderr = printing


def _done(job: Job, code: bytes) -> dict[str, Any]:
    """Do one job, and tell what came of it."""
    files: set[str] = set()
    try:
        if "attempt" in job:
            return _attempt(job)
        return _probe(job, files) if "modules" in job else _call(job, code, files)
    except BaseException as error:  # noqa: BLE001 - the border: student code raises anything
        return _raised(error, files)


def _attempt(job: Job) -> dict[str, Any]:
    """Try one attack primitive; the zygote was told to load them."""
    primitives = sys.modules["grader.child.primitives"]
    try:
        return {"succeeded": bool(primitives.ALL[job["attempt"]](job["targets"]))}
    except (OSError, MemoryError) as error:
        return {"refused": describe.kind_of(error)}


def _probe(job: Job, files: set[str]) -> dict[str, Any]:
    """Compile every module, send the code, import the entry, tell which functions there are."""
    for parts in job["modules"].values():
        files.update(file for file, _ in parts[1])
    modules = {
        name: (
            is_package,
            load.compile_parts(parts) if name == "solver" else load.compile_beside(parts),
        )
        for name, (is_package, parts) in job["modules"].items()
    }
    packed = load.pack(modules)
    wire.write_all(REQUESTS, wire.REQUEST.pack(wire.CODE, len(packed)) + packed)
    before = set(sys.modules)
    solver = _import_solver(load.Finder(packed), 0)
    known = sorted(name for name in vars(solver) if callable(getattr(solver, name, None)))[:500]
    return {
        "functions": [describe.text(name, describe.MAX_KIND) for name in known],
        "imports": sorted(name for name in set(sys.modules) - before if isinstance(name, str))[
            :200
        ],
    }


def _import_solver(finder: load.Finder, draws: int) -> ModuleType:
    """Import the solver, anew where this child has done so before; ``random`` starts from ``draws``."""
    if "random" in sys.modules:
        sys.modules["random"].seed(draws)
    finder.forget()
    if finder not in sys.meta_path:
        sys.meta_path.append(finder)
    return finder.load("solver")


_opened = lru_cache(maxsize=1)(load.Finder)


def _call(job: Job, code: bytes, files: set[str]) -> dict[str, Any]:
    finder = _opened(code)
    files.update(finder.files())
    solver = _import_solver(finder, job["draws"])
    board = Board(job["states"])
    game = GameProxy(board, asker(REQUESTS, REPLIES))
    answer = _answer(job, solver, board, game)
    return {"returned": answer, "repeats": min(game.repeats, 10**6)}


def _answer(job: Job, solver: ModuleType, board: Board, game: GameProxy) -> dict[str, Any]:
    """Do what the job says and describe what came of it."""
    function: Callable[..., object] = getattr(solver, job["function"])
    given, shape = job["given"], job["shape"]
    if shape == "unfolding":
        return plays.unfolding(function(given["n"]), given["most"])
    if shape == "row":
        return plays.row(function, solver.minimax, given["ns"])
    if shape == "numbers":
        return plays.numbers(function, job["positions"])
    arguments = _arguments(job, board, game)

    def call(**changed: object) -> object:
        return function(*({**arguments, **changed}[name] for name in job["arguments"]))

    if shape == "rollouts":
        return plays.rollouts(lambda rng: call(rng=rng), given["seed"], given["n"], board)
    if shape == "policy":
        return _ask_policy(call(), job["asked"], board, start=job["start"])
    return describe.AS[shape](call())


def _arguments(job: Job, board: Board, game: GameProxy) -> dict[str, object]:
    """Everything that a function can be given, by name."""
    ask = asker(REQUESTS, REPLIES)
    policies = {player: PolicyProxy(player, board, ask) for player in job["players"]}
    rng: object = None
    if "rng" in job["arguments"]:
        from random import Random  # 4 ms, for the few cases that need it

        rng = Random(job["given"]["seed"])  # noqa: S311 - the same draws each time are wanted
    return {
        **job["given"],
        "game": game,
        "policies": policies,
        "opponent_policy": policies.get("opp"),
        "state": board.states[job["start"]],
        "evaluate": EvaluateProxy(board, ask),
        "rng": rng,
    }


def _ask_policy(policy: object, handles: list[int], board: Board, *, start: int) -> dict[str, Any]:
    """What a policy says of some states, the start of the game last: it has to be right in any order."""
    if not callable(policy):
        return describe.strange(policy)
    order = sorted(handles, key=lambda handle: (handle == start, -handle))
    said = {handle: describe.distribution(policy(board.states[handle])) for handle in order}
    return {"policy": [said[handle] for handle in handles]}


def _raised(error: BaseException, files: set[str]) -> dict[str, Any]:
    """What was raised, whatever its class says of itself."""
    if type(error) is load.Unreadable:
        return {"unreadable": describe.text(error, describe.MAX_MESSAGE)}
    kind = describe.kind_of(error)
    told: dict[str, Any] = {
        "type": kind,
        "bases": describe.bases_of(error),
        "message": describe.text(error, describe.MAX_MESSAGE),
        "frames": load.frames(_TRACEBACK(error), files),
    }
    if issubclass(type(error), SyntaxError):
        told["syntax"] = _syntax(error)
    return {"raised": told}


_TRACEBACK = BaseException.__dict__["__traceback__"].__get__  # a subclass may define another


def _syntax(error: BaseException) -> list[object]:
    """Where a syntax error is: file, line, column, text, message. Any of it may be the student's."""
    found = {
        name: field.__get__(error) for name, field in vars(SyntaxError).items() if name in _PLACE
    }
    line, column = (
        min(max(number, 0), _MAX_PLACE) if type(number := found[name]) is int else 0
        for name in ("lineno", "offset")
    )
    source = describe.text(found["text"] or "", load.MAX_LINE).rstrip("\n")
    return [
        describe.text(found["filename"], 200),
        line,
        column,
        source,
        describe.text(found["msg"], 200),
    ]


_PLACE, _MAX_PLACE = {"filename", "lineno", "offset", "text", "msg"}, 10**9
