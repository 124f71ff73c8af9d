"""The words that all messages share: numbers, nodes, lists, and things that should not have come.

One place writes numbers for people, so that the same number reads alike everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal

from grader.sandbox.outcome import Strange
from grader.tree import ROOT, Node, Number, Player

_LONG = 24  # characters of an exact number that a sentence can carry
_PEOPLE = {"agent": "the agent", "opp": "the opponent", "coin": "the coin"}


def number(value: Number | float) -> str:
    """Write a number for people: exact where that is short, never ``-0``.

    >>> from fractions import Fraction
    >>> [number(n) for n in (3, 3.0, -0.0, 0.1 + 0.2, Fraction(1, 3), Fraction(5, 2))]
    ['3', '3', '0', '0.3', '1/3 (0.3333)', '2.5']
    """
    if isinstance(value, float):
        return _float(value)
    if value.denominator == 1:
        return _integer(value.numerator)
    return _short_decimal(value) or _fraction(value)


def _float(value: float) -> str:
    text = repr(value + 0.0)  # -0.0 + 0.0 is 0.0
    if len(text) > 12:
        text = f"{value:.10g}"
    return text.removesuffix(".0")


def _integer(value: int) -> str:
    # Decimal also writes what str() refuses: Python limits str(int) to 4300 digits.
    return str(value) if abs(value) < 10**_LONG else f"{Decimal(value):.6e}"


def _short_decimal(value: Number) -> str:
    """``value`` in at most four decimals if that is exact, else nothing."""
    for places in range(1, 5):
        scaled = abs(value) * 10**places
        if scaled.denominator == 1 and scaled < 10**_LONG:
            whole, rest = divmod(scaled.numerator, 10**places)
            return f"{'-' if value < 0 else ''}{whole}.{rest:0{places}}"
    return ""


def _fraction(value: Number) -> str:
    about = Decimal(value.numerator) / Decimal(value.denominator)
    shown = f"{about:.4f}" if Decimal("0.01") <= abs(about) < 10**9 else f"{float(about):.4g}"
    exact = f"{_integer(value.numerator)}/{_integer(value.denominator)}"
    return f"{exact} ({shown})" if len(exact) <= _LONG else f"about {shown}"


def place(node: Node) -> str:
    """A node inside a sentence: its name, or ``the root``."""
    return "the root" if node.name == ROOT else node.name


def who(player: Player | None) -> str:
    """A player inside a sentence."""
    return _PEOPLE.get(player or "", f"player {player}")


def listing(items: Sequence[object], last: str = "and") -> str:
    """Join items as a sentence does.

    >>> listing(["A", "B", "C"])
    'A, B and C'
    """
    if len(items) < 2:
        return "".join(map(str, items))
    return f"{', '.join(map(str, items[:-1]))} {last} {items[-1]}"


def names(nodes: Iterable[Node], most: int = 8) -> str:
    """The names of a few nodes as a sentence lists them; of many, the first ones and how many more.

    >>> names([Node(name="A"), Node(name="B"), Node(name="C")], most=2)
    'A, B and 1 more'
    """
    every = [node.name for node in nodes]
    if len(every) > most:
        every[most:] = [f"{len(every) - most} more"]
    return listing(every)


def count(amount: int, noun: str) -> str:
    """An amount with its noun, in the singular for one.

    >>> count(1, "node"), count(2, "node")
    ('1 node', '2 nodes')
    """
    return f"{amount} {noun}" if amount == 1 else f"{amount} {noun}s"


def article(noun: str) -> str:
    """The noun with its indefinite article."""
    return f"{'an' if noun[:1].lower() in set('aeiou') else 'a'} {noun}"


def described(strange: Strange) -> str:
    """What came back in place of something else: as it prints, with its type.

    >>> described(Strange(kind="list", shown="[3]")), described(Strange(kind="Leaf"))
    ('[3] (a list)', 'an object of type Leaf')
    """
    if strange.kind == "huge":
        return "a number beyond all bounds"
    if strange.kind in {"None", "nan", "inf"}:
        return strange.shown or strange.kind
    if not strange.shown:
        return f"an object of type {strange.kind}"
    return f"{strange.shown} ({article(strange.kind)})"
