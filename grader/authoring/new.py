"""Write a new case file: from a tree in one line, or from a generated tree with asked-for traits.

Decides what such a file looks like and what each trait means. The expectation is left to be recorded.
Trees are generated with hypothesis, which only authors need: the same seed, traits and size give the
same tree with the same version of it.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Mapping as Table
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from grader.authoring.page_reduce import HandoutError
from grader.authoring.page_tree import read_picture, show_number
from grader.authoring.rewrite import UNRECORDED
from grader.authoring.written import Data, block, quoted, shown
from grader.cases import Call
from grader.cases.compose import compose
from grader.cases.decode_case import Defaults, decode_case
from grader.cases.decode_policies import AGENT, COIN, OPPONENT
from grader.cases.located import Faults, Mapping
from grader.cases.syntax import MAX_DEPTH
from grader.errors import UsageError
from grader.search import Convention, Cut, alpha_beta, expectiminimax
from grader.tree import ROOT, Draft, GameTree, Node, Number, Player, PolicyTable, grow, inline

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

SCHEMA_FILE = ".schema.json"  # hidden, so that no suite takes it for a case
LARGE = 10**6  # beyond it, a student's "infinity" such as 99999 no longer is one

# ---------------------------------------------------------------------------- the text of a case


def read_tree(line: str, evaluations: str = "") -> GameTree:
    """The tree of ``max(A: min(3, 5), B: 2)``; ``evaluations`` are given as ``A 3, B 2``.

    Raises UsageError with what is wrong.
    """
    if line.count("(") > MAX_DEPTH:  # each is a step of the reader's recursion
        raise UsageError(f"The tree has more than {MAX_DEPTH} inner nodes; write it in a file.")
    given = f"\n\nvalues: {evaluations}" if evaluations else ""
    try:
        picture = read_picture(" ".join(line.split()) + given)
    except HandoutError as error:
        raise UsageError(f"This is no tree: {error}.") from None
    stated = picture.notes.values
    return grow(_evaluated(picture.tree.root, stated)) if stated else picture.tree


def _evaluated(node: Node, stated: Table[Node, Number]) -> Draft:
    """Recursion is safe here and below: a tree has at most ``MAX_DEPTH`` inner nodes in a row."""
    steps = zip(node.actions, node.children, strict=True)
    return Draft(
        player=node.player,
        utility=node.utility,
        payoffs=node.payoffs,
        evaluation=stated.get(node, node.evaluation),
        name=node.name,
        branches=[(action, _evaluated(child, stated)) for action, child in steps],
        chances=node.chances,
    )


def case_text(
    call: Call,
    tree: GameTree | None,
    *,
    id: str = "",  # noqa: A002 - the key's own word
    title: str = "",
    more: Table[str, str] | None = None,
    expect: Table[str, Data] | None = None,
    comments: Sequence[str] = (),
) -> str:
    """The text of a case file. ``more`` are other keys with their values as YAML.

    Without ``expect`` the expectation is left to be recorded.
    """
    lines = [f"# {line}".rstrip() for line in comments]
    lines += [f"call: {call.value}"]
    lines += [f"id: {quoted(id)}"] if id else []
    lines += [f"title: {quoted(title)}"] if title else []
    lines += tree_lines(tree) if tree is not None else []
    lines += [f"{key}: {value}" for key, value in (more or {}).items()]
    if expect is None:
        lines.append(f"expect: {UNRECORDED}")
    else:
        lines.append("expect:")
        for key, data in expect.items():
            lines += block(key, data, indent=2)
    return "\n".join(lines) + "\n"


def tree_lines(tree: GameTree) -> list[str]:
    """``tree:`` in the style of case files: a line for each action of the start."""
    data = _data(tree.root, _automatic_names(tree))
    if isinstance(data, str) or tree.root.is_end:
        return [f"tree: {shown(data)}"]
    lines = ["tree:"]
    for key, value in data.items() if isinstance(data, dict) else ():
        if key == tree.root.player and isinstance(value, dict):
            lines.append(f"  {quoted(key)}:")
            for action, child in value.items():
                lines += block(action, child, indent=4)
        else:
            lines += block(key, value, indent=2)
    return lines


def _data(node: Node, automatic: Table[Node, str]) -> Data:
    """A node as it is written: an end is its number, and names are given only where they must be."""
    more: dict[str, Data] = {}
    if node.evaluation is not None:
        more["eval"] = _number(node.evaluation)
    if node.name != automatic[node]:
        more["name"] = node.name
    if node.payoffs is not None:
        payoffs: Data = {player: _number(worth) for player, worth in node.payoffs.items()}
        return {"utility": payoffs, **more}
    if node.utility is not None:
        worth = _number(node.utility)
        return {"utility": worth, **more} if more else worth
    children: dict[str, Data] = {}
    for at, (action, child) in enumerate(zip(node.actions, node.children, strict=True)):
        data = _data(child, automatic)
        children[action] = [str(node.chances[at]), data] if node.chances else data
    return {node.player or "": children, **more}


def _automatic_names(tree: GameTree) -> dict[Node, str]:
    """What each node is called unless its author says otherwise."""
    joint = "." if any(len(action) > 1 for node in tree.nodes() for action in node.actions) else ""
    names = {tree.root: ""}
    for node in tree.nodes():
        above = names[node]
        for action, child in zip(node.actions, node.children, strict=True):
            names[child] = f"{above}{joint}{action}" if above else action
    return {node: name or ROOT for node, name in names.items()}


def _number(number: Number) -> str:
    return str(number) if isinstance(number, int) else show_number(number)


def check(text: str, id: str = "new") -> None:  # noqa: A002 - the key's own word
    """Raise UsageError with all that a suite's reader would not take, but the missing expectation."""
    faults = Faults("new")
    nodes = compose(text.encode(), faults)
    for node in nodes:
        decode_case(node, Defaults(id=id), faults)
    unrecorded = {
        (value.line, value.column)
        for node in nodes
        for key, value in (node.entries if isinstance(node, Mapping) else ())
        if key.text == "expect"
    }
    found = [f.message for f in sorted(faults.found) if (f.line, f.column) not in unrecorded]
    if found:
        listed = "\n".join(f"  {message}" for message in found)
        raise UsageError(f"This makes no case:\n{listed}")


def modeline(file: Path) -> tuple[str, ...]:
    """The comment by which editors find the schema, for a file below a folder that has one."""
    for folder in file.absolute().parents:
        if (folder / SCHEMA_FILE).is_file():
            path = Path(os.path.relpath(folder / SCHEMA_FILE, file.absolute().parent)).as_posix()
            return (f"yaml-language-server: $schema={path}",)
    return ()


# ---------------------------------------------------------------------------- traits

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
_OF_PRUNING = frozenset({"deep-cutoff", "zero-bound"})

# ---------------------------------------------------------------------------- generated trees

SMALLEST, LARGEST = 3, 60  # nodes
_LARGEST_UNASKED = 24
_EXAMPLES = 3_000  # trees that are tried of a size that is asked for
_FEW_EXAMPLES = 300  # and of each size where none is
_EVERYBODY = frozenset({Call.SIMULATE, Call.ESTIMATE, Call.GAME_VALUE})
_WITH_COIN = frozenset({Call.EXPECTIMINIMAX, Call.EXPECTIMINIMAX_PRUNED})
_EVALUATING = frozenset(call for call in Call if "evaluate" in call.arguments)


def generate(call: Call, traits: Iterable[str], *, seed: int, size: int | None = None) -> GameTree:
    """A tree for ``call`` that has all of ``traits``: of ``size`` nodes, or of as few as do.

    Raises UsageError for traits or a size that can't be, and where no tree was found.
    """
    wanted = tuple(traits)
    _check_wanted(call, wanted, size)
    for nodes in [size] if size else range(SMALLEST, _LARGEST_UNASKED + 1):
        draft = _find(call, wanted, seed, nodes, _EXAMPLES if size else _FEW_EXAMPLES)
        if draft is not None:
            return grow(draft)
    how_large = f"of {size}" if size else f"up to {_LARGEST_UNASKED}"
    raise UsageError(
        f"Found no tree {how_large} nodes with {', '.join(wanted) or 'any choice'}."
        " Ask for another --size, another --seed or fewer traits."
    )


def _check_wanted(call: Call, traits: Sequence[str], size: int | None) -> None:
    if not call.takes_tree or call is Call.MAX_N:
        raise UsageError(f"No tree can be generated for {call.value}; give one with --tree.")
    for trait in traits:
        if trait not in TRAITS:
            raise UsageError(f"There is no trait {trait!r}. There are: {', '.join(TRAITS)}.")
        if trait == "unequal-probabilities" and not call.takes_policies:
            raise UsageError(f"{call.value} is never given chances, so it can't have {trait}.")
        if trait in _OF_PRUNING and call.takes_policies:
            raise UsageError(f"{trait} is about minimax trees; {call.value} averages.")
        if trait == "two-opponents" and call is Call.VALUE_TABLE:
            raise UsageError("value_table is for agent and opp alone, so not for two-opponents.")
    if size is not None and not SMALLEST <= size <= LARGEST:
        raise UsageError(f"--size is a number of nodes from {SMALLEST} to {LARGEST}.")


def _find(call: Call, traits: Sequence[str], seed: int, nodes: int, tries: int) -> Draft | None:
    try:  # here, since it takes long to import and only authors have it
        from hypothesis import Phase, find, settings
        from hypothesis.errors import NoSuchExample
        from hypothesis.strategies import composite
    except ImportError:
        raise UsageError("Trees are generated with hypothesis: pip install hypothesis.") from None

    def has_all(draft: Draft) -> bool:
        tree = grow(draft)
        if len(tree.root.actions) < 2 or len({n.utility for n in tree.nodes()}) < 3:
            return False  # nothing to choose, or everything is worth the same
        policies = {p: inline(tree, p) for p in tree.players if averages(call, p)}
        return all(TRAITS[trait](tree, policies) for trait in traits)

    # No shrinking: it would give the same smallest tree for every seed.
    once = settings(max_examples=tries, phases=[Phase.generate], database=None, deadline=None)
    trees = composite(lambda draw: _draw(draw, call, nodes, frozenset(traits)))()
    try:
        return find(trees, has_all, settings=once, random=random.Random(seed))  # noqa: S311
    except NoSuchExample:
        return None


def averages(call: Call, player: Player) -> bool:
    """Whether ``player`` has its probabilities in a generated tree."""
    if call in _WITH_COIN:
        return player == COIN
    return call.takes_policies and (call in _EVERYBODY or player != AGENT)


def _draw(draw: DrawFn, call: Call, nodes: int, traits: frozenset[str]) -> Draft:
    """Draw a tree: ends become inner nodes until there are ``nodes``. Small numbers and 0 are common."""
    from hypothesis.strategies import integers, sampled_from

    opponents = ["ghost1", "ghost2"] if "two-opponents" in traits else [OPPONENT]
    cycle = [AGENT, *opponents]
    numbers = sampled_from([0, 1, 2, *(_whole(Fraction(n, 2)) for n in range(-6, 19))])
    if "large-values" in traits:
        numbers = sampled_from([0, *((LARGE + 1) * n for n in range(-3, 10))])
    root = Draft()
    ends, made = [(root, 0)], 1
    while made < nodes:
        draft, depth = ends.pop(draw(integers(0, len(ends) - 1)))
        draft.player = cycle[depth % len(cycle)]
        if call in _WITH_COIN and draw(integers(0, 2)) == 2 and depth:
            draft.player = COIN
        width = min(draw(integers(1 if depth else 2, 3)), nodes - made)
        draft.branches = [(_action(depth, at), Draft()) for at in range(width)]
        if averages(call, draft.player):
            parts = [draw(integers(1, 3)) for _ in range(width)]
            draft.chances = tuple(Fraction(part, sum(parts)) for part in parts)
        ends += [(below, depth + 1) for _, below in draft.branches]
        made += width
    for draft, _ in ends:
        draft.utility = draw(numbers)
    if call in _EVALUATING:
        for draft in _all(root):
            if draft.player or call is Call.ALPHA_BETA_ORDERED:
                draft.evaluation = draw(numbers)
    return root


def _whole(number: Number) -> Number:
    return number.numerator if number.denominator == 1 else number


def _action(depth: int, at: int) -> str:
    """The lecture's A, B, C at one move, and 1, 2, 3 at the next."""
    return "123"[at] if depth % 2 else "ABC"[at]


def _all(root: Draft) -> list[Draft]:
    found = [root]
    for draft in found:
        found += [child for _, child in draft.branches]
    return found


def default_keys(call: Call, tree: GameTree) -> dict[str, str]:
    """What a case of ``call`` on a generated tree is given, unless its author says otherwise."""
    worths = [node.utility for node in tree.nodes() if node.utility is not None]
    stated = {"depth": "1", "n": "1000", "max_evaluations": str(tree.size() // 2)}
    stated |= {"low": _number(min(worths)), "high": _number(max(worths))}
    return {key: value for key, value in stated.items() if key in call.arguments}
