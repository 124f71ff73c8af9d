"""Words of hidden cases, and names that code can read, which give an answer away."""

from __future__ import annotations

import re
from collections.abc import Iterator

from grader.authoring.lint_findings import Desk, Severity
from grader.cases import Case, Visibility
from grader.cases.decode_tree import KNOWN
from grader.tree import action_text

_TELLING = re.compile(
    r"\b(best|optimal|correct|answer|solution|pruned?|cut|winner|loser)\b", re.IGNORECASE
)
_TECHNICAL = re.compile(
    r"\b(cuts?|cutoffs?|prun(?:e|ed|es|ing)|ti(?:e|es|ed)|never visited)\b", re.IGNORECASE
)
_SAYS = r"\b(?:value|worth|gives|returns?|answer|is|of)\s+"


def check_words(case: Case, desk: Desk) -> None:
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
    for player in case.tree.players:
        if meant := next((known for known in KNOWN if _is_slip(player, known)), ""):
            desk.at_case(
                case, "tree", "odd-player",
                f"{case.id}: {player!r} is a player, and an opponent at that",
                f"If you mean {meant!r}, mend it; record would take the slip for what you want.",
                severity=Severity.WARNING,
            )  # fmt: skip
    for name in dict.fromkeys(_own_names(case)):
        if _TELLING.search(re.sub(r"[\W_]+", " ", name)):
            desk.at_case(
                case, "tree", "telling-name", f"{case.id}: the name {name!r} may give the answer away",
                "Code can read names; take one that says nothing.", severity=Severity.WARNING,
            )  # fmt: skip


def _is_slip(player: str, known: str) -> bool:
    """Whether a name is another one with one letter wrong, missing, too many, or two exchanged."""
    if player == known or not player.isalpha():
        return False
    if len(player) == len(known):
        wrong = [i for i, letter in enumerate(known) if player[i] != letter]
        return len(wrong) == 1 or (len(wrong) == 2 and sorted(player) == sorted(known))
    short, long = sorted((player, known), key=len)
    return any(long[:i] + long[i + 1 :] == short for i in range(len(long)))


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
