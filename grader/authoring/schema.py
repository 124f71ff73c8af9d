"""The JSON Schema (draft 2020-12) of case files and ``suite.yaml``, for editors.

Made from what the readers go by: their tuples of keys, the enums of the model, what each call takes and
can be checked for. A key that has no shape here raises KeyError, so none is forgotten. A schema says
less than the reader: not which names are in a tree, nor which probabilities sum to 1.
"""

from __future__ import annotations

import json

from grader.authoring.schema_cases import (
    case_schema,
    child_schema,
    node_schema,
    policy_schema,
    recipe_schema,
)
from grader.authoring.schema_parts import (
    NAME,
    NUMBER,
    UNSIGNED,
    Schema,
    choice,
    map_of,
    object_of,
    positive,
    ref,
)
from grader.authoring.schema_suites import (
    attempts_schema,
    column_schema,
    pruning_shapes,
    question_shapes,
    suite_shapes,
    unit_schema,
)
from grader.cases.decode_case import WEIGHT_KEYS
from grader.cases.decode_question import QUESTION_KEYS
from grader.cases.decode_settings import LIMIT_KEYS, PRUNING_KEYS
from grader.cases.decode_suite import SUITE_KEYS
from grader.cases.model import Visibility

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema() -> Schema:
    """One schema for both kinds of file: what has ``questions`` is a suite, all else a case."""
    return {
        "$schema": DIALECT,
        "title": "A case, or a suite, of the game-tree grader",
        "type": "object",
        "if": {"required": ["questions"]},
        "then": ref("suite"),
        "else": ref("case"),
        "$defs": {
            "case": case_schema(),
            "suite": object_of(SUITE_KEYS, suite_shapes(), needs=("title", "questions")),
            "question": object_of(
                QUESTION_KEYS,
                question_shapes(),
                needs=("id", "title", "points", "cases"),
            ),
            "number": NUMBER,
            "atLeast0": {**NUMBER, "minimum": 0, "pattern": UNSIGNED},
            "probability": {**NUMBER, "minimum": 0, "maximum": 1, "pattern": UNSIGNED},
            "names": {"type": "array", "items": NAME, "uniqueItems": True},
            "numbers": map_of(ref("number")),
            "node": node_schema(),
            "child": child_schema(),
            "policy": policy_schema(),
            "weights": object_of(WEIGHT_KEYS, dict.fromkeys(WEIGHT_KEYS, ref("atLeast0"))),
            "limits": object_of(LIMIT_KEYS, dict.fromkeys(LIMIT_KEYS, positive())),
            "pruning": object_of(PRUNING_KEYS, pruning_shapes()),
            "recipe": recipe_schema(),
            "attempts": attempts_schema(),
            "column": column_schema(),
            "unit": unit_schema(),
            "visibility": choice(Visibility),
        },
    }


def schema_text() -> str:
    """The schema as it is printed and kept in a file."""
    return json.dumps(schema(), indent=1, ensure_ascii=True) + "\n"
