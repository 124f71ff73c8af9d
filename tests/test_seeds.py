"""Seeds of generated trees: the same everywhere, and no traces of their making."""

from __future__ import annotations

import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest
from suites import REFERENCE, suite

from grader.authoring.record import record_suite
from grader.authoring.seeds import seeds
from grader.errors import UsageError

LAW = """\
call: minimax
title: a law
property: adding
trees: {count: 2}
expect: record
"""


def test_one_seed_gives_the_same_and_two_share_none() -> None:
    one, again, other = (list(islice(seeds(seed), 250)) for seed in (1, 1, 2))
    assert one == again
    assert set(one).isdisjoint(other)
    assert len(set(one)) > 200


def test_loaded_modules_change_nothing_and_nothing_is_left(tmp_path: Path) -> None:
    """Hypothesis would draw numbers from a user's own modules, and keep a folder of them."""
    (tmp_path / "mine.py").write_text(f"NUMBERS = {list(range(3, 2_000, 7))}\n")
    told = "import {}; from grader.authoring.new_generate import generate as g\n" \
        "from grader.cases import Call\n" \
        "from grader.cases.tree_line import line_of\n" \
        "print([line_of(g(Call.MINIMAX, [], seed=s, size=9).root) for s in range(20)])"  # fmt: skip
    lines = {
        subprocess.run(
            [sys.executable, "-B", "-c", told.format(module)],
            cwd=tmp_path, check=True, capture_output=True, text=True,
        ).stdout
        for module in ("mine", "sys")
    }  # fmt: skip
    assert len(lines) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["mine.py"]


def test_recording_a_law_without_hypothesis_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = suite(tmp_path, LAW)
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    with pytest.raises(UsageError, match="generated with hypothesis: pip install hypothesis"):
        record_suite(file.parents[1], REFERENCE)
    assert file.read_text() == LAW
