"""The schema of ``suite.yaml``: questions, limits, conventions, and what stands beside the cases."""

from __future__ import annotations

from grader.authoring.schema_parts import (
    ID,
    NAME,
    NUMBER,
    TEXT,
    YES,
    Schema,
    choice,
    object_of,
    ref,
    whole,
)
from grader.cases import Call
from grader.cases.decode_beside import COLUMN_KEYS, MAX_SECONDS, UNIT_KEYS
from grader.cases.decode_question import MAX_POINTS
from grader.cases.decode_settings import (
    ATTEMPTS_KEYS,
    DURATION,
    MAX_ISOLATION,
    MAX_LIMIT,
    TOLERANCE_KEYS,
)
from grader.cases.decode_suite import SHORTEST_SECRET
from grader.cases.model import Accept, Cutoff, Measure, Returns, Scoring


def suite_shapes() -> dict[str, Schema]:
    """The shape of each key of a suite."""
    modules: Schema = {"type": "array", "items": {"type": "string"}, "uniqueItems": True}
    tolerance = dict.fromkeys(TOLERANCE_KEYS, ref("atLeast0"))
    return {
        "title": TEXT,
        "questions": {"type": "array", "items": ref("question"), "minItems": 1},
        "weights": ref("weights"),
        "visibility": ref("visibility"),
        "pruning": ref("pruning"),
        "tolerance": object_of(TOLERANCE_KEYS, tolerance),
        "limits": ref("limits"),
        "support": TEXT,
        "allow": modules,
        "preload": modules,
        "isolation": whole(MAX_ISOLATION, 1),
        "secret": {"type": ["string", "integer"], "minLength": SHORTEST_SECRET},
        "attempts": ref("attempts"),
        "leaderboard": {"type": "array", "items": ref("column")},
        "unit": {"if": {"type": "object"}, "then": ref("unit"), "else": TEXT},
    }


def column_schema() -> Schema:
    """A column of the leaderboard."""
    shapes = {
        "name": TEXT,
        "measure": choice(Measure),
        "call": choice(Call),
        "order": {"enum": ["asc", "desc"]},
    }
    return object_of(COLUMN_KEYS, shapes, needs=("name", "measure"))


def unit_schema() -> Schema:
    """More about the folder of unit tests."""
    shapes = {
        "folder": TEXT,
        "id": ID,
        "title": TEXT,
        "points": {**ref("atLeast0"), "maximum": MAX_POINTS},
        "extra": YES,
        "seconds": {**NUMBER, "exclusiveMinimum": 0, "maximum": MAX_SECONDS},
    }
    return object_of(UNIT_KEYS, shapes, needs=("folder",))


def attempts_schema() -> Schema:
    """How often a student may be graded; a rate needs both of its keys."""
    times: Schema = {"type": "string", "pattern": f"^({DURATION.pattern})$"}
    shapes = {"limit": whole(MAX_LIMIT, 1), "every": times, "total": whole(MAX_LIMIT, 1)}
    both = {"limit": ["every"], "every": ["limit"]}
    found = object_of(ATTEMPTS_KEYS, shapes)
    return {**found, "minProperties": 1, "dependentRequired": both}


def question_shapes() -> dict[str, Schema]:
    """The shape of each key of a question."""
    cases: Schema = {"type": "array", "items": {"anyOf": [NAME, ref("case")]}, "minItems": 1}
    return {
        "id": ID,
        "title": TEXT,
        "points": {**ref("atLeast0"), "maximum": MAX_POINTS},
        "extra": YES,
        "scoring": choice(Scoring),
        "cases": {"if": {"type": "array"}, "then": cases, "else": TEXT},
        "functions": {"type": "array", "items": choice(Call), "uniqueItems": True},
        "pruning": ref("pruning"),
        "visibility": ref("visibility"),
    }


def pruning_shapes() -> dict[str, Schema]:
    """The shape of each key of a pruning convention."""
    return {"cutoff": choice(Cutoff), "returns": choice(Returns), "accept": choice(Accept)}
