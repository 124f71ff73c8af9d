"""The text of a new case file, and whether a suite's reader would take it."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping as Table
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from grader.authoring.page_tree import show_number
from grader.authoring.written import Data, block, quoted, shown
from grader.cases import Call
from grader.cases.compose import compose
from grader.cases.decode_case import Defaults, decode_case
from grader.cases.decode_expect import UNRECORDED
from grader.cases.files import SUITE_FILE
from grader.cases.located import Faults, Located, Mapping, Scalar
from grader.cases.located import Sequence as Items
from grader.errors import UsageError
from grader.tree import ROOT, GameTree, Node, Number

SCHEMA_FILE = ".schema.json"  # hidden, so that no suite takes it for a case


def case_text(
    call: Call,
    tree: GameTree | None,
    *,
    id: str = "",  # noqa: A002 - the key's own word
    title: str = "",
    more: Table[str, str] | None = None,
    expect: Table[str, Data] | None = None,
    comments: Sequence[str] = (),
) -> str:
    """The text of a case file. ``more`` are other keys with their values as YAML.

    Without ``expect`` the expectation is left to be recorded.
    """
    lines = [f"# {line}".rstrip() for line in comments]
    lines += [f"call: {call.value}"]
    lines += [f"id: {quoted(id)}"] if id else []
    lines += [f"title: {quoted(title)}"] if title else []
    lines += tree_lines(tree) if tree is not None else []
    lines += [f"{key}: {value}" for key, value in (more or {}).items()]
    if expect is None:
        lines.append(f"expect: {UNRECORDED}")
    else:
        lines.append("expect:")
        for key, data in expect.items():
            lines += block(key, data, indent=2)
    return "\n".join(lines) + "\n"


def tree_lines(tree: GameTree) -> list[str]:
    """``tree:`` in the style of case files: a line for each action of the start."""
    data = _data(tree.root, _automatic_names(tree))
    if isinstance(data, str) or tree.root.is_end:
        return [f"tree: {shown(data)}"]
    lines = ["tree:"]
    for key, value in data.items() if isinstance(data, dict) else ():
        if key == tree.root.player and isinstance(value, dict):
            lines.append(f"  {quoted(key)}:")
            for action, child in value.items():
                lines += block(action, child, indent=4)
        else:
            lines += block(key, value, indent=2)
    return lines


def _data(node: Node, automatic: Table[Node, str]) -> Data:
    """A node as it is written: an end is its number, and names are given only where they must be."""
    more: dict[str, Data] = {}
    if node.evaluation is not None:
        more["eval"] = number_text(node.evaluation)
    if node.name != automatic[node]:
        more["name"] = node.name
    if node.payoffs is not None:
        payoffs: Data = {player: number_text(worth) for player, worth in node.payoffs.items()}
        return {"utility": payoffs, **more}
    if node.utility is not None:
        worth = number_text(node.utility)
        return {"utility": worth, **more} if more else worth
    children: dict[str, Data] = {}
    for at, (action, child) in enumerate(zip(node.actions, node.children, strict=True)):
        data = _data(child, automatic)
        children[action] = [str(node.chances[at]), data] if node.chances else data
    return {node.player or "": children, **more}


def _automatic_names(tree: GameTree) -> dict[Node, str]:
    """What each node is called unless its author says otherwise."""
    joint = "." if any(len(action) > 1 for node in tree.nodes() for action in node.actions) else ""
    names = {tree.root: ""}
    for node in tree.nodes():
        above = names[node]
        for action, child in zip(node.actions, node.children, strict=True):
            names[child] = f"{above}{joint}{action}" if above else action
    return {node: name or ROOT for node, name in names.items()}


def number_text(number: Number) -> str:
    """A number as case files have it, exact."""
    return str(number) if isinstance(number, int) else show_number(number)


def check(text: str, id: str = "new") -> None:  # noqa: A002 - the key's own word
    """Raise UsageError with all that a suite's reader would not take, but the missing expectation."""
    faults = Faults("new")
    nodes = compose(text.encode(), faults)
    for node in nodes:
        decode_case(node, Defaults(id=id), faults)
    unrecorded = {
        (value.line, value.column)
        for node in nodes
        for key, value in (node.entries if isinstance(node, Mapping) else ())
        if key.text == "expect"
    }
    found = [f.message for f in sorted(faults.found) if (f.line, f.column) not in unrecorded]
    found = list(dict.fromkeys(found))
    if found:
        listed = "\n".join(f"  {message}" for message in found)
        raise UsageError(f"This makes no case:\n{listed}")


def next_step(file: Path, usual: Path | None) -> str:
    """What to do with a new case file; ``usual`` is the suite that commands take by themselves."""
    place = file.resolve()
    suite = next((f for f in place.parents if (f / SUITE_FILE).is_file()), None)
    if suite is None:
        return f"It is in no suite: put it beside the cases of a question, below a {SUITE_FILE}."
    elsewhere = usual is None or suite.resolve() != usual.resolve()
    words = ["grader", "record", str(file), *(["--suite", str(suite)] if elsewhere else [])]
    record = " ".join(map(shlex.quote, words))
    faults = Faults(SUITE_FILE)
    is_named = _is_named(place.relative_to(suite), suite, faults)
    if faults.found:
        return (
            f"{suite / SUITE_FILE} has faults: mend it, then write what it expects with: {record}"
        )
    if not is_named:
        return (
            f"No question of {suite / SUITE_FILE} names it: list it under cases: of one, or put it"
            f" into a question's folder. Then write what it expects with: {record}"
        )
    return f"Write what it expects with: {record}"


def _is_named(file: Path, suite: Path, faults: Faults) -> bool:
    """Whether a question takes ``file``, by itself or with its folder; paths are from the suite's."""
    named: set[PurePosixPath] = set()
    for node in compose((suite / SUITE_FILE).read_bytes(), faults):
        for question in _items(_value(node, "questions")):
            cases = _value(question, "cases")
            words = [each.text for each in (cases, *_items(cases)) if isinstance(each, Scalar)]
            named.update(map(PurePosixPath, words))
    return not named.isdisjoint({PurePosixPath(file), PurePosixPath(file.parent)})


def _value(node: Located | None, key: str) -> Located | None:
    entries = node.entries if isinstance(node, Mapping) else ()
    return next((value for name, value in entries if name.text == key), None)


def _items(node: Located | None) -> tuple[Located, ...]:
    return node.items if isinstance(node, Items) else ()


def modeline(file: Path) -> tuple[str, ...]:
    """The comment by which editors find the schema, for a file below a folder that has one."""
    for folder in file.absolute().parents:
        if (folder / SCHEMA_FILE).is_file():
            path = Path(os.path.relpath(folder / SCHEMA_FILE, file.absolute().parent)).as_posix()
            return (f"yaml-language-server: $schema={path}",)
    return ()
