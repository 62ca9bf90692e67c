"""The kernel in the bar at the top: which one, and its numbers (D5)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.frozen import replace
from perceptron_gui.gui.widgets.checked_field import Complaint, kept
from perceptron_gui.gui.widgets.choice import Choice
from perceptron_gui.gui.widgets.number_input import read_constant, read_degree, read_factor
from perceptron_gui.gui.widgets.stepped_field import SteppedField
from perceptron_gui.session.kernel_steps import next_constant, next_degree, next_factor
from perceptron_gui.session.wording import field_text
from perceptron_gui.translation import N_, tr

if TYPE_CHECKING:
    from perceptron_gui.gui.style.theme import Theme

KERNELS = {
    KernelName.LINEAR: (N_("linear"), N_("K(x, z) = x·z: a straight boundary")),
    KernelName.POLY: (N_("polynomial"), N_("K(x, z) = (x·z + c)ᵖ: curves of degree p")),
    KernelName.RBF: (N_("Gaussian"), N_("K(x, z) = exp(−g‖x − z‖²): any shape, the finer the larger g")),
}
LEAST_CHOICE = 96
"""Pixels of the list where nothing has room."""
WIDTH = 46
"""Pixels of a field."""


class KernelControl(QWidget):
    """Shows a kernel, and says which other one is wanted.

    `kernel_changed`: the same kernel with another number. `field_left`: enter was pressed in a field: it is done with.
    """

    name_chosen = Signal(object)
    kernel_changed = Signal(object)
    field_left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._kernel = Kernel()
        self.choice = self._make_choice()
        tip = tr("Degree p of the polynomial kernel: a whole number from 1 to 10")
        self.degree = self._make_field("degree", read_degree, next_degree, tip)
        tip = tr("Constant c of the polynomial kernel: a number from 0")
        self.coef0 = self._make_field("coef0", read_constant, next_constant, tip)
        tip = tr("Factor g of the Gaussian kernel: a number above 0; the larger, the narrower")
        self.gamma = self._make_field("gamma", read_factor, next_factor, tip)
        self._fields = {"degree": self.degree, "coef0": self.coef0, "gamma": self.gamma}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.choice)
        self._boxes = [
            self._captioned(row, *each) for each in (("p", self.degree), ("c", self.coef0), ("g", self.gamma))
        ]

    def set_kernel(self, kernel: Kernel) -> None:
        """Show a kernel."""
        self._kernel = kernel
        self.choice.setCurrentIndex(self.choice.findData(kernel.name))
        for name, field in self._fields.items():
            field.show_text(field_text(getattr(kernel, name)))
        for box, owner in zip(self._boxes, (KernelName.POLY, KernelName.POLY, KernelName.RBF), strict=True):
            box.setVisible(kernel.name is owner)
        self.updateGeometry()

    def set_theme(self, theme: Theme) -> None:
        """Take other sizes."""
        self.choice.setMinimumWidth(round(LEAST_CHOICE * theme.scale))
        for field in self._fields.values():
            field.setFixedWidth(round(WIDTH * theme.scale))

    def _make_choice(self) -> Choice:
        box = Choice(tr("Kernel: {name}"), self)
        for name, (text, meaning) in KERNELS.items():
            box.add(tr(text), name, tr(meaning))
        box.setAccessibleName(tr("Kernel"))
        box.setToolTip(tr("What takes the place of x·z: curved boundaries"))
        # Qt keeps a StrEnum as a plain string.
        box.activated.connect(lambda i: self.name_chosen.emit(KernelName(self.choice.itemData(i))))
        return box

    def _make_field(
        self, name: str, read: Callable[..., object], step: Callable[..., object], tip: str
    ) -> SteppedField:
        field = SteppedField(read, step, self)
        field.setLocale(QLocale.c())
        field.setFixedWidth(WIDTH)
        field.setToolTip(tip)
        field.setAccessibleName(tip.split(":")[0])
        field.stepped.connect(partial(self._change, name))
        complaint = Complaint(field)
        field.editingFinished.connect(partial(self._on_typed, name, complaint))
        field.returnPressed.connect(self.field_left)
        return field

    def _captioned(self, row: QHBoxLayout, text: str, field: SteppedField) -> QWidget:
        box = QWidget(self)
        inner = QHBoxLayout(box)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(4)
        caption = QLabel(text, box)
        caption.setObjectName("caption")
        inner.addWidget(caption)
        inner.addWidget(field)
        row.addWidget(box)
        return box

    def _on_typed(self, name: str, complaint: Complaint) -> None:
        field = self._fields[name]
        problem = field.check()
        if not problem:
            self._change(name, field.value())
        field.show_text(field_text(getattr(self._kernel, name)))
        if problem and field.isVisible():
            complaint.say_for_a_while(kept(problem, field.text()))

    def _change(self, name: str, value: object) -> None:
        if getattr(self._kernel, name) != value:
            self.kernel_changed.emit(replace(self._kernel, **{name: value}))
