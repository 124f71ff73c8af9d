"""Open what is in a file or folder, layer by layer: archives, packed and encoded data, views of text.

Decides what can be looked at, and says where something can't be. Bounded in bytes, pieces and depth;
what is beyond a bound is reported, not passed over. Executes nothing. May not know what a leak is.
"""

from __future__ import annotations

import bz2
import hashlib
import io
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from grader.gradescope.leaks_text import WHOLE, Decoded, may_mean_something, text_views

MAX_BYTES = 256 * 1024 * 1024  # of all pieces together
MAX_PIECES = 200_000
_VIEWS = 2  # of a text as a whole, one after the other
MAX_DEPTH = 8  # encodings and archives within each other

_STREAMS = (  # how compressed data starts, anywhere in a piece
    (b"\x1f\x8b\x08", "gzip"), (b"BZh", "bzip2"), (b"\xfd7zXZ\x00", "xz"),
    (b"x\x01", "zlib"), (b"x\x5e", "zlib"), (b"x\x9c", "zlib"), (b"x\xda", "zlib"),
)  # fmt: skip
_SURE = {how for _, how in _STREAMS}
_DIGESTS = (16, 20, 28, 32, 48, 64)  # sizes of hashes
_ZIP = b"PK\x03\x04"
_STRANGE = (
    b"7z\xbc\xaf\x27\x1c",
    b"Rar!\x1a\x07",
    b"(\xb5/\xfd",
    b"\x04\x22\x4d\x18",
)  # 7z, rar, zstd, lz4
_BESIDE = "beside the members"
_SHORTEST_STREAM = 8
_MAX_STARTS = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """Data found at ``path``, the way through nested archives, once ``how`` was undone.

    ``unread`` says why there is more that was not looked at.
    """

    path: str
    how: tuple[str, ...] = ()
    data: bytes = b""
    unread: str = ""

    def within(self, name: str, data: bytes) -> Piece:
        """A member of this archive."""
        return Piece(path=f"{self.path}!{name}", how=self.how, data=data)

    def decoded(self, how: str, data: bytes) -> Piece:
        """What this piece holds in another form."""
        return Piece(path=self.path, how=(*self.how, how), data=data)

    def closed(self, why: str) -> Piece:
        """A note of what could not be looked at."""
        return Piece(path=self.path, how=self.how, unread=why)

    @property
    def is_sure(self) -> bool:
        """Whether the last layer was one: what was taken for text in another form may be noise."""
        return not self.how or self.how[-1] in _SURE

    @property
    def depth(self) -> int:
        return len(self.how) + self.path.count("!")


def pieces(path: Path, seen: set[bytes]) -> Iterator[Piece]:
    """Every piece of the file or folder ``path``, the outer before the inner, each content once.

    ``seen`` has the digests of those that were given before. An archive itself comes without data:
    what is in it and beside its members follows.
    """
    todo = list(_files(path))[::-1]
    total = 0
    while todo:
        piece = todo.pop()
        key = hashlib.sha256(piece.data).digest()
        if piece.unread or key in seen:
            if piece.unread or not piece.how:  # the name of a file may tell something, too
                yield replace(piece, data=b"")
            continue
        seen.add(key)
        total += len(piece.data)
        if total > MAX_BYTES or len(seen) > MAX_PIECES:
            yield piece.closed("too much data in all")
            return
        if piece.depth > MAX_DEPTH:
            yield piece
            if piece.is_sure:
                yield piece.closed("too many layers")
            continue
        members = list(_members(piece))
        yield replace(piece, data=b"") if members else piece
        todo += (members or list(_inside(piece)))[::-1]


def _files(path: Path) -> Iterator[Piece]:
    if not path.is_dir():
        yield Piece(path=path.name, data=path.read_bytes())
        return
    for file in sorted(path.rglob("*")):
        name = file.relative_to(path).as_posix()
        if file.is_symlink():
            yield Piece(path=name, data=str(file.readlink()).encode(errors="replace"))
        elif file.is_dir():
            yield Piece(path=f"{name}/")
        else:
            yield Piece(path=name, data=file.read_bytes())


def _inside(piece: Piece) -> Iterator[Piece]:
    yield from _streams(piece)
    for found in text_views(piece.data, whole=len(_views_of(piece)) < _VIEWS):
        if found.how not in _views_of(piece):
            yield from _from_text(piece, found)


def _views_of(piece: Piece) -> tuple[str, ...]:
    """The last steps to a piece, as far as each took the text as a whole: views of views are endless."""
    at = len(piece.how)
    while at and piece.how[at - 1] in WHOLE:
        at -= 1
    return piece.how[at:]


def _from_text(piece: Piece, found: Decoded) -> Iterator[Piece]:
    """What was decoded, unless it is noise, as it mostly is where words are taken for base64."""
    if not found.is_binary or may_mean_something(found.data) or len(found.data) in _DIGESTS:
        yield piece.decoded(found.how, found.data)
    elif found.data:  # deflated data without a header can only be tried
        inflater = zlib.decompressobj(-15)
        plain = _inflated(inflater, found.data)
        if plain is not None and inflater.eof and len(plain) >= _SHORTEST_STREAM:
            yield piece.decoded(found.how, found.data).decoded("deflate", plain)


def _members(piece: Piece) -> Iterator[Piece]:
    """The members of a zip, also one behind other data, or of a tar, and what is beside them."""
    data = piece.data
    if data[257:262] == b"ustar" or _looks_like_old_tar(data):
        try:
            with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
                for member in archive:
                    file = archive.extractfile(member) if member.isfile() else None
                    yield piece.within(member.name, file.read() if file else b"")
                    about = f"{member.linkname}\n{member.uname}\n{member.pax_headers}"
                    yield piece.decoded(_BESIDE, about.encode("utf-8", "replace"))
                yield piece.decoded(_BESIDE, data[archive.offset :].strip(b"\0"))
        except (tarfile.TarError, OSError, ValueError, EOFError):
            yield piece.closed("a tar that can't be read")
    elif data.startswith(_STRANGE):
        yield piece.closed("it is packed in a way that can't be undone here")
    elif _ZIP in data or data.startswith(b"PK\x05\x06"):
        yield from _zip_members(piece)


def _zip_members(piece: Piece) -> Iterator[Piece]:
    try:
        with zipfile.ZipFile(io.BytesIO(piece.data)) as archive:
            infos = archive.infolist()
            for info in infos:
                if info.file_size > MAX_BYTES:
                    yield piece.within(info.filename, b"").closed("too large")
                    continue
                try:
                    yield piece.within(info.filename, archive.read(info))
                except (RuntimeError, NotImplementedError):
                    yield piece.within(info.filename, b"").closed("encrypted, or packed oddly")
            about = [
                archive.comment,
                *(part for info in infos for part in (info.comment, info.extra)),
            ]
            yield piece.decoded(
                _BESIDE, b"\n".join(filter(None, (*about, *_gaps(piece.data, infos))))
            )
    except (zipfile.BadZipFile, zlib.error, OSError, ValueError, EOFError):
        if piece.data.startswith(_ZIP):
            yield piece.closed("a zip that can't be read")


def _gaps(data: bytes, infos: list[zipfile.ZipInfo]) -> Iterator[bytes]:
    """What is in a zip before, between and behind its members; a directory of them, too."""
    end = 0
    for info in sorted(infos, key=lambda info: info.header_offset):
        start = info.header_offset
        yield data[end:start]
        name, extra = (
            int.from_bytes(data[start + at : start + at + 2], "little") for at in (26, 28)
        )
        yield data[start + 30 + name : start + 30 + name + extra]
        end = start + 30 + name + extra + info.compress_size
    yield data[end:]


def _looks_like_old_tar(data: bytes) -> bool:
    """Whether the checksum of a tar's first header holds; tars of before 1988 have no other mark."""
    stated = data[148:156].strip(b" \0")
    if len(data) < 512 or not stated.isdigit() or data[0] == 0:
        return False
    try:
        return int(stated, 8) == sum(data[:148]) + 8 * 32 + sum(data[156:512])
    except ValueError:
        return False


def _streams(piece: Piece) -> Iterator[Piece]:
    """What is compressed in a piece, wherever in it that starts."""
    data = piece.data
    for start, how in _STREAMS:
        at, tries = data.find(start), 0
        while at >= 0 and tries < _MAX_STARTS:
            plain = _decompressed(how, data[at:])
            if plain is not None and len(plain) >= _SHORTEST_STREAM:
                yield piece.decoded(how, plain)
            at, tries = data.find(start, at + 1), tries + 1
        if at >= 0:
            yield piece.closed(f"too many places where {how} data may start")


def _decompressed(how: str, data: bytes) -> bytes | None:
    try:
        if how == "zlib":
            return _inflated(zlib.decompressobj(), data)
        if how == "gzip":
            return _inflated(zlib.decompressobj(31), data)
        if how == "bzip2":
            return bz2.BZ2Decompressor().decompress(data, MAX_BYTES)
        return lzma.LZMADecompressor(memlimit=MAX_BYTES).decompress(data, MAX_BYTES)
    except (OSError, ValueError, EOFError, lzma.LZMAError):
        return None


def _inflated(inflater: zlib._Decompress, data: bytes) -> bytes | None:
    try:
        plain = inflater.decompress(data, MAX_BYTES)
    except zlib.error:
        return None
    return plain or None
