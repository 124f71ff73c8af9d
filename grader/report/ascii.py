"""Text for consoles that can't show more than ASCII, or some other narrow encoding."""

# ruff: noqa: RUF001, RUF002 - the characters that look like others are what this module is about

from __future__ import annotations

_ASCII = str.maketrans(
    {
        "─": "-", "━": "-", "│": "|", "┃": "|", "├": "|", "┤": "|", "└": "`", "┘": "'", "╰": "`",
        "┌": ".", "┐": ".", "╭": ".", "╮": ".", "╯": "'", "┬": "+", "┴": "+", "┼": "+", "═": "=",
        "║": "|", "╴": "-", "╶": "-", "‐": "-", "‑": "-", "–": "-", "—": "-", "−": "-", "…": "...",
        "‘": "'", "’": "'", "“": '"', "”": '"', "•": "*", "·": ".", "×": "x", "✓": "OK", "✗": "X",
        "≤": "<=", "≥": ">=", "≠": "!=", "→": "->", "←": "<-", "∞": "inf", "α": "alpha",
        "β": "beta", "△": "^", "▽": "v", "▲": "^", "▼": "v", "\u00a0": " ",
    }
)  # fmt: skip


def encodable(text: str, encoding: str | None) -> str:
    r"""Put ``text`` into words that ``encoding`` can hold; as it is, where it can hold all of it.

    >>> encodable("├─ α ≥ 3 … 漢", "ascii")
    '|- alpha >= 3 ... \\u6f22'
    """
    encoding = encoding or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.translate(_ASCII).encode(encoding, "backslashreplace").decode(encoding)
    return text
