"""The reference's code, hidden in a handout."""

from __future__ import annotations

import ast
import base64
import bz2
import codecs
import gzip
import html
import io
import json
import lzma
import marshal
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from py_compile import compile as compile_file
from textwrap import fill, indent

from leaks.material import Material, function_of

Plant = Callable[[Path, Material], None]


class Renamed(ast.NodeTransformer):
    """Gives variables and functions other names, and takes docstrings and annotations out."""

    def __init__(self, kept: frozenset[str]) -> None:
        self._kept, self._names = kept, dict[str, str]()

    def name(self, old: str) -> str:
        if old in self._kept:
            return old
        return self._names.setdefault(old, f"x{len(self._names)}")

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Name(id=self.name(node.id), ctx=node.ctx)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        return ast.arg(arg=self.name(node.arg))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns, node.name = None, self.name(node.name)
        if ast.get_docstring(node) is not None:
            del node.body[0]
        self.generic_visit(node)
        return node


def renamed(source: str) -> str:
    kept = frozenset({"max", "min", "list", "sum", "enumerate", "len", "sorted", "float"})
    return ast.unparse(ast.fix_missing_locations(Renamed(kept).visit(ast.parse(source))))


def as_it_is(out: Path, from_: Material) -> None:
    (out / "helper.py").write_text(from_.reference)


def variables_renamed(out: Path, from_: Material) -> None:
    (out / "helper.py").write_text(renamed(from_.function))


def short_function_renamed(out: Path, from_: Material) -> None:
    source = (from_.kit / "solution" / "solver.py").read_text()
    (out / "helper.py").write_text(renamed(function_of(source, "minimax")))


def laid_out_anew(out: Path, from_: Material) -> None:
    tight = ast.unparse(ast.parse(from_.function)).replace("    ", " ").replace(", ", ",")
    (out / "helper.py").write_text(tight.replace(" = ", "="))


def inlined_into_another(out: Path, from_: Material) -> None:
    body = "\n".join(from_.function.splitlines()[7:])
    text = f"def report(weighted, window, utilities, value):\n    print(len(weighted))\n{body}\n"
    (out / "helper.py").write_text(text)


def cut_in_the_middle(out: Path, from_: Material) -> None:
    (out / "notes.txt").write_text(f"see ((\n{from_.function[:-40]} ... and so on")


def code_fence(out: Path, from_: Material) -> None:
    (out / "README.md").write_text(f"# Hints\n\n```python\n{from_.function}\n```\n")


def commented_out(out: Path, from_: Material) -> None:
    (out / "solver.py").write_text(f"x = 1\n{indent(from_.function, '# ')}\ny = 2\n")


def html_comment(out: Path, from_: Material) -> None:
    (out / "page.html").write_text(f"<p>Hello</p><!--\n{from_.function}\n--><p>you</p>")


def coloured_html(out: Path, from_: Material) -> None:
    lines = (f'<span class="k">{html.escape(line)}</span>' for line in from_.function.split("\n"))
    (out / "page.html").write_text("<pre>" + "\n".join(lines) + "</pre>")


def diff(out: Path, from_: Material) -> None:
    (out / "changes.txt").write_text(
        f"@@ -1 +1,20 @@\n{indent(from_.function, '+', lambda _: True)}"
    )


def json_in_a_string(out: Path, from_: Material) -> None:
    (out / "data.json").write_text(json.dumps({"a": json.dumps({"b": [1, from_.function]})}))


def notebook_metadata(out: Path, from_: Material) -> None:
    cell = {
        "cell_type": "code",
        "metadata": {"key": from_.function},
        "source": ["1\n"],
        "outputs": [],
    }
    (out / "start.ipynb").write_text(json.dumps({"nbformat": 4, "metadata": {}, "cells": [cell]}))


def notebook_output(out: Path, from_: Material) -> None:
    output = {"output_type": "stream", "text": from_.function.splitlines(keepends=True)}
    cell = {"cell_type": "code", "metadata": {}, "source": [], "outputs": [output]}
    (out / "start.ipynb").write_text(json.dumps({"nbformat": 4, "metadata": {}, "cells": [cell]}))


def base64_of_zlib(out: Path, from_: Material) -> None:
    text = fill(base64.b64encode(zlib.compress(from_.reference.encode())).decode(), 76)
    (out / "data.py").write_text(f'DATA = """\n{text}\n"""\n')


def base64_wrapped_at_each_plus(out: Path, from_: Material) -> None:
    text = base64.b64encode(zlib.compress(from_.reference.encode())).decode()
    assert "+" in text
    (out / "data.txt").write_text(text.replace("+", "\n+"))


def ascii85_of_zlib(out: Path, from_: Material) -> None:
    (out / "data.txt").write_bytes(base64.a85encode(zlib.compress(from_.reference.encode())))


def base64_in_pieces(out: Path, from_: Material) -> None:
    text = base64.b64encode(zlib.compress(from_.function.encode())).decode()
    lines = [f"    {text[at : at + 60]!r}" for at in range(0, len(text), 60)]
    (out / "data.py").write_text("DATA = (\n" + "\n".join(lines) + "\n)\n")


def base85_of_bzip2(out: Path, from_: Material) -> None:
    (out / "data.txt").write_bytes(base64.b85encode(bz2.compress(from_.reference.encode())))


def base32_of_deflate(out: Path, from_: Material) -> None:
    packer = zlib.compressobj(wbits=-15)
    data = packer.compress(from_.reference.encode()) + packer.flush()
    (out / "data.txt").write_bytes(base64.b32encode(data))


def hex_of_xz(out: Path, from_: Material) -> None:
    (out / "data.txt").write_text(lzma.compress(from_.reference.encode()).hex())


def bytes_literal_of_gzip(out: Path, from_: Material) -> None:
    (out / "data.py").write_text(f"DATA = {gzip.compress(from_.function.encode(), mtime=0)!r}\n")


def list_of_bytes(out: Path, from_: Material) -> None:
    (out / "data.py").write_text(f"DATA = {list(from_.function.encode())}\n")


def turned_round(out: Path, from_: Material) -> None:
    (out / "a.txt").write_text(from_.function[::-1])


def rot13(out: Path, from_: Material) -> None:
    (out / "a.txt").write_text(codecs.encode(from_.function, "rot13"))


def utf_16(out: Path, from_: Material) -> None:
    (out / "a.txt").write_bytes(from_.function.encode("utf-16"))


def compiled(out: Path, from_: Material) -> None:
    source = out / "x.py"
    source.write_text(from_.reference)
    compile_file(str(source), cfile=str(out / "data.bin"), optimize=2)
    source.unlink()


def renamed_and_compiled(out: Path, from_: Material) -> None:
    code = marshal.dumps(compile(renamed(from_.reference), "x", "exec"))
    (out / "data.py").write_text(f"DATA = {base64.b64encode(code).decode()!r}\n")


def zip_in_a_zip_in_a_tar(out: Path, from_: Material) -> None:
    inner = zipped({"a.py": from_.reference.encode()})
    data = zipped({"inner.zip": inner})
    with tarfile.open(out / "more.tar.gz", "w:gz") as archive:
        info = tarfile.TarInfo("outer.zip")
        info.size = len(data)
        archive.addfile(info, io.BytesIO(data))


def behind_a_picture(out: Path, from_: Material) -> None:
    picture = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) + b"IEND\xaeB`\x82"
    (out / "tree.png").write_bytes(picture + gzip.compress(from_.reference.encode()))


def zip_behind_a_text(out: Path, from_: Material) -> None:
    data = zipped({"a.txt": from_.function.encode()})
    (out / "README.md").write_bytes(b"# Nothing here\n" + data)


def comment_of_a_zip(out: Path, from_: Material) -> None:
    with zipfile.ZipFile(out / "more.zip", "w") as archive:
        archive.writestr("a.txt", "nothing")
        archive.comment = from_.function.encode()


def zipped(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return packed.getvalue()


def unit_tests(out: Path, from_: Material) -> None:
    (out / "checks.py").write_bytes(
        (from_.kit / "test_cases" / "unit" / "test_code.py").read_bytes()
    )


PLANTS: tuple[Plant, ...] = (
    as_it_is, variables_renamed, short_function_renamed, laid_out_anew, inlined_into_another,
    cut_in_the_middle, code_fence, commented_out, html_comment, coloured_html, diff, json_in_a_string,
    notebook_metadata, notebook_output, base64_of_zlib, base64_in_pieces, base64_wrapped_at_each_plus,
    ascii85_of_zlib, base85_of_bzip2, base32_of_deflate, hex_of_xz, bytes_literal_of_gzip,
    list_of_bytes, turned_round, rot13, utf_16, compiled, renamed_and_compiled,
    zip_in_a_zip_in_a_tar, behind_a_picture, zip_behind_a_text, comment_of_a_zip,
)  # fmt: skip
