"""Bring trees of the Pac-Man course project into our YAML.

That project's files hold fields, ``key: "value"`` or a block between lines of three quotes. A game is a
graph of states: ``successors`` has a line ``state action child`` for each move, ``evaluation`` a line
``state number``. Agent 0 maximises; the others move after it in turn, and ``depth`` counts rounds. The
answer has the ``action`` at the start and the sorted set of the states that were ``generated``.

Here, each path is a node of its own, so graphs are unfolded; a state that is reached again gets a
number behind its name. A state is generated where we say visited: correct searches ask about each state
that they generate, and about no other. So the set becomes ``effort``: ``must`` has all of it, and
``visits`` its size, so that no more is visited, in whichever order. Its alpha-beta search cuts strictly.
May not know suites' other cases, nor students.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from grader.authoring.new_text import case_text, check
from grader.authoring.pacman_fields import Fields, read_fields
from grader.authoring.pacman_game import Game, Unfolded, read_game, unfold_game
from grader.authoring.written import Data, shown
from grader.cases import Call
from grader.cases.decode_policies import AGENT
from grader.search import Convention, Trace, alpha_beta, depth_limited, expectimax, minimax
from grader.tree import uniform

_STRICT = Convention(strict_at_max=True, strict_at_min=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """A case: its id, from the file's name, and the text of its file."""

    id: str
    text: str


def import_case(test: str, solution: str, *, stem: str) -> Imported:
    """The case of ``stem``.test and ``stem``.solution, given their text.

    Raises AuthorError with file and line of what is wrong, also where our own search disagrees.
    """
    game = read_game(test, f"{stem}.test")
    answer = read_fields(solution, f"{stem}.solution")
    unfolded = unfold_game(game)
    trace = _search(game, unfolded)
    _compare(answer, trace, unfolded)
    cut_off = unfolded.is_cut_off
    call, more = game.call, {}
    if call is Call.MINIMAX and cut_off:
        call, more = Call.DEPTH_LIMITED, {"depth": str(game.depth)}
    if call.takes_policies:
        averaged = [player for player in unfolded.tree.players if player != AGENT]
        more = {"policies": shown(dict.fromkeys(averaged, "uniform"))} if averaged else {}
    must: list[Data] = [node.name for node in trace.visited]
    expect: dict[str, Data] = {
        "actions": list(trace.actions),
        "effort": {"visits": str(len(must)), "must": must},
    }
    id_ = re.sub("[^a-z0-9]+", "-", stem.lower()).strip("-") or "imported"
    text = case_text(
        call,
        unfolded.tree,
        id=id_,
        title=f"imported from {stem}.test",
        more=more,
        expect=expect,
        comments=_comments(game, unfolded, stem),
    )
    check(text)
    return Imported(id=id_, text=text)


def _search(game: Game, unfolded: Unfolded) -> Trace:
    root = unfolded.tree.root
    if game.call is Call.ALPHA_BETA:
        return alpha_beta(root, _STRICT)
    if game.call is Call.EXPECTIMAX:
        players = [player for player in unfolded.tree.players if player != AGENT]
        return expectimax(root, {player: uniform(unfolded.tree, player) for player in players})
    return depth_limited(root, game.depth, plies=False) if unfolded.is_cut_off else minimax(root)


def _compare(answer: Fields, trace: Trace, unfolded: Unfolded) -> None:
    """Hold the answer against our own search."""
    action, generated = answer.get("action"), answer.get("generated")
    if trace.actions and action.text not in trace.actions:
        best = ", ".join(trace.actions)
        answer.fail(action, f"the answer is {action.text!r}, but our search finds {best} best")
    stated = {word.text for word in answer.words("generated")}
    visited = {unfolded.states[node.name] for node in trace.visited}
    for more, less, said in (
        (stated, visited, "has {}, which our search does not visit"),
        (visited, stated, "lacks {}, which our search visits"),
    ):
        if more - less:
            answer.fail(generated, f"generated {said.format(', '.join(sorted(more - less)))}")


def _comments(game: Game, unfolded: Unfolded, stem: str) -> list[str]:
    """What a reader of the case should know of where it comes from."""
    lines = [
        f"Imported from {stem}.test and {stem}.solution.",
        "effort: is the set of states that were generated, in any order, and no more.",
    ]
    if game.call is Call.ALPHA_BETA:
        lines.append("The search cuts strictly: the suite needs pruning: {cutoff: strict}.")
    if unfolded.is_cut_off and game.call is Call.MINIMAX:
        lines.append(
            "No search of this depth looks below eval:; ends there may be made up, with 0."
        )
    if unfolded.is_cut_off and game.call is not Call.MINIMAX:
        lines.append(
            f"It stopped at depth {game.depth}: here, states there are ends, by evaluation."
        )
    if len(set(unfolded.states.values())) < len(unfolded.states):
        lines.append("The source is a graph: a state that is reached again has a number behind it.")
    diagram = game.fields.values.get("diagram")
    drawn = [line.rstrip() for _, line in diagram.lines if line.strip()] if diagram else []
    return [*lines, *drawn]
