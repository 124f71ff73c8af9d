"""Remember what was recorded of each case: ``recorded.lock`` beside ``suite.yaml``.

It tells a changed tree from an edited expectation, which the case files alone can't. One line a case,
sorted by id: a hash of its tree, one of what else its call is given, one of its expectation. The file
is checked in; ``grader record`` writes it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from itertools import islice
from pathlib import Path

from grader.authoring.written import comparable
from grader.cases import Case, Check, Expectation, Pruning
from grader.cases.model import Given
from grader.errors import UsageError
from grader.tree import Node, UnfoldedTree

LOCK = "recorded.lock"
LOOKED_AT = 1_000  # nodes of a game that is too large to be looked at as a whole

_HEADER = (
    "# Written by grader record, read by grader verify: of each case the hashes of its tree,\n"
    "# of what else its call is given, and of its expectation.\n"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What is remembered of a case, as short hashes."""

    tree: str
    given: str
    expect: str


def entry_of(case: Case, expect: Expectation, pruning: Pruning) -> Entry:
    """What to remember of ``case`` with the expectation ``expect``."""
    return Entry(
        tree=_hash(_tree(case)),
        given=_hash(_given(case, pruning)),
        expect=_hash({check.value: comparable(expect, check) for check in Check}),
    )


def read_lock(folder: Path) -> dict[str, Entry] | None:
    """The entries by case id, or None where nothing was recorded yet; UsageError where it is broken."""
    path = folder / LOCK
    if not path.is_file():
        return None
    entries: dict[str, Entry] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("#") or not line.strip():
            continue
        words = line.split()
        if len(words) != 4:
            raise UsageError(
                f"{path}:{number}: not a line of {LOCK}. Write it anew: grader record."
            )
        entries[words[0]] = Entry(tree=words[1], given=words[2], expect=words[3])
    return entries


def lock_text(entries: Mapping[str, Entry]) -> str:
    """The file's text."""
    rows = (f"{name} {e.tree} {e.given} {e.expect}\n" for name, e in sorted(entries.items()))
    return _HEADER + "".join(rows)


def _hash(data: object) -> str:
    text = json.dumps(data, sort_keys=True, ensure_ascii=True, default=str)
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:16]


def _tree(case: Case) -> list[object]:
    nodes = case.tree.nodes()
    if not isinstance(case.tree, UnfoldedTree):
        return [_node(node) for node in nodes]
    is_evaluated = "evaluate" in case.call.arguments
    looked_at = islice(nodes, LOOKED_AT)
    return [case.game, *([str(n.state), _node(n, evaluated=is_evaluated)] for n in looked_at)]


def _node(node: Node, *, evaluated: bool = True) -> list[object]:
    return [
        node.name,
        node.player,
        str(node.utility),
        str(node.evaluation if evaluated else None),
        [str(action) for action in node.actions],
        [str(chance) for chance in node.chances or ()],
        {player: str(number) for player, number in (node.payoffs or {}).items()},
    ]


def _given(case: Case, pruning: Pruning) -> list[object]:
    """The call and its arguments. A policy on a game is made as it is asked: its player has to do."""
    is_game = isinstance(case.tree, UnfoldedTree)
    policies = {
        player: None if is_game else {state: _chances(row) for state, row in table.items()}
        for player, table in case.policies.items()
    }
    is_fitted = (
        case.call.prunes and case.law is None
    )  # a law's trees are right under each convention
    convention = [pruning.cutoff.value, pruning.returns.value] if is_fitted else []
    law = [case.law.value, repr(case.recipe)] if case.law is not None else []
    return [
        case.call.value,
        case.start.name,
        policies,
        _stated(case.given),
        case.tie_break.value,
        convention,
        *law,
    ]


def _stated(given: Given) -> dict[str, str]:
    """What is given beside the game; an argument that a later version knows changes no hash."""
    named = {each.name: getattr(given, each.name) for each in fields(given)}
    return {name: repr(value) for name, value in named.items() if value is not None}


def _chances(row: Mapping[str, object]) -> dict[str, str]:
    return {action: str(chance) for action, chance in row.items()}
