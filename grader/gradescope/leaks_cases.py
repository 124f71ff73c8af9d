"""Tell what gives hidden cases away: ids, titles, trees, answers, the secret, and hashes of these.

Decides what of a hidden case is distinctive. What visible cases hold, too, is no secret; a tree or a
sequence of few words, and a small number, are like many others and are not looked for by themselves.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from grader.authoring.bundle import suite_json
from grader.cases import Case, Visibility, read_suite
from grader.errors import UsageError
from grader.gradescope.leaks_text import as_text

RUN = 7  # words in a row; trees and sequences are recognised by these
_SHARE = 0.5  # of a tree's runs that are there
_TITLE_WORDS, _TITLE_LENGTH, _ID_LENGTH = 3, 14, 5
_DIGITS = 5  # of an odd number
_PREFIX = 12  # hex digits by which a hash is recognised, so that a shortened one is, too

_WORD = re.compile(r"(?<![\w.])-?\d+(?:/\d+|\.\d+(?:[eE]-?\d+)?)?(?![A-Za-z])|[A-Za-z0-9]+")
_HEX = re.compile(rf"[0-9A-Fa-f]{{{_PREFIX},}}")
_HASHES = ("md5", "sha1", "sha224", "sha256", "sha384", "sha512", "blake2b", "blake2s", "sha3_256")
_SIZES = (16, 20, 28, 32, 48, 64)
_TREE = re.compile(r"^(?:tree|game):[ ]*(.*(?:\n[ ]+.*)*)", re.MULTILINE)
_TEXTS = ("tree", "game", "policies", "expect")

Words = tuple[str, ...]


@dataclass(slots=True, kw_only=True)
class Cases:
    """What to look for. Filled once by ``cases_of``, then only read."""

    phrases: dict[str, str] = field(default_factory=dict)  # words in a row -> what they are
    exact: dict[str, str] = field(default_factory=dict)  # text as it is -> what it is
    titles: dict[str, str] = field(default_factory=dict)  # short ones, told by what is before them
    numbers: dict[str, str] = field(default_factory=dict)
    runs: dict[Words, set[str]] = field(default_factory=lambda: defaultdict(set))
    totals: Counter[str] = field(default_factory=Counter)  # runs by what they are of
    shapes: dict[str, str] = field(default_factory=dict)  # structures with their keys sorted
    hashes: dict[str, str] = field(default_factory=dict)  # the first hex digits -> what of

    def find(self, data: bytes) -> Iterator[str]:
        """Say what ``data`` gives away, each once."""
        found = [*self._in_hashes(data), *self._in_text(as_text(data))]
        yield from dict.fromkeys(found)

    def _in_text(self, text: str) -> Iterator[str]:
        close = "".join(text.split())  # however its lines are broken
        for secret, what in self.exact.items():
            if secret in close:
                yield what
        words = words_of(text)
        line = f" {' '.join(words)} "
        for phrase, what in self.phrases.items():
            if phrase in line:
                yield what
        for title, what in self.titles.items():
            if title in line:
                yield what
        here = set(words)
        for number, what in self.numbers.items():
            if number in here:
                yield what
        yield from self._in_runs(words)
        yield from self._in_shapes(text)

    def _in_runs(self, words: list[str]) -> Iterator[str]:
        met = set(_runs(words)) & self.runs.keys()
        counts = Counter(what for run in met for what in self.runs[run])
        for what, count in sorted(counts.items()):
            if count >= _SHARE * self.totals[what]:
                yield what

    def _in_shapes(self, text: str) -> Iterator[str]:
        """Structures with keys in another order than the case has them."""
        if not self.shapes or text.lstrip()[:1] not in ("{", "["):
            return
        try:
            stack = [json.loads(text)]
        except (ValueError, RecursionError):
            return
        while stack:
            value = stack.pop()
            if isinstance(value, (list, dict)):
                if what := self.shapes.get(_shape(value)):
                    yield what
                stack += value.values() if isinstance(value, dict) else value

    def _in_hashes(self, data: bytes) -> Iterator[str]:
        if len(data) in _SIZES and (what := self.hashes.get(data.hex()[:_PREFIX])):
            yield f"a hash of {what}"
        for match in _HEX.finditer(as_text(data)):
            run = match[0].lower()
            for at in range(len(run) - _PREFIX + 1):
                if what := self.hashes.get(run[at : at + _PREFIX]):
                    yield f"a hash of {what}"


def words_of(text: str) -> list[str]:
    """The words and numbers of a text, as they are in YAML, JSON and Python alike."""
    return [word.lower() for word in _WORD.findall(text)]


def cases_of(folder: Path, files: Iterable[bytes] = ()) -> Cases:
    """What to look for of the suite in ``folder``, and hashes of ``files``, such as the reference's.

    Raises AuthorError for faults of the suite.
    """
    suite = read_suite(folder)
    found = Cases()
    texts = _texts(suite_json(folder, handout=False))
    public = _visible(folder)
    public_words = words_of(public)
    public_line, public_runs = f" {' '.join(public_words)} ", set(_runs(public_words))
    if suite.secret:
        found.exact["".join(suite.secret.split())] = "the suite's secret"
        _add_hashes(found, "the suite's secret", [suite.secret])
    for question in suite.questions:
        if not any(map(_is_shown, question.cases)):
            _add_name(found, f"the question {question.id}", question.id, public_line)
            _add_title(found, f"the title of question {question.id}", question.title, public_line)
    for case in suite.cases:
        if not _is_shown(case):
            _add_name(found, f"the id of hidden case {case.id}", case.id, public_line)
            _add_title(found, f"the title of hidden case {case.id}", case.title, public_line)
            _add_texts(found, case.id, texts[case.id], (public_line, public_runs))
            _add_hashes(found, f"the text of hidden case {case.id}", _source(folder, case))
    for data in files:
        _add_hashes(found, "the reference", [as_text(data)])
    return found


def _is_shown(case: Case) -> bool:
    return case.visibility is Visibility.VISIBLE


def _texts(text: str) -> dict[str, Mapping[str, object]]:
    """The data of each case by its id."""
    suite = json.loads(text, parse_float=str, parse_int=str)
    return {case["id"]: case for question in suite["questions"] for case in question["cases"]}


def _visible(folder: Path) -> str:
    try:
        return suite_json(folder, handout=True)
    except UsageError:  # no case is visible
        return ""


def _add_name(found: Cases, what: str, name: str, public: str) -> None:
    phrase = f" {' '.join(words_of(name))} "
    if len(name) >= _ID_LENGTH and phrase not in public:
        found.phrases[phrase] = what
        _add_hashes(found, what, [name, f"{name}.yaml"])


def _add_title(found: Cases, what: str, title: str, public: str) -> None:
    words = words_of(title)
    phrase = f" {' '.join(words)} "
    if not words or phrase in public:
        return
    if len(words) >= _TITLE_WORDS and len(title) >= _TITLE_LENGTH:
        found.phrases[phrase] = what
    else:  # two words may stand in any text
        found.titles[f" title{phrase}"] = what
    _add_hashes(found, what, [title])


def _add_texts(
    found: Cases, case: str, texts: Mapping[str, object], public: tuple[str, set[Words]]
) -> None:
    """A case's tree, policies and answers: runs of words, odd numbers, structures and hashes."""
    line, runs = public
    for key in _TEXTS:
        if key not in texts:
            continue
        value = texts[key]
        parts = value.items() if key == "expect" and isinstance(value, dict) else [(key, value)]
        for part, data in parts:
            what = f"{part} of hidden case {case}"
            words = words_of(json.dumps(data, ensure_ascii=False))
            if f" {' '.join(words)} " in line:
                continue
            if own := set(_runs(words)) - runs:
                found.totals[what] += len(own)
                for run in own:
                    found.runs[run].add(what)
                if key != "expect":
                    found.shapes[_shape(data)] = what
                    _add_hashes(found, what, list(_written(data)))
            for number in words:
                if is_odd(number) and f" {number} " not in line:
                    found.numbers[number] = f"a number of hidden case {case}"


def is_odd(word: str) -> bool:
    """Whether a word is a number that hardly stands anywhere by chance.

    >>> [is_odd(word) for word in ("918273", "13/12", "500000", "1234/567", "0.3333", "3.14159", "A")]
    [True, False, False, True, False, True, False]
    """
    digits = re.sub(r"e-?\d+$", "", word).strip("-")
    if not re.fullmatch(r"[\d./]+", digits):
        return False
    kept = re.sub(r"[./]", "", digits).strip("0")
    return len(kept) >= _DIGITS and len(set(kept)) > 1


def _runs(words: list[str]) -> Iterator[Words]:
    return zip(*(words[start:] for start in range(RUN)), strict=False)


def _shape(value: object) -> str:
    """A structure whatever the order of its keys and the form of its numbers."""
    return " ".join(words_of(json.dumps(value, sort_keys=True, ensure_ascii=False)))


def _written(data: object) -> Iterator[str]:
    """A structure in the forms in which somebody may have hashed it."""
    numbers = _numbers(data)
    for value in (data, numbers):
        for is_sorted in (False, True):
            yield json.dumps(value, sort_keys=is_sorted)
            yield json.dumps(value, sort_keys=is_sorted, separators=(",", ":"))
            yield json.dumps(value, sort_keys=is_sorted, indent=2)
        yield repr(value)
    yield json.dumps(numbers).replace('"', "")  # as YAML has it on one line


def _numbers(data: object) -> object:
    """The structure with numbers for the texts that are numbers."""
    if isinstance(data, dict):
        return {key: _numbers(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_numbers(value) for value in data]
    if isinstance(data, str) and re.fullmatch(r"-?\d+", data):
        return int(data)
    if isinstance(data, str) and re.fullmatch(r"-?\d+\.\d+", data):
        return float(data)
    return data


def _source(folder: Path, case: Case) -> list[str]:
    """The case's file, and what stands in it of the tree, as they are."""
    try:
        text = (folder / case.file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return []
    if "\n---" in text or case.file.endswith(".json"):
        return []  # several cases, of which some may be visible
    return [text, *_TREE.findall(text)]


def _add_hashes(found: Cases, what: str, texts: list[str]) -> None:
    forms = {form for text in texts for form in (text, text.strip(), text.lower(), f"{text}\n")}
    for form in forms:
        data = form.encode("utf-8", "replace")
        for name in _HASHES:
            digest = hashlib.new(name, data, usedforsecurity=False).hexdigest()
            found.hashes[digest[:_PREFIX]] = what
