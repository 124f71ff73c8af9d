"""Decode a question of a suite: its points, and the cases in it or in the files that it names."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from grader.cases import fields as read
from grader.cases.compose import compose
from grader.cases.decode_case import Defaults, PlacedCase, decode_case, decode_id
from grader.cases.decode_settings import decode_pruning
from grader.cases.files import Reading, case_files, contents
from grader.cases.located import Faults, Located, Mapping, Sequence, Start
from grader.cases.model import Pruning, Question, Scoring, Visibility
from grader.errors import Fault

QUESTION_KEYS = (
    "id", "title", "points", "extra", "scoring", "cases", "functions", "pruning", "visibility",
)  # fmt: skip
MAX_POINTS = 10_000  # of a question: results have room for a million in all


@dataclass(frozen=True, slots=True, kw_only=True)
class Common:
    """What the suite sets for all of its questions."""

    defaults: Defaults
    pruning: Pruning


def decode_question(node: Located, common: Common, reading: Reading) -> Question | None:
    """The question with its cases, or None where it is no mapping."""
    faults = reading.faults
    found = read.fields(node, "a question", QUESTION_KEYS, faults)
    if found is None:
        return None
    question_id = decode_id(found, None, "a question", faults)
    if question_id in reading.question_ids:
        first = reading.question_ids[question_id]
        faults.at(
            found.key("id"), f"the question {question_id!r} is there already, at line {first.line}"
        )
    elif question_id is not None:
        reading.question_ids[question_id] = found.key("id")
    title = required_text(found, "title", "a question", faults)
    scoring = read.choice(found.get("scoring"), "scoring", Scoring, faults)
    visibility = read.choice(found.get("visibility"), "visibility", Visibility, faults)
    placed = _placed_cases(found, _own(common.defaults, visibility), reading)
    in_order = [reading.add(each) for each in _of_functions(found, placed, reading)]
    # What students see comes first, so that its numbers are those of the handout, which has no more.
    cases = tuple(sorted(in_order, key=lambda case: case.visibility is not Visibility.VISIBLE))
    if cases and not any(case.points for case in cases) and not reading.in_cases:
        faults.at(found.key("cases"), "every case of this question has points: 0")
    return Question(
        id=question_id or "",
        title=title,
        points=_points(found, faults),
        scoring=scoring or Scoring.PER_CASE,
        pruning=decode_pruning(found.get("pruning"), common.pruning, faults),
        cases=cases,
        extra=read.yes(found.get("extra"), "extra", faults),
    )


def _of_functions(
    found: read.Fields, placed: list[PlacedCase], reading: Reading
) -> list[PlacedCase]:
    """Those of the cases that call one of the question's ``functions``; all, if it names none."""
    listed = read.names(found.get("functions"), "functions", reading.faults)
    if listed is None:
        return placed
    there = list(dict.fromkeys(each.case.call.value for each in placed))
    for word, place in listed:
        if word not in there and not reading.in_cases:
            hint = read.did_you_mean(word, there)
            reading.faults.at(place, f"no case of this question calls {word!r}; {hint}")
    chosen = {word for word, _ in listed}
    return [each for each in placed if each.case.call.value in chosen]


def _own(defaults: Defaults, visibility: Visibility | None) -> Defaults:
    return replace(defaults, visibility=visibility) if visibility else defaults


def _placed_cases(found: read.Fields, defaults: Defaults, reading: Reading) -> list[PlacedCase]:
    """The cases that stand in the question itself, as in a bundle, or in the files that it names."""
    node = found.get("cases")
    if isinstance(node, Sequence) and any(isinstance(item, Mapping) for item in node.items):
        decoded = [decode_case(item, defaults, reading.faults) for item in node.items]
        return [placed for placed in decoded if placed is not None]
    cases: list[PlacedCase] = []
    for file in case_files(found, reading):
        placed, faults = read_cases(reading.folder / file, file=file, defaults=defaults)
        cases.extend(placed)
        reading.in_cases.extend(faults)
    return cases


def read_cases(
    path: Path, *, file: str, defaults: Defaults
) -> tuple[list[PlacedCase], list[Fault]]:
    """The cases of one file, in order, and its faults; ``file`` is its name in them."""
    faults = Faults(file)
    documents = compose(contents(path, faults), faults)
    if not documents and not faults.found:
        faults.at(Start(), "this file has no case in it")
    defaults = replace(defaults, id=path.stem if len(documents) == 1 else None)
    decoded = [decode_case(document, defaults, faults) for document in documents]
    return [placed for placed in decoded if placed is not None], faults.found


def _points(found: read.Fields, faults: Faults) -> Fraction:
    node = found.get("points")
    if node is None:
        faults.at(found.place, "a question needs points:")
        return Fraction(0)
    points = read.fraction(node, "points", faults)
    if points is not None and (points * 100).denominator != 1:
        faults.at(node, "points must be a whole number of hundredths (2.5, not 1/3)")
    if points is not None and points > MAX_POINTS:
        faults.at(node, f"points must be at most {MAX_POINTS}")
    return points or Fraction(0)


def required_text(found: read.Fields, key: str, what: str, faults: Faults) -> str:
    """The text under ``key``; a fault and nothing where there is none."""
    if key not in found:
        faults.at(found.place, f"{what} needs {key}:")
    return read.text(found.get(key), key, faults) or ""
