"""The features on offer: usual ones with a check box each; others are typed (F1)."""

from collections.abc import Sequence

from perceptron_gui.engine.data.features.feature_map import FeatureMap
from perceptron_gui.engine.data.settings import SettingsError
from perceptron_gui.frozen import Frozen

USUAL = ("x1", "x2", "x1^2", "x1*x2", "x2^2", "sin(x1)", "sin(x2)")
"""In the order in which φ(x) has them."""


class FeatureChoices(Frozen):
    """A list of features as boxes and a line."""

    checked: tuple[str, ...] = ()  # those of `USUAL` that are chosen, in their order
    typed: str = ""  # all others

    @classmethod
    def of(cls, features: FeatureMap, columns: Sequence[str]) -> "FeatureChoices":
        """Return the boxes and the line that stand for a feature map. `columns`: names of the coordinates."""
        wanted = features.of(columns).programs
        boxes = {text: program for text in USUAL if (program := _program(text, columns)) is not None}
        checked = tuple(text for text, program in boxes.items() if program in wanted)
        taken = {boxes[text] for text in checked}
        texts = [expression.text for expression in features.own] or [*features.names(columns)]
        others = [text for text, program in zip(texts, wanted, strict=True) if program not in taken]
        return cls(checked, ", ".join(others))

    @property
    def text(self) -> str:
        """The list as it could be typed."""
        return ", ".join([*self.checked, *[self.typed.strip()] * bool(self.typed.strip())])


def is_possible(text: str, columns: Sequence[str]) -> bool:
    """Return whether points with these coordinates have a feature.

    `text`: the feature. `columns`: names of the coordinates.
    """
    return _program(text, columns) is not None


def _program(text: str, columns: Sequence[str]) -> object:
    try:
        return FeatureMap.read(text).of(columns).programs[0]
    except SettingsError:
        return None


def read_features(checked: Sequence[str], typed: str, columns: Sequence[str]) -> FeatureMap:
    """Return the feature map of checked boxes and a typed line.

    `checked`: those of `USUAL`. `typed`: others, or nothing. `columns`: names of the coordinates. Raises
    `SettingsError` when the line makes no sense; the place in the sentence is one of the line.
    """
    own = FeatureMap.read(", ".join(checked)).own if checked else ()
    if typed.strip() or not checked:
        more = FeatureMap.read(typed)
        own += more.own or FeatureMap.read(", ".join(FeatureChoices.of(more, columns).checked)).own
    features = FeatureMap(own=own)
    features.of(columns)
    return features
