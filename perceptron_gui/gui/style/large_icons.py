"""A style for menus with pictures; imported when such a menu is opened, since Qt's styles have 700 names (A9)."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QProxyStyle, QStyle, QStyleOption, QWidget


class LargeIcons(QProxyStyle):
    """Fusion, with room for pictures in a menu. `size`: of a picture, in pixels."""

    def __init__(self, size: QSize) -> None:
        super().__init__("Fusion")
        self._size = size

    def pixelMetric(
        self, metric: QStyle.PixelMetric, option: QStyleOption | None = None, widget: QWidget | None = None
    ) -> int:
        """Return a size in pixels, see Qt."""
        if metric is QStyle.PixelMetric.PM_SmallIconSize:
            return self._size.width()
        return super().pixelMetric(metric, option, widget)
