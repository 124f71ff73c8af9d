"""Random and hostile input: only the errors that are meant, nothing accepted that is not right."""

from __future__ import annotations

import bz2
import json
import lzma
import os
import re
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from fuzz import bundles, decoding, documents, handins, peers, wires
from fuzz.common import FoundError, expect_line
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from grader.cases import read_suite
from grader.cases.compose import compose
from grader.cases.decode_case import decode_case
from grader.cases.located import Faults
from grader.child import wire
from grader.errors import AuthorError, SubmissionError, UsageError
from grader.sandbox import Shape, answers, decode, find_submission
from grader.sandbox.dialogue import Dialogue, ViolationError
from grader.sandbox.watch import Stop, Watch
from grader.tree import Node

RUN = Path(__file__).parent / "fuzz" / "run.py"
HEAD = "id: a\ncall: minimax\nexpect: {value: 3}\n"


# ---------------------------------------------------------------------- the decoder


def test_second_opinion_agrees_on_every_body() -> None:
    for number in range(4000):
        decoding.attempt(Random(number))


@given(body=st.binary(max_size=200), shape=st.sampled_from(Shape))
def test_noise_is_decoded_or_refused(body: bytes, shape: Shape) -> None:
    decoding.check(body, shape)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=9,
)  # fmt: skip


@given(said=_JSON, key=st.sampled_from(["returned", "raised", "functions"]))
def test_any_json_is_decoded_or_refused(said: object, key: str) -> None:
    decoding.check(json.dumps({key: said}).encode(), Shape.PAIR)


@pytest.mark.parametrize(
    "body",
    [
        b'{"returned": {"number": 1}, "returned": {"number": 3}}',
        b'{"returned": {"number": 1, "number": 3}}',
        b'{"raised": {"type": "E", "bases": [], "message": "", "frames": [], "score": 10}}',
        b'{"returned": {"number": ' + b"9" * 60_000 + b"}}",
        b'{"returned": ' + b"[" * 60_000,
        b'{"returned": {"number": 3}}\0',
        b"",
    ],
)
def test_ambiguous_bodies_are_refused(body: bytes) -> None:
    with pytest.raises(ViolationError, match=r"sent|told"):
        decoded(body)


def decoded(body: bytes) -> object:
    record = decode.parse(body)
    if "raised" in record:
        return decode.raised(record["raised"])
    return answers.answer(record["returned"], decoding.JOBS[Shape.VALUE])


@pytest.mark.parametrize("counts", [[], [2], [3, 1], [2**53 - 1], [0]])
def test_other_number_of_plays_than_asked_for_is_refused(counts: list[int]) -> None:
    plays = [[count, [0], [], {"number": 1}] for count in counts]
    job = decoding.JOBS[Shape.ROLLOUTS]
    with pytest.raises(ViolationError, match="told another number of plays than was due"):
        answers.answer({"plays": [plays, True]}, job, decoding.KNOWN)


# ---------------------------------------------------------------------- the dialogue and the watch


class Talk(RuleBasedStateMachine):
    """A child that asks anything at all, and a model that knows only the rules."""

    @initialize(seed=st.integers(0, 2**16))
    def begin(self, seed: int) -> None:
        self.job = wires.job(Random(seed), peers.BUDGET)
        self.dialogue, self.model = Dialogue(self.job), wires.Model(self.job)

    @rule(
        operation=st.sampled_from([wire.VISIT, wire.EVALUATE, wire.POLICY]), at=st.integers(0, 999)
    )
    def ask_about_something_known(self, operation: int, at: int) -> None:
        wires.check_request(self.dialogue, self.model, operation, at % len(self.model.known))

    @rule(operation=st.integers(0, 255), beyond=st.integers(0, 2**63))
    def ask_about_something_unknown(self, operation: int, beyond: int) -> None:
        handle = len(self.model.known) + beyond
        assert not wires.check_request(self.dialogue, self.model, operation, handle)

    @rule(operation=st.integers(wire.RESULT, 255))
    def ask_in_other_words(self, operation: int) -> None:
        assert not wires.check_request(self.dialogue, self.model, operation, 0)

    @precondition(lambda self: self.model.asked > 20)
    @rule()
    def ask_too_often(self) -> None:
        for _ in range(self.job.budget.requests - self.model.asked):
            wires.check_request(self.dialogue, self.model, wire.EVALUATE, 0)
        assert not wires.check_request(self.dialogue, self.model, wire.VISIT, 0)

    @invariant()
    def nothing_is_revealed_but_below_what_was_visited(self) -> None:
        if not hasattr(self, "dialogue"):
            return
        named: set[Node] = {self.job.tree.root, self.job.start, *self.job.asked}
        below = {child for node in self.dialogue.visited for child in node.children}
        assert set(self.dialogue._revealed) <= named | below


TestTalk = Talk.TestCase
TestTalk.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)


def test_watch_keeps_to_the_rules_of_the_wire() -> None:
    for number in range(1500):
        wires.attempt(Random(number))


@pytest.mark.parametrize("name", peers.PEERS)
def test_hostile_peer_is_ended_in_time(name: str) -> None:
    peers.check(peers.PEERS[name])


def test_random_peers_are_ended_in_time() -> None:
    for number in range(40):
        peers.attempt(Random(number))


def test_code_counts_where_it_came_before_the_result() -> None:
    call = wires.job(Random(1))
    codes = [wires.result(body, wire.CODE) for body in (b"first", b"last")]
    played = wires.Script([wires.frame(wire.READY, 0) + b"".join(codes) + wires.result()], 4)
    watched, _ = wires.play(call, played)
    assert (watched.stop, watched.code) == (Stop.RESULT, b"last")


# ---------------------------------------------------------------------- documents


def test_mutated_documents_have_faults_with_places(tmp_path: Path) -> None:
    for number in range(400):
        documents.attempt(Random(number), tmp_path)


def test_mutated_bundles_have_faults_with_places(tmp_path: Path) -> None:
    for number in range(400):
        bundles.attempt(Random(number), tmp_path / "bundle")


@pytest.mark.parametrize(
    "text",
    ["[" * 100_000, '{"a":' * 20_000, "9" * 900_000, '{"a": 1,' * 20_000, '"' + "\\" * 300_000,
     '["\\ud800"]', '{"a": 1, "a": 2}', "[" + "1," * 100_000 + "]", "\ud800"],
    ids=lambda text: text[:12],
)  # fmt: skip
def test_monstrous_json_is_read_or_refused_quickly(text: str) -> None:
    bundles.check_text(text.encode("utf-8", "surrogatepass"))


@given(
    text=st.text(
        alphabet=st.sampled_from("ab:-[]{},'\"\\#&*!|>%@`? \n\t\0\x85\u2028\ufeff0.é"), max_size=60
    )
)
@settings(deadline=None)
def test_noise_is_a_case_file_with_faults(text: str) -> None:
    documents.check_cases(text.encode())
    documents.check_cases(text.encode(), pure=True)


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "tree: " + "[" * 100_000,
        HEAD + "tree: " + "{agent: {A: " * 5000,
        HEAD + "tree: [" + "a," * 100_000 + "]",
        HEAD + "tree: {agent: {" + "".join(f"a{i}: {{utility: 3, name: x}}," for i in range(3000)),
        HEAD + "tree: {agent: {A: " + "9" * 100_000 + "}}",
        HEAD + "".join(f"key{i}: 3\n" for i in range(5000)),
        "---\n[\n" * 20_000,
        "- " * 100_000,
        "? " * 100_000,
        "\t" * 100_000,
        "\0" * 100_000,
        "a: 1\n" * 30_000,
        "&a [*a]\n",
        "%YAML " + "9" * 6000 + ".1\n--- x\n",
    ],
    ids=lambda text: re.sub(r"\W+", " ", text[-200:])[:20],
)  # fmt: skip
@pytest.mark.parametrize("pure", [False, True])
def test_monstrous_documents_are_refused_quickly(text: str, pure: bool) -> None:
    if pure:
        text = text[
            :20_000
        ]  # its parser is a hundred times slower, and is there for want of the other
    assert documents.check_cases(text.encode(), pure=pure) == []


@pytest.mark.parametrize("pure", [False, True])
@pytest.mark.parametrize(
    ("escape", "message"),
    [
        (r"\0", r"4:44: the character U\+0000 can't be printed; take it out"),
        (r"\x1b", r"4:44: the character U\+001B can't be printed; take it out"),
        (r"\UFFFFFFFF", "this escape stands for no character|found invalid Unicode"),
        (r"\U00110000", "this escape stands for no character|found invalid Unicode"),
    ],
)
def test_escapes_that_name_no_text_are_faults(escape: str, message: str, pure: bool) -> None:
    text = HEAD + f'tree: {{agent: {{A: 3, B: {{utility: 5, name: "{escape}x"}}}}}}\n'
    faults = Faults("f")
    for document in compose(text.encode(), faults, pure=pure):
        decode_case(document, documents.DEFAULTS, faults)
    (fault,) = faults.found
    assert re.search(message, f"{fault.line}:{fault.column}: {fault.message}")


@pytest.mark.parametrize(
    "tree",
    [
        "{coin: {H: [1/2, *a], T: [1/2, 1]}}",
        "{agent: *a}",
        "{agent: {A: *a}}",
        "{utility: *a}",
        "*a",
    ],
)
def test_part_that_is_missing_is_told_of_once(tree: str) -> None:
    text = f"call: expectimax\ntree: {tree}\npolicies: {{}}\nexpect: {{value: 3}}\n"
    assert documents.check_cases(text.encode()) == []
    faults = Faults("f")
    (document,) = compose(text.encode(), faults)
    assert decode_case(document, documents.DEFAULTS, faults) is None
    (fault,) = faults.found
    assert fault.message == "aliases (*a) are not allowed; write the text again"


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("cpu: 0.5", "cpu: 1e10", "5:15: cpu must be at most 1000000"),
        ("memory: 256", "memory: 1e30", "5:28: memory must be at most 1000000"),
        ("points: 7.5", "points: 1e9", "7:43: points must be at most 10000"),
        ("id: first", "id: " + "a" * 101, "7:10: an id has at most 100 characters"),
        ("[more.yaml]", f"[{'x' * 300}.yaml]", "12:13: there is no file 'xxx"),
        ("cases: first}", f"cases: {'x' * 300}}}", "there is no folder 'xxx"),
        ("games.py", "x" * 300, "2:10: there is no file 'xxx"),
    ],
)
def test_what_no_run_could_use_is_a_fault(tmp_path: Path, old: str, new: str, fault: str) -> None:
    assert documents.SMALL_SUITE.count(old) == 1
    documents.write_suite(tmp_path, documents.SMALL_SUITE.replace(old, new))
    with pytest.raises(AuthorError, match=re.escape(fault)):
        read_suite(tmp_path)


# ---------------------------------------------------------------------- submissions


def test_odd_submissions_are_named_in_clean_words(tmp_path: Path) -> None:
    for number in range(400):
        handins.attempt(Random(number), tmp_path / "handin")


@given(name=st.text(min_size=1, max_size=30).filter(lambda name: "\0" not in name))
@settings(deadline=None)
def test_no_name_breaks_a_message(name: str) -> None:
    path = Path("/nowhere", name + "\udc80\n")
    with pytest.raises(UsageError, match="does not exist") as caught:
        find_submission(path)
    expect_line(str(caught.value), "a message")


@pytest.mark.parametrize("name", ["./solver.py", "hw//solver.py", "hw/./solver.py"])
def test_zips_may_spell_paths_in_any_way(tmp_path: Path, name: str) -> None:
    with zipfile.ZipFile(tmp_path / "hw.zip", "w") as archive:
        archive.writestr(name, "x = 1")
    assert handins.check(tmp_path / "hw.zip") is not None


@pytest.mark.parametrize("name", ["../solver.py", "hw/../solver.py", "..", "__MACOSX/solver.py"])
def test_zips_reach_nothing_outside(tmp_path: Path, name: str) -> None:
    with zipfile.ZipFile(tmp_path / "hw.zip", "w") as archive:
        archive.writestr(name, "x = 1")
    with pytest.raises(SubmissionError, match="The submission is empty"):
        find_submission(tmp_path / "hw.zip")


def _deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


BOMBS: dict[str, tuple[int, Callable[[bytes], bytes], str]] = {
    "deflate": (zipfile.ZIP_DEFLATED, _deflate, "not a zip file that can be opened"),
    "bzip2": (zipfile.ZIP_BZIP2, bz2.compress, "packed in an unusual way"),
    "lzma": (zipfile.ZIP_LZMA, lzma.compress, "packed in an unusual way"),
    "unknown": (99, lambda data: data[:1000], "packed in an unusual way"),
}
MEASURED = """
import resource, sys
from pathlib import Path
from grader.sandbox import find_submission
from grader.errors import SubmissionError
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    find_submission(Path(sys.argv[1]))
except SubmissionError as error:
    print(error)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.parametrize("packing", BOMBS)
def test_zip_bomb_costs_little_memory(tmp_path: Path, packing: str) -> None:
    method, pack, message = BOMBS[packing]
    handins.write_bomb(tmp_path / "bomb.zip", pack(bytes(80 << 20)), method, claimed=1000)
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, str(tmp_path / "bomb.zip")],
        capture_output=True, text=True, check=True, cwd=RUN.parents[2],
    )  # fmt: skip
    said, kilobytes = done.stdout.splitlines()
    assert message in said
    assert int(kilobytes) < 40_000


def test_ten_thousand_files_are_refused_quickly(tmp_path: Path) -> None:
    handins.write_crowd(tmp_path / "hw")
    assert handins.check(tmp_path / "hw") is None


def test_zip_that_is_a_list_of_files_is_refused(tmp_path: Path) -> None:
    handins.write_long_list(tmp_path / "hw.zip")
    assert handins.check(tmp_path / "hw.zip") is None


def test_zip_that_is_too_large_is_not_opened(tmp_path: Path) -> None:
    with (tmp_path / "hw.zip").open("wb") as file:
        file.truncate((32 << 20) + 1)
    with pytest.raises(SubmissionError, match=r"hw\.zip is larger than 32 MB"):
        find_submission(tmp_path / "hw.zip")


@pytest.mark.parametrize("name", ["solver.py", "hw.zip", "hw.ipynb"])
def test_pipe_that_is_named_is_not_waited_for(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / name)
    with pytest.raises(SubmissionError, match=f"{name} is no file and no folder"):
        find_submission(tmp_path / name)


def test_link_to_itself_is_no_submission(tmp_path: Path) -> None:
    (tmp_path / "solver.py").symlink_to("solver.py")
    with pytest.raises(UsageError, match="does not exist"):
        find_submission(tmp_path / "solver.py")
    assert handins.check(tmp_path) is None


# ---------------------------------------------------------------------- the fuzzers themselves


def fails(attempt: Callable[[Random], object], times: int = 400) -> bool:
    try:
        for number in range(times):
            attempt(Random(number))
    except FoundError:
        return True
    return False


def test_decoder_that_takes_a_key_twice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decode, "_unique", dict)
    assert fails(decoding.attempt, 4000)


def test_decoder_that_takes_infinity_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("math.isfinite", lambda _: True)
    monkeypatch.setattr(decode, "_refuse", float)
    assert fails(decoding.attempt)


def test_watch_that_is_ready_twice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Watch._take

    def forgets(self: Watch, data: bytes) -> bytes | None:
        self._ready = False
        return real(self, data)

    monkeypatch.setattr(Watch, "_take", forgets)
    assert fails(wires.attempt, 1500)


def test_dialogue_that_forgets_a_visit_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Dialogue.answer

    def forgets(self: Dialogue, operation: int, handle: int) -> bytes:
        reply = real(self, operation, handle)
        if len(self.visited) > 2:
            self.visited.popitem()
        return reply

    monkeypatch.setattr(Dialogue, "answer", forgets)
    assert fails(wires.attempt)


def test_long_run_repeats_itself_from_its_seed() -> None:
    command = [sys.executable, str(RUN), "--frames", "400", "--documents", "100", "--seed", "7"]
    runs = [subprocess.run(command, capture_output=True, text=True, check=False) for _ in range(2)]
    assert [run.returncode for run in runs] == [0, 0], runs[0].stdout + runs[0].stderr
    first, again = (re.sub(r"[\d.]+ s", "", run.stdout).splitlines() for run in runs)
    assert first == again
    assert first[0] == "seed 7"
    assert re.fullmatch(r"\d+ passed, 0 failed", first[-1])
