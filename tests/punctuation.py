"""Marks that stand where no text of a script has them: between sentences and words that were put together."""

from __future__ import annotations

import html
import re
from functools import cache

from perceptron_gui.translation import ISOLATING

MISPLACED = {
    "zh_CN": re.compile(r"[。！？；：，、][ \u00a0]+\S|[\u4e00-\u9fff）][,;:!?](?!\w)|[,;:!?][\u4e00-\u9fff（]"),
    "ar": re.compile(r"[\u0620-\u06ff][,;?]|\s[،؛؟]"),
}
"""What is wrong in each script: a blank after a mark that brings its own, and marks of Latin between its words."""
MARKUP = re.compile("<[^<>]*>")
UNSEEN = dict.fromkeys(map(ord, ISOLATING))


@cache
def misplaced(text: str, language: str) -> str:
    """Return a text with a mark that is misplaced, without what is not seen; else nothing."""
    plain = html.unescape(MARKUP.sub("", text)).translate(UNSEEN)
    return plain if MISPLACED[language].search(plain) else ""
