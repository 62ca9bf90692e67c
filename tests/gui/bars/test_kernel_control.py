"""The kernel in the bar: one key each, its numbers by typing, arrow keys and wheel, and undone like any other rule."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from perceptron_gui.engine.data.kernel import LINEAR, Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.gui.features.rules.rules_page import KernelControl
from perceptron_gui.gui.widgets.checked_field import SteppedField
from tests.gui.desk import Desk

Key = Qt.Key
POLY, RBF = Kernel(KernelName.POLY), Kernel(KernelName.RBF)


@pytest.fixture
def control(qtbot: QtBot) -> Iterator[KernelControl]:
    """Return the control by itself, on the screen."""
    parent = QWidget()
    qtbot.addWidget(parent)
    control = KernelControl(parent)
    parent.show()
    yield control


def wheel(field: SteppedField, angle: int) -> None:
    """Turn the wheel over a field."""
    middle = QPointF(field.rect().center())
    nothing, phase = Qt.MouseButton.NoButton, Qt.ScrollPhase.NoScrollPhase
    event = QWheelEvent(
        middle, middle, QPoint(), QPoint(0, angle), nothing, Qt.KeyboardModifier.NoModifier, phase, False
    )
    QApplication.sendEvent(field, event)


def test_each_kernel_shows_its_own_numbers(control: KernelControl) -> None:
    for kernel, shown in ((LINEAR, ""), (POLY, "pc"), (RBF, "g"), (Kernel(KernelName.LAPLACIAN), "g")):
        control.set_kernel(kernel)
        fields = {"p": control.fields["degree"], "c": control.fields["coef0"], "g": control.fields["gamma"]}
        assert "".join(name for name, field in fields.items() if field.isVisible()) == shown
    control.set_kernel(Kernel(KernelName.RBF, gamma=0.25))
    assert control.fields["gamma"].text() == "0.25"
    assert "Gaussian" in control.fields["gamma"].toolTip()
    control.set_kernel(Kernel(KernelName.LAPLACIAN))
    assert "Laplacian" in control.fields["gamma"].toolTip()
    assert "Laplacian" in control.fields["gamma"].accessibleName()


def test_keys_and_wheel_take_steps_and_a_step_to_the_same_number_is_none(control: KernelControl, qtbot: QtBot) -> None:
    changed: list[Kernel] = []
    control.kernel_changed.connect(changed.append)
    control.set_kernel(RBF)
    qtbot.keyClick(control.fields["gamma"], Key.Key_Up)
    qtbot.keyClick(control.fields["gamma"], Key.Key_Down)
    wheel(control.fields["gamma"], 240)
    wheel(control.fields["gamma"], -60)
    assert [kernel.gamma for kernel in changed] == [2.0, 0.5, 5.0]
    wheel(control.fields["gamma"], -60)
    assert changed[-1].gamma == 0.5
    changed.clear()
    control.set_kernel(Kernel(KernelName.POLY, degree=1, coef0=0.0))
    qtbot.keyClick(control.fields["degree"], Key.Key_Down)
    wheel(control.fields["coef0"], -120)
    assert not changed
    qtbot.keyClick(control.fields["degree"], Key.Key_Up)
    assert changed == [Kernel(KernelName.POLY, degree=2, coef0=0.0)]


@pytest.mark.parametrize("text", ["0", "11", "2.5", "", "two"])
def test_a_degree_that_is_none_is_refused_and_the_last_one_stays(
    control: KernelControl, qtbot: QtBot, text: str
) -> None:
    changed: list[Kernel] = []
    control.kernel_changed.connect(changed.append)
    control.set_kernel(POLY)
    control.fields["degree"].setText(text)
    qtbot.keyClick(control.fields["degree"], Key.Key_Return)
    assert not changed
    assert control.fields["degree"].text() == "2"


def test_what_is_typed_is_taken_with_a_point_or_a_comma(control: KernelControl, qtbot: QtBot) -> None:
    changed: list[Kernel] = []
    control.kernel_changed.connect(changed.append)
    control.set_kernel(POLY)
    for field, text in ((control.fields["degree"], "3"), (control.fields["coef0"], "0,5")):
        field.setText(text)
        qtbot.keyClick(field, Key.Key_Return)
    assert [changed[0].degree, changed[-1].coef0] == [3, 0.5]


def test_one_key_each_solves_xor_and_ring_and_undo_brings_the_line_back(desk: Desk) -> None:
    for name, key, kernel in (("xor", Key.Key_Y, KernelName.POLY), ("ring", Key.Key_G, KernelName.RBF)):
        desk.commands.examples.open(name)
        desk.settle()
        opened = desk.document.settings
        assert opened.mode is Mode.PRIMAL
        desk.key(key, on=desk.window.canvas)
        settings = desk.document.settings
        assert (settings.mode, settings.kernel.name) == (Mode.DUAL, kernel)
        assert desk.rules.kernel.isVisible()
        desk.do("run.end")
        desk.wait(lambda: desk.snapshot.stop is Stop.CONVERGED)
        desk.key(Key.Key_K, on=desk.window.canvas)
        assert desk.document.settings.kernel.name is KernelName.LINEAR
        desk.do("edit.undo")
        desk.do("edit.undo")
        assert desk.document.settings == opened
        assert not desk.rules.kernel.isVisible()
    desk.key(Key.Key_G, on=desk.window.canvas)
    desk.window.top.modes[Mode.PRIMAL].click()
    assert desk.document.settings.kernel.name is KernelName.LINEAR
