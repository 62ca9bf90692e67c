"""The one place where visible text is translated."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def tr(text: str) -> str:
    """Return `text` in the language of the window."""
    return QCoreApplication.translate("PerceptronLab", text)


def subscript(number: int) -> str:
    """Return a whole number as subscript figures."""
    return str(number).translate(SUBSCRIPTS)
