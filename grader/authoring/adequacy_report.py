"""The report on a suite's adequacy, as text, CSV and JSON.

Decides how it reads; ``adequacy`` decides what is in it. docs/adequacy.md explains every column and key.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from fractions import Fraction

from grader.authoring.adequacy import Adequacy
from grader.authoring.matrix import Row
from grader.authoring.proposed import skeleton
from grader.authoring.small_trees import MOVERS
from grader.authoring.smallest import Gap
from grader.cases import Question

COLUMNS = ("question", "call", "mistake", "case", "verdict", "share", "caught", "lost")
_SAME = "no tree was found that does: {tries} cases on small ones were tried"
_NEXT_STEP = "add the trees that are proposed for other mistakes, record them, and run this again"


def as_text(found: Adequacy) -> str:
    """The report for a terminal: a table for each question, then the gaps, hints and counts."""
    lines: list[str] = []
    for question in found.matrix.questions:
        lines += [*_table(found, question), ""]
    for title, gaps in (
        ("Survivors: mistakes that no case of their function catches", found.survivors),
        ("Caught by one case only", found.singles),
        ("Not told apart by any case", found.pairs),
    ):
        if gaps:
            lines += [
                f"{title} ({len(gaps)})",
                *(line for g in gaps for line in _gap(found, g)),
                "",
            ]
    lines += _hints(found)
    lines += [f"{count:6} {name.replace('_', ' ')}" for name, count in found.counts.items()]
    return "\n".join(lines) + "\n"


def _table(found: Adequacy, question: Question) -> list[str]:
    rows = found.matrix.of(question)
    cases = len(question.cases)
    lines = [f"{question.id}: {cases} case{'s' if cases > 1 else ''}, {len(rows)} mistakes"]
    if not rows:
        return lines
    head = ("mistake", "function", "caught by", "points lost")
    body = [
        (
            row.mistake.id,
            row.call.value,
            _caught(row),
            f"{float(row.lost):.2f} of {float(question.points):g}",
        )
        for row in rows
    ]
    widths = [max(len(line[i]) for line in [head, *body]) for i in range(len(head))]
    for line in [head, *body]:
        cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        lines.append(f"  {'  '.join(cells).rstrip()}")
    return lines


def _caught(row: Row) -> str:
    amount = len(row.caught_by)
    if amount == 0:
        return "none (proved right)" if row.proof else "none"
    return f"{amount} of {len(row.cells)}" + (f" ({row.caught_by[0].id})" if amount == 1 else "")


def _gap(found: Adequacy, gap: Gap) -> Iterator[str]:
    first = gap.first
    yield f"  {first.question.id}, {first.call.value}: {_named(gap)}"
    if gap.kind == "survivor" and not first.is_seen:
        yield "    looks right in every case"
    if found.tries == 0:
        return
    if first.call not in MOVERS:
        yield "    no trees are tried for this function"
        return
    proposal = found.proposals.get(gap.key)
    if proposal is None:
        yield f"    {_SAME.format(tries=found.tries)}"
        yield f"    {_NEXT_STEP}"
        return
    how = "smallest tree" if proposal.is_smallest else "small tree (1-minimal)"
    start = proposal.case.start
    inside = "" if start is proposal.case.tree.root else f", from {start.name}"
    yield f"    {how}: {proposal.line}{inside}"
    for line in skeleton(proposal.case, _comment(gap)).splitlines():
        yield f"      | {line}"


def _named(gap: Gap) -> str:
    if gap.kind == "pair":
        return " and ".join(row.mistake.id for row in gap.rows)
    by = f", by {gap.first.caught_by[0].id}" if gap.kind == "single" else ""
    return f"{gap.first.mistake.id} ({gap.first.mistake.title}){by}"


def _comment(gap: Gap) -> str:
    verb = "tells apart" if gap.kind == "pair" else "catches"
    return f"{verb} {' and '.join(row.mistake.id for row in gap.rows)}"


def _hints(found: Adequacy) -> Iterator[str]:
    if found.equivalent:
        yield f"Right under the convention ({len(found.equivalent)})"
        for row in found.equivalent:
            yield f"  {row.question.id}, {row.call.value}: {row.mistake.id}: {row.proof}"
        yield ""
    if found.redundant:
        yield f"Catch nothing that another case does not; a hint only ({len(found.redundant)})"
        by: dict[str, list[str]] = {}
        for each in found.redundant:
            by.setdefault(f"see {each.by.id}" if each.by else "catch nothing", []).append(
                each.case.id
            )
        yield from (f"  {', '.join(ids)}: {why}" for why, ids in by.items())
        yield ""
    if found.matrix.broken:
        yield f"Not passed by the library's right solver ({len(found.matrix.broken)})"
        yield from (f"  {case.id}" for case in found.matrix.broken)
        yield ""
    yield from _laws_alone(found)


def _laws_alone(found: Adequacy) -> Iterator[str]:
    by_call: dict[str, list[str]] = {}
    for case in found.matrix.laws_alone:
        by_call.setdefault(case.call.value, []).append(case.id)
    if by_call:
        yield f"Laws are not judged here, and the function has no written case ({len(by_call)})"
        for call, ids in by_call.items():
            yield f"  {call} ({', '.join(ids)}): write a case of it, with grader new {call}"
        yield ""


# ---------------------------------------------------------------------------- CSV and JSON


def as_csv(found: Adequacy) -> str:
    """A line for each mistake on each case of its functions, with the columns ``COLUMNS``."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in found.matrix.rows:
        for cell in row.cells:
            writer.writerow(
                (
                    row.question.id,
                    row.call.value,
                    row.mistake.id,
                    cell.case.id,
                    cell.verdict.value,
                    cell.share,
                    int(cell.caught),
                    _points(cell.lost),
                )
            )
    return text.getvalue()


def as_json(found: Adequacy) -> str:
    """Everything of the report, as docs/adequacy.md describes it."""
    data = {
        "title": found.matrix.suite.title,
        "questions": [
            {
                "id": question.id,
                "points": _points(question.points),
                "cases": [case.id for case in question.cases],
                "mistakes": [_row_data(row) for row in found.matrix.of(question)],
            }
            for question in found.matrix.questions
        ],
        "gaps": [_gap_data(found, gap) for gap in found.gaps],
        "redundant": [
            {"case": each.case.id, "by": each.by.id if each.by else None}
            for each in found.redundant
        ],
        "broken": [case.id for case in found.matrix.broken],
        "laws_alone": [case.id for case in found.matrix.laws_alone],
        "counts": found.counts,
        "adequate": found.is_adequate,
        "strictly_adequate": found.is_strictly_adequate,
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _row_data(row: Row) -> dict[str, object]:
    return {
        "mistake": row.mistake.id,
        "call": row.call.value,
        "title": row.mistake.title,
        "caught_by": [case.id for case in row.caught_by],
        "seen": row.is_seen,
        "lost": _points(row.lost),
        "proof": row.proof,
    }


def _gap_data(found: Adequacy, gap: Gap) -> dict[str, object]:
    proposal = found.proposals.get(gap.key)
    return {
        "kind": gap.kind,
        "question": gap.first.question.id,
        "call": gap.first.call.value,
        "mistakes": [row.mistake.id for row in gap.rows],
        "proposal": proposal
        and {
            "tree": proposal.line,
            "start": proposal.case.start.name,
            "nodes": proposal.case.tree.size(),
            "smallest": proposal.is_smallest,
            "yaml": skeleton(proposal.case, _comment(gap)),
        },
    }


def _points(points: Fraction) -> str:
    """Points are whole hundredths."""
    return f"{float(points):.2f}"
