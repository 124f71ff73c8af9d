"""The grader holds against submissions that attack it; ``tests/attacks/README.md`` says how it is tried.

Here a third of them runs, in the place where the tests run. All of them, in three places, take two to
three minutes: ``python tests/attacks/run.py --context all``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from attacks.check import Range
from attacks.declared import SUBMISSIONS, Attack, read_attack, read_attacks

from grader.cases.model import Call
from grader.grading.grade import Verdict
from grader.sandbox import Layer

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")

README = Path(__file__).resolve().parent / "attacks" / "README.md"
ATTACKS = read_attacks() if sys.platform == "linux" else []
LEAK = "hidden_case_told_by_the_time_of_reads"
# The slow ones wait for a time limit: four stand for all of them here.
SLOW = {
    name
    for attack in ATTACKS
    for name in [attack.name]
    if "TIMED_OUT" in {expected.verdict for expected in attack.expected.values()}
} - {"asks_for_ever", "result_that_never_comes", "sleeps_for_ever", "loop_at_import"}


def a_third() -> list[Attack]:
    """Every third attack of each row, so that each row is there; and the slowest left out."""
    chosen = []
    for row in sorted({attack.row for attack in ATTACKS}):
        chosen += [a for a in ATTACKS if a.row == row and a.name not in SLOW][::3]
    return chosen


@pytest.fixture(scope="module")
def place() -> Iterator[Range]:
    with Range() as made:
        yield made


@pytest.mark.parametrize("attack", a_third(), ids=lambda attack: attack.name)
def test_the_grader_holds_against(attack: Attack, place: Range) -> None:
    assert place.let_loose(attack).faults == ()


def test_no_hidden_value_comes_out_by_a_side_channel(place: Range) -> None:
    (attack,) = read_attacks([LEAK])
    assert place.let_loose(attack).faults == ()


@pytest.mark.parametrize(
    ("layer", "name"),
    [
        (Layer.LANDLOCK, "leaves_notes"),
        (Layer.LANDLOCK, "reads_the_rest_of_the_machine"),
        (Layer.SECCOMP, "sends_by_udp"),
        (Layer.SECCOMP, "outlives_its_parent"),
        (Layer.LIMITS, "eats_memory_outside_the_heap"),
    ],
)
def test_an_attack_succeeds_where_its_layer_is_off(layer: Layer, name: str) -> None:
    (attack,) = read_attacks([name])
    with Range(without=(layer,)) as place:
        assert place.let_loose(attack).faults != ()


def test_there_are_sixty_attacks_and_more() -> None:
    assert len(ATTACKS) >= 60
    assert len({attack.source for attack in ATTACKS}) == len(ATTACKS)


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_each_attack_says_what_it_is(attack: Attack) -> None:
    assert len(attack.about) > 10
    assert attack.about.endswith(".")
    assert attack.row
    assert set(attack.expected) <= {call.value for call in Call}
    assert {e.verdict for e in attack.expected.values()} <= {verdict.value for verdict in Verdict}


def test_a_header_that_says_nothing_is_refused(tmp_path: Path) -> None:
    for number, source in enumerate(("import os\n", "# Does it.\n# expects minimax: WRONG\n")):
        path = tmp_path / f"attack{number}.py"
        path.write_text(source)
        with pytest.raises(ValueError, match=r"declares nothing|is no line of a header"):
            read_attack(path)


def test_the_table_lists_every_attack_in_its_row() -> None:
    rows = re.findall(r"^\| (\d+|own) \| [^|]+ \| ([^|]+) \|$", README.read_text(), re.MULTILINE)
    listed = {(row, name) for row, names in rows for name in names.split(", ")}
    assert listed == {(attack.row, attack.name) for attack in ATTACKS}
    assert [row for row, _ in rows] == [*map(str, range(1, 31)), "own"]


def test_no_file_of_submissions_is_left_out() -> None:
    names = {path.name for path in SUBMISSIONS.iterdir() if path.name != "__pycache__"}
    assert names == {f"{attack.name}.py" for attack in ATTACKS}
