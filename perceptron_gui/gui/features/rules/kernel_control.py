"""The kernel of a run (D5), with its numbers."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from perceptron_gui.engine.data.kernel import FUNCTIONS, OWNERS, Kernel
from perceptron_gui.engine.data.kernels.function import Parameter
from perceptron_gui.frozen import replace
from perceptron_gui.gui.style.theme import Theme
from perceptron_gui.gui.widgets import checked_field
from perceptron_gui.gui.widgets.choice import Choice, Row, in_a_row, with_caption
from perceptron_gui.session.wording import field_text
from perceptron_gui.translation import tr


def _kernel_rows() -> list[Row]:
    return [(tr(function.words.name), tr(function.words.meaning), name) for name, function in FUNCTIONS.items()]


LEAST_KERNEL = 96
"""Pixels of the list where nothing has room."""
FIELD_WIDTH = 46
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
        self.choice = Choice("{name}", self)
        self.choice.set_rows(_kernel_rows(), self.name_chosen.emit)
        self.choice.setAccessibleName(tr("Kernel"))
        self.choice.setToolTip(tr("What takes the place of x·z: curved boundaries"))
        self.fields = {name: self._make_field(owners[0]) for name, owners in OWNERS.items()}
        self._boxes = {name: with_caption(OWNERS[name][0].symbol, field, 4) for name, field in self.fields.items()}
        in_a_row(self, self.choice, *self._boxes.values(), spacing=8).addStretch()

    def set_kernel(self, kernel: Kernel) -> None:
        """Show a kernel."""
        self._kernel = kernel
        self.choice.setCurrentIndex(self.choice.findData(kernel.name))
        for name, field in self.fields.items():
            field.show_text(field_text(getattr(kernel, name)))
            self._boxes[name].setVisible(name in kernel.numbers)
        for parameter in kernel.function.parameters:
            _describe(self.fields[parameter.name], parameter)
        self.updateGeometry()

    def set_theme(self, theme: Theme) -> None:
        """Take other sizes."""
        self.choice.setMinimumWidth(round(LEAST_KERNEL * theme.scale))
        for field in self.fields.values():
            field.setFixedWidth(round(FIELD_WIDTH * theme.scale))

    def _make_field(self, parameter: Parameter) -> checked_field.SteppedField:
        name = parameter.name
        field = checked_field.SteppedField(partial(checked_field.read_parameter, parameter), parameter.next, self)
        field.setFixedWidth(FIELD_WIDTH)
        _describe(field, parameter)
        field.stepped.connect(partial(self._change, name))
        checked_field.settle(field, partial(self._change, name), lambda: field_text(getattr(self._kernel, name)))
        field.returnPressed.connect(self.field_left)
        return field

    def _change(self, name: str, value: object) -> None:
        if getattr(self._kernel, name) != value:
            self.kernel_changed.emit(replace(self._kernel, **{name: value}))


def _describe(field: checked_field.SteppedField, parameter: Parameter) -> None:
    """Say what is typed into a field of a kernel."""
    tip = tr(parameter.tip)
    field.setToolTip(tip)
    field.setAccessibleName(tip.split(":")[0])
