"""How parts that paint themselves are told to a screen reader: worked out when it asks, so always true (G16).

A part says what it is by `told_as`, the name of a role of Qt's; it may have `told()`, which describes it, and
`told_value`, where it stands and the most, in the place of which `take_value` brings another.
"""

from PySide6.QtGui import QAccessible, QAccessibleInterface, QAccessibleValueInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget


class Told(QAccessibleWidget, QAccessibleValueInterface):  # type: ignore[misc]
    """What is told of one part. It knows the part by Qt alone: PySide keeps it, and would keep the part with it."""

    def __init__(self, part: QWidget) -> None:
        QAccessibleWidget.__init__(self, part, getattr(QAccessible.Role, getattr(part, "told_as")))  # noqa: B009
        QAccessibleValueInterface.__init__(self)

    def text(self, kind: QAccessible.Text) -> str:
        tell = getattr(self.widget(), "told", None)
        if kind is QAccessible.Text.Description and tell is not None:
            return str(tell())
        return super().text(kind)

    def interface_cast(self, kind: QAccessible.InterfaceType) -> object:
        has_value = hasattr(self.widget(), "told_value")
        if kind is QAccessible.InterfaceType.ValueInterface and has_value:
            return self
        return super().interface_cast(kind)

    def currentValue(self) -> int:
        return int(self.widget().told_value[0])

    def setCurrentValue(self, value: object) -> None:
        self.widget().take_value(round(float(value)))  # type: ignore[arg-type]

    def minimumValue(self) -> int:
        return 0

    def maximumValue(self) -> int:
        return int(self.widget().told_value[1])

    def minimumStepSize(self) -> int:
        return 1


_KNOWN: list[object] = []


def tell_parts(window: QWidget) -> None:
    """Have parts told so from now on; what a reader was told of those of a window before is told anew."""
    if not _KNOWN:  # one for the process
        _KNOWN.append(_told)
        QAccessible.installFactory(_told)
    if QAccessible.isActive():
        for part in window.findChildren(QWidget):
            if hasattr(part, "told_as"):
                earlier = QAccessible.queryAccessibleInterface(part)
                if not isinstance(earlier, Told):
                    QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(earlier))


def _told(_: str, part: object) -> QAccessibleInterface | None:
    return Told(part) if isinstance(part, QWidget) and hasattr(part, "told_as") else None
