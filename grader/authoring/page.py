"""Make the handout's page: Markdown in, one self-contained HTML file out.

Decides the structure of the page. Nothing is loaded from anywhere: the style is embedded, pictures
are inline SVG, formulas are MathML, which browsers show without scripts, and a policy in the page
forbids all else. Needs markdown-it-py, mdit-py-plugins and latex2mathml, imported only when a page is
made: they are no part of what runs at a student's or on Gradescope.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from grader.authoring.page_reduce import (
    HandoutError,
    Worth,
    points_table,
    reduce_handout,
    with_points,
    worth,
)
from grader.authoring.page_style import STYLE
from grader.authoring.page_tree import read_picture
from grader.draw import svg
from grader.errors import UsageError

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

__all__ = [
    "NEEDS",
    "HandoutError",
    "Worth",
    "can_render",
    "points_table",
    "reduce_handout",
    "render_page",
    "require_packages",
    "with_points",
    "worth",
]

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_PRIME = r"<msup>(<mi>[^<]+</mi>)<mi>&#x02032;</mi></msup>"
_PAGE = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
<main>
{body}</main>
</body>
</html>
"""


NEEDS = (
    "README.html is made with the packages markdown-it-py, mdit-py-plugins and latex2mathml, which"
    " are not installed."
)


def can_render() -> bool:
    """Whether the packages that a page is made with are installed."""
    return all(map(find_spec, ("markdown_it", "mdit_py_plugins", "latex2mathml")))


def require_packages() -> None:
    """Raise UsageError where a page can't be made."""
    if not can_render():
        raise UsageError(f"{NEEDS} Install them (bash setup.sh --test does), or say --no-page.")


def render_page(markdown: str) -> str:
    """Render a reduced handout as one HTML page; the same text gives the same bytes.

    Raises HandoutError for a picture or a formula that can't be read. Raw HTML is shown as text.
    """
    parser = _parser()
    tokens = parser.parse(markdown)
    sections = _sections(tokens)
    names = _anchors([text for _, _, text in sections])
    for name, (token, _, _) in zip(names, sections, strict=True):
        token.attrSet("id", name)
    body = parser.renderer.render(tokens, parser.options, {"pictures": 0})
    contents = _contents(
        [(name, text) for name, (_, level, text) in zip(names, sections, strict=True) if level == 2]
    )
    body = body.replace("</h1>\n", f"</h1>\n{contents}", 1)
    title = next((text for _, level, text in sections if level == 1), "Handout")
    style = STYLE + svg.STYLE
    return _PAGE.format(policy=_POLICY, title=html.escape(title), style=style, body=body)


def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt  # some 60 ms: only who makes a page pays for it
    from mdit_py_plugins.dollarmath import dollarmath_plugin

    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.use(dollarmath_plugin, renderer=_formula, allow_space=False, allow_digits=False)
    parser.add_render_rule("fence", _fence)
    parser.add_render_rule("code_inline", _code)
    parser.add_render_rule("table_open", _table_open)
    parser.add_render_rule("table_close", _table_close)
    return parser


def _formula(latex: str, options: Mapping[str, Any]) -> str:
    """MathML. A prime stands beside its letter: as a superscript, fonts would raise it twice."""
    from latex2mathml.converter import convert

    try:
        formula = convert(latex.strip(), display="block" if options["display_mode"] else "inline")
    except Exception as error:  # its errors have no common base
        raise HandoutError(f"the formula {latex.strip()!r} can't be read: {error!r}") from error
    return re.sub(_PRIME, r"<mrow>\1<mo lspace='0' rspace='0'>&#x02032;</mo></mrow>", formula)


def _fence(
    _renderer: Any, tokens: Sequence[Token], index: int, _options: Any, env: dict[str, int]
) -> str:
    token = tokens[index]
    language = token.info.strip()
    if language == "tree":
        env["pictures"] += 1
        return _figure(token.content, f"tree{env['pictures']}")
    code = html.escape(token.content)
    return f'<pre tabindex="0" class="{html.escape(language)}"><code>{code}</code></pre>\n'


def _code(_renderer: Any, tokens: Sequence[Token], index: int, *_: object) -> str:
    """Code in a line of text; a narrow window may break it after these characters."""
    code = re.sub(r"([_.(])", r"\1<wbr>", html.escape(tokens[index].content))
    return f"<code>{code}</code>"


def _figure(block: str, ident: str) -> str:
    picture = read_picture(block)
    title = picture.caption or "Game tree"
    drawing = svg.draw_svg(picture.tree.root, picture.notes, title=title, ident=ident, style=False)
    caption = f"<figcaption>{html.escape(picture.caption)}</figcaption>\n" * bool(picture.caption)
    scroll = f'<div class="wide" tabindex="0" role="group" aria-label="Picture">{drawing}</div>\n'
    return f"<figure>\n{scroll}{caption}</figure>\n"


def _table_open(*_: object) -> str:
    return '<div class="wide" tabindex="0" role="group" aria-label="Table"><table>\n'


def _table_close(*_: object) -> str:
    return "</table></div>\n"


def _sections(tokens: Sequence[Token]) -> list[tuple[Token, int, str]]:
    """Every heading with its level and its text."""
    return [
        (token, int(token.tag[1:]), _plain(tokens[index + 1].content))
        for index, token in enumerate(tokens)
        if token.type == "heading_open"
    ]


def _anchors(headings: Sequence[str]) -> list[str]:
    """A name for each heading, as viewers of Markdown make it, so that links work in both.

    >>> _anchors(["Hand in", "What it's worth: two", "Hand in"])
    ['hand-in', 'what-its-worth-two', 'hand-in-1']
    """
    names: list[str] = []
    for heading in headings:
        name = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        earlier = sum(
            re.fullmatch(rf"{re.escape(name)}(-\d+)?", each) is not None for each in names
        )
        names.append(f"{name}-{earlier}" if earlier else name)
    return names


def _plain(text: str) -> str:
    return re.sub(r"[`*$]", "", text)


def _contents(sections: Sequence[tuple[str, str]]) -> str:
    """Links to the sections, given as (anchor, heading)."""
    if not sections:
        return ""
    links = "".join(
        f'<li><a href="#{name}">{html.escape(text)}</a></li>\n' for name, text in sections
    )
    return f'<nav aria-label="Contents">\n<ul>\n{links}</ul>\n</nav>\n'
