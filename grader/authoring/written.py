"""Expectations as the plain data that stand in a case file, and as flow-style YAML.

Decides how a recorded answer is written: exact numbers, names in quotes only where YAML needs them,
lines of at most ``WIDTH`` characters. May not know files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Union

from grader.cases import Check, Expectation
from grader.cases.decode_expect import KEY_OF
from grader.cases.located import NULLS
from grader.cases.model import Effort
from grader.tree import Node, action_text

WIDTH = 100
_NESTED = ("policy", "table")
_IN_NO_ORDER = (Check.PRUNED, Check.OPTIONS)

Data = Union[str, "list[Data]", "dict[str, Data]"]

_SAFE = re.compile(r"[\w./(][\w./()+-]*(?: [\w./()+-]+)*|[-+][0-9./]+")
_PLAIN_IN_DOUBLE = re.compile(r"[\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd]*")
_BREAK = "\0"  # in text: a space at which a line may end


def data_of(expect: Expectation) -> dict[str, Data]:
    """What ``expect`` states, by the keys of ``expect:``, in the order of the checks."""
    return {
        KEY_OF[check]: data for check in Check if (data := field_data(expect, check)) is not None
    }


def field_data(expect: Expectation, check: Check) -> Data | None:
    """What ``expect`` states for one check, or None."""
    if check is Check.VALUE and expect.payoffs is not None:
        vectors = [_plain(payoffs) for payoffs in expect.payoffs]
        return vectors[0] if len(vectors) == 1 else vectors
    if check is Check.ACTION:
        return None if expect.actions is None else [action_text(a) for a in expect.actions]
    stated = getattr(expect, check.value)
    if stated is None:
        return None
    if check is Check.TABLE:
        return _table(stated)
    if check is Check.GAME:
        return _tree(stated.root)
    if check is Check.POLICY:
        return {state: [action_text(a) for a in actions] for state, actions in stated.items()}
    return _plain(stated)


def comparable(expect: Expectation, check: Check) -> object:
    """What ``expect`` states for one check, equal for expectations that accept the same answers."""
    data = field_data(expect, check)
    is_set = check in _IN_NO_ORDER or (check is Check.VALUE and expect.payoffs is not None)
    if not is_set or data is None:
        return data
    listed = data if isinstance(data, list) else [data]
    return sorted(listed, key=lambda part: sorted(part.items()) if isinstance(part, dict) else part)


def _plain(stated: object) -> Data:
    """Numbers, words, and collections of them."""
    if isinstance(stated, Effort):
        parts = {"visits": stated.visits, "evaluations": stated.evaluations}
        shown = {key: str(bound) for key, bound in parts.items() if bound is not None}
        return {**shown, **({"must": list(stated.must)} if stated.must else {})}
    if isinstance(stated, Mapping):
        return {action_text(key): _plain(value) for key, value in stated.items()}
    if isinstance(stated, tuple):
        return [_plain(part) for part in stated]
    return str(getattr(stated, "value", stated))  # a law is an enum


def _table(table: Mapping[tuple[str, str], object]) -> Data:
    rows: dict[str, Data] = {}
    for agent in dict.fromkeys(agent for agent, _ in table):
        row: Data = {theirs: str(value) for (mine, theirs), value in table.items() if mine == agent}
        rows[agent] = row
    return rows


def _tree(node: Node) -> Data:
    """Recursion is safe: a written tree is at most 100 deep, and ours no deeper than n."""
    if node.is_end:
        return str(node.utility)
    steps = zip(node.actions, node.children, strict=True)
    return {node.player or "": {action: _tree(child) for action, child in steps}}


# ---------------------------------------------------------------------------- as YAML


def quoted(word: str) -> str:
    """``word`` as a scalar that reads as the same text inside a flow list or mapping.

    >>> quoted("A1"), quoted("1/3"), quoted("go on"), quoted("(0,1)"), quoted("no"), quoted("")
    ('A1', '1/3', 'go on', "'(0,1)'", 'no', "''")
    """
    if _SAFE.fullmatch(word) and word not in NULLS:
        return word
    if _PLAIN_IN_DOUBLE.fullmatch(word) is None:
        escaped = (
            c if _PLAIN_IN_DOUBLE.fullmatch(c) and c not in '"\\' else f"\\U{ord(c):08x}"
            for c in word
        )
        return f'"{"".join(escaped)}"'
    return "'" + word.replace("'", "''") + "'"


def shown(data: Data) -> str:
    """``data`` in flow style on one line.

    >>> shown({"A": ["B1", "C,2"], "value": "1/3"})
    "{A: [B1, 'C,2'], value: 1/3}"
    """
    return _flow(data).replace(_BREAK, " ")


def wrapped(data: Data, *, column: int, indent: int, newline: str = "\n") -> str:
    """``data`` in flow style, begun at ``column`` (from 0); more lines are indented by ``indent``."""
    lines = [""]
    room = WIDTH - column
    for part in _flow(data).split(_BREAK):
        if lines[-1] and len(lines[-1]) + 1 + len(part) > room:
            lines.append(part)
            room = WIDTH - indent
        else:
            lines[-1] += f" {part}" if lines[-1] else part
    return f"{newline}{' ' * indent}".join(lines)


def block(key: str, data: Data, *, indent: int, newline: str = "\n") -> Iterator[str]:
    """The lines of ``key: data`` in a block, indented by ``indent``.

    A policy and a table have a line for each of their own keys.
    """
    begin = f"{' ' * indent}{quoted(key)}:"
    if key in _NESTED and isinstance(data, dict) and data:
        yield begin
        for inner, value in data.items():
            yield from block(inner, value, indent=indent + 2, newline=newline)
        return
    yield f"{begin} {wrapped(data, column=len(begin) + 1, indent=indent + 4, newline=newline)}"


def _flow(data: Data) -> str:
    """``data`` with a mark wherever a line may end. Deep as the data, which a reader bounds."""
    if isinstance(data, str):
        return quoted(data)
    comma = f",{_BREAK}"
    if isinstance(data, list):
        return f"[{comma.join(map(_flow, data))}]"
    return f"{{{comma.join(f'{quoted(key)}: {_flow(value)}' for key, value in data.items())}}}"
