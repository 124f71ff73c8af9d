"""``grader new``: write a case file from a tree in one line, or from a generated tree."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from grader.cli import DONE
from grader.errors import UsageError

if TYPE_CHECKING:
    from grader.cases import Call
    from grader.tree import GameTree

_USAGE = """\
grader new CALL --tree TREE [--eval "A 3, B 2"] [--id ID] [--title T] [--with KEY=VALUE] [--out FILE]
       grader new CALL --generate [--seed N] [--traits T,T] [--size N] [--with KEY=VALUE] [--out FILE]
       grader new CALL --with KEY=VALUE"""


def add_parser(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``grader new``."""
    parser.usage = _USAGE
    add = parser.add_argument
    add("call", metavar="CALL", help="the function that the case calls, such as alpha_beta")
    add("--tree", metavar="TREE",
        help='the tree in one line: "max(A: min(3, 5), B: coin(1/2: 2, 1/2: 10))"')  # fmt: skip
    add("--eval", metavar="NODES", default="", help='evaluations of its nodes: "A 3, B 2"')
    add("--generate", action="store_true", help="generate a tree (needs hypothesis)")
    add("--seed", metavar="N", type=int, help="the same seed gives the same tree (default: 1)")
    add("--traits", metavar="TRAITS", default="",
        help="what the tree has, with commas between: ties, unequal-probabilities, deep-cutoff,"
        " zero-bound, large-values, two-opponents")  # fmt: skip
    add("--size", metavar="N", type=int, help="how many nodes (default: as few as will do)")
    add("--id", metavar="ID", default="", help="the case's id (default: the file's name)")
    add("--title", metavar="T", default="", help="one sentence that says what the case shows")
    add("--with", dest="more", metavar="KEY=VALUE", action="append", default=[],
        help='another key of the case: depth=2, "policies={opp: uniform}"')  # fmt: skip
    add("--out", metavar="FILE", type=Path, help="where to write it (default: print it)")


def run(args: argparse.Namespace) -> int:
    """Write or print the case, whose expectation is left to ``grader record``."""
    from grader.authoring.new import case_text, check, default_keys, modeline, next_step

    call = _call(args.call)
    if args.out is not None and args.out.suffix not in {".yaml", ".yml"}:
        raise UsageError(f"A case file ends in .yaml: --out {args.out.with_suffix('.yaml')}.")
    more = _more(args.more)
    tree = _tree(call, args)
    if args.generate and tree is not None:
        more = {**default_keys(call, tree, _traits(args)), **more}
    comments = modeline(args.out) if args.out else ()
    text = case_text(call, tree, id=args.id, title=args.title, more=more, comments=comments)
    check(text, args.out.stem if args.out else "new")
    if args.out is None:
        sys.stdout.write(text)
        return DONE
    write_new(args.out, text)
    print(f"Wrote {args.out}. {next_step(args.out, _usual_suite())}")
    return DONE


def _usual_suite() -> Path | None:
    """The suite that commands take unless they are told another, if there is any."""
    from grader.cli.grade import find_suite

    try:
        return find_suite(None)
    except UsageError:
        return None


def write_new(path: Path, text: str) -> None:
    """Write a file that is not there yet. Raises UsageError."""
    if os.path.lexists(path):
        raise UsageError(f"There is a {path} already; nothing was written.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as error:
        raise UsageError(f"Can't write {path}: {error.strerror}.") from None


def _call(word: str) -> Call:
    from grader.cases import Call
    from grader.cases.fields import did_you_mean

    known = {call.value: call for call in Call}
    if word not in known:
        raise UsageError(f"There is no call {word!r}; {did_you_mean(word, known)}")
    if known[word] is Call.EVALUATE_TICTACTOE:  # its laws and wins are an author's to state
        raise UsageError(f"What {word} is checked for can't be recorded; write its case by hand.")
    return known[word]


_ARGUMENTS = {"HalvingGame": "n=3", "choose_by_bounds": '"intervals={A: [1, 2], B: [2, 3]}"'}


def _tree(call: Call, args: argparse.Namespace) -> GameTree | None:
    from grader.authoring.new import generate, read_tree

    if args.tree is not None and args.generate:
        raise UsageError("Give --tree or --generate, not both.")
    if args.eval and args.tree is None:
        raise UsageError("--eval is for --tree.")
    if (args.tree is not None or args.generate) and call.value in _ARGUMENTS:
        given = _ARGUMENTS[call.value]
        raise UsageError(f"{call.value} plays on no tree. Say what it is given: --with {given}.")
    if args.generate:
        seed = 1 if args.seed is None else args.seed
        return generate(call, _traits(args), seed=seed, size=args.size)
    if args.traits or args.size is not None or args.seed is not None:
        raise UsageError("--traits, --size and --seed are for --generate.")
    if args.tree is not None:
        return read_tree(args.tree, args.eval)
    if call.takes_tree:
        raise UsageError(f"{call.value} needs a tree: --tree TREE, or --generate.")
    return None


def _traits(args: argparse.Namespace) -> list[str]:
    return [word.strip() for word in args.traits.split(",") if word.strip()]


_BY_HAND = {
    "game": "A case on a game is written by hand, with game: {Nim: [1, 2, 1]} in the place of tree:.",
    **dict.fromkeys(
        ("property", "trees"),
        "A law is written by hand: property: and trees: in the place of tree:, see docs/cases.md.",
    ),
}


def _more(words: list[str]) -> dict[str, str]:
    """Other keys of the case, as ``KEY=VALUE`` with a value in YAML."""
    more: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key.strip().isidentifier() or "\n" in value or not value.strip():
            raise UsageError(f"--with takes KEY=VALUE on one line, not {word!r}.")
        if key.strip() in _BY_HAND:
            raise UsageError(_BY_HAND[key.strip()])
        if key.strip() in {"call", "id", "title", "tree", "expect"}:
            raise UsageError(f"--with is for other keys than {key}.")
        more[key.strip()] = value.strip()
    return more
