"""What is said of a run that did not return: one place for the sentences.

For the student: what happened and what to look at. For staff, the rest.
"""

from __future__ import annotations

import signal
from collections.abc import Mapping

from grader.sandbox.decode import Raised, clean
from grader.sandbox.job import Budget
from grader.sandbox.outcome import Status
from grader.sandbox.submission import Module
from grader.sandbox.watch import Printed, Stop
from grader.sandbox.zygote import Ended

_IMPORTING = "solver.py"  # what is run where no function is called yet
_SIGKILL = getattr(signal, "SIGKILL", 9)  # Windows has neither
_SIGXCPU = getattr(signal, "SIGXCPU", 24)


def ended(stop: Stop, end: Ended | None, budget: Budget, what: str) -> tuple[Status, str]:
    """The status and sentence of a run that was stopped or ended on its own, by ``what`` it ran."""
    if stop is Stop.CPU:
        where = _AT_IMPORT if what == _IMPORTING else ""
        return Status.TIMED_OUT, (
            f"{what} was stopped after {budget.cpu:g} s of computing. {where}"
            "Look for a loop or a recursion that does not come closer to an end state."
        )
    if stop is Stop.WALL:
        return (
            Status.TIMED_OUT,
            f"{what} was stopped after {budget.wall:g} s. {_waited(end, budget)}",
        )
    if stop is Stop.OUTPUT:
        return Status.TOO_MUCH_OUTPUT, (
            f"{what} was stopped after printing {budget.output} MB. Take out prints in loops."
        )
    if stop is Stop.REQUESTS:
        return Status.TIMED_OUT, (
            f"{what} was stopped after {budget.requests} questions about the game, many times what it "
            "takes. Does it ask about the same states again and again, or look at everything?"
        )
    if stop is Stop.VIOLATION:
        return Status.FORBIDDEN, (
            f"{what} was stopped: it used the game object in a way that is not supported. Call only "
            "is_end, utility, player and successors, with states that the game has given you."
        )
    return _died(end, budget, what)


def _waited(end: Ended | None, budget: Budget) -> str:
    """What to look for after a time-out on the clock: on a busy machine a loop gets little done."""
    if end is not None and end.cpu > min(budget.cpu, budget.wall) / 4:
        return (
            f"It was computing for {end.cpu:.1f} s of them, on a busy machine: look for a loop or a "
            "recursion that does not come closer to an end state."
        )
    return "Look for something that waits: sleep(), a lock."


def _died(end: Ended | None, budget: Budget, what: str) -> tuple[Status, str]:
    number = end.status & 0x7F if end is not None else 0  # os.WTERMSIG, which Windows lacks
    if end is not None and number in (_SIGKILL, _SIGXCPU):
        if end.cpu >= budget.cpu:
            return ended(Stop.CPU, end, budget, what)
        if end.memory > budget.memory * 2**20 * 0.8:
            return Status.OUT_OF_MEMORY, out_of_memory(budget, what)
    if number in (0, _SIGKILL):  # SIGKILL is ours, for a child that had closed its pipes
        return Status.CRASHED, (
            f"{what} ended the program without returning: look for os._exit or for closed files."
        )
    try:
        name = signal.Signals(number).name
    except ValueError:
        name = f"signal {number}"
    return Status.CRASHED, f"{what} crashed Python itself ({name})."


def out_of_memory(budget: Budget, what: str) -> str:
    """The sentence about memory."""
    return (
        f"{what} ran out of memory ({budget.memory} MB). "
        "Look for a list or a dictionary that keeps growing."
    )


def raised(told: Raised, budget: Budget, what: str) -> tuple[Status, str]:
    """The status and sentence of an exception."""
    if "MemoryError" in told.bases:
        return Status.OUT_OF_MEMORY, out_of_memory(budget, what)
    if "NotImplementedError" in told.bases:
        function = next((name for _, _, name in reversed(told.frames) if name), "")
        other = f" (it calls {function}, which is not)" if function and function != what else ""
        return Status.NOT_IMPLEMENTED, f"{what} is not implemented yet{other}."
    message = told.message.replace("\n", "\n    ")  # indented: it must not look like our lines
    said = f"{told.type}: {message}" if message else told.type
    if "RecursionError" in told.bases:
        return Status.RAISED, (
            f"{what} called itself too deeply (RecursionError). "
            "Look at whether every recursion ends: is_end, or depth 0."
        )
    if "SystemExit" in told.bases:
        instead = _AT_IMPORT if what == _IMPORTING else "A function should return instead."
        return Status.RAISED, f"{what} called exit() (SystemExit). {instead.rstrip()}"
    return Status.RAISED, f"{what} raised {said}{_hint(told)}"


def _hint(told: Raised) -> str:
    """One more sentence where the exception alone tells what happened."""
    if told.type == "KeyError" and told.message == "None":
        return "\nplayer(state) is None at an end: ask is_end(state) first."
    if "'State' object has no attribute" in told.message or "TupleState" in told.message:
        return (
            "\nA state has no methods: ask the game about it. Are two arguments in the wrong order?"
        )
    if "'GameProxy' object has no attribute" in told.message:  # said here: there it would cost time
        return "\nA game has start_state, is_end, utility, player and successors."
    if told.type == "EOFError" and not told.message.startswith("the grader"):
        return "\nThere is no keyboard here: take out input()."
    if told.type in {"ModuleNotFoundError", "ImportError"}:
        return _about_imports(told.message)
    if told.type in {"PermissionError", "FileNotFoundError", "BlockingIOError"}:
        return (
            "\nThere are no files, no network and no other programs here, and so no asyncio: work with"
            " what the function is given."
        )
    if told.type == "NameError" and any(name in told.message for name in _OF_NOTEBOOKS):
        return "\nOnly a notebook knows that: take it out of what you hand in."
    if told.type == "RuntimeError" and "can't start new thread" in told.message:
        return (
            "\nThere are no threads here: call the function itself. No tree is too deep for that."
        )
    if told.type == "BdbQuit":
        return "\nThere is no keyboard here: take out breakpoint()."
    return ""


_OF_NOTEBOOKS = ("'display'", "'get_ipython'")
_AT_IMPORT = (
    "That was while it was being imported: what is to happen only where you start the file yourself"
    " belongs below `if __name__ == '__main__':`. "
)


def _about_imports(message: str) -> str:
    if "is allowed here" in message:
        return ""
    if "relative import" in message:
        return (
            "\nYour files are no package: import without the dot, as in `from pruning import cut`."
        )
    if (
        message.startswith("cannot import name")
        and message.endswith(".py)")
        and "(/" not in message
    ):
        return "\nThat file has no such name, or not yet: do two of your files import each other?"
    return "\nThe standard library, games and your own modules can be imported."


def traceback(told: Raised, modules: tuple[Module, ...]) -> str:
    """The student's own frames with their lines, innermost last."""
    sources = {file: source for module in modules for file, source in module.parts}
    lines = []
    for file, number, function in told.frames:
        if not file:
            lines.append(f"  ... {number} more ...")
            continue
        lines.append(f"  {file}, line {number}, in {function}")
        if text := _line(sources, file, number):
            lines.append(f"    {text}")
    return "\n".join(lines)


def _line(sources: Mapping[str, bytes], file: str, number: int) -> str:
    lines = sources.get(file, b"").split(b"\n")
    if not 0 < number <= len(lines):
        return ""
    return clean(lines[number - 1].decode("utf-8", "replace").strip(), 200)


def syntax_error(told: Raised) -> tuple[str, str]:
    """The sentence about a syntax error, and the line with its caret."""
    file, line, column, text, message = told.syntax or ("solver.py", 0, 0, "", told.message)
    stripped = text.lstrip()
    caret = max(column - 1 - (len(text) - len(stripped)), 0)
    shown = f"  {file}, line {line}\n    {stripped}\n    {' ' * min(caret, 200)}^"
    return f"{file}, line {line}: Python can't read this line ({message}).", shown


def printed(output: Printed) -> str:
    """What a run printed, cleaned, with a notice of what was left out."""
    text = output.head.decode("utf-8", "replace")
    if output.dropped:
        text += f"\n[... {output.dropped} bytes left out ...]\n"
    return clean(text + output.tail.decode("utf-8", "replace"))
