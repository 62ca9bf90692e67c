"""What is proved on a desktop that knows types of files: a session is opened by its type, and the type goes again."""

from __future__ import annotations

from collections.abc import Callable

from installers import desktop_files
from installers.desktop_files import APP_ID
from installers.file_types import TYPES, FileType
from installers.shell import BuildError, run
from proofs.artefacts import Artefact
from proofs.chroot import HOME, USER, start
from proofs.installed import CONFIG, LESSON, TITLE, Installed, process_in_front
from proofs.screens import Screen, wait_for, x_screen

DESKTOP = ("shared-mime-info", "desktop-file-utils", "libglib2.0-bin", "appstream")
"""Debian packages of what every desktop has, and the small system has not."""
OF_THE_DESKTOP = {".cache", ".local/share/applications/mimeinfo.cache"}
"""What gio makes when it opens anything, and what is worked out anew from the entries of others."""


class AssociationProofs:
    """The proofs, in their order; the program is not installed before and after.

    Parameters
    ----------
    artefact : Artefact
    """

    def __init__(self, artefact: Artefact) -> None:
        self._artefact = artefact
        self._system = artefact.system
        self._program = Installed(artefact)
        self._before: set[str] = set()

    def steps(self) -> dict[str, Callable[[], str]]:
        """Return what proves each claim, see `proofs.linux.Proofs`."""
        return {
            "on a desktop: its software centre remarks nothing (AppStream)": self._appstream,
            "on a desktop: the type of sessions is known, and opened by it (gio, Xvfb)": self._open,
            "removed from it: the type is forgotten, nothing is left at home": self._forget,
        }

    def _appstream(self) -> str:
        """Let the checker of that system look at what is installed there: each release of it looks for more."""
        quiet = {"DEBIAN_FRONTEND": "noninteractive"}
        install = ("apt-get", "install", "-y", "-qq", "--no-install-recommends", *DESKTOP)
        self._system.run(*install, env=quiet, is_offline=False)
        self._before = self._at_home()
        self._artefact.install()
        file = f"{self._artefact.share}/{desktop_files.METAINFO}"
        desktop_files.check_metainfo(self._system.run(*desktop_files.VALIDATE, file))
        return self._system.run("appstreamcli", "--version").strip()

    def _open(self) -> str:
        self._program.write_lesson()
        for kind in TYPES:
            self._is_of_type(kind)
        with x_screen() as screen:
            return self._opened(screen)

    def _is_of_type(self, kind: FileType) -> None:
        """Make sure that a file is known by its name, has its icon, and is opened by the program if it can be."""
        path = f"/tmp/of-a-type.{kind.extension}"
        (self._system.root / path.lstrip("/")).write_text("{}")
        told = self._gio("info", "-a", "standard::content-type,standard::icon", path)
        if kind.mime not in told.split() or f" {kind.icon}," not in told:
            raise BuildError(f"of {path} is said: {told}")
        if self._is_known(kind) is not kind.is_opened:
            raise BuildError(f"of {kind.mime} is said: {self._gio('mime', kind.mime)}")

    def _opened(self, screen: Screen) -> str:
        """Open a session as a file manager does; return what opened it."""
        env = {"PERCEPTRON_LAB_CONFIG": CONFIG, **screen.env}
        opener = start(self._system.command("gio", "open", LESSON, user=USER, env=env, binds=[screen.folder]))
        wait_for(lambda: process_in_front(screen) > 0, "no window came")
        process = process_in_front(screen)
        try:
            words = run("cat", f"/proc/{process}/cmdline").split("\0")
            wait_for(lambda: TITLE in _title(screen), f"no window came with {TITLE!r} in its title")
            title = _title(screen)
        finally:
            run("kill", str(process))
            opener.communicate(timeout=60)
        if words[1:-1] != [LESSON]:
            raise BuildError(f"it was opened by {words}")
        return f"{words[0]} shows {title!r}"

    def _forget(self) -> str:
        self._artefact.uninstall()
        if known := [kind.mime for kind in TYPES if self._is_known(kind)]:
            raise BuildError(f"still known: {', '.join(known)}")
        if left := self._at_home() - self._before - OF_THE_DESKTOP:
            raise BuildError(f"left: {', '.join(sorted(left)[:20])}")
        return f"{len(self._before)} files at home as before"

    def _gio(self, *words: str) -> str:
        return self._system.run("gio", *words, user=USER)

    def _is_known(self, kind: FileType) -> bool:
        return f"{APP_ID}.desktop" in self._gio("mime", kind.mime)

    def _at_home(self) -> set[str]:
        home = self._system.root / HOME.lstrip("/")
        return {str(path.relative_to(home)) for path in home.rglob("*")}


def _title(screen: Screen) -> str:
    return run("xdotool", "getactivewindow", "getwindowname", env=screen.env).strip()
