"""What a picture is of, and how large it is: two lists that the dialogs of pictures and of animations share."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, QSize, Signal
from PySide6.QtWidgets import QFormLayout

from perceptron_gui.gui.widgets.choice import Choice
from perceptron_gui.session.picture_choice import PAGE, SCALES
from perceptron_gui.translation import tr


class PictureSize(QObject):
    """Offers what is on the screen, and how many dots to a pixel of it there are.

    `what`: what is chosen at first. `scale`: one of SCALES. `what`, `scale`: the lists. `changed`: something else is
    chosen.
    """

    changed = Signal()

    def __init__(self, what: str, scale: int, parent: QObject) -> None:
        super().__init__(parent)
        self.what, self.scale = Choice("{name}"), Choice("{name}")
        self.scale.offer({each: f"{each}×" for each in SCALES}, scale)
        self._wanted = what
        self._sizes: Mapping[str, QSize] = {}
        for box in (self.what, self.scale):
            box.currentIndexChanged.connect(self.changed)

    def add_to(self, form: QFormLayout) -> None:
        """Put the lists into a form."""
        form.addRow(tr("Picture of:"), self.what)
        form.addRow(tr("Size:"), self.scale)

    def offer(self, names: Mapping[str, str], sizes: Mapping[str, QSize]) -> None:
        """Offer what there is to be seen now.

        `names`: what the list says of each, by its name; the page is among them. `sizes`: how large each is, in pixels.
        """
        self._sizes = sizes
        wanted = self.what.currentData() or self._wanted
        self.what.offer(names, wanted if wanted in names else PAGE)

    @property
    def pixels(self) -> QSize:
        """How large it is on the screen."""
        return self._sizes.get(self.what.currentData(), QSize())

    @property
    def words(self) -> str:
        """How many dots it has."""
        dots = self.pixels * self.scale.currentData()
        return tr("{width} × {height} dots").format(width=dots.width(), height=dots.height())
