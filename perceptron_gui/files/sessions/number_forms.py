"""Forms of numbers: whole ones, decimals, shares; each with the range that stands beside its type."""

from __future__ import annotations

import math
import re
import sys
from fractions import Fraction
from typing import TYPE_CHECKING

from perceptron_gui.files.numbers import PLAIN, shortest
from perceptron_gui.files.sessions.strict_json import LARGEST_WHOLE, Plain
from perceptron_gui.frozen import Frozen, Meta
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.files.sessions.form import Schema, Spot

DECIMAL = r"^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?$"
SHARE = re.compile(r"[0-9]{1,60}(/[1-9][0-9]{0,59})?", re.ASCII)
LONGEST_NUMBER = 100


class WholeForm(Frozen):
    """A whole number."""

    # its range, both included
    least: int = -LARGEST_WHOLE
    most: int = LARGEST_WHOLE

    def within(self, said: Meta) -> WholeForm:
        """Return the form of a narrower range. `said`: beside the type."""
        least = self.least if said.ge is None else int(said.ge)
        return WholeForm(least, self.most if said.le is None else int(said.le))

    def written(self, value: int) -> Plain:
        """See `Form.written`."""
        return int(value)

    def read(self, plain: Plain, spot: Spot) -> int:
        """See `Form.read`."""
        if isinstance(plain, bool) or not isinstance(plain, int):
            raise spot.refusal(tr("a whole number"), plain)
        if not self.least <= plain <= self.most:
            right = tr("a whole number from {least} to {most}").format(least=self.least, most=self.most)
            raise spot.refusal(right, plain)
        return plain

    def schema(self) -> Schema:
        """See `Form.schema`."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


class DecimalForm(Frozen):
    """A decimal as text: the shortest one that its double stands for."""

    # its range, both included
    least: float = -sys.float_info.max
    most: float = sys.float_info.max
    above: float | None = None  # what it must be above, besides

    def within(self, said: Meta) -> DecimalForm:
        """Return the form of a narrower range. `said`: beside the type."""
        least = self.least if said.ge is None else float(said.ge)
        above = None if said.gt is None else float(said.gt)
        return DecimalForm(least, self.most if said.le is None else float(said.le), above)

    def written(self, value: float) -> Plain:
        """See `Form.written`."""
        return shortest(float(value))

    def read(self, plain: Plain, spot: Spot) -> float:
        """See `Form.read`."""
        is_decimal = isinstance(plain, str) and len(plain) <= LONGEST_NUMBER and PLAIN.fullmatch(plain)
        number = float(plain) if is_decimal else math.inf  # type: ignore[arg-type]
        if not math.isfinite(number):
            raise spot.refusal(tr('a decimal as text, such as "0.5"'), plain)
        if not self.least <= number <= self.most or (self.above is not None and number <= self.above):
            raise spot.refusal(self._range(), plain)
        return number

    def _range(self) -> str:
        if self.above is not None:
            words = tr("a decimal as text, above {least} and at most {most}")
            return words.format(least=shortest(self.above), most=shortest(self.most))
        words = tr("a decimal as text, from {least} to {most}")
        return words.format(least=shortest(self.least), most=shortest(self.most))

    def schema(self) -> Schema:
        """See `Form.schema`."""
        least = {"minimum": self.least} if self.above is None else {"exclusiveMinimum": self.above}
        return {"type": "string", "pattern": DECIMAL, "maxLength": LONGEST_NUMBER, **least, "maximum": self.most}


class ShareForm:
    """A fraction as text, such as 1/5, with nothing lost."""

    def written(self, value: Fraction) -> Plain:
        """See `Form.written`."""
        return str(value)

    def read(self, plain: Plain, spot: Spot) -> Fraction:
        """See `Form.read`."""
        if not (isinstance(plain, str) and SHARE.fullmatch(plain)):
            raise spot.refusal(tr('a fraction as text, such as "1/5"'), plain)
        return Fraction(plain)

    def schema(self) -> Schema:
        """See `Form.schema`."""
        return {"type": "string", "pattern": f"^{SHARE.pattern}$"}
