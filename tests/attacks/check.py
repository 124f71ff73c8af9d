"""Grade one attack as a run on Gradescope would, and find everything that is not as it has to be.

Files on disk: all below one temporary folder: the suite and a secret that only this user may read,
the results, and a folder a submission. Not for use by two threads at once.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import signal
import socket
import time
from contextlib import ExitStack
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType, TracebackType
from unittest.mock import patch

from attacks.declared import Attack, Expected
from attacks.traces import NOTE, Traces, remove, take
from grader.cases import read_suite
from grader.grading.grade import CaseGrade, Grade, Verdict
from grader.grading.run import Options, grade_submission
from grader.report.results import as_results, fallback_results, write_results
from grader.report.schema import problems
from grader.report.terminal import Audience, render
from grader.sandbox import Layer, Sandbox

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SECONDS = 8.0  # the longest that one attack may take: two full time-outs a function, and the rest
MARKER = re.compile(r"73401\d\d|Qvx")  # numbers and actions of hidden cases
LIBRARIES = ("/usr/lib", "/lib", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu")


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What one attack came to; ``faults`` is empty where the grader held."""

    name: str
    seconds: float
    earned: Fraction
    verdicts: str
    isolation: str
    faults: tuple[str, ...]


def _copy_reference(folder: Path, name: str) -> None:
    """The reference with its modules, as ``name``.py."""
    for module in (ROOT / "solution").glob("*.py"):
        shutil.copy(module, folder / module.name.replace("solver", name))


class Range:
    """The place where attacks are let loose: a suite, a secret, results and three open sockets.

    ``without`` leaves layers off, to see that attacks do what they say where nothing stops them.
    """

    def __init__(self, without: tuple[Layer, ...] = ()) -> None:
        self._stack = ExitStack()
        if without:
            weaker = partial(Sandbox, without=without)
            self._stack.enter_context(patch("grader.grading.run.Sandbox", weaker))
        self._folder = Path(self._stack.enter_context(TemporaryDirectory(prefix="attack-range-")))
        self._folder.chmod(0o755)
        self._suite_folder = self._folder / "source" / "suite"
        self._results = self._folder / "results" / "results.json"
        self._secret = secrets.token_hex(16)
        self._signals: list[int] = []
        self._copy_suite()
        self._suite = read_suite(self._suite_folder)
        self._sockets = self._open_sockets()

    def __enter__(self) -> Range:  # noqa: PYI034 - Self is not in Python 3.10
        for number in (signal.SIGUSR2, signal.SIGIO, signal.SIGURG):
            before = signal.signal(number, self._note_signal)
            self._stack.callback(signal.signal, number, before)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    def _note_signal(self, number: int, frame: FrameType | None) -> None:
        self._signals.append(number)

    def _copy_suite(self) -> None:
        shutil.copytree(HERE / "suite", self._suite_folder)
        text = (self._suite_folder / "suite.yaml").read_text()
        games = str(ROOT / "assignment" / "games.py")
        (self._suite_folder / "suite.yaml").write_text(
            text.replace("../../../assignment/games.py", games)
        )
        (self._suite_folder / "secret").write_text(self._secret)
        (self._suite_folder / "secret").chmod(0o600)
        self._suite_folder.chmod(0o700)
        self._results.parent.mkdir(mode=0o700)

    def _open_sockets(self) -> list[socket.socket]:
        """TCP, UDP and a local socket that anyone may talk to."""
        self._local = self._folder / "socket"
        made = []
        for family, kind, address in (
            (socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)),
            (socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0)),
            (socket.AF_UNIX, socket.SOCK_STREAM, str(self._local)),
        ):
            listener = self._stack.enter_context(socket.socket(family, kind))
            listener.bind(address)
            listener.setblocking(False)
            if kind == socket.SOCK_STREAM:
                listener.listen(5)
            made.append(listener)
        self._local.chmod(0o777)
        return made

    def _targets(self, submission: Path) -> str:
        """A module for the attacks: nothing that they could not find out or guess."""
        folders = ["/", "/tmp", "/var/tmp", "/dev/shm", ".", "/run", str(submission)]
        values = {
            "GRADER": os.getpid(),
            "SECRET": str(self._suite_folder / "secret"),
            "SUITE": str(self._suite_folder),
            "RESULTS": str(self._results),
            "CODE": str(ROOT / "grader" / "grading" / "judge.py"),
            "FOLDER": str(submission),
            "TCP": self._sockets[0].getsockname()[1],
            "UDP": self._sockets[1].getsockname()[1],
            "LOCAL": str(self._local),
            "NOTES": [os.path.join(folder, NOTE) for folder in folders],  # noqa: PTH118
        }
        return "".join(f"{name} = {value!r}\n" for name, value in values.items())

    def reference(self) -> Grade:
        """Grade the reference, here and now."""
        with TemporaryDirectory(prefix="attack-", dir=self._folder) as name:
            folder = Path(name)
            _copy_reference(folder, "solver")
            return grade_submission(folder, self._suite)

    def let_loose(self, attack: Attack) -> Report:
        """Grade ``attack`` and look at everything around it, then at the reference."""
        with TemporaryDirectory(prefix="attack-", dir=self._folder) as name:
            folder = Path(name)
            attack.lay_out(folder)
            beside = (folder / attack.place).parent
            (beside / "target.py").write_text(self._targets(folder))
            _copy_reference(beside, "reference")
            shutil.copy(HERE / "tools.py", beside / "tools.py")
            write_results(self._results, fallback_results(self._suite))
            _forget_files()
            before = self._picture(folder)
            began = time.monotonic()
            faults: list[str] = []
            try:
                grade = grade_submission(folder, self._suite, self._options(faults))
            except Exception as error:  # noqa: BLE001 - a grader that breaks is what we look for
                return _broken(attack, began, error)
            seconds = time.monotonic() - began
            faults += [f"left: {line}" for line in self._picture(folder).new(before)]
            remove()
        faults += self._wrote(grade)
        faults += [] if seconds <= SECONDS else [f"took {seconds:.1f} s"]
        faults += judge(attack, grade)
        faults += self._unseen()
        faults += self._reference_faults()
        return Report(
            name=attack.name,
            seconds=seconds,
            earned=grade.earned,
            verdicts=summary(grade),
            isolation=" ".join(grade.staff[:1]),
            faults=tuple(faults),
        )

    def _picture(self, folder: Path) -> Traces:
        return take([folder, self._suite_folder, self._results.parent])

    def _options(self, faults: list[str]) -> Options:
        """Look at each partial result, without writing it: the picture would change."""

        def keep(partial: Grade) -> None:
            faults.extend(f"partial results: {wrong}" for wrong in problems(as_results(partial)))

        return Options(on_progress=keep)

    def _wrote(self, grade: Grade) -> list[str]:
        """Write the results; what is wrong with the file, and what of the secrets it tells."""
        results = as_results(grade)
        faults = [f"results: {wrong}" for wrong in write_results(self._results, results)]
        text = self._results.read_text(encoding="ascii")
        if json.loads(text) != results:
            faults.append("results.json is not what the grader wrote")
        words = [results["output"], *_texts(results), render(grade, audience=Audience.STUDENT)]
        for word in words:
            plain = re.sub(r"[\s,._|]", "", str(word))
            if MARKER.search(plain) or self._secret in plain:
                faults.append(f"a secret is told: {word!r:.300}")
            faults += _forged_lines(str(word))
        return faults

    def _unseen(self) -> list[str]:
        """What arrived at the sockets or as a signal."""
        faults = [f"signal {number} arrived" for number in self._signals]
        self._signals.clear()
        for listener in self._sockets:
            try:
                if listener.type == socket.SOCK_STREAM:
                    listener.accept()[0].close()
                else:
                    listener.recv(100)
            except BlockingIOError:
                continue
            faults.append(f"something arrived at {listener.getsockname()}")
        return faults

    def _reference_faults(self) -> list[str]:
        grade = self.reference()
        full = grade.earned == grade.possible == 100
        return [] if full else [f"the reference then got {grade.earned}: {summary(grade)}"]


def _forget_files() -> None:
    """Put large files out of the kernel's cache, which is cold in a fresh container too."""
    if not hasattr(os, "posix_fadvise"):
        return
    for folder in {Path(os.__file__).parent, *map(Path, LIBRARIES)}:
        files = [path for path in folder.glob("*") if path.is_file()] if folder.is_dir() else []
        for path in sorted(files, key=lambda path: path.stat().st_size)[-5:]:
            with path.open("rb") as file:
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def _broken(attack: Attack, began: float, error: Exception) -> Report:
    return Report(
        name=attack.name,
        seconds=time.monotonic() - began,
        earned=Fraction(0),
        verdicts="",
        isolation="",
        faults=(f"the grader broke: {type(error).__name__}: {error}",),
    )


def _texts(results: dict[str, object]) -> list[object]:
    tests = results["tests"]
    assert isinstance(tests, list)
    return [test[key] for test in tests for key in ("name", "output")]


def _forged_lines(text: str) -> list[str]:
    """Lines that an attack made to look like the grader's; its prints are marked by a bar."""
    lines = [line for line in text.splitlines() if line.startswith("FORGED")]
    return [f"a line of the attack's own stands among ours: {line!r:.80}" for line in lines]


def judge(attack: Attack, grade: Grade) -> list[str]:
    """What of the verdicts and points is not as the attack declares it."""
    faults = []
    calls = {case.case.call.value for case in grade.cases}
    faults += [f"{call} is declared, but no case calls it" for call in set(attack.expected) - calls]
    for call in sorted(calls):
        cases = [case for case in grade.cases if case.case.call.value == call]
        faults += _verdicts(call, cases, attack.expected.get(call, Expected()))
    text = "\n".join([*grade.notes, *(case.feedback for case in grade.cases)])
    faults += [f"nobody says {words!r}" for words in attack.says if words not in text]
    return faults


def _verdicts(call: str, cases: list[CaseGrade], expected: Expected) -> list[str]:
    faults = []
    got = {case.verdict.value for case in cases}
    if expected.some and expected.verdict not in got:
        faults.append(f"{call}: no case is {expected.verdict}")
    for case in cases:
        allowed = {expected.verdict, "PASSED"} if expected.some else {expected.verdict}
        name = f"{case.case.id} ({case.verdict.value}, {case.earned} of {case.possible})"
        if case.verdict.value not in allowed:
            faults.append(f"{name} is not {expected.verdict}")
        faults += (
            [] if case.earned == _due(case, expected) else [f"{name} has other points than due"]
        )
    return faults


def _due(case: CaseGrade, expected: Expected) -> Fraction:
    """The points of a case: all, none, or those of the checks that are declared to pass."""
    if case.verdict is Verdict.PASSED:
        return case.possible
    if case.verdict is not Verdict.WRONG:
        return Fraction(0)
    weights = case.case.weights
    kept = sum(
        (weight for check, weight in weights.items() if check.value in expected.kept), Fraction(0)
    )
    return Fraction(round(case.possible * kept / sum(weights.values()) * 100), 100)


def summary(grade: Grade) -> str:
    """The verdicts in short: how many of each."""
    verdicts = [case.verdict.value for case in grade.cases]
    return ", ".join(f"{verdicts.count(each)} {each}" for each in dict.fromkeys(verdicts))
