"""How each kind of artefact is installed into a small Debian, upgraded and removed."""

from __future__ import annotations

import shutil
from abc import ABC, abstractmethod
from pathlib import Path

from installers.product import NAME, PROGRAM
from installers.shell import run
from proofs.chroot import HOME, USER, Chroot

PREFIX = "/usr/local"
OLD_VERSION = "0.0.1"
OLD_FILE = "of-an-older-version"
"""A file that the older version has and the new one must take away."""


class Artefact(ABC):
    """A file that installs the program.

    Parameters
    ----------
    path : Path
    system : Chroot
        Where it is installed.

    Attributes
    ----------
    folder : str
        Where the program's files lie once it is installed.
    program : str
        What is typed, with its path.
    share : str
        Where what desktops read is put.
    """

    folder: str
    program: str
    share: str

    def __init__(self, path: Path, system: Chroot) -> None:
        self.path = path
        self.system = system

    @abstractmethod
    def bring_dependencies(self) -> None:
        """Bring into the system what every desktop has; the artefact itself stays outside."""

    @abstractmethod
    def install(self) -> str:
        """Install it silently, or upgrade; return what was said."""

    @abstractmethod
    def install_older(self) -> None:
        """Install a version that came before it."""

    @abstractmethod
    def uninstall(self) -> None:
        """Remove it, with all that it has set up for itself."""

    def for_all_users(self) -> Artefact:
        """Return it as it is installed for all users of a machine."""
        return self


class Deb(Artefact):
    """The package for Debian: nothing but what it depends on is in the system."""

    folder, program, share = f"/usr/lib/{NAME}", f"/usr/bin/{PROGRAM}", "/usr/share"

    def bring_dependencies(self) -> None:
        """See `Artefact`."""
        name = self.system.put(self.path)
        quiet = {"DEBIAN_FRONTEND": "noninteractive"}
        self.system.run("apt-get", "update", "-qq", is_offline=False)
        install = ("apt-get", "install", "-y", "-qq", "--no-install-recommends", name)
        self.system.run(*install, env=quiet, is_offline=False)
        self.uninstall()

    def install(self) -> str:
        """See `Artefact`."""
        return self.system.run("dpkg", "-i", self.system.put(self.path))

    def install_older(self) -> None:
        """See `Artefact`."""
        unpacked = self.system.root.with_name("older")
        shutil.rmtree(unpacked, ignore_errors=True)
        run("dpkg-deb", "-R", self.path, unpacked)
        control = unpacked / "DEBIAN/control"
        lines = control.read_text(encoding="utf-8").splitlines(keepends=True)
        older = (f"Version: {OLD_VERSION}\n" if line.startswith("Version:") else line for line in lines)
        control.write_text("".join(older), encoding="utf-8")
        (unpacked / self.folder.lstrip("/") / OLD_FILE).write_text("old\n")
        made = self.system.root / "root/older.deb"
        run("dpkg-deb", "--root-owner-group", "-Znone", "-b", unpacked, made)
        shutil.rmtree(unpacked)
        self.system.run("dpkg", "-i", "/root/older.deb")

    def uninstall(self) -> None:
        """See `Artefact`."""
        self.system.run("dpkg", "-P", NAME)


class RunFile(Artefact):
    """The installer without root: what it expects of a desktop is what the package depends on."""

    folder, program = f"{HOME}/.local/lib/{NAME}", f"{HOME}/.local/bin/{PROGRAM}"
    share = f"{HOME}/.local/share"

    def bring_dependencies(self) -> None:
        """See `Artefact`."""
        package = next(iter(self.path.parent.glob(f"{NAME}_*.deb")))
        Deb(package, self.system).bring_dependencies()

    def install(self) -> str:
        """See `Artefact`."""
        return self._run("--quiet", "--", "--silent")

    def install_older(self) -> None:
        """See `Artefact`."""
        unpacked = f"{HOME}/unpacked"
        self._run("--quiet", "--noexec", "--keep", "--target", unpacked)
        (self.system.root / unpacked.lstrip("/") / "program" / OLD_FILE).write_text("old\n")
        install = f"cd {unpacked} && sh ./install.sh --silent && cd / && rm -r {unpacked}"
        self.system.run("sh", "-ec", install, user=USER)

    def uninstall(self) -> None:
        """See `Artefact`."""
        self.system.run(f"{self.folder}/uninstall.sh", "--silent", user=USER)

    def for_all_users(self) -> Artefact:
        """See `Artefact`."""
        return SharedRunFile(self.path, self.system)

    def _run(self, *options: str) -> str:
        return self.system.run("sh", self.system.put(self.path, "/tmp"), *options, user=USER)


class SharedRunFile(RunFile):
    """The same, installed by root for all users."""

    folder, program, share = f"{PREFIX}/lib/{NAME}", f"{PREFIX}/bin/{PROGRAM}", f"{PREFIX}/share"

    def install(self) -> str:
        """See `Artefact`."""
        name = self.system.put(self.path, "/tmp")
        return self.system.run("sh", name, "--quiet", "--", "--silent", "--prefix", PREFIX)

    def uninstall(self) -> None:
        """See `Artefact`."""
        self.system.run(f"{self.folder}/uninstall.sh", "--silent")


KINDS: dict[str, type[Artefact]] = {".deb": Deb, ".run": RunFile}
"""What can be proved, by the end of the file's name."""
