"""What is chosen below the picture of weight space: two classes, a flat map, weights to start from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QPushButton, QWidget

from perceptron_gui.gui.widgets.choice import Choice
from perceptron_gui.session.weight_space.constraints import PLANE, Pair
from perceptron_gui.session.weight_space.weight_space import pairs_of
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.run.snapshot import Snapshot
    from perceptron_gui.session.weight_space.weight_scene import WeightScene


class WeightControls(QWidget):
    """A list of pairs of classes, a switch, and a button.

    `pair_chosen`: another pair is compared. `flat_toggled`: a flat map is wanted in place of the sphere, or no longer.
    `start_asked`: the run is to begin at the weights that are tried.
    """

    pair_chosen = Signal()
    flat_toggled = Signal()
    start_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pair, self.flat = Choice("{name}"), QCheckBox(tr("flat"))
        self.start = QPushButton(tr("Start from these"))
        self.pair.setAccessibleName(tr("Two classes"))
        self.flat.setToolTip(
            tr(
                "The plane that touches the sphere at θ*, seen from its centre: great circles become straight lines, "
                "and every solution is on it. Without solutions it touches at θ."
            )
        )
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for part in (self.pair, self.flat, self.start):
            row.addWidget(part)
        row.insertStretch(2, 1)
        self.pair.activated.connect(self.pair_chosen)
        self.flat.toggled.connect(self.flat_toggled)
        self.start.clicked.connect(self.start_asked)

    @property
    def chosen_pair(self) -> Pair | None:
        """The two classes that are compared; None where there is only one row of weights."""
        pair: Pair | None = self.pair.currentData()
        return pair

    def offer_pairs(self, snapshot: Snapshot) -> None:
        """Let two of the classes be chosen where each has a row of weights."""
        pairs, classes = pairs_of(snapshot.dataset, snapshot.settings), snapshot.dataset.classes
        offered = [(tr("{one} − {other}").format(one=classes[k], other=classes[j]), (k, j)) for k, j in pairs]
        if offered != [(self.pair.itemText(i), self.pair.itemData(i)) for i in range(self.pair.count())]:
            chosen = self.chosen_pair
            self.pair.clear()
            for name, pair in offered:
                self.pair.addItem(name, pair)
            self.pair.setCurrentIndex(max(self.pair.findData(chosen), 0) if offered else -1)
            self.pair.updateGeometry()  # its width is that of its rows

    def show_scene(self, scene: WeightScene | None, is_binary: bool) -> None:
        """Show what can be chosen beside a scene.

        `is_binary`: whether there is one row of weights, which a run can start from.
        """
        self.setVisible(scene is not None)
        self.pair.setVisible(self.pair.count() > 0)
        self.flat.setVisible(scene is not None and scene.space.n_entries > PLANE)
        has_tried = scene is not None and scene.tried is not None
        self.start.setEnabled(has_tried and is_binary)
        if not is_binary:
            hint = tr("These are the differences of two rows: type start weights in Rules of the run.")
        else:
            hint = tr("Begin the run at the weights that are tried") if has_tried else tr("Click on weights first")
        self.start.setToolTip(hint)
