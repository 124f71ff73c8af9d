"""Hidden cases and the suite's secret, hidden in a handout."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import urllib.parse
from collections.abc import Callable
from pathlib import Path

from grader.authoring.bundle import suite_json
from leaks.material import CASE, Material
from leaks.of_code import zipped

Plant = Callable[[Path, Material], None]


def case_file(out: Path, from_: Material) -> None:
    (out / "more.yaml").write_text(from_.case_text)


def id_in_a_sentence(out: Path, from_: Material) -> None:
    (out / "notes.md").write_text(f"We took {CASE} out of it.\n")


def id_as_the_name_of_a_file(out: Path, from_: Material) -> None:
    (out / f"{CASE}.svg").write_text("<svg/>")


def id_in_base64(out: Path, from_: Material) -> None:
    (out / "notes.md").write_text(f"key: {base64.b64encode(CASE.encode()).decode()}\n")


def id_in_base32(out: Path, from_: Material) -> None:
    (out / "notes.md").write_text(f"key: {base64.b32encode(CASE.encode()).decode()}\n")


def title_in_a_comment(out: Path, from_: Material) -> None:
    (out / "page.html").write_text(f"<p>Hello<!-- {from_.title.upper()} --></p>")


def title_in_entities(out: Path, from_: Material) -> None:
    text = "".join(f"&#{ord(letter)};" for letter in from_.title)
    (out / "page.html").write_text(f"<p>{text}</p>")


def title_in_percent_signs(out: Path, from_: Material) -> None:
    (out / "page.html").write_text(f'<a href="?q={urllib.parse.quote(from_.title)}">x</a>')


def title_in_escapes(out: Path, from_: Material) -> None:
    text = "".join(f"\\x{ord(letter):02x}" for letter in from_.title)
    (out / "data.txt").write_text(f"key = {text}\n")


def title_in_pieces(out: Path, from_: Material) -> None:
    words = from_.title.split(" ")
    (out / "data.py").write_text("T = " + " + ".join(repr(f"{word} ") for word in words))


def title_with_unseen_characters(out: Path, from_: Material) -> None:
    text = "\u200b".join(from_.title)
    (out / "README.md").write_text(f"# {text}\n", encoding="utf-8")


def id_as_a_number(out: Path, from_: Material) -> None:
    (out / "data.py").write_text(f"KEY = {int.from_bytes(CASE.encode(), 'big')}\n")


def hash_of_a_title(out: Path, from_: Material) -> None:
    (out / "data.json").write_text(
        json.dumps({"k": hashlib.sha256(from_.title.encode()).hexdigest()})
    )


def short_hash_of_an_id(out: Path, from_: Material) -> None:
    (out / "data.txt").write_text(f"seen {hashlib.md5(CASE.encode()).hexdigest()[:16]}\n")


def hash_in_base64(out: Path, from_: Material) -> None:
    digest = hashlib.sha1(from_.title.encode()).digest()
    (out / "data.txt").write_text(f"seen {base64.b64encode(digest).decode()}\n")


def hash_of_a_tree(out: Path, from_: Material) -> None:
    text = json.dumps(from_.tree, sort_keys=True, separators=(",", ":"))
    (out / "data.txt").write_text(f"{hashlib.sha256(text.encode()).hexdigest()}\n")


def hash_of_a_case_file(out: Path, from_: Material) -> None:
    (out / "data.txt").write_text(f"{hashlib.sha1(from_.case_text.encode()).hexdigest()}\n")


def tree_in_json(out: Path, from_: Material) -> None:
    (out / "data.json").write_text(json.dumps({"t": from_.tree}, indent=4))


def tree_with_keys_in_another_order(out: Path, from_: Material) -> None:
    turned = turned_round(from_.tree)
    assert json.dumps(turned) != json.dumps(from_.tree)
    (out / "data.json").write_text(json.dumps({"t": turned}))


def turned_round(tree: object) -> object:
    if isinstance(tree, dict):
        return {key: turned_round(tree[key]) for key in reversed(tree)}
    return tree


def tree_in_python(out: Path, from_: Material) -> None:
    (out / "data.py").write_text(f"TREE = {from_.tree!r}\n")


def tree_in_a_page(out: Path, from_: Material) -> None:
    (out / "page.html").write_text(f"<i>{html.escape(json.dumps(from_.tree))}</i>")


def visits_in_a_comment(out: Path, from_: Material) -> None:
    visited = from_.case["expect"]["visited"]
    (out / "solver.py").write_text(f"# one order: {' > '.join(visited)}\n")


def odd_number(out: Path, from_: Material) -> None:
    (out / "solver.py").write_text(f"LIMIT = {from_.odd}\n")


def secret_as_it_is(out: Path, from_: Material) -> None:
    (out / "solver.py").write_text(f"KEY = {from_.secret!r}\n")


def secret_on_two_lines(out: Path, from_: Material) -> None:
    (out / "notes.txt").write_text(f"{from_.secret[:9]}\n    {from_.secret[9:]}\n")


def secret_reversed_in_base64(out: Path, from_: Material) -> None:
    text = base64.urlsafe_b64encode(from_.secret[::-1].encode()).decode()
    (out / "solver.py").write_text(f"KEY = {text!r}\n")


def hash_of_the_secret(out: Path, from_: Material) -> None:
    (out / "solver.py").write_text(f"# {hashlib.blake2b(from_.secret.encode()).hexdigest()}\n")


def whole_suite_in_an_archive(out: Path, from_: Material) -> None:
    suite = suite_json(from_.kit / "test_cases", handout=False).encode()
    (out / "grader.pyz").write_bytes(
        b"#!/usr/bin/env python3\n" + zipped({"suite/suite.json": suite})
    )


PLANTS: tuple[tuple[Plant, str], ...] = (
    (case_file, "tree of hidden case"),
    (id_in_a_sentence, "id of hidden case"),
    (id_as_the_name_of_a_file, "id of hidden case"),
    (id_in_base64, "id of hidden case"),
    (id_in_base32, "id of hidden case"),
    (title_in_a_comment, "title of hidden case"),
    (title_in_entities, "title of hidden case"),
    (title_in_percent_signs, "title of hidden case"),
    (title_in_escapes, "title of hidden case"),
    (title_in_pieces, "title of hidden case"),
    (title_with_unseen_characters, "title of hidden case"),
    (id_as_a_number, "id of hidden case"),
    (hash_of_a_title, "a hash of the title"),
    (short_hash_of_an_id, "a hash of the id"),
    (hash_in_base64, "a hash of the title"),
    (hash_of_a_tree, "a hash of tree"),
    (hash_of_a_case_file, "a hash of the text"),
    (tree_in_json, "tree of hidden case"),
    (tree_with_keys_in_another_order, "tree of hidden case"),
    (tree_in_python, "tree of hidden case"),
    (tree_in_a_page, "tree of hidden case"),
    (visits_in_a_comment, "visited of hidden case"),
    (odd_number, "a number of hidden case"),
    (secret_as_it_is, "the suite's secret"),
    (secret_on_two_lines, "the suite's secret"),
    (secret_reversed_in_base64, "the suite's secret"),
    (hash_of_the_secret, "a hash of the suite's secret"),
    (whole_suite_in_an_archive, "tree of hidden case"),
)
