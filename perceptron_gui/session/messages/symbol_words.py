"""Words with symbols in them, spelled as the formulas beside them are (G14)."""

import re
from functools import cached_property, lru_cache

from perceptron_gui import translation
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.formula import nodes, notation
from perceptron_gui.session.formula.notation import FROM_LOWERED, HAT, SYMBOLS, Notation, plain
from perceptron_gui.session.scripts import LOWERED, raised

SPELLED_LETTERS = frozenset("wbfytLg")
"""Letters of our alphabet that stand for symbols in sentences, too; others are names of keys and classes there."""
KEPT = r"\{[^{}]*\}|`[^`]*`|\]\([^()]*\)"
"""What stays: what a sentence has in the place of a name, and keys and links of the guide."""
LOWER = f"[{''.join(LOWERED.values())}]"
"""What may stand below a symbol."""
BY_WRITING = {plain(symbol): symbol for symbol in SYMBOLS if not (symbol.lower or symbol.upper)}
ALPHA, ETA = plain(nodes.ALPHA), plain(nodes.ETA)


class Spelling(Frozen, dict=True):
    """How words are spelled in a notation."""

    notation: Notation

    def spelled(self, text: str) -> str:
        """Return words with other symbols in them. `text`: names of fields in it stay."""
        return self._pattern.sub(self._respelled, text)

    def _respelled(self, found: re.Match[str]) -> str:
        own, below = found["own"], found["below"] or ""
        if own is None:
            return found.group()
        if not below or own not in BY_WRITING:
            return self._writings.get(own, own) + below
        has_rate = own == ALPHA and self.notation.has_rate_in_counts
        symbol = nodes.of(BY_WRITING[own], below.translate(FROM_LOWERED))
        return plain(self.notation.writing(symbol)) + (f"/{self._writings.get(ETA, ETA)}" if has_rate else "")

    @cached_property
    def _writings(self) -> dict[str, str]:
        """The symbols that are others, as they stand in words."""
        writing = self.notation.writing
        found = {plain(symbol): plain(writing(symbol)) for symbol in SYMBOLS}
        if self.notation.has_rate_in_counts:  # what is said of α in words is about counts
            found[ALPHA] = f"{found[ALPHA]}/{found[ETA]}"
        if self.notation.dot != "·":
            found["w·x"] = plain(writing(nodes.W)) + raised(self.notation.dot) + plain(writing(nodes.X))
        said = {own for own in found if own in SPELLED_LETTERS or not (own.isascii() and own.isalpha())}
        return {own: found[own] for own in said if own != found[own]}

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        """What is looked for: first what is longer; letters of our alphabet only where they stand alone."""
        tokens = sorted(self._writings, key=len, reverse=True)
        alone = r"(?<![A-Za-z'’])", rf"(?![A-Za-z0-9'’{HAT}*])"
        letters = [re.escape(own).join(alone) for own in tokens if own[0].isascii()]
        others = [rf"{re.escape(own)}(?!{HAT})" for own in tokens if not own[0].isascii()]
        points = rf"(?<![A-Za-z])[xy](?={LOWER})"
        return re.compile(rf"{KEPT}|(?P<own>{'|'.join([points, *letters, *others])})(?P<below>{LOWER}*)")


def use(name: str) -> None:
    """Write formulas and words in a notation from now on; what is on the screen already stays as it is.

    `name`: as in `notation.choose`.
    """
    chosen = notation.choose(name)
    is_own = chosen is notation.OWN
    translation.spell(None if is_own else lru_cache(maxsize=4096)(Spelling(chosen).spelled))
