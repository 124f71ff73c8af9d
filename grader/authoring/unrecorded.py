"""Read suites some of whose cases have no expectation yet, and say what such a case will expect.

Decides what stands for ``expect:`` while a suite is read, and which fields a call naturally has. An
expectation is missing where ``expect:`` is absent, empty, ``{}`` or ``record``.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping as Table
from dataclasses import dataclass, field
from pathlib import Path

from grader.authoring.rewrite import apply, documents, fill
from grader.authoring.witness import ALL
from grader.authoring.written import Data, quoted, shown
from grader.cases import Call, Case, Check, Expectation, Suite, read_suite
from grader.cases.compose import compose
from grader.cases.decode_expect import UNRECORDED
from grader.cases.decode_suite import DEFAULT_SUPPORT
from grader.cases.decode_tree import decode_tree
from grader.cases.files import SUITE_FILE, contents
from grader.cases.located import Faults, Located, Mapping, Scalar
from grader.cases.model import Effort
from grader.search import optimal_policy, rollouts
from grader.tree import ROOT, Draft, grow

_NO_GAME = grow(Draft(utility=0))
_SEARCHED = (Check.VALUE, Check.ACTION, Check.VISITED)
_NATURAL: Table[Call, tuple[Check, ...]] = {
    Call.ITERATIVE_DEEPENING: (Check.VALUE, Check.ACTION, Check.EFFORT),
    Call.EXPECTIMINIMAX_PRUNED: (Check.VALUE, Check.ACTION, Check.EFFORT),
    Call.ALPHA_BETA: (*_SEARCHED, Check.PRUNED),
    Call.ALPHA_BETA_ORDERED: (*_SEARCHED, Check.PRUNED),
    Call.ESTIMATE: (Check.VALUE,),
    Call.GAME_VALUE: (Check.VALUE, Check.VISITED),
    Call.MINIMAX_POLICY: (Check.POLICY,),
    Call.EXPECTIMAX_POLICY: (Check.POLICY,),
    Call.VALUE_TABLE: (Check.TABLE,),
    Call.HALVING_GAME: (Check.GAME,),
    Call.CHOOSE_BY_BOUNDS: (Check.OPTIONS,),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A suite, and the checks that ``weights:`` names of each case without an expectation, by id.

    The expectations of these cases are placeholders: see ``template``.
    """

    suite: Suite
    missing: Table[str, frozenset[str]] = field(default_factory=dict)


def open_suite(folder: Path) -> Opened:
    """Read the suite in ``folder``, as ``read_suite`` does, also where expectations are missing."""
    missing: dict[str, frozenset[str]] = {}
    filled = {path: _filled(path, path.relative_to(folder), missing) for path in _files(folder)}
    if not missing:
        return Opened(suite=read_suite(folder))
    with tempfile.TemporaryDirectory(prefix="grader-") as name:
        copy = Path(name)
        unit_tests = {path: path.read_bytes() for path in folder.rglob("*.py")}
        for path, text in {**unit_tests, **filled}.items():
            place = copy / path.relative_to(folder)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(text)
        (copy / SUITE_FILE).write_bytes(_with_support(folder))
        return Opened(suite=read_suite(copy), missing=missing)


def _files(folder: Path) -> list[Path]:
    """Everything that may be a case file; ``read_suite`` tells of those that are none."""
    found = [
        path
        for path in sorted(folder.rglob("*"))
        if path.suffix in {".yaml", ".yml", ".json"} and path.is_file()
    ]
    return [path for path in found if path != folder / SUITE_FILE]


def _filled(path: Path, name: Path, missing: dict[str, frozenset[str]]) -> bytes:
    """The file with a placeholder for each missing expectation, whose case is added to ``missing``."""
    faults = Faults(name.as_posix())
    data = contents(path, faults)
    if path.suffix == ".json":
        return data
    nodes = compose(data, faults)
    lacking = {at: told for at, node in enumerate(nodes) if (told := _placeholder(node))}
    if faults.found or not lacking:
        return data
    text = data.decode()
    edits = []
    for at, document in enumerate(documents(text)):
        if at not in lacking:
            continue
        edits += fill(text, document, "expect", shown(lacking[at]))
        weights = _get(nodes[at], "weights")
        if isinstance(weights, Mapping):
            edits += fill(text, document, "weights", "{}")
        named = [key.text for key, _ in weights.entries] if isinstance(weights, Mapping) else ()
        missing[_id(nodes[at], path.stem if len(nodes) == 1 else "")] = frozenset(named)
    return apply(text, edits).encode()


def _placeholder(node: Located) -> Data | None:
    """What a document's ``expect:`` may say until it is recorded; None where it is not missing."""
    call, stated = _get(node, "call"), _get(node, "expect")
    known = {call.value: call for call in Call}
    if not isinstance(call, Scalar) or call.text not in known or not _is_missing(stated):
        return None
    if _get(node, "property") is not None:
        return {"property": ["1"]}
    return _of_call(known[call.text], node)


def _is_missing(stated: Located | None) -> bool:
    if isinstance(stated, Scalar):
        return stated.is_null or (stated.plain and stated.text == UNRECORDED)
    return stated is None or (isinstance(stated, Mapping) and not stated.entries)


def _of_call(call: Call, node: Located) -> Data | None:
    if Check.EFFORT in call.checks:
        return {"effort": {"visits": "0"}}
    if Check.VALUE in call.checks:
        return {"value": "0"}
    if call is Call.VALUE_TABLE:
        row: Data = {"min": "0", "fixed": "0"}
        return {"table": {"max": row, "exptmax": row}}
    if call is Call.CHOOSE_BY_BOUNDS:
        return {"options": []}
    if call is Call.HALVING_GAME and _get(node, "n"):
        return {"game": "0"}
    if call is Call.SIMULATE:
        return {"visited": [_names(node)[0]]}
    if call.returns_policy and (choosers := _names(node, "agent")):
        return {"policy": {choosers[0]: [_names(node, "agent", actions=True)[0]]}}
    return None  # nothing can be recorded: the reader says what is missing


def _names(node: Located, player: str | None = None, *, actions: bool = False) -> list[str]:
    """The root's name or, of the first node at which ``player`` moves, its name or an action."""
    tree = _get(node, "tree")
    placed = decode_tree(tree, Faults("")) if tree else None
    if placed is None:
        return [ROOT]
    nodes = [each for each in placed.tree.nodes() if player in (None, each.player)]
    return list(nodes[0].actions) if actions and nodes else [each.name for each in nodes]


def _id(node: Located, default: str) -> str:
    stated = _get(node, "id")
    return " ".join(stated.text.split()) if isinstance(stated, Scalar) else default


def _get(node: Located, key: str) -> Located | None:
    entries = node.entries if isinstance(node, Mapping) else ()
    return next((value for name, value in entries if name.text == key), None)


def _with_support(folder: Path) -> bytes:
    """``suite.yaml`` with the whole path of its support module, to be read from elsewhere."""
    data = (folder / SUITE_FILE).read_bytes()
    nodes = compose(data, Faults(SUITE_FILE))
    if len(nodes) != 1 or not isinstance(nodes[0], Mapping):
        return data
    stated = _get(nodes[0], "support")
    word = stated.text if isinstance(stated, Scalar) else DEFAULT_SUPPORT
    text = data.decode()
    path = quoted(str((folder / word).resolve()))
    return apply(text, fill(text, documents(text)[0], "support", path)).encode()


def template(case: Case, named: frozenset[str] = frozenset()) -> Expectation:
    """The fields that the expectation of ``case`` will have, without their values.

    They are those that its call naturally has, and those that its weights name.
    """
    if case.law is not None:
        return Expectation(property=())
    natural = _NATURAL.get(case.call, _SEARCHED)
    if case.call is Call.SIMULATE:
        single = rollouts(case.tree.root, case.policies).path is not None
        natural = (Check.PATH, Check.VISITED) if single else (Check.OUTCOMES,)
    if case.game:  # too large for sequences
        natural = tuple(c for c in natural if c not in {Check.VISITED, Check.PRUNED})
    named -= {Check.ROW.value}  # nothing says for which n
    checks = [check for check in case.call.checks if check in natural or check.value in named]
    empty: dict[Check, dict[str, object]] = {
        Check.VALUE: {"payoffs": ({},)} if case.call is Call.MAX_N else {"value": 0},
        Check.ACTION: {"actions": ()},
        Check.EFFORT: {"effort": _effort(case.call)},
        Check.OUTCOMES: {"outcomes": {}},
        Check.TABLE: {"table": {}},
        Check.GAME: {"game": _NO_GAME},
        Check.POLICY: {"policy": _asked(case) if Check.POLICY in checks else {}},
    }
    fields: dict[str, object] = {}
    for check in checks:
        fields.update(empty.get(check, {check.value: ()}))
    return Expectation(**fields)  # type: ignore[arg-type]  # each field has its own type


def _effort(call: Call) -> Effort:
    if call is Call.ITERATIVE_DEEPENING:
        return Effort(evaluations=0)
    return Effort(visits=0, must=ALL if call is Call.EXPECTIMINIMAX_PRUNED else ())


def _asked(case: Case) -> dict[str, tuple[str, ...]]:
    """All states at which a choice is made."""
    policies = case.policies if case.call.takes_policies else {}
    return dict(optimal_policy(case.tree.root, policies))
