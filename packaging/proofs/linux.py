"""What is proved of an artefact that installs the program on Linux, one method a line of the table."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

from installers.elf import elf_files
from installers.product import VERSION
from installers.shell import BuildError, run
from proofs.artefacts import OLD_FILE, Artefact
from proofs.association import AssociationProofs
from proofs.chroot import HOME, USER, State
from proofs.desktop import STARTS, DesktopProofs
from proofs.installed import Installed, window
from proofs.pictures import look
from proofs.screens import Screen, take_picture, wait_for, wayland_screen, x_screen

STILL_S = 0.7
"""A window that has not changed for so long has drawn all that it draws by itself."""
UNRESOLVED = re.compile(r"not found|not page-aligned|cannot|not a dynamic executable")
"""What ldd says of a library that does not load."""
OWN_FILES = {
    "points.csv": "x1,x2,label\n1,1,a\n-1,-1,b\n",
    ".config/other/settings": "of another program\n",
    ".local/share/applications/other.desktop": "[Desktop Entry]\nType=Application\nName=Other\nExec=true\n",
}
"""What the user has before."""


class Proofs:
    """The proofs of one artefact, in their order.

    Parameters
    ----------
    artefact : Artefact
    """

    def __init__(self, artefact: Artefact) -> None:
        self._artefact = artefact
        self._system = artefact.system
        self._program = Installed(artefact)
        self._before: State = {}

    def steps(self) -> dict[str, Callable[[], str]]:
        """Return what proves each claim; it returns a remark, and raises `BuildError` where the claim is wrong."""
        return {
            "a system without Python, with what the package depends on": self._prepare,
            "installs silently, without a network": self._install,
            "--version": self._version,
            "every plugin and library finds what it needs": self._libraries,
            "--smoke without a screen": lambda: self._smoke("offscreen"),
            "--smoke under X11 (Xvfb), the picture": lambda: self._smoke_on(x_screen, "xcb"),
            "--smoke under Wayland (weston), the picture": lambda: self._smoke_on(wayland_screen, "wayland"),
            **DesktopProofs(self._artefact).steps(),
            "an ordinary window, the picture; installing over it": self._install_over_running,
            "removed: nothing is left, no file of the user's touched": self._remove,
            "upgrades an older version": self._upgrade,
            "removed after the upgrade: nothing is left": self._remove,
            **AssociationProofs(self._artefact).steps(),
        }

    def _prepare(self) -> str:
        self._artefact.bring_dependencies()
        home = self._system.root / HOME.lstrip("/")
        for name, words in OWN_FILES.items():
            (home / name).parent.mkdir(parents=True, exist_ok=True)
            (home / name).write_text(words)
        self._system.run("chown", "-R", f"{USER}:{USER}", HOME)
        if any((self._system.root / "usr/bin").glob("python3*")):
            raise BuildError("there is a Python in the small system")
        self._before = self._system.state()
        return f"{len(self._before)} files"

    def _install(self) -> str:
        said = self._artefact.install()
        return f"said {len(said.splitlines())} lines"

    def _version(self) -> str:
        said = self._program.run("--version").strip()
        if not said.endswith(VERSION):
            raise BuildError(f"--version says {said!r}, not {VERSION}")
        return said

    def _libraries(self) -> str:
        root, folder = self._system.root, self._artefact.folder
        files = ["/" + str(path.relative_to(root)) for path in elf_files(root / folder.lstrip("/"))]
        # As the program does it: libraries that nobody but ours needs lie in one folder.
        env = {"LD_LIBRARY_PATH": f"{folder}/_internal"}
        script = 'for file; do echo "$file:"; ldd "$file" 2>&1 || true; done'
        said = self._system.run("sh", "-c", script, "sh", *files, env=env)
        wrong = sorted({line.strip() for line in said.splitlines() if UNRESOLVED.search(line)})
        if wrong:
            raise BuildError("; ".join(wrong))
        return f"{len(files)} files"

    def _smoke(self, platform: str, screen: Screen | None = None) -> str:
        folder = f"/tmp/smoke-{platform}"
        said = self._program.run("--smoke", folder, screen=screen)
        for line in (f"screen: {platform}", "compiled loop: in use", "all of it worked"):
            if line not in said:
                raise BuildError(f"it does not say {line!r}:\n{said}")
        made = self._system.root / folder.lstrip("/")
        if wrong := [name for name, start in STARTS.items() if not (made / name).read_bytes().startswith(start)]:
            raise BuildError(f"these are not what they are called: {', '.join(wrong)}")
        return look(self._program.keep(made / "window.png", platform))

    def _smoke_on(self, make_screen: Callable[[], AbstractContextManager[Screen]], platform: str) -> str:
        with make_screen() as screen:
            return self._smoke(platform, screen)

    def _install_over_running(self) -> str:
        """Install once more while a window is open; it must go on, train when a key is pressed, and close as ever."""
        with x_screen() as screen:
            picture = self._program.picture("screen")
            with window(self._program.command(f"{HOME}/points.csv", screen=screen), screen) as program:
                wait_for(lambda: _is_shown(screen, picture), "the window shows nothing")
                self._artefact.install()
                if program.poll() is not None:
                    raise BuildError("the window was gone after the installation")
                before = picture.read_bytes()
                run("xdotool", "key", "End", env=screen.env)
                wait_for(
                    lambda: _is_shown(screen, picture) and picture.read_bytes() != before, "the window stands still"
                )
        return look(picture)

    def _remove(self) -> str:
        self._artefact.uninstall()
        after = self._system.state()
        wrong = [
            name for name in sorted(after.keys() | self._before.keys()) if after.get(name) != self._before.get(name)
        ]
        left = [name for name in wrong if not self._is_of_the_test(name)]
        if left:
            raise BuildError("changed: " + ", ".join(left[:20]))
        return f"{len(after)} files as before"

    @staticmethod
    def _is_of_the_test(name: str) -> bool:
        return name.startswith("root/")

    def _upgrade(self) -> str:
        self._artefact.install_older()
        old = self._system.root / self._artefact.folder.lstrip("/") / OLD_FILE
        if not old.exists():
            raise BuildError("the older version is not there")
        self._artefact.install()
        if old.exists():
            raise BuildError("a file of the older version is left")
        return self._version()


def _is_shown(screen: Screen, picture: Path) -> bool:
    """Take a picture of the screen; whether the window is there, and stands still for a moment."""
    take_picture(screen, picture)
    try:
        look(picture)
    except BuildError:
        return False
    earlier = picture.read_bytes()
    time.sleep(STILL_S)
    take_picture(screen, picture)
    return picture.read_bytes() == earlier
