"""Read text in other ways: what base64 and its like stand for, literals, escapes, backwards.

Decides which encodings are undone. Executes nothing: Python is only parsed. Each way may give nonsense,
which finds nothing. May not know what a leak is.
"""

from __future__ import annotations

import ast
import base64
import binascii
import codecs
import html
import json
import re
import unicodedata
import urllib.parse
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass

SHORTEST = 6  # bytes that are worth a look, as long as a short id
_NEAR = 3  # lines
LONG = 48  # characters of a run that is looked at by itself, and at each of its alignments

_RUN64 = re.compile(r"[A-Za-z0-9+/_-]{8,}={0,2}")
_RUN32 = re.compile(r"[A-Z2-7]{16,}={0,6}|[a-z2-7]{16,}={0,6}")
_RUN16 = re.compile(r"[0-9A-Fa-f]{12,}")
_RUN85 = re.compile(r"[!#-&(-~]{8,}")
_RUN_ASCII85 = re.compile(r"[!-u]{8,}")
_BYTES = re.compile(r"(?:(?:\\x|0x|0X)?[0-9A-Fa-f]{2}[\s,:;]*){6,}")
_DECIMALS = re.compile(r"(?:\b\d{1,3}\b[\s,;]+){7,}\b\d{1,3}\b")
_NUMBER = re.compile(r"(?<!\d)\d{20,4000}(?!\d)")  # longer ones are refused by Python, too
_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]")  # characters without a width
_ESCAPE = re.compile(r"\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[0-7]{3}|[nrt\"'\\])")
_TAG = re.compile(r"<[^<>]*>")
_MARK = re.compile(
    r"^[ \t]*(?:#+|//+|>+|\+|\*|\|)[ \t]?", re.MULTILINE
)  # of comments, quotes, diffs
_FOLD = (
    re.compile(  # where a long run was wrapped: between literals of Python, or at the end of a line
        r"[\"'][)\s]*(?:\+\s*)?\\?\s*\n\s*(?:\+\s*)?\(?[bB]?[\"']|[ \t\\\r]*\n[ \t#>*]*"
    )
)
_STRING = re.compile(rb"[\t\r\n -~]{12,}")
_MAGIC = (  # how packed data and byte code start
    b"\x1f\x8b\x08", b"BZh", b"\xfd7zXZ\0", b"x\x01", b"x\x5e", b"x\x9c", b"x\xda", b"PK\x03\x04",
    b"\xe3\0\0\0", b"c\0\0\0\0", b"7z\xbc\xaf", b"Rar!",
)  # fmt: skip
_ENDS = (b"\x01x", b"\x5ex", b"\x9cx", b"\xdax")
_PRINTABLE = frozenset(range(32, 127)) | {9, 10, 13}
_VALUE_OF_A85 = {chr(33 + value): value for value in range(85)}
_VALUE_OF_B85 = {
    letter: value
    for value, letter in enumerate(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~"
    )
}


@dataclass(frozen=True, slots=True)
class Decoded:
    """``data`` as it was read by ``how``; binary where it is hardly text."""

    how: str
    data: bytes
    is_binary: bool = False


def as_text(data: bytes) -> str:
    """``data`` as text: by UTF-8 where it is that, else byte by byte."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def text_views(data: bytes, *, whole: bool) -> Iterator[Decoded]:
    """What ``data`` holds when it is read in other ways; ``whole``: also as a whole in other forms."""
    if data.count(0) * 5 > len(data) > 1:
        for half in (data[0::2], data[1::2]):
            yield Decoded("UTF-16", half.strip(b"\xff\xfe"), is_binary=True)
    if not is_text(data):
        yield from _in_binary(data)
        return
    text = as_text(data)
    if not text.isascii() and (narrow := as_bytes(text)) != data:
        yield Decoded("Latin-1 in UTF-8", narrow, is_binary=True)
    if whole:
        yield from _views(text)
    yield from _encoded(text)
    yield from _literals(text)
    yield from _json_strings(text)


def is_text(data: bytes) -> bool:
    """Whether ``data`` is mostly what can be read, in whatever script."""
    sample = data[:2000]
    readable = sum(byte in _PRINTABLE for byte in sample)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return readable * 10 > 8 * len(sample)
    return (readable + sum(byte > 127 for byte in sample)) * 10 > 8 * len(sample)


def may_mean_something(data: bytes) -> bool:
    """Whether data that is no text is more than noise, forwards or backwards."""
    is_wide = data.count(0) * 3 > len(data)
    return is_text(data) or is_wide or data.startswith(_MAGIC) or data[::-1].startswith(_MAGIC)


def _in_binary(data: bytes) -> Iterator[Decoded]:
    """What may be in data that is no text: readable parts, and archives from back to front."""
    if strings := _STRING.findall(data):
        yield Decoded("strings", b"\n".join(strings))
    if any(magic[::-1] in data for magic in _MAGIC if len(magic) > 2) or data.endswith(_ENDS):
        yield Decoded("reversed", data[::-1])


def _encoded(text: str) -> Iterator[Decoded]:
    """What runs of the alphabets of base64 and its like stand for."""
    folded = _FOLD.sub("", text)
    for source, shortest in ((text, 8), (folded, LONG) if folded != text else ("", 0)):
        yield from _runs(source, "base64", _RUN64, _from_base64, shortest)
        yield from _runs(source, "base32", _RUN32, _from_base32, shortest)
        yield from _runs(source, "hex", _RUN16, _from_hex, shortest)
        yield from _runs(source, "base85", _RUN85, _from_base85, shortest)
        yield from _runs(source, "Ascii85", _RUN_ASCII85, _from_ascii85, shortest)
    for match in _BYTES.finditer(text):
        yield from _kept("hex", _from_hex(re.sub(r"\\x|0[xX]|[^0-9A-Fa-f]", "", match[0])))
    for match in _NUMBER.finditer(text):
        number = int(match[0])
        size = (number.bit_length() + 7) // 8
        yield from _kept("a number", number.to_bytes(size, "big"))
        yield from _kept("a number", number.to_bytes(size, "little"))
    for match in _DECIMALS.finditer(text):
        numbers = [int(number) for number in re.findall(r"\d+", match[0])]
        if max(numbers) < 256:
            yield from _kept("a list of bytes", bytes(numbers))


def _views(text: str) -> Iterator[Decoded]:
    """The whole text in other forms, as far as they differ."""
    for how, view in _VIEWS.items():
        other = view(text)
        if other != text:
            yield Decoded(how, as_bytes(_changed(text, other)))
    if "%" in text:
        yield Decoded(PERCENT, urllib.parse.unquote_to_bytes(text))


def as_bytes(text: str) -> bytes:
    """``text`` as bytes: those that it was read from, where it was read byte by byte."""
    try:
        return text.encode("ascii" if text.isascii() else "latin-1")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")


def _changed(text: str, other: str) -> str:
    """The lines of ``other`` that differ from ``text``, with those close by; all, where lines moved."""
    before, after = text.split("\n"), other.split("\n")
    if len(before) != len(after):
        return other
    kept = {
        near
        for at, (old, new) in enumerate(zip(before, after, strict=True))
        if old != new
        for near in range(at - _NEAR, at + _NEAR + 1)
    }
    return "\n".join(line if at in kept else "" for at, line in enumerate(after))


_VIEWS: dict[str, Callable[[str], str]] = {
    "HTML without its tags": lambda text: html.unescape(_TAG.sub("", text)),
    "HTML entities": html.unescape,
    "escapes": lambda text: "\n".join(
        _ESCAPE.sub(_unescaped, line) for line in text.split("\n") if "\\" in line
    ),
    "comments or a diff": lambda text: _MARK.sub("", text),
    "other letters": lambda text: unicodedata.normalize("NFKC", _UNSEEN.sub("", text)),
    "reversed": lambda text: text[::-1],
    "rot13": lambda text: codecs.encode(text, "rot13"),
}
PERCENT = "percent signs"
WHOLE = frozenset({*_VIEWS, PERCENT})


def _unescaped(match: re.Match[str]) -> str:
    try:
        return codecs.decode(match[0], "unicode_escape")
    except UnicodeDecodeError:
        return match[0]


def _runs(
    text: str,
    how: str,
    pattern: re.Pattern[str],
    decode: Callable[[str], bytes | None],
    shortest: int,
) -> Iterator[Decoded]:
    """Runs of an alphabet, decoded. Short ones are given together: most of them are plain words."""
    words: list[bytes] = []
    for match in pattern.finditer(text):
        run = match[0]
        if len(run) < shortest:
            continue
        if len(run) < LONG:
            found = decode(run)
            if found is not None and len(found) in _DIGESTS:
                yield Decoded(how, found, is_binary=True)
            if found is not None and len(found) >= SHORTEST and set(found) <= _PRINTABLE:
                words.append(found)
            continue
        for start in range(4):
            yield from _kept(how, decode(run[start:]))
    if words:
        yield Decoded(how, b"\n".join(words))


_DIGESTS = (16, 20, 28, 32, 48, 64)


def _kept(how: str, found: bytes | None) -> Iterator[Decoded]:
    """``found`` where it may mean something: text, a digest, or what compressed data looks like."""
    if found is None or len(found) < SHORTEST:
        return
    yield Decoded(how, found, is_binary=not is_text(found))


def _from_base64(run: str) -> bytes | None:
    plain = run.rstrip("=").replace("-", "+").replace("_", "/")
    plain = plain[: len(plain) - (len(plain) % 4 == 1)]
    try:
        return binascii.a2b_base64(plain + "=" * (-len(plain) % 4))
    except binascii.Error:
        return None


def _from_base32(run: str) -> bytes | None:
    plain = run.rstrip("=").upper()
    plain = plain[: len(plain) - {1: 1, 3: 1, 6: 1}.get(len(plain) % 8, 0)]
    try:
        return base64.b32decode(plain + "=" * (-len(plain) % 8))
    except (binascii.Error, ValueError):
        return None


def _from_hex(run: str) -> bytes | None:
    return bytes.fromhex(run[: len(run) - len(run) % 2])


def _from_base85(run: str) -> bytes | None:
    if len(run) < LONG and not _starts_readable(run, _VALUE_OF_B85):
        return None
    try:
        return base64.b85decode(run)
    except ValueError:
        return None


def _from_ascii85(run: str) -> bytes | None:
    if len(run) < LONG and not _starts_readable(run, _VALUE_OF_A85):
        return None
    try:
        return base64.a85decode(run)
    except ValueError:
        return None


def _starts_readable(run: str, value_of: dict[str, int]) -> bool:
    """Whether five letters give four readable bytes: decoding every word would take too long."""
    number = 0
    for letter in run[:5]:
        number = number * 85 + value_of.get(letter, 1 << 32)
    return number < 1 << 32 and _PRINTABLE.issuperset(number.to_bytes(4, "big"))


def _literals(text: str) -> Iterator[Decoded]:
    """What literals of Python code stand for, pieced together where the code adds or lists them."""
    if "'" not in text and '"' not in text:
        return
    tree = parsed(text)
    if tree is None:
        return
    found: list[str | bytes] = []
    for node in ast.walk(tree):
        if isinstance(node, (ast.Constant, ast.BinOp, ast.JoinedStr, ast.List, ast.Tuple)):
            value = _folded(node)
            if value is not None and len(value) >= SHORTEST:
                found.append(value)
    for value in dict.fromkeys(found):
        if isinstance(value, bytes):
            yield Decoded("Python literal", value, is_binary=True)
        elif value not in text:
            yield Decoded("Python literal", as_bytes(value))


def parsed(text: str) -> ast.Module | None:
    """The syntax tree of ``text``; None where it is no Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of odd escapes: the code is not ours
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _folded(node: ast.AST) -> str | bytes | None:
    """The text or bytes that an expression of constants stands for."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, (str, bytes)) else None
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        parts = [_folded(node.left), _folded(node.right)]
    elif isinstance(node, (ast.List, ast.Tuple)) and len(node.elts) > 1:
        parts = [_folded(item) for item in node.elts]
    else:
        return None
    if all(isinstance(part, str) for part in parts):
        return "".join(str(part) for part in parts)
    if all(isinstance(part, bytes) for part in parts):
        return b"".join(part for part in parts if isinstance(part, bytes))
    return None


def _json_strings(text: str) -> Iterator[Decoded]:
    """Every string of a JSON document that does not stand in it as it is, lists of them as one."""
    if text.lstrip()[:1] not in ("{", "[", '"'):
        return
    try:
        stack = [json.loads(text)]
    except (ValueError, RecursionError):
        return
    while stack:
        value = stack.pop()
        if isinstance(value, list):
            stack += value
            if len(value) > 1 and all(isinstance(item, str) for item in value):
                yield Decoded("JSON", as_bytes("".join(value)))
        elif isinstance(value, dict):
            stack += [*value, *value.values()]
        elif isinstance(value, str) and len(value) >= SHORTEST and value not in text:
            yield Decoded("JSON", as_bytes(value))
