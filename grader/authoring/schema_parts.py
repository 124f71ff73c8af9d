"""Parts of which the schemas are made: numbers, names, choices, and what an editor shows of a key."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any

from grader.cases.decode_case import LONGEST_ID
from grader.cases.decode_settings import MAX_LIMIT

Schema = dict[str, Any]

# YAML guesses types in an editor; our reader keeps text. So a name may look like a number or a bool.
NAME: Schema = {"type": ["string", "number", "boolean"], "minLength": 1}
TEXT: Schema = {"type": ["string", "number", "boolean"], "pattern": r"\S"}
ID: Schema = {
    "type": ["string", "integer"], "pattern": "^[a-z0-9-]+$", "maxLength": LONGEST_ID,
}  # fmt: skip
NUMBER_TEXT = (
    r"^\s*[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]{1,3})?\s*$"
    r"|^\s*[-+]?[0-9]+/0*[1-9][0-9]*\s*$"
)
NUMBER: Schema = {"type": ["number", "string"], "pattern": NUMBER_TEXT}
UNSIGNED = NUMBER_TEXT.replace("[-+]?[0-9]", "[+]?[0-9]").replace("[-+]?(", "[+]?(")
YES: Schema = {"enum": [True, False, "true", "false"]}


def ref(name: str) -> Schema:
    """Refer to one of the schema's ``$defs``."""
    return {"$ref": f"#/$defs/{name}"}


def choice(among: type[Enum]) -> Schema:
    """One word of an enum of the model."""
    return {"enum": [member.value for member in among]}


def map_of(values: Schema, **rest: object) -> Schema:
    """A mapping whose keys the author chooses."""
    return {"type": "object", "additionalProperties": values, **rest}


def whole(most: int | None = None, least: int = 0) -> Schema:
    """A whole number, which an editor may take for text."""
    bound: Schema = {"type": ["integer", "string"], "minimum": least, "pattern": "^[0-9.]+$"}
    return bound if most is None else {**bound, "maximum": most}


def positive() -> Schema:
    """A limit: more than 0."""
    return {**NUMBER, "exclusiveMinimum": 0, "maximum": MAX_LIMIT}


def object_of(
    keys: Iterable[str], shapes: Mapping[str, Schema], needs: Iterable[str] = ()
) -> Schema:
    """A mapping with the format's own keys."""
    told = {key: {"description": _SAYS[key]} if key in _SAYS else {} for key in keys}
    described = {key: {**shapes[key], **told[key]} for key in keys}
    found: Schema = {"type": "object", "properties": described, "additionalProperties": False}
    return {**found, "required": list(needs)} if needs else found


# What an editor shows of a key, where its name does not say it.
_SAYS: Mapping[str, str] = {
    "call": "the function of the student's solver.py",
    "tree": "the key says who moves; children in order; a number is an end's utility",
    "game": "a game of the support module with its arguments: {Nim: [1, 2]}",
    "state": "the node that is asked about; else the root",
    "policies": "uniform, {always: ACTION} or {STATE: {ACTION: PROBABILITY}}, by player",
    "expect": "what is right; grader record writes it in the place of the word record",
    "property": "a law that the function must keep on every tree; in expect, the trees",
    "trees": "how many trees grader record makes for a property, and what they are like",
    "group": "cases that count together, for questions scored by_group",
    "tie_break": "any best action, or the first in the tree's order",
    "actions": "every right action; [] where None is right",
    "policy": "every right action, by state",
    "visited": "nodes in the order of first visits, the start first",
    "pruned": "the topmost nodes that are not visited, in tree order",
    "effort": "bounds on visits and evaluations, and nodes that must be visited",
    "outcomes": "the probability of each end that has any",
    "row": "who wins, by n: 1 or -1",
    "extra": "extra credit, beyond the total",
    "cases": "a folder, a list of files, or the cases themselves",
    "functions": "only those cases that call one of these",
    "support": "the module that students import as games, from the suite's folder",
    "secret": "by which hidden cases get other numbers for each submission",
    "attempts": "how often a student may be graded: {limit: 5, every: 1 h}",
    "leaderboard": "the columns of Gradescope's leaderboard",
    "unit": "a folder of unittest modules inside the suite's, or more about it",
    "measure": "what the visible cases of the call are summed by",
    "isolation": "the least level of isolation at which the suite is graded",
    "cutoff": "stop on equality (v >= beta), or strictly beyond the bound",
    "returns": "after a cut: the best value seen, or the bound",
    "accept": "this convention alone, or any right variant",
}
