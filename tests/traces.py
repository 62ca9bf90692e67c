"""What a test may not change for those after it, in whichever process and order they run."""

from __future__ import annotations

import decimal
import gc
import locale
import os
import signal
import sys
from typing import Any

import numpy as np

from perceptron_gui import translation
from perceptron_gui.session.formula import notation

NAMED_BY_PYTEST = "PYTEST_CURRENT_TEST"


def environment() -> dict[Any, Any]:
    """Return what every program hears that is started later, undecoded: to decode it takes longer than a test."""
    found = dict(os.environ._data)
    found.pop(os.environ.encodekey(NAMED_BY_PYTEST), None)
    return found


def decoded(environment: dict[Any, Any]) -> dict[str, str]:
    """Return the words of an environment."""
    return {os.environ.decodekey(name): os.environ.decodevalue(value) for name, value in environment.items()}


class Traces:
    """What the process has in common with all that runs in it later.

    Parameters
    ----------
    is_whole : bool
        Whether to look also at what `put_back` leaves alone.
    """

    def __init__(self, is_whole: bool = True) -> None:
        self._environment = environment()
        self._folder = os.getcwd()
        self._sys_path = [*sys.path]
        self._spelling, self._notation = translation._spelling, notation._current
        self._others = _others() if is_whole else {}

    def named(self) -> dict[str, object]:
        """Return all of it by its names."""
        return {
            "environment": decoded(self._environment),
            "folder": self._folder,
            "sys_path": self._sys_path,
            **self._others,
        }

    def changed(self, later: Traces) -> list[str]:
        """Return in words what is another one later.

        Parameters
        ----------
        later : Traces
        """
        before, after = self.named(), later.named()
        both = [name for name in before if name in after and before[name] != after[name]]
        return [f"{name} {_difference(before[name], after[name])}" for name in both]

    def put_back(self) -> None:
        """Let those that come later have it as it was, as far as that is one for all."""
        translation.spell(self._spelling)
        notation._current = self._notation
        now = environment()
        if now != self._environment:
            for name in decoded(now).keys() - decoded(self._environment).keys():
                del os.environ[name]
            os.environ.update(decoded(self._environment))
        os.chdir(self._folder)
        sys.path[:] = self._sys_path


def _others() -> dict[str, object]:
    """Return what else there is, by a word for each; of libraries only what has been imported."""
    found: dict[str, object] = {
        "language": translation._catalogue,
        "signals": {name: signal.getsignal(name) for name in (signal.SIGINT, signal.SIGTERM)},
        "numpy": (np.geterr(), np.get_printoptions()),
        "decimals": (decimal.getcontext().prec, decimal.getcontext().rounding),
        "garbage": gc.isenabled(),
    }
    of_qt = _traces_of_qt() if "PySide6.QtWidgets" in sys.modules else {}
    # Qt takes the language of the desktop when its application is made.
    found |= {"Qt": of_qt} if of_qt else {"locale": locale.setlocale(locale.LC_ALL)}
    if "pyqtgraph" in sys.modules:
        found["pyqtgraph"] = {**sys.modules["pyqtgraph"].CONFIG_OPTIONS}
    return found


def _traces_of_qt() -> dict[str, object]:
    from PySide6.QtCore import QLocale
    from PySide6.QtWidgets import QApplication

    app = QApplication.instance()
    if not isinstance(app, QApplication):
        return {}
    return {
        "windows in front": [repr(widget) for widget in (app.activeModalWidget(), app.activePopupWidget()) if widget],
        "cursor": app.overrideCursor() is not None,
        "ends with its last window": app.quitOnLastWindowClosed(),
        "direction": app.layoutDirection(),
        "locale": (QLocale().name(), locale.setlocale(locale.LC_ALL)),
    }


def _difference(before: object, after: object) -> str:
    if isinstance(before, dict) and isinstance(after, dict):
        names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
        return ", ".join(f"{name} was {before.get(name)!r}, is {after.get(name)!r}" for name in names)
    return f"was {before!r}, is {after!r}"
