"""The JSON Schema (draft 2020-12) of case files and ``suite.yaml``, for editors.

Made from what the readers go by: their tuples of keys, the enums of the model, what each call takes and
can be checked for. A key that has no shape here raises KeyError, so none is forgotten. A schema says
less than the reader: not which names are in a tree, nor which probabilities sum to 1.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any

from grader.authoring.rewrite import UNRECORDED
from grader.cases import Call
from grader.cases import decode_given as given
from grader.cases import decode_more as more
from grader.cases.decode_case import CASE_KEYS, LONGEST_ID, WEIGHT_KEYS
from grader.cases.decode_expect import EXPECT_KEYS, KEY_OF
from grader.cases.decode_question import MAX_POINTS, QUESTION_KEYS
from grader.cases.decode_settings import (
    _DURATION,
    ATTEMPTS_KEYS,
    LIMIT_KEYS,
    MAX_ISOLATION,
    MAX_LIMIT,
    PRUNING_KEYS,
    TOLERANCE_KEYS,
)
from grader.cases.decode_suite import SHORTEST_SECRET, SUITE_KEYS
from grader.cases.decode_tree import NODE_KEYS, SIDES
from grader.cases.model import (
    Accept,
    Cutoff,
    Law,
    Returns,
    Rival,
    Scoring,
    TieBreak,
    Visibility,
)

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"

# YAML guesses types in an editor; our reader keeps text. So a name may look like a number or a bool.
_NAME: Schema = {"type": ["string", "number", "boolean"], "minLength": 1}
_TEXT: Schema = {"type": ["string", "number", "boolean"], "pattern": r"\S"}
_ID: Schema = {
    "type": ["string", "integer"], "pattern": "^[a-z0-9-]+$", "maxLength": LONGEST_ID,
}  # fmt: skip
_NUMBER_TEXT = (
    r"^\s*[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]{1,3})?\s*$"
    r"|^\s*[-+]?[0-9]+/0*[1-9][0-9]*\s*$"
)
_NUMBER: Schema = {"type": ["number", "string"], "pattern": _NUMBER_TEXT}
_UNSIGNED = _NUMBER_TEXT.replace("[-+]?[0-9]", "[+]?[0-9]").replace("[-+]?(", "[+]?(")
_YES: Schema = {"enum": [True, False, "true", "false"]}


def schema() -> Schema:
    """One schema for both kinds of file: what has ``questions`` is a suite, all else a case."""
    return {
        "$schema": DIALECT,
        "title": "A case, or a suite, of the game-tree grader",
        "type": "object",
        "if": {"required": ["questions"]},
        "then": _ref("suite"),
        "else": _ref("case"),
        "$defs": {
            "case": _case(),
            "suite": _object(SUITE_KEYS, _suite_shapes(), needs=("title", "questions")),
            "question": _object(
                QUESTION_KEYS,
                _question_shapes(),
                needs=("id", "title", "points", "cases"),
            ),
            "number": _NUMBER,
            "atLeast0": {**_NUMBER, "minimum": 0, "pattern": _UNSIGNED},
            "probability": {**_NUMBER, "minimum": 0, "maximum": 1, "pattern": _UNSIGNED},
            "names": {"type": "array", "items": _NAME, "uniqueItems": True},
            "numbers": _map(_ref("number")),
            "node": _node(),
            "child": _child(),
            "policy": _policy(),
            "weights": _object(WEIGHT_KEYS, dict.fromkeys(WEIGHT_KEYS, _ref("atLeast0"))),
            "limits": _object(LIMIT_KEYS, dict.fromkeys(LIMIT_KEYS, _positive())),
            "pruning": _object(PRUNING_KEYS, _pruning_shapes()),
            "attempts": _attempts(),
            "visibility": _choice(Visibility),
        },
    }


def schema_text() -> str:
    """The schema as it is printed and kept in a file."""
    return json.dumps(schema(), indent=1, ensure_ascii=True) + "\n"


# ---------------------------------------------------------------------------- parts of schemas


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _choice(among: type[Enum]) -> Schema:
    return {"enum": [member.value for member in among]}


def _map(values: Schema, **rest: object) -> Schema:
    """A mapping whose keys the author chooses."""
    return {"type": "object", "additionalProperties": values, **rest}


def _whole(most: int | None = None, least: int = 0) -> Schema:
    bound: Schema = {"type": ["integer", "string"], "minimum": least, "pattern": "^[0-9.]+$"}
    return bound if most is None else {**bound, "maximum": most}


def _positive() -> Schema:
    return {**_NUMBER, "exclusiveMinimum": 0, "maximum": MAX_LIMIT}


def _object(keys: Iterable[str], shapes: Mapping[str, Schema], needs: Iterable[str] = ()) -> Schema:
    """A mapping with the format's own keys."""
    told = {key: {"description": _SAYS[key]} if key in _SAYS else {} for key in keys}
    described = {key: {**shapes[key], **told[key]} for key in keys}
    found: Schema = {"type": "object", "properties": described, "additionalProperties": False}
    return {**found, "required": list(needs)} if needs else found


# ---------------------------------------------------------------------------- cases


def _case() -> Schema:
    plain = _object(CASE_KEYS, _case_shapes(), needs=("call", "expect"))
    return {**plain, "allOf": [_of_call(call) for call in Call]}


def _of_call(call: Call) -> Schema:
    """What holds for cases of one call: what it must have, may not have and is checked for."""
    refused = [key for key in given.GIVEN_KEYS if not given.takes(call, key)]
    needed = [
        key
        for key in given.GIVEN_KEYS
        if given.takes(call, key) and not given._may_lack(call, key)  # noqa: SLF001
    ]
    refused += [] if call.takes_policies else ["policies"]
    refused += ["state"] if call.returns_policy else []
    checks = [KEY_OF[check] for check in call.checks]
    then: Schema = {"properties": {"expect": {"propertyNames": {"enum": checks}}}}
    if call.takes_tree:
        then["oneOf"] = [{"required": ["tree"]}, {"required": ["game"]}]
    elif call is Call.EVALUATE_TICTACTOE:
        needed, refused = [*needed, "game"], [*refused, "tree"]
    else:
        refused += ["tree", "game"]
    then["properties"] |= dict.fromkeys(refused, False)
    if needed:
        then["required"] = needed
    return {
        "if": {"properties": {"call": {"const": call.value}}, "required": ["call"]},
        "then": then,
    }


def _case_shapes() -> dict[str, Schema]:
    expect = _object(EXPECT_KEYS, _expect_shapes())
    expect |= {"type": ["object", "string"], "minProperties": 1, "pattern": f"^{UNRECORDED}$"}
    return {
        "id": _ID,
        "call": _choice(Call),
        "title": _TEXT,
        "tree": _ref("node"),
        "game": _map(
            {"type": ["array", "object"]}, minProperties=1, maxProperties=1
        ),
        "state": _NAME,
        "policies": _map(_ref("policy")),
        "depth": _whole(given.MAX_DEPTH_LIMIT),
        "n": _whole(given.MAX_ROLLOUTS),
        "seed": _whole(given.LARGEST_SEED),
        "max_evaluations": _whole(given._MOST["max_evaluations"]),  # noqa: SLF001
        "low": _ref("number"),
        "high": _ref("number"),
        "intervals": _map(
            {"type": "array", "items": _ref("number"), "minItems": 2, "maxItems": 2}
        ),
        "expect": expect,
        "weights": _ref("weights"),
        "points": _ref("atLeast0"),
        "group": _TEXT,
        "visibility": _ref("visibility"),
        "tie_break": _choice(TieBreak),
        "limits": _ref("limits"),
    }  # fmt: skip


def _expect_shapes() -> dict[str, Schema]:
    efforts = {"visits": _whole(), "evaluations": _whole(), "must": _ref("names")}
    wins = {
        "against": _choice(Rival),
        "games": _whole(more.MAX_GAMES, 1),
        "depth": _whole(more.MAX_SEARCH_DEPTH, 1),
        "at_least": _ref("atLeast0"),
        "seed": _whole(),
    }
    rows = dict.fromkeys(more.OPPONENTS, _ref("number"))
    row = _object(more.OPPONENTS, rows, needs=more.OPPONENTS)
    table = _object(more.AGENTS, dict.fromkeys(more.AGENTS, row), needs=more.AGENTS)
    vectors: Schema = {"type": "array", "items": _ref("numbers"), "minItems": 1}
    signs = {"enum": [-1, 0, 1]}
    return {
        "value": {"anyOf": [_ref("number"), _ref("numbers"), vectors]},
        "actions": _ref("names"),
        "policy": _map(_ref("names"), minProperties=1),
        "visited": {**_ref("names"), "minItems": 1},
        "pruned": _ref("names"),
        "effort": {**_object(more.EFFORT_KEYS, efforts), "minProperties": 1},
        "path": {**_ref("names"), "minItems": 1},
        "outcomes": _map(_ref("probability")),
        "table": table,
        "options": _ref("names"),
        "game": _ref("node"),
        "row": _map({"enum": [1, -1]}),
        "law": _choice(Law),
        "signs": _map(signs),
        "wins": _object(more.WINS_KEYS, wins, needs=("against", "games", "depth", "at_least")),
    }


def _node() -> Schema:
    """A number; or a mapping with a utility, or with one player, and what may stand beside either."""
    shapes = {
        "utility": {"anyOf": [_ref("number"), _ref("numbers")]},
        "eval": _ref("number"),
        "name": _NAME,
    }
    actions = _map(_ref("child"), minProperties=1, propertyNames={"minLength": 1})
    return {
        "type": ["number", "string", "object"],
        "pattern": _NUMBER_TEXT,
        "properties": {key: shapes[key] for key in NODE_KEYS},
        "additionalProperties": actions,
        "propertyNames": {"not": {"enum": list(SIDES)}, "pattern": r"\S"},
        "if": {"type": "object"},
        "then": {
            "if": {"required": ["utility"]},
            "then": {"propertyNames": {"enum": list(NODE_KEYS)}},
            "else": {  # one player: some key is not reserved, and there are not too many keys
                "not": {"propertyNames": {"enum": list(NODE_KEYS)}},
                "maxProperties": len(NODE_KEYS),
            },
        },
    }


def _child() -> Schema:
    """A node; below a chance node, a list of its probability and the node."""
    pair = {
        "prefixItems": [_ref("probability"), _ref("node")],
        "items": False,
        "minItems": 2,
    }
    return {"if": {"type": "array"}, "then": pair, "else": _ref("node")}


def _policy() -> Schema:
    return {
        "type": ["string", "object"],
        "pattern": "^uniform$",
        "additionalProperties": {
            "type": ["string", "number", "boolean", "object"],
            "additionalProperties": _ref("probability"),
        },
        "minProperties": 1,
    }


# ---------------------------------------------------------------------------- suites


def _suite_shapes() -> dict[str, Schema]:
    modules: Schema = {"type": "array", "items": {"type": "string"}, "uniqueItems": True}
    tolerance = dict.fromkeys(TOLERANCE_KEYS, _ref("atLeast0"))
    return {
        "title": _TEXT,
        "questions": {"type": "array", "items": _ref("question"), "minItems": 1},
        "weights": _ref("weights"),
        "visibility": _ref("visibility"),
        "pruning": _ref("pruning"),
        "tolerance": _object(TOLERANCE_KEYS, tolerance),
        "limits": _ref("limits"),
        "support": _TEXT,
        "allow": modules,
        "preload": modules,
        "isolation": _whole(MAX_ISOLATION, 1),
        "secret": {"type": ["string", "integer"], "minLength": SHORTEST_SECRET},
        "attempts": _ref("attempts"),
    }


def _attempts() -> Schema:
    times: Schema = {"type": "string", "pattern": f"^({_DURATION.pattern})$"}
    shapes = {"limit": _whole(MAX_LIMIT, 1), "every": times, "total": _whole(MAX_LIMIT, 1)}
    both = {"limit": ["every"], "every": ["limit"]}
    found = _object(ATTEMPTS_KEYS, shapes)
    return {**found, "minProperties": 1, "dependentRequired": both}


def _question_shapes() -> dict[str, Schema]:
    cases: Schema = {"type": "array", "items": {"anyOf": [_NAME, _ref("case")]}, "minItems": 1}
    return {
        "id": _ID,
        "title": _TEXT,
        "points": {**_ref("atLeast0"), "maximum": MAX_POINTS},
        "extra": _YES,
        "scoring": _choice(Scoring),
        "cases": {"if": {"type": "array"}, "then": cases, "else": _TEXT},
        "functions": {"type": "array", "items": _choice(Call), "uniqueItems": True},
        "pruning": _ref("pruning"),
        "visibility": _ref("visibility"),
    }


def _pruning_shapes() -> dict[str, Schema]:
    return {"cutoff": _choice(Cutoff), "returns": _choice(Returns), "accept": _choice(Accept)}


# What an editor shows of a key, where its name does not say it.
_SAYS: Mapping[str, str] = {
    "call": "the function of the student's solver.py",
    "tree": "the key says who moves; children in order; a number is an end's utility",
    "game": "a game of the support module with its arguments: {Nim: [1, 2]}",
    "state": "the node that is asked about; else the root",
    "policies": "uniform, {always: ACTION} or {STATE: {ACTION: PROBABILITY}}, by player",
    "expect": "what is right; grader record writes it in the place of the word record",
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
    "isolation": "the least level of isolation at which the suite is graded",
    "cutoff": "stop on equality (v >= beta), or strictly beyond the bound",
    "returns": "after a cut: the best value seen, or the bound",
    "accept": "this convention alone, or any right variant",
}
