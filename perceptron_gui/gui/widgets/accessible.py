"""How parts that paint themselves are told to a screen reader: worked out when it asks, so always true (G16).

A part says what it is by `told_as`, the name of a role of Qt's; it may have `told()`, which describes it, and, as a
button, `clicked`.
"""

from PySide6.QtGui import QAccessible, QAccessibleActionInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget


class Told(QAccessibleWidget):
    """What is told of one part. It knows the part by Qt alone: PySide keeps it, and would keep the part with it.

    So what is made again and again is none: it would stay for ever.

    It has no more interfaces than Qt gives it: with any of Python's own, Qt asks for others and ends the process.
    """

    def __init__(self, part: QWidget) -> None:
        super().__init__(part, getattr(QAccessible.Role, getattr(part, "told_as", "Graphic")))

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


_INSTALLED: list[object] = []
_KEPT: list[Told] = []
"""All that was made: PySide keeps it too, but lets go before Qt does, and each would delete what is still there."""


def tell_parts(window: QWidget) -> None:
    """Have parts told so from now on, those of a window that are there among them."""
    if not _INSTALLED:  # one for the process
        _INSTALLED.append(_told)
        QAccessible.installFactory(_told)
    for part in window.findChildren(QWidget):
        if hasattr(part, "told_as"):
            earlier = QAccessible.queryAccessibleInterface(part)  # Qt made it when the part got its name
            if not isinstance(earlier, Told):
                QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(earlier))


def _told(_: str, part: object) -> Told | None:
    if not (isinstance(part, QWidget) and hasattr(part, "told_as")):
        return None
    _KEPT.append(Told(part))
    return _KEPT[-1]
