"""Cases that ask the same, and hidden ones whose tree is seen in a visible one."""

from __future__ import annotations

from grader.authoring.lint_findings import Desk, Severity, get, plain
from grader.cases import Case, Suite, Visibility

_SMALL = 5  # nodes: trees of so few are alike by chance
_Signature = tuple[object, ...]


def check_pairs(suite: Suite, desk: Desk) -> None:
    """Cases that are the same, and hidden ones whose tree is seen in a visible one."""
    exact: dict[_Signature, Case] = {}
    renamed: dict[_Signature, Case] = {}
    visible = {_shape(case): case for case in suite.cases if _is_seen(case)}
    for case in suite.cases:
        same = exact.setdefault(_signature(case, desk, names=True), case)
        like = renamed.setdefault(_signature(case, desk, names=False), case)
        if same is not case:
            desk.at_case(
                case, "call", "same-case", f"{case.id} asks the same as {same.id}",
                "Leave one of them out.", severity=Severity.WARNING,
            )  # fmt: skip
        elif like is not case:
            desk.at_case(
                case, "call", "same-but-for-names",
                f"{case.id} asks the same as {like.id}, but for names",
                "Leave one of them out, or change the tree.", severity=Severity.HINT,
            )  # fmt: skip
        is_hidden = case.visibility is not Visibility.VISIBLE and not case.game
        if is_hidden and case.tree.size() >= _SMALL and _shape(case) in visible:
            desk.at_case(
                case, "tree", "tree-is-visible",
                f"{case.id} is not visible, but has the tree of {visible[_shape(case)].id}, which is",
                "Give it a tree of its own.", severity=Severity.WARNING,
            )  # fmt: skip


def _is_seen(case: Case) -> bool:
    return case.visibility is Visibility.VISIBLE and not case.game


def _shape(case: Case, *, names: bool = False) -> _Signature:
    """A written tree, to be compared; without names unless they count."""
    return tuple(
        (
            node.player, node.utility, node.evaluation, node.chances, len(node.children),
            tuple((node.payoffs or {}).items()), (node.name, node.actions) if names else (),
        )
        for node in case.tree.nodes()
    )  # fmt: skip


def _signature(case: Case, desk: Desk, *, names: bool) -> _Signature:
    """All that a call is given, or a law's trees, and which of several best actions is right."""
    asked = (case.call, case.given.depth, case.given.n, case.given.seed, case.tie_break,
             case.given.max_evaluations, case.given.low, case.given.high)  # fmt: skip
    if case.law is not None:
        return (case.call, case.law, case.recipe, case.expect.property)
    if case.game or not case.call.takes_tree:  # as it is written
        node = desk.node_of(case)
        keys = ("game", "state", "policies", "intervals") + (
            () if case.call.takes_tree else ("expect",)
        )
        return (*asked, *(plain(get(node, key)) for key in keys))
    nodes = list(case.tree.nodes())
    tables = tuple(
        (at, tuple(case.policies[player][node.name].values()))
        for at, node in enumerate(nodes)
        if (player := node.player or "") in case.policies
    )
    return (*asked, nodes.index(case.start), tables, *_shape(case, names=names))
