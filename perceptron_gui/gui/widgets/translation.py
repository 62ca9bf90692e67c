"""The one place where visible text is translated."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def tr(text: str) -> str:
    """Return `text` in the language of the window."""
    return QCoreApplication.translate("PerceptronLab", text)
