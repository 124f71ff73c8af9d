"""Find what is wrong with a suite although it can be read: cases that are blind, or tell their answer.

Decides the rules, and how grave each finding is. A *fault* gives marks away or takes them unfairly; a
*warning* leaves a common mistake unseen, or is most likely not meant; a *hint* may well be meant. May
not know students. Blindness is judged for each function of a question: one case that sees is enough.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

from grader.authoring.new import LARGE, TRAITS, bound_of
from grader.cases import Call, Case, Check, Question, Scoring, Suite, Visibility
from grader.cases.compose import compose
from grader.cases.decode_policies import AGENT
from grader.cases.files import BUNDLED, SUITE_FILE, contents
from grader.cases.located import Faults, Located, Mapping, Place, Scalar, Sequence, Start
from grader.search import Convention, Trace, alpha_beta
from grader.tree import Action, Node, action_text


class Severity(Enum):
    """How grave a finding is."""

    FAULT = "fault"
    WARNING = "warning"
    HINT = "hint"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that a rule found: where, what is wrong, and what to do."""

    file: str
    line: int
    column: int
    severity: Severity
    rule: str
    message: str
    advice: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}"
        return f"{place}: {self.severity.value}: {self.message} [{self.rule}]\n    {self.advice}"


def lint(suite: Suite) -> tuple[Finding, ...]:
    """All findings, by place; the same suite gives the same findings."""
    desk = _Desk(suite)
    for question in suite.questions:
        _check_sight(question, desk)
        _check_scoring(question, desk)
        for case in question.cases:
            _check_case(case, question, desk)
    _check_total(suite, desk)
    _check_pairs(suite, desk)
    return tuple(sorted(desk.found, key=lambda f: (f.file, f.line, f.column, f.rule, f.message)))


@dataclass(slots=True)
class _Desk:
    """What has been found, and the suite's files to say where."""

    suite: Suite
    found: list[Finding] = field(default_factory=list)
    files: dict[str, list[Located]] = field(default_factory=dict)

    @property
    def own(self) -> str:
        return SUITE_FILE if (self.suite.folder / SUITE_FILE).is_file() else BUNDLED

    def at_case(self, case: Case, key: str, *said: str, severity: Severity) -> None:
        """Add a finding about a case: its rule, message and advice, at ``key`` or the case."""
        node = self.node_of(case)
        self._add(case.file, _key(node, key) or node or Start(case.line), said, severity)

    def at_question(self, question: Question, key: str, *said: str, severity: Severity) -> None:
        node = next((q for q in self._questions() if _text(_get(q, "id")) == question.id), None)
        self._add(self.own, _key(node, key) or node or Start(), said, severity)

    def at_suite(self, *said: str, severity: Severity) -> None:
        top = next(iter(self._nodes(self.own)), None)
        self._add(self.own, _key(top, "questions") or Start(), said, severity)

    def node_of(self, case: Case) -> Located | None:
        """The document of a case, or its mapping in a question."""
        inside = [node for q in self._questions() for node in _items(_get(q, "cases"))]
        nodes = self._nodes(case.file) if case.file != self.own else inside
        return next((node for node in nodes if node.line == case.line), None)

    def _questions(self) -> tuple[Located, ...]:
        return tuple(q for top in self._nodes(self.own) for q in _items(_get(top, "questions")))

    def _nodes(self, file: str) -> list[Located]:
        if file not in self.files:
            faults = Faults(file)
            self.files[file] = compose(contents(self.suite.folder / file, faults), faults)
        return self.files[file]

    def _add(self, file: str, place: Place, said: tuple[str, ...], severity: Severity) -> None:
        rule, message, advice = said
        self.found.append(
            Finding(
                file=file,
                line=place.line,
                column=place.column,
                severity=severity,
                rule=rule,
                message=message,
                advice=advice,
            )
        )


def _get(node: Located | None, key: str) -> Located | None:
    entries = node.entries if isinstance(node, Mapping) else ()
    return next((value for name, value in entries if name.text == key), None)


def _key(node: Located | None, key: str) -> Place | None:
    entries = node.entries if isinstance(node, Mapping) else ()
    return next((name for name, _ in entries if name.text == key), None)


def _items(node: Located | None) -> tuple[Located, ...]:
    return node.items if isinstance(node, Sequence) else ()


def _text(node: Located | None) -> str:
    return node.text.strip() if isinstance(node, Scalar) else ""


def _plain(node: Located | None) -> object:
    """A part of a file without its places, to be compared."""
    if isinstance(node, Mapping):
        return tuple((key.text, _plain(value)) for key, value in node.entries)
    return tuple(map(_plain, _items(node))) if isinstance(node, Sequence) else _text(node)


# ---------------------------------------------------------------------------- blindness

_ON_EQUAL, _STRICT = Convention(), Convention(strict_at_max=True, strict_at_min=True)
_EFFORTS = (Check.VISITED, Check.PRUNED, Check.EFFORT)


def _counts(case: Case, checks: Iterable[Check]) -> bool:
    return any(case.weights.get(check) for check in checks)


def _search(case: Case, convention: Convention = _ON_EQUAL) -> Trace:
    return alpha_beta(case.start, convention, ordered=case.call is Call.ALPHA_BETA_ORDERED)


def _averaged(case: Case) -> Iterator[tuple[Node, tuple[Fraction, ...]]]:
    """The nodes that are averaged, each with its probabilities in order."""
    agent_too = case.call in {Call.GAME_VALUE, Call.ESTIMATE, Call.SIMULATE}
    for node in case.tree.nodes(case.start):
        if node.player in case.policies and (agent_too or node.player != AGENT):
            chances = case.policies[node.player or ""][node.name]
            yield node, tuple(chances[action] for action in node.actions)


def _right_sets(case: Case) -> Iterator[tuple[tuple[Action, ...], tuple[Action, ...]]]:
    """Wherever a choice is checked: the right actions, and all."""
    if case.expect.actions:
        yield case.expect.actions, case.start.actions
    for state, right in (case.expect.policy or {}).items():
        yield right, case.tree.find(state).actions


def _sees_sums(case: Case) -> bool:
    """Whether a sum is told from a mean: by a value, or where widths differ by a choice, too."""
    widths = {len(node.actions) for node, _ in _averaged(case)}
    by_value = _counts(case, (Check.VALUE, Check.TABLE)) and max(widths, default=1) > 1
    return by_value or len(widths) > 1


def _has_fractions(case: Case) -> bool:
    return any(number != int(number) for number in _numbers(case))


def _numbers(case: Case) -> Iterator[int | Fraction]:
    for node in case.tree.nodes():
        worths = (node.utility, node.evaluation, *(node.payoffs or {}).values())
        yield from (worth for worth in worths if worth is not None)


def _has_two_opponents(case: Case) -> bool:
    return TRAITS["two-opponents"](case.tree, case.policies)


def _chooses(call: Call) -> bool:
    return call.takes_tree and bool({Check.ACTION, Check.POLICY, Check.TABLE} & {*call.checks})


def _averages(call: Call) -> bool:
    return call.takes_policies and call is not Call.SIMULATE


@dataclass(frozen=True, slots=True)
class _Blind:
    """Something that some case of a function should be able to see. ``in_games``: also in a game."""

    rule: str
    concerns: Callable[[Call], bool]
    sees: Callable[[Case], bool]
    message: str
    advice: str
    severity: Severity = Severity.WARNING
    in_games: bool = False


_BLIND = (
    _Blind(
        "no-ties", lambda call: Check.TABLE not in call.checks and _chooses(call),
        lambda case: any(len(right) > 1 for right, _ in _right_sets(case)),
        "no case has a tie for the best action",
        "Add a case with two best actions, so that a search that raises or forgets one is seen.",
        in_games=True,
    ),
    _Blind(
        "first-is-best", lambda call: Check.TABLE not in call.checks and _chooses(call),
        lambda case: any(every[0] not in right for right, every in _right_sets(case)),
        "the first action is right in every case",
        "Add a case in which it is not: a function that returns the first action passes all of these.",
        in_games=True,
    ),
    _Blind(
        "no-tie-at-bound", lambda call: call.prunes,
        lambda case: _search(case).visited != _search(case, _STRICT).visited,
        "no case has a value equal to a bound with something left to cut",
        "Add one: only there do cuts on equality and strict cuts visit different nodes.",
    ),
    _Blind(
        "only-integers", lambda call: call.prunes, _has_fractions,
        "all numbers are whole, so v > beta - 1 can't be told from v >= beta",
        "Give a leaf near a bound a fraction, such as 2.5.",
    ),
    _Blind(
        "no-zero-bound", lambda call: call.prunes,
        lambda case: any(bound_of(cut)[0] == 0 for cut in _search(case).cuts),
        "no case is cut at a bound of 0",
        "Add one: `if alpha:` takes a bound of 0 for none.",
    ),
    _Blind(
        "no-large-values", _chooses,
        lambda case: any(not -LARGE <= number <= LARGE for number in _numbers(case)),
        "no case has a number beyond 10^6",
        "Add one: 99999 or a million in the place of infinity passes all of these.",
    ),
    _Blind(
        "starts-at-root", lambda call: call.takes_state,
        lambda case: case.start is not case.tree.root,
        "every case starts at the root",
        "Add a case with state: a function that starts over at game.start_state() passes these.",
        in_games=True,
    ),
    _Blind(
        "sum-or-mean", _averages, _sees_sums,
        "no case tells a sum from a mean: chances have equal widths and no value is checked",
        "Check a value, or let chance nodes have different numbers of children.",
    ),
    _Blind(
        "equal-probabilities", _averages,
        lambda case: any(len({c for c in chances if c}) > 1 for _, chances in _averaged(case)),
        "all probabilities of a node are equal, so a plain mean passes",
        "Add a case with unequal probabilities.",
    ),
    _Blind(
        "one-opponent",
        lambda call: _chooses(call) and not call.takes_policies and call is not Call.MAX_N,
        _has_two_opponents,
        "no case has two opponents who move one after the other",
        "Add one: a search that takes turns by depth, not by player, passes all of these.",
        Severity.HINT,
    ),
)  # fmt: skip


def _check_sight(question: Question, desk: _Desk) -> None:
    for call in question.calls:
        cases = [case for case in question.cases if case.call is call]
        written = [case for case in cases if not case.game]
        for blind in _BLIND:
            seeing = cases if blind.in_games else written
            if seeing and blind.concerns(call) and not any(map(blind.sees, seeing)):
                message = f"{question.id}, {call.value}: {blind.message}"
                said = (blind.rule, message, blind.advice)
                desk.at_question(question, "cases", *said, severity=blind.severity)


# ---------------------------------------------------------------------------- points


def _check_scoring(question: Question, desk: _Desk) -> None:
    """Groups of which one failing case takes much, and questions that are worth nothing."""
    count = len(question.cases)
    if question.scoring is Scoring.ALL_OR_NOTHING and count > 1:
        desk.at_question(
            question, "scoring", "all-or-nothing",
            f"{question.id}: one failing case of {count} gives 0",
            "Score per_case, or by_group with small groups.", severity=Severity.WARNING,
        )  # fmt: skip
    total = sum((case.points for case in question.cases), Fraction(0))
    groups: dict[str, list[Case]] = defaultdict(list)
    for case in question.cases if question.scoring is Scoring.BY_GROUP else ():
        groups[case.group or case.id].append(case)
    for name, cases in groups.items():
        share = sum((case.points for case in cases), Fraction(0)) / total
        if len(cases) > 1 and (share > Fraction(1, 2) or len(cases) >= _MANY):
            desk.at_question(
                question, "scoring", "large-group",
                f"{question.id}: in the group {name}, one failing case of {len(cases)} takes"
                f" {_percent(share)} of the question",
                "Make smaller groups.",
                severity=Severity.WARNING if share > Fraction(1, 2) else Severity.HINT,
            )  # fmt: skip
    if not question.points:
        desk.at_question(
            question, "points", "worth-nothing", f"{question.id} is worth 0 points",
            "Give it points, or leave it out.", severity=Severity.WARNING,
        )  # fmt: skip


_MANY = 5  # cases of a group, of which each can take all


def _percent(share: Fraction) -> str:
    return f"{round(100 * share)} %"


def _check_total(suite: Suite, desk: _Desk) -> None:
    total = sum((q.points for q in suite.questions if not q.extra), Fraction(0))
    if total % 10:
        desk.at_suite(
            "odd-total", f"the questions have {float(total):g} points together, no round number",
            "Check that none is missing; 100 is usual.", severity=Severity.HINT,
        )  # fmt: skip


def _check_case(case: Case, question: Question, desk: _Desk) -> None:
    total = sum((each.points for each in question.cases), Fraction(0))
    if not case.points:
        desk.at_case(
            case, "points", "worth-nothing", f"{case.id} is worth 0 points",
            "Give it points, or leave it out.", severity=Severity.WARNING,
        )  # fmt: skip
    elif len(question.cases) > 1 and case.points * 2 > total:
        desk.at_case(
            case, "points", "one-case-is-most",
            f"{case.id} carries {_percent(case.points / total)} of {question.id}",
            "Give it fewer points, or the others more.", severity=Severity.WARNING,
        )  # fmt: skip
    if case.call.prunes and not _counts(case, _EFFORTS) and (case.game or _search(case).cuts):
        desk.at_case(
            case, "expect", "blind-to-pruning",
            f"{case.id}: there is something to cut, but a search that cuts nothing passes",
            "Check visited, or bound the visits with effort.", severity=Severity.WARNING,
        )  # fmt: skip
    _check_words(case, desk)


# ---------------------------------------------------------------------------- words

_TELLING = re.compile(
    r"\b(best|optimal|correct|answer|solution|pruned?|cut|winner|loser)\b", re.IGNORECASE
)
_TECHNICAL = re.compile(
    r"\b(cuts?|cutoffs?|prun(?:e|ed|es|ing)|ti(?:e|es|ed)|never visited)\b", re.IGNORECASE
)
_SAYS = r"\b(?:value|worth|gives|returns?|answer|is|of)\s+"


def _check_words(case: Case, desk: _Desk) -> None:
    """Titles and ids of hidden cases, and the names that every student's code can read."""
    if case.visibility is not Visibility.VISIBLE:
        words = re.sub(r"^[a-z]+-[0-9]+-", "", case.id).replace("-", " ")
        texts = {"title": case.title, "id": words} if case.title != case.id else {"id": words}
        for key, text in texts.items():
            for severity, told in _told(case, text):
                desk.at_case(
                    case, key, f"telling-{key}",
                    f"the {key} of {case.id}, which is not visible, {told}: {text!r}",
                    "Say what the case is about, not what its tree or its answer is.",
                    severity=severity,
                )  # fmt: skip
    if case.game:
        return
    for name in dict.fromkeys(_own_names(case)):
        if _TELLING.search(re.sub(r"[\W_]+", " ", name)):
            desk.at_case(
                case, "tree", "telling-name", f"{case.id}: the name {name!r} may give the answer away",
                "Code can read names; take one that says nothing.", severity=Severity.WARNING,
            )  # fmt: skip


def _own_names(case: Case) -> Iterator[str]:
    for node in case.tree.nodes():
        yield from node.actions
        if not node.name.endswith(node.actions or ("",)):
            yield node.name


def _told(case: Case, text: str) -> Iterator[tuple[Severity, str]]:
    """What a text gives away. A number or an action is sure only where the sentence says it is."""
    value = case.expect.value
    if value is not None:
        number = rf"(?<![\w./-]){re.escape(str(value))}(?![\w/]|\.\d)"
        if re.search(_SAYS + number, text, re.IGNORECASE):
            yield Severity.FAULT, f"says the value {value}"
        elif re.search(number, text):
            is_common = -1 <= value <= 1  # such numbers stand in many sentences
            severity = Severity.HINT if is_common else Severity.WARNING
            yield severity, f"has the value {value} in it"
    right = case.expect.actions or ()
    if len(right) == 1 and len(case.start.actions) > 1 and _names(text, action_text(right[0])):
        yield Severity.WARNING, f"names the action {action_text(right[0])}"
    if not case.game:
        named = [node.name for node in case.tree.nodes() if node is not case.tree.root]
        for name in (n for n in named if len(n) > 1 and re.search(r"[\d.]", n)):
            if re.search(rf"(?<![\w.]){re.escape(name)}(?![\w.]*\w)", text):
                yield Severity.WARNING, f"names the node {name}"
    if case.call.prunes and (found := _TECHNICAL.search(text)):
        yield Severity.HINT, f"has the word {found[0]!r} in it"


def _names(text: str, action: str) -> bool:
    """Whether a text has an action's name; a single letter only as a capital behind other words."""
    if action.isdigit():
        return False
    if len(action) == 1:
        return action.isupper() and re.search(rf"\w\W+{action}\b", text) is not None
    return re.search(rf"(?<!\w){re.escape(action)}(?!\w)", text, re.IGNORECASE) is not None


# ---------------------------------------------------------------------------- pairs

_SMALL = 5  # nodes: trees of so few are alike by chance
_Signature = tuple[object, ...]


def _check_pairs(suite: Suite, desk: _Desk) -> None:
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


def _signature(case: Case, desk: _Desk, *, names: bool) -> _Signature:
    """All that a call is given, and which of several best actions is right."""
    asked = (case.call, case.given.depth, case.given.n, case.given.seed, case.tie_break,
             case.given.max_evaluations, case.given.low, case.given.high)  # fmt: skip
    if case.game or not case.call.takes_tree:  # as it is written
        node = desk.node_of(case)
        keys = ("game", "state", "policies", "intervals") + (
            () if case.call.takes_tree else ("expect",)
        )
        return (*asked, *(_plain(_get(node, key)) for key in keys))
    nodes = list(case.tree.nodes())
    tables = tuple(
        (at, tuple(case.policies[player][node.name].values()))
        for at, node in enumerate(nodes)
        if (player := node.player or "") in case.policies
    )
    return (*asked, nodes.index(case.start), tables, *_shape(case, names=names))
