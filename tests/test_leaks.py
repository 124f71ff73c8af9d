"""The leak scan finds every planted leak, names where and how it was hidden, and is else silent."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from leaks import of_cases, of_code, of_host
from leaks.material import CASE, Material, copy_kit, material
from playing import ROOT

from grader.authoring.course import make_handout
from grader.errors import UsageError
from grader.gradescope import leaks_open
from grader.gradescope.leaks import Finding, Known, know, scan

Plant = Callable[[Path, Material], None]
PLANTS: list[tuple[Plant, str]] = [
    *((plant, "code of the reference") for plant in of_code.PLANTS),
    (of_code.unit_tests, "code of the unit tests"),
    *of_cases.PLANTS,
    *of_host.PLANTS,
]


@pytest.fixture(scope="module")
def secrets(tmp_path_factory: pytest.TempPathFactory) -> Material:
    return material(copy_kit(tmp_path_factory.mktemp("kit")))


@pytest.fixture(scope="module")
def known(secrets: Material) -> Known:
    found = know(secrets.kit / "test_cases", secrets.kit / "solution")
    return replace(found, host=replace(found.host, addresses=(secrets.address,)))


def told(found: tuple[Finding, ...]) -> str:
    return "\n".join(map(str, found))


@pytest.mark.parametrize(("plant", "what"), PLANTS, ids=[p.__name__ for p, _ in PLANTS])
def test_each_planted_leak_is_found(
    plant: Plant, what: str, secrets: Material, known: Known, tmp_path: Path
) -> None:
    plant(tmp_path, secrets)
    assert what in told(scan(tmp_path, known))


def test_the_corpus_is_of_some_size() -> None:
    assert len({plant.__name__ for plant, _ in PLANTS}) == len(PLANTS) >= 25


def test_a_clean_handout_raises_no_alarm(secrets: Material, known: Known, tmp_path: Path) -> None:
    make_handout(secrets.kit / "test_cases", tmp_path / "handout")
    assert told(scan(tmp_path / "handout", known)) == ""


def test_searches_written_apart_raise_no_alarm(known: Known) -> None:
    code = [
        finding for finding in scan(ROOT / "grader" / "search", known) if "code" in finding.what
    ]
    assert told(tuple(code)) == ""


def test_a_finding_tells_the_way_to_it(secrets: Material, known: Known, tmp_path: Path) -> None:
    of_code.zip_in_a_zip_in_a_tar(tmp_path, secrets)
    assert "more.tar.gz!outer.zip!inner.zip!a.py: code of the reference, pruning.py: " in told(
        scan(tmp_path, known)
    )


def test_a_finding_tells_how_it_was_hidden(secrets: Material, known: Known, tmp_path: Path) -> None:
    of_code.base64_of_zlib(tmp_path, secrets)
    assert "_mean_within (as base64, in it zlib)" in told(scan(tmp_path, known))


def test_a_single_archive_can_be_scanned(secrets: Material, known: Known, tmp_path: Path) -> None:
    of_host.backup_in_an_archive(tmp_path, secrets)
    assert "more.zip!a/solver.py~: a leftover" in told(scan(tmp_path / "more.zip", known))


def test_cases_may_be_told_where_they_are_not_looked_for(
    secrets: Material, known: Known, tmp_path: Path
) -> None:
    of_cases.case_file(tmp_path, secrets)
    assert scan(tmp_path, replace(known, cases=None)) == ()


def test_an_archive_that_cannot_be_read_is_a_finding(known: Known, tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(of_code.zipped({"a": b"x" * 99})[:60])
    assert "it can't be looked at: a zip that can't be read" in told(scan(tmp_path, known))


def test_an_encrypted_archive_is_a_finding(known: Known, tmp_path: Path) -> None:
    data = bytearray(of_code.zipped({"a": b"x" * 99}))
    data[6] |= 1  # of the local header; the directory says it, too
    data[data.index(b"PK\x01\x02") + 8] |= 1
    (tmp_path / "a.zip").write_bytes(data)
    assert "a.zip!a: it can't be looked at: encrypted" in told(scan(tmp_path, known))


def test_an_archive_of_another_kind_is_a_finding(known: Known, tmp_path: Path) -> None:
    (tmp_path / "a.bin").write_bytes(b"7z\xbc\xaf\x27\x1c" + bytes(30))
    assert "packed in a way that can't be undone here" in told(scan(tmp_path, known))


def test_what_was_looked_at_is_passed_over(known: Known, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(CASE)
    seen: set[bytes] = set()
    assert CASE in told(scan(tmp_path, known, seen))
    assert scan(tmp_path, known, seen) == ()


def test_data_that_is_no_byte_code_does_no_harm(known: Known, tmp_path: Path) -> None:
    (tmp_path / "a.bin").write_bytes(b"\xe3" + bytes(12) + bytes(range(256)))
    assert scan(tmp_path, known) == ()


def test_too_many_layers_are_a_finding(known: Known, tmp_path: Path) -> None:
    data = b"x"
    for _ in range(leaks_open.MAX_DEPTH + 2):
        data = of_code.zipped({"a.zip": data})
    (tmp_path / "a.zip").write_bytes(data)
    assert "it can't be looked at: too many layers" in told(scan(tmp_path, known))


def test_too_much_data_is_a_finding(
    known: Known, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaks_open, "MAX_BYTES", 100)
    (tmp_path / "a.txt").write_text("a b c " * 50)
    assert "it can't be looked at: too much data in all" in told(scan(tmp_path, known))


def test_a_name_that_leads_out_is_a_finding(known: Known, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("../a.txt", "x")
    assert "a name that leads out of the archive" in told(scan(tmp_path, known))


def test_what_is_not_there_is_the_callers_fault(known: Known, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"Can't read .*none\.zip: No such file"):
        scan(tmp_path / "none.zip", known)


def test_a_reference_that_cannot_be_read_is_the_callers_fault(
    secrets: Material, tmp_path: Path
) -> None:
    (tmp_path / "solver.py").symlink_to(tmp_path / "nowhere")
    with pytest.raises(UsageError, match="holds no reference"):
        know(secrets.kit / "test_cases", tmp_path)


def test_what_is_visible_is_no_secret(secrets: Material, known: Known, tmp_path: Path) -> None:
    text = secrets.kit / "test_cases" / "q8-alpha-beta" / "ab-03-cut-at-second-bin.yaml"
    files = sorted(text.parent.glob("ab-0*.yaml"))
    (tmp_path / "cases.yaml").write_text("\n---\n".join(file.read_text() for file in files))
    assert CASE not in told(scan(tmp_path, known))
