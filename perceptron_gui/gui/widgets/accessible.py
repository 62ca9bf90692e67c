"""Names and values for a screen reader of parts that paint themselves: worked out on request, so always true (G16).

A part says what it is by `told_as`, the name of a role of Qt's; it may have `told()`, which describes it, and, as a
button, `clicked`. On Linux a list to choose from gets its name here, too: Qt gives its value for a name there.
"""

import sys

from PySide6.QtGui import QAccessible, QAccessibleActionInterface
from PySide6.QtWidgets import QAccessibleWidget, QComboBox, QLabel, QWidget

from perceptron_gui.session.wording import said_of


class Told(QAccessibleWidget):
    """What is told of one part. It knows the part by Qt alone: PySide keeps it, and would keep the part with it.

    So what is made again and again is none: it would stay for ever.

    It has no more interfaces than Qt gives it: with any of Python's own, Qt asks for others and ends the process.
    """

    def __init__(self, part: QWidget) -> None:
        role = "ComboBox" if isinstance(part, QComboBox) else getattr(part, "told_as", "Graphic")
        super().__init__(part, getattr(QAccessible.Role, role))

    def text(self, kind: QAccessible.Text) -> str:
        tell = getattr(self.widget(), "told", None) if kind is QAccessible.Text.Description else None
        return str(tell()) if tell is not None else super().text(kind)

    def actionNames(self) -> list[str]:
        names = list(super().actionNames())
        return [*names, QAccessibleActionInterface.pressAction()] if hasattr(self.widget(), "clicked") else names

    def doAction(self, name: str) -> None:
        if name == QAccessibleActionInterface.pressAction() and self.widget().isEnabled():
            self.widget().clicked.emit()  # type: ignore[attr-defined]
        else:
            super().doAction(name)


class ToldChoice(Told):
    """A list to choose from for a screen reader: its name with the choice, since AT-SPI has no other place for it."""

    def text(self, kind: QAccessible.Text) -> str:
        box = self.widget()
        if not isinstance(box, QComboBox) or kind not in (QAccessible.Text.Name, QAccessible.Text.Value):
            return super().text(kind)
        name, chosen = name_of(box), box.currentText()
        return said_of(name, chosen) if name and kind is QAccessible.Text.Name else chosen

    def actionNames(self) -> list[str]:
        return [*super().actionNames(), *OPENING]

    def doAction(self, name: str) -> None:
        box = self.widget()
        if name in OPENING and box.isEnabled() and isinstance(box, QComboBox):
            box.showPopup()
        else:
            super().doAction(name)


OPENING = (QAccessibleActionInterface.showMenuAction(), QAccessibleActionInterface.pressAction())


def name_of(part: QWidget) -> str:
    """Return the name of a control: its own, or that of its label; "" for neither."""
    parent = part.parentWidget()
    labels = parent.findChildren(QLabel) if parent is not None else []
    named = [part.accessibleName(), *(label.text() for label in labels if label.buddy() is part)]
    return next(filter(None, named), "").rstrip(":：")


_INSTALLED: list[object] = []
_KEPT: list[Told] = []
"""All that was made: PySide keeps it too, but lets go before Qt does, and each would delete what is still there."""


def tell_parts(window: QWidget) -> None:
    """Have parts told so from now on, those of a window that are there among them."""
    if not _INSTALLED:  # one for the process
        _INSTALLED.append(_told)
        QAccessible.installFactory(_told)
    for part in window.findChildren(QWidget):
        if _is_told_here(part):
            earlier = QAccessible.queryAccessibleInterface(part)  # Qt made it when the part got its name
            if not isinstance(earlier, Told):
                QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(earlier))


def _is_told_here(part: object) -> bool:
    return hasattr(part, "told_as") or (isinstance(part, QComboBox) and sys.platform == "linux")


def _told(_: str, part: object) -> Told | None:
    if not (isinstance(part, QWidget) and _is_told_here(part)):
        return None
    _KEPT.append((ToldChoice if isinstance(part, QComboBox) else Told)(part))
    return _KEPT[-1]
