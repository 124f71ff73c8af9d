"""What can be asked of a generated tree: each trait tells one common mistake from a right search."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Mapping as Table

from grader.cases.decode_policies import AGENT, COIN
from grader.search import Convention, Cut, alpha_beta, expectiminimax
from grader.tree import GameTree, Node, Number, Player, PolicyTable

LARGE = 10**6  # beyond it, a student's "infinity" such as 99999 no longer is one

Policies = Table[Player, PolicyTable]
_ON_EQUAL = Convention()


def bound_of(cut: Cut) -> tuple[Number | None, Node | None]:
    """The bound that a cut met, and the ancestor that set it."""
    window = cut.window
    if cut.node.player == AGENT:
        return window.beta, window.beta_at
    return window.alpha, window.alpha_at


def _has_ties(tree: GameTree, policies: Policies) -> bool:
    return len(expectiminimax(tree.root, policies).actions) > 1


def _has_unequal_probabilities(tree: GameTree, _: Policies) -> bool:
    return any(len({c for c in node.chances or () if c}) > 1 for node in tree.nodes())


def _has_deep_cutoff(tree: GameTree, _: Policies) -> bool:
    """Whether a bound that is met was set further up than by the parent (Knuth & Moore 1975)."""
    cuts = alpha_beta(tree.root, _ON_EQUAL).cuts
    return any(bound_of(cut)[1] in list(tree.ancestors(cut.node))[2:] for cut in cuts)


def _has_zero_bound(tree: GameTree, _: Policies) -> bool:
    return any(bound_of(cut)[0] == 0 for cut in alpha_beta(tree.root, _ON_EQUAL).cuts)


def _has_large_values(tree: GameTree, _: Policies) -> bool:
    return any(not -LARGE <= (node.utility or 0) <= LARGE for node in tree.nodes())


def _has_two_opponents(tree: GameTree, _: Policies) -> bool:
    def opposes(node: Node) -> bool:
        return node.player not in {None, AGENT, COIN}

    pairs = ((node, child) for node in tree.nodes() for child in node.children)
    return any(opposes(a) and opposes(b) and a.player != b.player for a, b in pairs)


TRAITS: Table[str, Callable[[GameTree, Policies], bool]] = {
    "ties": _has_ties,  # several best actions at the start
    "unequal-probabilities": _has_unequal_probabilities,
    "deep-cutoff": _has_deep_cutoff,
    "zero-bound": _has_zero_bound,  # a cut at a bound of 0
    "large-values": _has_large_values,
    "two-opponents": _has_two_opponents,  # one moves after the other
}
OF_PRUNING = frozenset({"deep-cutoff", "zero-bound"})
