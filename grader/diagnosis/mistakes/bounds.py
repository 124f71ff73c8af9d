"""Mistakes in choosing among options of which only bounds are known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from grader.cases.model import Call
from grader.diagnosis.mistakes.evaluator import Interval
from grader.diagnosis.mistakes.play import Mistake
from grader.diagnosis.mistakes.student import Student
from grader.sandbox.outcome import Strange

Intervals = Mapping[str, Interval]


class _TouchingStays(Student):
    def beats(self, better: Interval, worse: Interval) -> bool:
        return better[0] > worse[1]


class _HighestLow(Student):
    def options(self, intervals: Intervals) -> Iterable[str] | Strange:
        return [max(intervals, key=lambda each: intervals[each][0])] if intervals else []


class _HighestHigh(Student):
    def options(self, intervals: Intervals) -> Iterable[str] | Strange:
        return [max(intervals, key=lambda each: intervals[each][1])] if intervals else []


class _BestMiddle(Student):
    def options(self, intervals: Intervals) -> Iterable[str] | Strange:
        return [max(intervals, key=lambda each: sum(intervals[each]))] if intervals else []


class _LowestWanted(Student):
    def beats(self, better: Interval, worse: Interval) -> bool:
        return better[1] <= worse[0] and better != worse


class _HighsCompared(Student):
    def beats(self, better: Interval, worse: Interval) -> bool:
        return better[1] > worse[1]


class _LowsCompared(Student):
    def beats(self, better: Interval, worse: Interval) -> bool:
        return better[0] > worse[0]


class _BothCompared(Student):
    def beats(self, better: Interval, worse: Interval) -> bool:
        return better[0] >= worse[0] and better[1] >= worse[1] and better != worse


class _FirstRivalOnly(Student):
    def rivals(self, option: str, intervals: Intervals) -> list[str]:
        return super().rivals(option, intervals)[:1]


class _EarlierRivalsOnly(Student):
    def rivals(self, option: str, intervals: Intervals) -> list[str]:
        options = list(intervals)
        return options[: options.index(option)]


class _NeighboursOnly(Student):
    def rivals(self, option: str, intervals: Intervals) -> list[str]:
        options = list(intervals)
        place = options.index(option)
        return options[max(place - 1, 0) : place] + options[place + 1 : place + 2]


class _AllOfEqualsStay(Student):
    def first_of_equals(self, kept: list[str], intervals: Intervals) -> list[str]:
        return kept


class _NoneOfEqualsStays(Student):
    def beats(self, better: Interval, worse: Interval) -> bool:
        return better[0] >= worse[1]


class _ComparedWithItself(Student):
    def beats(self, better: Interval, worse: Interval) -> bool:
        return better[0] >= worse[1]

    def rivals(self, option: str, intervals: Intervals) -> list[str]:
        return list(intervals)


class _LastOfEquals(Student):
    def first_of_equals(self, kept: list[str], intervals: Intervals) -> list[str]:
        return super().first_of_equals(kept[::-1], intervals)


class _OutIsReturned(Student):
    def options(self, intervals: Intervals) -> Iterable[str] | Strange:
        kept = super().options(intervals)
        return kept if isinstance(kept, Strange) else sorted(set(intervals) - set(kept))


class _OneOptionReturned(Student):
    def options(self, intervals: Intervals) -> Iterable[str] | Strange:
        kept = super().options(intervals)
        return (
            kept if isinstance(kept, Strange) else Strange(kind="str", shown=next(iter(kept), ""))
        )


_OPTIONS = frozenset({Call.CHOOSE_BY_BOUNDS})

BOUNDS = (
    Mistake(
        id="touching-stays",
        source="AB01",
        title="Keeps an option that can only be equal",
        explanation="Your function rules an option out only if another is sure to be better. If "
        "another is sure to be at least as good, it is not needed either.",
        hint="What about [3, 5] against [5, 100]?",
        calls=_OPTIONS,
        change=_TouchingStays,
    ),
    Mistake(
        id="highest-low",
        title="Keeps the surest option alone",
        explanation="Your function keeps the option with the highest lower bound. Others may "
        "still turn out to be better.",
        hint="Can [0, 100] be better than [5, 6]?",
        calls=_OPTIONS,
        change=_HighestLow,
    ),
    Mistake(
        id="highest-high",
        title="Keeps the most hopeful option alone",
        explanation="Your function keeps the option with the highest upper bound. Others may "
        "still turn out to be better.",
        hint="Can [5, 6] be better than [0, 100]?",
        calls=_OPTIONS,
        change=_HighestHigh,
    ),
    Mistake(
        id="best-middle",
        title="Compares the middles",
        explanation="Your function compares the middles of the intervals. Of a value only its "
        "bounds are known, and the middle says nothing.",
        hint="Is the middle of [0, 100] a likely value?",
        calls=_OPTIONS,
        change=_BestMiddle,
    ),
    Mistake(
        id="lowest-wanted",
        source="G06",
        title="Looks for the lowest value",
        explanation="Your function rules out the options that are too high. The highest value is "
        "wanted.",
        hint="Which of [1, 2] and [3, 4] should stay?",
        calls=_OPTIONS,
        change=_LowestWanted,
    ),
    Mistake(
        id="highs-compared",
        title="Compares upper bounds with upper bounds",
        explanation="Your function rules an option out if another has a higher upper bound. That "
        "other one may in truth be low.",
        hint="Which bound is a promise, and which a hope?",
        calls=_OPTIONS,
        change=_HighsCompared,
    ),
    Mistake(
        id="lows-compared",
        title="Compares lower bounds with lower bounds",
        explanation="Your function rules an option out if another has a higher lower bound. The "
        "first may in truth be higher.",
        hint="Which bound of the other option do you need?",
        calls=_OPTIONS,
        change=_LowsCompared,
    ),
    Mistake(
        id="both-compared",
        title="Rules out what has both bounds lower",
        explanation="Your function rules an option out if both of its bounds are lower than "
        "another's. Where the intervals overlap, it may still be the better one.",
        hint="Can a value in [0, 5] be higher than one in [1, 6]?",
        calls=_OPTIONS,
        change=_BothCompared,
    ),
    Mistake(
        id="first-rival-only",
        title="Compares with one option only",
        explanation="Your function compares each option with the first other one. Any other "
        "option can rule it out.",
        hint="How many loops do you need to compare each with each?",
        calls=_OPTIONS,
        change=_FirstRivalOnly,
    ),
    Mistake(
        id="earlier-rivals-only",
        title="Compares with earlier options only",
        explanation="Your function compares each option with those before it. A later one can "
        "rule it out, too.",
        hint="Does your answer depend on the order of the options?",
        calls=_OPTIONS,
        change=_EarlierRivalsOnly,
    ),
    Mistake(
        id="neighbours-only",
        title="Compares neighbours only",
        explanation="Your function compares each option with the one before and the one after. "
        "Any other option can rule it out.",
        hint="Does your answer depend on the order of the options?",
        calls=_OPTIONS,
        change=_NeighboursOnly,
    ),
    Mistake(
        id="all-of-equals-stay",
        title="Keeps several options of the same certain value",
        explanation="Where options have one and the same certain value, your function keeps them "
        "all. One is enough: the first.",
        hint="What should be left of [4, 4] and [4, 4]?",
        calls=_OPTIONS,
        change=_AllOfEqualsStay,
    ),
    Mistake(
        id="none-of-equals-stays",
        title="Rules out all options of the same certain value",
        explanation="Where options have one and the same certain value, each of yours rules out "
        "the others, and none is left. The first has to stay.",
        hint="What should be left of [4, 4] and [4, 4]?",
        calls=_OPTIONS,
        change=_NoneOfEqualsStays,
    ),
    Mistake(
        id="compared-with-itself",
        title="Compares an option with itself",
        explanation="An option whose value is certain rules itself out in your function. Compare "
        "it with the others only.",
        hint="What is left if there is just one option, [4, 4]?",
        calls=_OPTIONS,
        change=_ComparedWithItself,
    ),
    Mistake(
        id="last-of-equals",
        source="S03",
        title="Keeps the last of equal options",
        explanation="Where options have one and the same certain value, your function keeps the "
        "last. The first is asked for.",
        hint="What should be left of [4, 4] and [4, 4]?",
        calls=_OPTIONS,
        change=_LastOfEquals,
    ),
    Mistake(
        id="out-is-returned",
        title="Returns the options that are out",
        explanation="Your function returns what can be ruled out. It should return what is left.",
        hint="Read the first sentence of the docstring again.",
        calls=_OPTIONS,
        change=_OutIsReturned,
    ),
    Mistake(
        id="one-option-returned",
        source="S01",
        title="Returns one option",
        explanation="Your function returns the name of one option. A set is asked for, for more "
        "than one can be left.",
        hint="What should be returned if nothing can be ruled out?",
        calls=_OPTIONS,
        change=_OneOptionReturned,
    ),
)
