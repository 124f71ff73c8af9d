"""Cases and suites: the frozen model and its reader.

Reading order: ``model`` (what a case is), ``located``, ``compose`` and ``json_text`` (YAML and JSON to
nodes that know their places), ``fields`` (nodes to text and numbers), ``decode_tree`` up to
``decode_suite``. PyYAML is imported only when a YAML file is read.
"""

from grader.cases.decode_suite import read_suite
from grader.cases.model import (
    Accept,
    Call,
    Case,
    Check,
    Cutoff,
    Expectation,
    Limits,
    Pruning,
    Question,
    Returns,
    Scoring,
    Suite,
    TieBreak,
    Tolerance,
    Visibility,
)

__all__ = [
    "Accept",
    "Call",
    "Case",
    "Check",
    "Cutoff",
    "Expectation",
    "Limits",
    "Pruning",
    "Question",
    "Returns",
    "Scoring",
    "Suite",
    "TieBreak",
    "Tolerance",
    "Visibility",
    "read_suite",
]
