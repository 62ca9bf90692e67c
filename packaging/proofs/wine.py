"""A Windows to install into: Wine's, new and without a network. Neither Qt nor numpy run on Debian 12's."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from installers.product import WORK
from installers.shell import BuildError

PROGRAMS = {"wine": "wine", "wineserver": "wine64"}
PATIENCE_S = 300.0
ROOTS = (r"HKLM\Software", r"HKCU\Software")


class Wine:
    """A Windows of our own.

    Parameters
    ----------
    folder : Path
        Where it is kept; what is there is removed.
    """

    def __init__(self, folder: Path = WORK / "wine") -> None:
        self._folder = folder
        shutil.rmtree(folder, ignore_errors=True)
        folder.parent.mkdir(parents=True, exist_ok=True)
        # No questions about what would bring .NET and a browser.
        self._env = {
            **os.environ,
            "WINEPREFIX": str(folder),
            "WINEDEBUG": "-all",
            "WINEDLLOVERRIDES": "mscoree,mshtml=",
            "LC_ALL": "en_US.UTF-8",
        }
        self._env.pop("DISPLAY", None)
        self.set_version("win10")

    @property
    def disk(self) -> Path:
        """The disk C:."""
        return self._folder / "drive_c"

    def path(self, name: str) -> Path:
        """Return where a file of Windows is.

        Parameters
        ----------
        name : str
            As Windows calls it, with C:.
        """
        return self.disk / name.removeprefix("C:\\").replace("\\", "/")

    def set_version(self, version: str) -> None:
        """Let it be a version of Windows.

        Parameters
        ----------
        version : str
            As Wine calls it: win7, win10.
        """
        self.run("reg", "add", r"HKCU\Software\Wine", "/v", "Version", "/d", version, "/f")

    def set_language(self, locale: str) -> None:
        """Let it speak another language, in the programs that are started from now on.

        Parameters
        ----------
        locale : str
            As in de_DE; this system need not have it.
        """
        self._env["LC_ALL"] = f"{locale}.UTF-8"

    def command(self, *words: str | Path) -> list[str]:
        """Return the command line that runs a program in it.

        Parameters
        ----------
        *words : str or Path
            Program and arguments.
        """
        return ["unshare", "--net", "wine", *map(str, words)]

    def start(self, *words: str | Path) -> subprocess.Popen[str]:
        """Start a program that goes on, with pipes for what it reads and says.

        Parameters
        ----------
        *words : str or Path
            Program and arguments.
        """
        pipe = subprocess.PIPE
        return subprocess.Popen(
            self.command(*words), env=self._env, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, text=True
        )

    def run(self, *words: str | Path, code: int = 0) -> str:
        """Run a program and return what it said, with the line ends of here.

        Parameters
        ----------
        *words : str or Path
            Program and arguments.
        code : int
            With what it must end.
        """
        program = self.start(*words)
        try:
            said, _ = program.communicate("", timeout=PATIENCE_S)
        except subprocess.TimeoutExpired:
            program.kill()
            raise BuildError(f"it did not end: {' '.join(map(str, words))}") from None
        if program.returncode != code:
            raise BuildError(f"{said}\nended with {program.returncode}, not {code}: {' '.join(map(str, words))}")
        return said.replace("\r\n", "\n")

    def registry(self) -> str:
        """Return all of the registry in which programs write."""
        texts = []
        for root in ROOTS:
            self.run("reg", "export", root, r"C:\registry.reg", "/y")
            file = self.disk / "registry.reg"
            texts.append(file.read_text(encoding="utf-16"))
            file.unlink()
        return "\n".join(texts)

    def files(self) -> set[str]:
        """Return all files and folders, but for those that are there for a moment."""
        names = (path.relative_to(self.disk).as_posix() for path in self.disk.rglob("*"))
        return {name for name in names if "/Temp/" not in name and "/temp/" not in name}

    def remove(self) -> None:
        """Stop all that runs in it, and remove it."""
        subprocess.run(["wineserver", "-k"], env=self._env, check=False, capture_output=True)
        subprocess.run(["wineserver", "-w"], env=self._env, check=False, capture_output=True)
        shutil.rmtree(self._folder, ignore_errors=True)
