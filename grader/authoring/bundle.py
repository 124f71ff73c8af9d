"""Pack a suite as one JSON file, and the check that students run offline as one ``grader.pyz``.

Decides what of a suite leaves the staff's hands: of a handout's hidden cases nothing, neither ids and
titles nor points. The suite is rewritten as the text that it is, key by key, so that whatever a case
may hold is kept. The same input gives the same bytes.
"""

from __future__ import annotations

import ast
import io
import zipfile
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path

import grader
from grader.cases import Case, Question, Suite, Visibility, read_suite
from grader.cases.compose import MAX_BYTES, compose
from grader.cases.files import BUNDLED, SUITE_FILE
from grader.cases.json_text import write_json
from grader.cases.located import Faults, Located, Mapping, Scalar, Sequence
from grader.errors import UsageError
from grader.grading.points import allocate
from grader.report.text import show_points

ENTRY = "grader.cli.local"
SUPPORT = "games.py"
PACKED_SUITE = "suite"  # the folder inside grader.pyz

# Staff's alone (the secret varies hidden cases), or of no use on a student's machine: there, what is
# preloaded may not be installed, and nobody's code but the student's own is run.
_NOT_HANDED_OUT = (
    "secret", "isolation", "preload", "visibility", "support", "unit", "leaderboard", "attempts",
)  # fmt: skip
_WHOLE_ROOM = "grader.child"  # some of it is started by name, which imports don't tell
_ATTACKS = "grader.child.primitives"
_FIRST_DATE = (1980, 1, 1, 0, 0, 0)
_MAIN = b"""\
import sys

if sys.version_info < (3, 10):
    sys.stderr.write("grader.pyz needs Python 3.10 or later; this is %s.\\n" % sys.version.split()[0])
    sys.exit(2)

from grader.cli.local import main

if __name__ == "__main__":
    sys.exit(main())
"""


def suite_json(folder: Path, *, handout: bool) -> str:
    """Write the suite in ``folder`` with all of its cases as one JSON text that ends in a newline.

    For a handout only what students see from the start is in it. A question of which they see some
    cases is worth what these can earn; one of which they see none is left out. Raises AuthorError for
    faults, UsageError where nothing is visible or the text is longer than a suite may be.
    """
    suite = read_suite(folder)
    top, nodes = _nodes(folder, suite)
    by_id = {question.id: question for question in suite.questions}
    questions = []
    for node in _items(_get(top, "questions")):
        question = by_id[_word(_get(node, "id"))]
        shown = [case for case in question.cases if not handout or _is_visible(case)]
        if shown:
            questions.append(_question(node, question, shown, nodes, handout=handout))
    if not questions:
        raise UsageError(
            f"No case of the suite in {folder} is visible, so there is none to hand out."
        )
    entries: dict[str, Located] = {"questions": _list(questions)}
    if handout:
        top = _without(top, _NOT_HANDED_OUT)
        entries["support"] = _text(SUPPORT)
    text = write_json(_with(top, entries)) + "\n"
    if len(text) > MAX_BYTES:
        raise UsageError(f"The cases of the suite in {folder} are over 1 MiB together: too long.")
    return text


def pyz(folder: Path) -> bytes:
    """Build ``grader.pyz`` for the suite in ``folder``: a zip that ``python`` runs.

    It holds the modules that a local check imports, the visible cases and the support module. Raises
    as ``suite_json`` does, and UsageError where the support module can't be read.
    """
    members = {
        "__main__.py": _MAIN,
        f"{PACKED_SUITE}/{BUNDLED}": suite_json(folder, handout=True).encode("ascii"),
        f"{PACKED_SUITE}/{SUPPORT}": support_module(read_suite(folder)),
    }
    for module in modules():
        path = _file(module)
        members[path.relative_to(_root()).as_posix()] = path.read_bytes()
    packed = io.BytesIO()
    # Stored: deflated bytes would differ between versions of zlib.
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for name, data in sorted(members.items()):
            info = zipfile.ZipInfo(name, _FIRST_DATE)
            info.create_system = 3  # Unix, wherever it is made
            info.external_attr = 0o100644 << 16
            archive.writestr(info, data)
    return packed.getvalue()


def support_module(suite: Suite) -> bytes:
    """The suite's support module, as it is."""
    try:
        return suite.support.read_bytes()
    except OSError as error:
        raise UsageError(f"Can't read the suite's support module: {error}.") from error


def modules() -> tuple[str, ...]:
    """Name the modules that a local check needs: what ``ENTRY`` imports, and what that imports."""
    found: set[str] = set()
    pending = [ENTRY, *_room(_WHOLE_ROOM)]
    while pending:
        name = pending.pop()
        if name in found:
            continue
        found.add(name)
        pending += [name.rpartition(".")[0]] if "." in name else []
        tree = ast.parse(_file(name).read_bytes())
        pending += [module for module in imported(tree.body) if _is_ours(module)]
    return tuple(sorted(found))


# ------------------------------------------------------------------------------------ modules


def _root() -> Path:
    return Path(grader.__file__).resolve().parent.parent


def _file(module: str) -> Path:
    path = _root().joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] == "grader" and _file(module).is_file()


def _room(package: str) -> list[str]:
    names = [f"{package}.{path.stem}" for path in _file(package).parent.glob("*.py")]
    return [name for name in names if name != _ATTACKS and not name.endswith("__init__")]


def imported(body: Iterable[ast.AST]) -> Iterator[str]:
    """Modules, or names in modules, that code imports when it is loaded or runs; not for types only."""
    for node in body:
        if isinstance(node, ast.If) and _is_for_types(node.test):
            yield from imported(node.orelse)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        else:
            yield from imported(ast.iter_child_nodes(node))


def _is_for_types(test: ast.expr) -> bool:
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"


# ------------------------------------------------------------------------------- the suite's text


def _nodes(folder: Path, suite: Suite) -> tuple[Mapping, dict[str, Mapping]]:
    """The suite's own text, and that of each case by its id."""
    file = SUITE_FILE if (folder / SUITE_FILE).is_file() else BUNDLED
    (top,) = _documents(folder, file)
    nodes: dict[str, Mapping] = {}
    for name in sorted({case.file for case in suite.cases}):
        if name == file:
            listed = [
                _items(_get(question, "cases")) for question in _items(_get(top, "questions"))
            ]
            documents = [case for cases in listed for case in cases]
        else:
            documents = _documents(folder, name)
        for document in documents:
            stated = _get(document, "id")
            nodes[_word(stated) if stated else Path(name).stem] = document
    return top, nodes


def _documents(folder: Path, file: str) -> list[Mapping]:
    faults = Faults(file)
    try:
        documents = compose((folder / file).read_bytes(), faults)
    except OSError as error:
        raise UsageError(f"Can't read {file} again: {error.strerror}.") from error
    found = [document for document in documents if isinstance(document, Mapping)]
    if faults.found or len(found) != len(documents):
        raise UsageError(f"{file} has changed while it was read. Try again.")
    return found


def _question(
    node: Mapping,
    question: Question,
    shown: list[Case],
    nodes: dict[str, Mapping],
    *,
    handout: bool,
) -> Mapping:
    """A question's text with the text of its cases in it."""
    own: dict[str, Located] = {}
    if handout:
        node = _without(node, _NOT_HANDED_OUT)
    points = dict.fromkeys((case.id for case in shown), "")
    if len(shown) < len(question.cases):
        shares = dict(zip((case.id for case in question.cases), allocate(question), strict=True))
        total = sum((shares[case.id] for case in shown), Fraction(0))
        own["points"] = _text(show_points(total))
        points = {case.id: show_points(shares[case.id] if total else Fraction(1)) for case in shown}
    cases = [_case(nodes[case.id], case.id, points[case.id], handout=handout) for case in shown]
    return _with(node, {**own, "cases": _list(cases)})


def _case(node: Mapping, case_id: str, points: str, *, handout: bool) -> Mapping:
    """A case's text with its id in it and, where ``points`` says so, other points."""
    if handout:
        node = _without(node, _NOT_HANDED_OUT)
    own: dict[str, Located] = {"id": _text(case_id)}
    if points:
        own["points"] = _text(points)
    return _with(node, own)


def _is_visible(case: Case) -> bool:
    return case.visibility is Visibility.VISIBLE


def _get(node: Mapping, key: str) -> Located | None:
    return next((value for name, value in node.entries if name.text == key), None)


def _items(node: Located | None) -> list[Mapping]:
    """The mappings of a list."""
    if not isinstance(node, Sequence):
        return []
    return [item for item in node.items if isinstance(item, Mapping)]


def _word(node: Located | None) -> str:
    return " ".join(node.text.split()) if isinstance(node, Scalar) else ""


def _text(text: str) -> Scalar:
    return Scalar(text, True, 0, 0)  # noqa: FBT003 - numbers are then written without quotes


def _list(items: list[Mapping]) -> Sequence:
    return Sequence(tuple(items), 0, 0)


def _without(node: Mapping, keys: Iterable[str]) -> Mapping:
    kept = tuple(entry for entry in node.entries if entry[0].text not in keys)
    return Mapping(kept, node.line, node.column)


def _with(node: Mapping, values: dict[str, Located]) -> Mapping:
    """``node`` with other values, each where its key stands, new keys at the end."""
    places = {key.text: key for key, _ in node.entries}
    entries = [(key, values.get(key.text, value)) for key, value in node.entries]
    entries += [(_text(key), value) for key, value in values.items() if key not in places]
    return Mapping(tuple(entries), node.line, node.column)
