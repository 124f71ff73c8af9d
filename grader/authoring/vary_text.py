"""Put a varied case into the text of its file, and leave every other character as it is."""

from __future__ import annotations

from collections.abc import Mapping as Table

from grader.authoring.new_text import number_text
from grader.authoring.rewrite import Edit, Span, set_values
from grader.authoring.written import Data, data_of
from grader.cases import Case
from grader.tree import ROOT, GameTree, Node, PolicyTable

Values = dict[str, Data]


def values_of(case: Case, document: Span) -> Values:
    """What a written tree's case says below the keys that stand in ``document``, but ``expect``."""
    given = case.given
    found: Values = {}
    if document.get("tree"):
        found["tree"] = tree_data(case.tree)
    if document.get("state"):
        found["state"] = case.start.name
    if entry := document.get("policies"):
        named = [key.text or "" for key, _ in entry[1].entries or ()]
        found["policies"] = {p: policy_data(case.policies[p]) for p in named}
    if document.get("seed"):
        found["seed"] = str(given.seed)
    for key, number in (("low", given.low), ("high", given.high)):
        if number is not None:
            found[key] = number_text(number)
    if given.intervals is not None:
        found["intervals"] = {
            option: [number_text(low), number_text(high)]
            for option, (low, high) in given.intervals.items()
        }
    return found


def edits_of(text: str, document: Span, values: Values, case: Case) -> list[Edit]:
    """The edits by which ``document`` says ``values`` and expects what ``case`` does."""
    edits = set_values(text, document, values)
    if (entry := document.get("expect")) is not None:
        edits += set_values(text, entry[1], data_of(case.expect))
    return edits


def policy_data(table: PolicyTable) -> Data:
    """A policy as shortly as it can be said."""
    chances = [
        {action: chance for action, chance in each.items() if chance} for each in table.values()
    ]
    sure = {next(iter(each)) for each in chances if len(each) == 1}
    if len(sure) == 1 and all(len(each) == 1 for each in chances):
        return {"always": sure.pop()}
    if all(len(set(each.values())) == 1 for each in table.values()):
        return "uniform"
    return {
        name: {action: str(chance) for action, chance in each.items()}
        for name, each in zip(table, chances, strict=True)
    }


def tree_data(tree: GameTree) -> Data:
    """A tree as it is written: an end is its number, and names are given only where they must be."""
    joint = "." if any(len(action) > 1 for node in tree.nodes() for action in node.actions) else ""
    return _data(tree.root, "", joint)


def _data(node: Node, path: str, joint: str) -> Data:
    """Recursion is safe: written trees are at most 100 deep."""
    more: dict[str, Data] = {}
    if node.evaluation is not None:
        more["eval"] = number_text(node.evaluation)
    if node.name != (path or ROOT):
        more["name"] = node.name
    if node.payoffs is not None:
        return {"utility": {p: number_text(n) for p, n in node.payoffs.items()}, **more}
    if node.utility is not None:
        worth = number_text(node.utility)
        return {"utility": worth, **more} if more else worth
    children: dict[str, Data] = {}
    for at, (action, child) in enumerate(zip(node.actions, node.children, strict=True)):
        data = _data(child, f"{path}{joint}{action}" if path else action, joint)
        children[action] = [str(node.chances[at]), data] if node.chances else data
    return {node.player or "": children, **more}


def words(span: Span) -> list[str]:
    """The scalars of a list."""
    return [item.text or "" for item in span.items or ()]


def entries(span: Span | None) -> Table[str, Span]:
    """The entries of a mapping, by key."""
    return {key.text or "": value for key, value in (span.entries if span else None) or ()}
