"""The list of feature maps in the top bar (F1)."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from perceptron_gui.engine.data.feature_map import IDENTITY, POLY2, POLY3, FeatureMap
from perceptron_gui.gui.widgets.choice import Choice
from perceptron_gui.translation import N_, tr

NAMED = {IDENTITY: N_("coordinates"), POLY2: N_("degree 2"), POLY3: N_("degree 3")}
HINTS = {
    IDENTITY: N_("the model sees the coordinates: its boundary is a line"),
    POLY2: N_("x1, x2, and all their products of two: conic sections"),
    POLY3: N_("and all their products of three"),
}
OWN, OWN_HINT = N_("my own"), N_("a list of your own, with sin, cos, exp, abs, min and max")


class FeatureChoice(Choice):
    """Says which features the model sees, and lets others be chosen. `own_asked`: a list of one's own is wanted."""

    chosen = Signal(object)
    own_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("φ: {name}"), parent)
        for features, name in NAMED.items():
            self.add(tr(name), features, tr(HINTS[features]))
        self.add(tr(OWN) + " …", None, tr(OWN_HINT))
        self.setAccessibleName(tr("Features"))
        self._features = IDENTITY
        self.activated.connect(self._on_activated)
        self.show_features(IDENTITY)

    def show_features(self, features: FeatureMap) -> None:
        """Show which features there are."""
        self._features = features
        row = self.findData(features) if not features.own else self.count() - 1
        self.setCurrentIndex(row)
        hint = tr("What the model sees of a point: the boundary is a line in the space of the features")
        self.setToolTip(f"{hint}: {features.text}" if features.own else hint)

    def menu(self, parent: QWidget) -> QMenu:
        """Return the same choice as a menu, for windows that are too narrow for the bar.

        `parent`: owner of the menu.
        """
        menu = QMenu(tr("Features"), parent)
        for features, name in NAMED.items():
            menu.addAction(tr(name), lambda f=features: self.chosen.emit(f)).setToolTip(tr(HINTS[features]))
        menu.addAction(tr(OWN) + " …", self.own_asked.emit).setToolTip(tr(OWN_HINT))
        menu.setToolTipsVisible(True)
        return menu

    def _on_activated(self, row: int) -> None:
        features = self.itemData(row)
        self.show_features(self._features)
        if isinstance(features, FeatureMap):
            self.chosen.emit(features)
        else:
            self.own_asked.emit()
