"""Whether the desktop asks for reduced motion: until Qt tells it, from 6.12 on, each system is asked in its own way.

Nobody waits for the answer, and where there is none, nothing is told.
"""

import os
import sys
from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from perceptron_gui.gui.override_guard import telling

PATIENCE_MS = 2000
"""Linux's desktops answer in a few: one that begins at the first question needs more."""
OFFSCREEN = "offscreen"
PORTAL = (
    *("org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"),
    *("org.freedesktop.portal.Settings", "Read"),
)
"""Service, object, interface and method that tell a program, in a sandbox too, how the desktop is set."""
WISHES = {
    ("org.freedesktop.appearance", "reduced-motion"): "1",
    ("org.gnome.desktop.interface", "enable-animations"): "False",
    ("org.kde.kdeglobals.KDE", "AnimationDurationFactor"): "0",
}
"""Settings, and with which value each of them asks for it; a desktop has one or two."""
DEFAULTS = ["/usr/bin/defaults", "read", "com.apple.universalaccess", "reduceMotion"]
GET_CLIENT_AREA_ANIMATION = 0x1042
"""What user32 is asked for."""


def ask(parent: QObject, tell: Callable[[bool], object]) -> None:
    """Ask the desktop. `parent`: when it goes, nothing is told any more. `tell`: takes the answer, at once or later."""
    if QGuiApplication.platformName() == OFFSCREEN:
        return  # there is no desktop
    if sys.platform == "win32":
        import ctypes

        moves = ctypes.c_int(1)
        if ctypes.windll.user32.SystemParametersInfoW(GET_CLIENT_AREA_ANIMATION, 0, ctypes.byref(moves), 0):
            tell(not moves.value)
    elif sys.platform == "darwin":
        _ask_macos(parent, tell)
    else:
        _ask_portal(parent, tell)


def _ask_macos(parent: QObject, tell: Callable[[bool], object]) -> None:
    """Ask macOS by its own program, which says nothing where nobody has ever wished for it."""
    from PySide6.QtCore import QProcess, QTimer

    process = QProcess(parent)

    def finish() -> None:
        if process.exitStatus() is QProcess.ExitStatus.NormalExit:
            tell(bytes(process.readAllStandardOutput().data()).strip() == b"1")
        process.deleteLater()

    process.finished.connect(finish)
    process.start(DEFAULTS[0], DEFAULTS[1:])
    QTimer.singleShot(PATIENCE_MS, process, telling(process.kill))


def _ask_portal(parent: QObject, tell: Callable[[bool], object]) -> None:
    """Ask a Linux desktop by the user's own bus, a socket of this machine."""
    usual = os.path.join(os.environ.get("XDG_RUNTIME_DIR", ""), "bus")
    if not (os.environ.get("DBUS_SESSION_BUS_ADDRESS") or os.path.exists(usual)):
        return  # else one would be started
    try:
        from PySide6 import QtDBus
    except ImportError:
        return  # a system that has no D-Bus
    answers: list[bool | None] = []

    def plain(value: object) -> str:
        # Read wraps its answer twice.
        return plain(value.variant()) if isinstance(value, QtDBus.QDBusVariant) else str(value)

    def ask_for(place: tuple[str, str], wish: str) -> None:
        message = QtDBus.QDBusMessage.createMethodCall(*PORTAL)
        message.setArguments([*place])
        call = QtDBus.QDBusConnection.sessionBus().asyncCall(message, PATIENCE_MS)
        watcher = QtDBus.QDBusPendingCallWatcher(call, parent)

        def take() -> None:
            answers.append(None if watcher.isError() else plain(watcher.reply().arguments()[0]) == wish)
            watcher.deleteLater()
            if len(answers) == len(WISHES) and set(answers) != {None}:
                tell(any(answers))

        watcher.finished.connect(take)

    for place, wish in WISHES.items():
        ask_for(place, wish)
