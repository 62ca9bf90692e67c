"""What is proved of an artefact that installs the program on Linux, one method a line of the table."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager

from installers import contents
from installers.elf import elf_files
from installers.product import VERSION
from installers.shell import BuildError
from proofs import upgrade
from proofs.artefacts import OLD_FILE, Artefact
from proofs.association import AssociationProofs
from proofs.chroot import HOME, SECOND, USER, State
from proofs.desktop import STARTS, DesktopProofs
from proofs.installed import Installed
from proofs.pictures import look
from proofs.screens import Screen, wayland_screen, x_screen
from proofs.second_user import purge_after_second_user

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
            "lessons, languages, fonts, guide and data are those of the tree": self._contents,
            "every plugin and library finds what it needs": self._libraries,
            "--smoke without a screen": lambda: self._smoke("offscreen"),
            "--smoke under X11 (Xvfb), the picture": lambda: self._smoke_on(x_screen, "xcb"),
            "--smoke under Wayland (weston), the picture": lambda: self._smoke_on(wayland_screen, "wayland"),
            **DesktopProofs(self._artefact).steps(),
            "a window is open over an upgrade, and goes on (Xvfb)": lambda: upgrade.over_open_window(self._artefact),
            "removed: nothing is left, no file of the user's touched": self._remove,
            "upgrades an older version": self._upgrade,
            "removed after the upgrade: nothing is left": self._remove,
            "a second user opens a window, and it is purged (Xvfb)": lambda: purge_after_second_user(self._artefact),
            **AssociationProofs(self._artefact).steps(),
        }

    def _prepare(self) -> str:
        self._artefact.bring_dependencies()
        home = self._system.root / HOME.lstrip("/")
        for name, words in OWN_FILES.items():
            (home / name).parent.mkdir(parents=True, exist_ok=True)
            (home / name).write_text(words)
        self._system.run("chown", "-R", f"{USER}:{USER}", HOME)
        self._system.add_user(SECOND)
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

    def _contents(self) -> str:
        inside = self._system.root / self._artefact.folder.lstrip("/") / "_internal"
        return contents.check(inside, inside / "PySide6/Qt/translations")

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
        for line in (f"screen: {platform}", "compiled loop: in use", "everything worked"):
            if line not in said:
                raise BuildError(f"it does not say {line!r}:\n{said}")
        made = self._system.root / folder.lstrip("/")
        if wrong := [name for name, start in STARTS.items() if not (made / name).read_bytes().startswith(start)]:
            raise BuildError(f"these are not what they are called: {', '.join(wrong)}")
        return look(self._program.keep(made / "window.png", platform))

    def _smoke_on(self, make_screen: Callable[[], AbstractContextManager[Screen]], platform: str) -> str:
        with make_screen() as screen:
            return self._smoke(platform, screen)

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
