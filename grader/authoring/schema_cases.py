"""The schema of case files: what each call takes and can be checked for, trees and policies."""

from __future__ import annotations

from grader.authoring.schema_parts import (
    ID,
    NAME,
    NUMBER_TEXT,
    TEXT,
    YES,
    Schema,
    choice,
    map_of,
    object_of,
    ref,
    whole,
)
from grader.cases import Call
from grader.cases import decode_given as given
from grader.cases import decode_more as more
from grader.cases.decode_case import CASE_KEYS
from grader.cases.decode_expect import EXPECT_KEYS, KEY_OF, UNRECORDED
from grader.cases.decode_property import (
    MOST_TREES,
    MOST_WIDTH,
    NOT_WITH_A_LAW,
    RECIPE_KEYS,
)
from grader.cases.decode_tree import KNOWN, NODE_KEYS, SIDES
from grader.cases.model import Check, Law, Property, Rival, TieBreak
from grader.cases.tree_line import MOST_DEPTH


def _in_any_case(word: str) -> str:
    return "".join(f"[{letter.upper()}{letter}]" for letter in word)


# Names by which nobody moves: a side's, and a known player's in capitals.
_MISNAMED = "^(?:{}|{})$".format(
    "|".join(map(_in_any_case, SIDES)),
    "|".join(f"(?!{word}$){_in_any_case(word)}" for word in KNOWN),
)


def case_schema() -> Schema:
    """A case: its keys, and what holds for each call."""
    plain = object_of(CASE_KEYS, _case_shapes(), needs=("call", "expect"))
    of_calls = [each for call in Call for each in (_of_call(call), _of_law(call))]
    return {**plain, "allOf": of_calls}


def _of_call(call: Call) -> Schema:
    """What holds for cases of one call: what it must have, may not have and is checked for."""
    refused = [key for key in given.GIVEN_KEYS if not given.takes(call, key)]
    needed = [
        key for key in given.GIVEN_KEYS if given.takes(call, key) and not given.may_lack(call, key)
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
    then["properties"] |= dict.fromkeys([*refused, "trees"], False)
    if needed:
        then["required"] = needed
    without_law = {"not": {"required": ["property"]}}
    return {
        "if": {
            "properties": {"call": {"const": call.value}},
            "required": ["call"],
            **without_law,
        },
        "then": then,
    }


def _of_law(call: Call) -> Schema:
    """What holds for cases of one call that have a law: it says itself what the call is given."""
    laws = [law.value for law in call.properties]
    then: Schema = {
        "properties": {
            "property": {"enum": laws} if laws else False,
            "expect": {"propertyNames": {"enum": [KEY_OF[Check.PROPERTY]]}},
            **dict.fromkeys(NOT_WITH_A_LAW, False),
        },
        "required": ["trees"],
    }
    both = ["call", "property"]
    return {"if": {"properties": {"call": {"const": call.value}}, "required": both}, "then": then}


def _case_shapes() -> dict[str, Schema]:
    expect = object_of(EXPECT_KEYS, _expect_shapes())
    expect |= {"type": ["object", "string"], "minProperties": 1, "pattern": f"^{UNRECORDED}$"}
    return {
        "id": ID,
        "call": choice(Call),
        "title": TEXT,
        "tree": ref("node"),
        "game": map_of(
            {"type": ["array", "object"]}, minProperties=1, maxProperties=1
        ),
        "state": NAME,
        "policies": map_of(ref("policy")),
        "depth": whole(given.MAX_DEPTH_LIMIT),
        "n": whole(given.MAX_ROLLOUTS),
        "seed": whole(given.LARGEST_SEED),
        "max_evaluations": whole(given.MOST["max_evaluations"]),
        "low": ref("number"),
        "high": ref("number"),
        "intervals": map_of(
            {"type": "array", "items": ref("number"), "minItems": 2, "maxItems": 2}
        ),
        "property": choice(Property),
        "trees": ref("recipe"),
        "expect": expect,
        "weights": ref("weights"),
        "points": ref("atLeast0"),
        "group": TEXT,
        "visibility": ref("visibility"),
        "tie_break": choice(TieBreak),
        "limits": ref("limits"),
    }  # fmt: skip


def _expect_shapes() -> dict[str, Schema]:
    efforts = {"visits": whole(), "evaluations": whole(), "must": ref("names")}
    wins = {
        "against": choice(Rival),
        "games": whole(more.MAX_GAMES, 1),
        "depth": whole(more.MAX_SEARCH_DEPTH, 1),
        "at_least": ref("atLeast0"),
        "seed": whole(),
    }
    rows = dict.fromkeys(more.OPPONENTS, ref("number"))
    row = object_of(more.OPPONENTS, rows, needs=more.OPPONENTS)
    table = object_of(more.AGENTS, dict.fromkeys(more.AGENTS, row), needs=more.AGENTS)
    vectors: Schema = {"type": "array", "items": ref("numbers"), "minItems": 1}
    signs = {"enum": [-1, 0, 1]}
    return {
        "value": {"anyOf": [ref("number"), ref("numbers"), vectors]},
        "actions": ref("names"),
        "policy": map_of(ref("names"), minProperties=1),
        "visited": {**ref("names"), "minItems": 1},
        "pruned": ref("names"),
        "effort": {**object_of(more.EFFORT_KEYS, efforts), "minProperties": 1},
        "path": {**ref("names"), "minItems": 1},
        "outcomes": map_of(ref("probability")),
        "table": table,
        "options": ref("names"),
        "game": ref("node"),
        "row": map_of({"enum": [1, -1]}),
        "law": choice(Law),
        "signs": map_of(signs),
        "property": {"type": "array", "items": NAME, "minItems": 1, "maxItems": MOST_TREES},
        "wins": object_of(more.WINS_KEYS, wins, needs=("against", "games", "depth", "at_least")),
    }


def node_schema() -> Schema:
    """A number; or a mapping with a utility, or with one player, and what may stand beside either."""
    shapes = {
        "utility": {"anyOf": [ref("number"), ref("numbers")]},
        "eval": ref("number"),
        "name": NAME,
    }
    actions = map_of(ref("child"), minProperties=1, propertyNames={"minLength": 1})
    return {
        "type": ["number", "string", "object"],
        "pattern": NUMBER_TEXT,
        "properties": {key: shapes[key] for key in NODE_KEYS},
        "additionalProperties": actions,
        "propertyNames": {"not": {"pattern": _MISNAMED}, "pattern": r"\S"},
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


def child_schema() -> Schema:
    """A node; below a chance node, a list of its probability and the node."""
    pair = {
        "prefixItems": [ref("probability"), ref("node")],
        "items": False,
        "minItems": 2,
    }
    return {"if": {"type": "array"}, "then": pair, "else": ref("node")}


def recipe_schema() -> Schema:
    """What the trees are like on which a law is to hold."""
    shapes = {
        "count": whole(MOST_TREES, 1),
        "seed": whole(),
        "depth": whole(MOST_DEPTH, 1),
        "width": whole(MOST_WIDTH, 1),
        "players": ref("names"),
        "ties": YES,
        "zeros": YES,
    }
    return object_of(RECIPE_KEYS, shapes, needs=("count",))


def policy_schema() -> Schema:
    """Uniform, always one action, or probabilities by state."""
    return {
        "type": ["string", "object"],
        "pattern": "^uniform$",
        "additionalProperties": {
            "type": ["string", "number", "boolean", "object"],
            "additionalProperties": ref("probability"),
        },
        "minProperties": 1,
    }
