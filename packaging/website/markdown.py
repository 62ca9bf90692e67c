"""Markdown as HTML for browsers, by markdown-it-py: with places for links, and every sign in its direction."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from perceptron_gui.session.wording import WIDE_MARKS

PARSER = MarkdownIt("commonmark", {"html": False}).enable("table")
SIGNS = re.compile(r"[^\u0590-\u08ff]*[=←≤≥≈·+−^∈‖|()\[\]/*][^\u0590-\u08ff]*")
"""What stands between two words of a language from right to left, and is more than a name or a number."""
GROUPED = re.compile(r"(?<!\d)\d{1,3}(?: \d{3})+(?!\d)")
"""A number whose groups would be read from right to left among such words, and stand on two lines elsewhere."""
SHORT = 24
"""How many signs a telephone has in a line at the least."""
STOPS = " .,:;…—–«»▸"


class Section(NamedTuple):
    """What stands below a heading, as it is searched."""

    anchor: str
    heading: str
    text: str


class Text(NamedTuple):
    """A text for a page."""

    title: str
    body: str  # HTML
    sections: tuple[Section, ...]


class Picture(NamedTuple):
    """A picture: where it is, as seen from the page, and its pixels."""

    href: str
    width: int
    height: int


def text_of(markdown: str, links: Mapping[str, str], pictures: Mapping[str, Picture], *, is_leftwards: bool) -> Text:
    """Return a text for a page.

    `links`, `pictures`: what becomes of targets; one that has no place here raises `KeyError`. `is_leftwards`: whether
    its language is written from right to left: formulas keep their direction.
    """
    tokens = PARSER.parse(markdown)
    found: list[Section] = []
    for number, token in enumerate(tokens):
        if token.type == "heading_open":
            found.append(Section(f"s{len(found) + 1}", "".join(_words(tokens[number + 1])), ""))
            token.attrSet("id", found[-1].anchor)
        elif token.type in ("code_block", "fence"):
            token.attrSet("dir", "ltr")
            token.attrSet("tabindex", "0")  # a long line scrolls by keys, too
        elif token.type == "th_open" and tokens[number + 1].content:
            token.attrSet("scope", "col")
        elif token.type == "th_open":  # a corner heads nothing
            token.tag = tokens[number + 2].tag = "td"
        elif token.type == "inline":
            _close_up(token.children or [])
            if found and tokens[number - 1].type != "heading_open":
                found[-1] = found[-1]._replace(text=f"{found[-1].text} {''.join(_words(token))}".strip())
            token.children = [_placed(each, links, pictures, is_leftwards) for each in token.children or ()]
    body = PARSER.renderer.render(tokens, PARSER.options, {})
    title = found[0].heading if found else ""
    # What is wider than a telephone scrolls by itself, also by keys.
    wide = f'<div class="wide" tabindex="0" role="group" aria-label="{escape(title)}"><table>'
    body = body.replace("<table>", wide).replace("</table>", "</table></div>")
    return Text(title, body, tuple(found))


def _close_up(parts: list[Token]) -> None:
    """Leave out the blank that Markdown needs after emphasis which ends in a mark as wide as a character."""
    before = ""
    for part in parts:
        if part.type == "text" and before.endswith(WIDE_MARKS):
            part.content = part.content.lstrip(" ")
        before = part.content or before


def _words(token: Token) -> Iterator[str]:
    for child in token.children or ():
        yield child.content if child.type in ("text", "code_inline") else " " * (child.type == "softbreak")


def _placed(token: Token, links: Mapping[str, str], pictures: Mapping[str, Picture], is_leftwards: bool) -> Token:
    """Return a part of a line with its target on the site, or its direction."""
    if token.type == "link_open" and not (href := str(token.attrs["href"])).startswith("https:"):
        token.attrSet("href", links[href])
    elif token.type == "image":
        picture = pictures[str(token.attrs["src"])]
        token.attrs = {"src": picture.href, "alt": "", "width": picture.width, "height": picture.height}
    elif token.type == "code_inline":
        token.attrSet("dir", "ltr")
    elif token.type == "text":
        token.content = GROUPED.sub(lambda found: found[0].replace(" ", "\u00a0"), token.content)
        if is_leftwards:
            return Token("html_inline", "", 0, content=SIGNS.sub(_isolated, escape(token.content, quote=False)))
    return token


def _isolated(found: re.Match[str]) -> str:
    """Return signs with a direction of their own, without the stops and brackets around that are of the sentence."""
    signs = found[0].strip(STOPS)
    while signs.count(")") > signs.count("(") and signs.endswith(")"):
        signs = signs[:-1].rstrip(STOPS)
    while signs.count("(") > signs.count(")") and signs.startswith("("):
        signs = signs[1:].lstrip(STOPS)
    before, _, after = found[0].partition(signs) if signs else (found[0], "", "")
    return f"{before}{left_to_right(Markup(signs))}{after}" if re.search(r"\w", signs) else found[0]


def left_to_right(signs: str, kind: str = "") -> Markup:
    """Return mathematics as it goes in every language; in one line if that is short."""
    kinds = " ".join(filter(None, (kind, "whole" * (len(signs) <= SHORT))))
    return Markup('<bdi dir="ltr"{}>{}</bdi>').format(Markup(f' class="{kinds}"' if kinds else ""), signs)
