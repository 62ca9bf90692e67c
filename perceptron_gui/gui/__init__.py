"""The window: the only place that imports PySide6 and pyqtgraph."""

import builtins

import PySide6.QtCore  # noqa: F401 — it puts its own import in the place of Python's

# PySide's import reads the whole source of every module that is imported from then on, to find out whether it asks for
# the features of `__feature__`: that was a tenth of the start. Nothing here asks for any.
builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)

from perceptron_gui.gui.override_guard import guard_overrides  # noqa: E402 — by Python's own import

guard_overrides()
