"""``grader init``: a course of one's own from the kit, with the questions and conventions it takes."""

from __future__ import annotations

import argparse
from pathlib import Path

from grader.cli import DONE

_USAGE = """\
grader init DIR [--questions QUESTION ...] [--cutoff {on_equal,strict}]
                   [--returns {fail_soft,fail_hard}] [--accept {exact,any_correct}]
                   [--depth {rounds,plies}] [--title TITLE] [--no-page]"""


def add_parser(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``grader init``."""
    parser.usage = _USAGE
    add = parser.add_argument
    add("folder", metavar="DIR", type=Path, help="the folder to make")
    add("--questions", metavar="QUESTION", nargs="+", action="extend", default=[],
        help="the questions to take, by what their ids begin with (default: all)")  # fmt: skip
    add("--cutoff", choices=["on_equal", "strict"],
        help="when alpha-beta cuts (default: as the kit, on_equal)")  # fmt: skip
    add("--returns", choices=["fail_soft", "fail_hard"],
        help="what a cut search returns (default: as the kit, fail_soft)")  # fmt: skip
    add("--accept", choices=["exact", "any_correct"],
        help="whether other right variants get points, too (default: as the kit)")  # fmt: skip
    add("--depth", choices=["rounds", "plies"],
        help="how depth is counted (default: both ways)")  # fmt: skip
    add("--title", metavar="TITLE", help="the assignment's name")
    add("--no-page", action="store_true", help="leave out README.html, which needs more packages")


def run(args: argparse.Namespace) -> int:
    """Make the folder and say what to do with it."""
    from grader.authoring.course import make_course
    from grader.authoring.course_suite import Choice
    from grader.authoring.page import NEEDS, can_render

    choice = Choice(
        questions=tuple(part for word in args.questions for part in word.split(",") if part),
        cutoff=args.cutoff,
        returns=args.returns,
        accept=args.accept,
        depth=args.depth,
        title=args.title,
    )
    page = not args.no_page and can_render()
    suite = make_course(args.folder, choice, page=page)
    print(f"{args.folder} is a course of its own:")
    for question in suite.questions:
        extra = " extra" if question.extra else ""
        print(
            f"  {question.id}: {len(question.cases)} cases, {float(question.points):g}{extra} points"
        )
    if suite.unit is None:
        print(
            "  The kit's unit tests are left out, since they call a function that it does not ask for."
        )
    if not args.no_page and not page:
        print(f"  {NEEDS}")
        print("  bash setup.sh --test brings them; without it, say --no-page as below.")
    cases, without = f"{args.folder}/test_cases", "" if page else " --no-page"
    print(f"Its reference: grader grade {args.folder}/solution --suite {cases}")
    print(f"For students: {args.folder}/handout. After a change of suite.yaml, make it anew with")
    print(f"  grader record --suite {cases}")
    print(f"  grader handout --suite {cases} --out {args.folder}/handout --replace{without}")
    print("For Gradescope:")
    print(f"  grader build --suite {cases} --out {args.folder}/dist{without}")
    print(f"  grader simulate {args.folder}/dist/autograder.zip {args.folder}/solution")
    return DONE
