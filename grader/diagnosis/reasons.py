"""The sentences that explain a first difference: what happened, what was known there, where to look.

Decides words only; which of them applies is ``divergence``'s to say.
"""

from __future__ import annotations

from grader.checks import number, place
from grader.checks.words import who
from grader.diagnosis.walk import Walk
from grader.search import AGENT, Cut, Window
from grader.tree import Node, Number


def nothing(start: Node) -> str:
    """Explain a run that asked about no node."""
    return (
        f"Your function returned without asking about any node: the first question has to be "
        f"about {place(start)}, such as game.is_end(state)."
    )


def outside(start: Node, mine: Node) -> str:
    """Explain a visit that does not belong to the search at all."""
    return (
        f"Your search visited {place(mine)}, which does not lie below {place(start)}. "
        f"Search from the state that you are given, not from game.start_state()."
    )


def wrong_start(start: Node, mine: Node) -> str:
    """Explain a search that begins elsewhere."""
    return f"Your search visited {place(mine)} first; it has to begin at {place(start)}."


def needless(mine: Node) -> str:
    """Explain a visit of which only this much is known."""
    return f"Your search visited {place(mine)}, which a right search leaves out."


def beyond_horizon(parent: Node, mine: Node) -> str:
    """Explain a visit below a horizon node."""
    return (
        f"Your search visited {place(mine)}, below {place(parent)}, where the depth is used up: "
        f"evaluate {place(parent)} and don't look below it. Check for depth 0 right after the "
        f"end test, and look at which moves use up depth."
    )


def evaluated_early(walk: Walk, right: Node) -> str:
    """Explain an evaluation where the children were due."""
    parent = walk.parents[right]
    return (
        f"Your search evaluated {place(parent)} although some depth was left there, so it never "
        f"looked at {place(right)}. Look at which moves use up depth, and by how much."
    )


def wrong_order(walk: Walk, mine: Node, right: Node) -> str:
    """Explain children that were taken in another order."""
    parent = walk.parents[right]
    order = ", ".join(child.name for child in walk.children(parent)[:8])
    more = ", ..." if len(parent.children) > 8 else ""
    rule = (
        "from the best evaluation for the mover to the worst, those of equal ones as they come"
        if walk.is_ordered
        else "in the order in which successors(state) gives them"
    )
    return (
        f"At {place(parent)} your search visited {place(mine)} before {place(right)}. Take the "
        f"children {rule}: {order}{more}."
    )


def too_early(walk: Walk, mine: Node, right: Node) -> str:
    """Explain a question about a node whose turn had not come."""
    above = walk.parents[mine]
    sibling = next((n for n in walk.upward(right) if walk.parents.get(n) is above), right)
    return (
        f"Your search visited {place(mine)} before it had finished with {place(sibling)}: "
        f"{place(right)}, below {place(sibling)}, comes first. Ask about a child (is_end, player, "
        f"utility, successors) only when you recurse into it."
    )


def all_at_once(parent: Node) -> str:
    """Explain children that were all asked about, to order them, before anything below them."""
    shown = ", ".join(child.name for child in parent.children[:8])
    more = ", ..." if len(parent.children) > 8 else ""
    return (
        f"At {place(parent)} your search asked about all children ({shown}{more}) before it went on "
        f"below one. Ask about a child (is_end, player, utility, successors) only when you recurse "
        f"into it; evaluate(child) is no visit."
    )


def pruned(walk: Walk, mine: Node, cut: Cut, *, everything: bool) -> str:
    """Explain a visit that a cut had made needless: what was known, who set the bound, what to do."""
    maximising = cut.node.player == AGENT
    word, letter = ("at least", "beta") if maximising else ("at most", "alpha")
    bound = cut.window.beta if maximising else cut.window.alpha
    at = cut.window.beta_at if maximising else cut.window.alpha_at
    return (
        f"Your search visited {place(mine)} after {place(cut.after)} had already made "
        f"{place(cut.node)} worth {word} {number(cut.value)}, "
        f"{_holder(walk, letter, bound, at)}. "
        f"{_advice(walk, cut, letter, bound, at, everything=everything)}"
    )


def _holder(walk: Walk, letter: str, bound: Number | None, at: Node | None) -> str:
    """Whose bound it is, for instance: while the agent has 3 at A (alpha = 3, set at the root)."""
    if at is None or bound is None:
        return f"which meets {letter}"
    shown, giver = number(bound), walk.giver(at, bound)
    if giver is None:
        return f"while {who(at.player)} has {shown} at {place(at)} ({letter} = {shown})"
    return (
        f"while {who(at.player)} has {shown} at {place(giver)} "
        f"({letter} = {shown}, set at {place(at)})"
    )


def _advice(
    walk: Walk, cut: Cut, letter: str, bound: Number | None, at: Node | None, *, everything: bool
) -> str:
    """The one next step that fits the cut best."""
    if cut.value == bound:
        test, what = (
            ("v >= beta", "beta the least that an opponent has so far")
            if letter == "beta"
            else ("v <= alpha", "alpha the most that the agent has so far")
        )
        return f"Equal is enough to stop here: cut when {test}, with {what}."
    is_from_above = at is not None and walk.parents.get(cut.node) is not at
    if everything and not (is_from_above and walk.cuts_from_above_alone):
        return f"In the end it visited every node, as minimax does: no cutoff ever took effect. {_LOOK}"
    zero = f"is a bound of 0 taken for none, by a test such as `if {letter}`?"
    if is_from_above:
        return (
            f"That bound comes from further up than the parent of {place(cut.node)}: hand alpha and "
            f"beta on in every recursive call.{f' If you do: {zero}' if bound == 0 else ''}"
        )
    if bound == 0:
        return f"The bound is 0: {zero} {_LOOK}"
    return _LOOK


_LOOK = (
    "Look at when your loop over the children stops, and at where alpha and beta are set and handed"
    " on."
)


def skipped(walk: Walk, right: Node, *, last: Node, then: Node | None) -> str:
    """Explain that a node was left out which can still change the result."""
    if then is None:
        what = f"Your search ended after {place(last)} without looking at {place(right)}"
    else:
        what = f"Your search went from {place(last)} to {place(then)}, past {place(right)}"
    return f"{what}. {_still_open(walk, right)}"


def _still_open(walk: Walk, right: Node) -> str:
    """Why ``right`` can't be ruled out: the window at its parent and what that is worth so far."""
    parent = walk.parents[right]
    if walk.never_played(right):
        return (
            f"The move there has probability 0, but the sum runs over all actions, so "
            f"{place(right)} is visited, too."
        )
    if not walk.trace.windows:
        return f"This search leaves nothing out, so {place(right)} has to be visited."
    window = walk.trace.windows.get(parent, Window())
    if window.alpha is None and window.beta is None:
        bounds = f"No bound is known at {place(parent)} (alpha is -inf, beta is inf)"
    else:
        bounds = f"At {place(parent)} {_shown(walk, window)}"
    maximising = parent.player == AGENT
    values = [walk.trace.values[c] for c in walk.earlier(right) if c in walk.trace.values]
    if not values:
        return f"{bounds}, and nothing below it is known yet, so {place(right)} can't be ruled out."
    so_far = max(values) if maximising else min(values)
    return f"{bounds}. {_so_far(right, parent, so_far, window)}"


def _shown(walk: Walk, window: Window) -> str:
    """Both bounds, with who set them."""
    parts = []
    for letter, bound, at in (
        ("alpha", window.alpha, window.alpha_at),
        ("beta", window.beta, window.beta_at),
    ):
        if bound is None:
            parts.append(f"{letter} is {'-' if letter == 'alpha' else ''}inf")
            continue
        giver = walk.giver(at, bound) if at else None
        by = f", from {place(giver)}" if giver else ""
        parts.append(f"{letter} is {number(bound)}" + (f" (set at {place(at)}{by})" if at else ""))
    return " and ".join(parts)


def _so_far(right: Node, parent: Node, so_far: Number, window: Window) -> str:
    """What the parent is worth so far, and why that does not rule ``right`` out."""
    maximising = parent.player == AGENT
    bound = window.beta if maximising else window.alpha
    word, letter = ("at least", "beta") if maximising else ("at most", "alpha")
    known = f"So far {place(parent)} is known to be worth {word} {number(so_far)}"
    if bound == so_far:
        test = "v > beta" if maximising else "v < alpha"
        return (
            f"{known}, which only equals {letter}; under strict cuts ({test}) that does not rule "
            f"{place(right)} out."
        )
    more, side = ("raise", "above") if maximising else ("lower", "below")
    return (
        f"{known}; {place(right)} can still {more} that ({side} {number(so_far)}), "
        f"so it can't be ruled out. Look at when your loop over the children stops{_begin(window)}."
    )


def _begin(window: Window) -> str:
    """What else to look at where no bound is known."""
    is_open = window.alpha is None and window.beta is None
    return ", and at what alpha and beta are when the search begins" if is_open else ""
