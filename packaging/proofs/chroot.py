"""A small Debian without Python, in which an artefact is installed for real."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from installers.product import WORK
from installers.shell import BuildError, run

SUITE = "bookworm"
"""The release of Debian that is the oldest one supported."""
USER = "student"
HOME = f"/home/{USER}"
SECOND = "teacher"
"""Another user of the same machine."""
BASES = WORK / "debian"
"""The systems as they are unpacked, each made once."""

# In a mount namespace of its own: nothing stays mounted, however it ends.
ENTER = """
root=$1 user=$2; shift 2
mount -t proc proc "$root/proc"
while [ "$1" != -- ]; do
    mkdir -p "$root$1"
    mount --bind "$1" "$root$1"
    shift
done
shift
exec chroot --userspec="$user" "$root" "$@"
"""
CHANGING = (
    "proc",
    "sys",
    "dev",
    "tmp",
    "run",
    "var/lib/dpkg",
    "var/lib/apt",
    "var/cache",
    "var/log",
    "etc/ld.so.cache",
)
"""What the system itself changes; paths below these are not compared."""

State = dict[str, tuple[int, int, int]]


class Chroot:
    """A system to install into; a new copy of the base.

    Parameters
    ----------
    root : Path
        Where it is laid out; what is there is removed.
    suite : str
        The release of Debian.
    """

    def __init__(self, root: Path, suite: str = SUITE) -> None:
        self.root = root
        shutil.rmtree(root, ignore_errors=True)
        run("cp", "-a", "--reflink=auto", base(suite), root)

    def command(
        self,
        *words: str,
        user: str = "root",
        env: Mapping[str, str] | None = None,
        binds: Sequence[str] = (),
        is_offline: bool = True,
    ) -> list[str]:
        """Return the command line that runs a program inside; its process is the program itself.

        Parameters
        ----------
        *words : str
            Program and arguments.
        user : str
            Who runs it.
        env : mapping of str to str or None
            Its environment, besides home and path.
        binds : sequence of str
            Folders of this machine that are seen inside, under the same names.
        is_offline : bool
            Whether there is no network, not even to this machine.
        """
        home = "/root" if user == "root" else f"/home/{user}"
        own = {"HOME": home, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", **(env or {})}
        space = ["unshare", "--mount", *(["--net"] if is_offline else [])]
        inside = ["env", "-i", "-C", home, *(f"{name}={value}" for name, value in own.items()), *words]
        return [*space, "sh", "-ec", ENTER, "sh", str(self.root), user, *binds, "--", *inside]

    def run(
        self,
        *words: str,
        user: str = "root",
        env: Mapping[str, str] | None = None,
        binds: Sequence[str] = (),
        is_offline: bool = True,
    ) -> str:
        """Run a program that must succeed, see `command`, and return what it said.

        Parameters
        ----------
        *words : str
            Program and arguments.
        user : str
            Who runs it.
        env : mapping of str to str or None
            Its environment, besides home and path.
        binds : sequence of str
            Folders of this machine that are seen inside.
        is_offline : bool
            Whether there is no network.
        """
        return run(*self.command(*words, user=user, env=env, binds=binds, is_offline=is_offline), seconds=300)

    def add_user(self, name: str) -> None:
        """Make a user, unless there is one of that name.

        Parameters
        ----------
        name : str
        """
        if not (self.root / f"home/{name}").is_dir():
            run("chroot", self.root, "useradd", "--create-home", "--shell", "/bin/sh", name)

    def put(self, path: Path, folder: str = "/root") -> str:
        """Copy a file into the system, and return its name there.

        Parameters
        ----------
        path : Path
        folder : str
        """
        place = f"{folder}/{path.name}"
        shutil.copy(path, self.root / place.lstrip("/"))
        return place

    def state(self) -> State:
        """Return mode, size and time of every file and folder that the system does not change by itself."""
        found: State = {}
        for path in self.root.rglob("*"):
            name = str(path.relative_to(self.root))
            if not name.startswith(CHANGING):
                with suppress(FileNotFoundError):
                    seen = path.lstat()
                    # A folder's time changes with what was in it for a while.
                    is_folder = path.is_dir() and not path.is_symlink()
                    found[name] = (seen.st_mode, 0 if is_folder else seen.st_size, 0 if is_folder else seen.st_mtime_ns)
        return found

    def remove(self) -> None:
        """Remove the copy."""
        shutil.rmtree(self.root, ignore_errors=True)


def base(suite: str) -> Path:
    """Return the folder of a small system, made by debootstrap where there is none yet.

    Parameters
    ----------
    suite : str
        The release of Debian.
    """
    made = BASES / suite
    if not made.exists():
        partial = BASES / f"{suite}.partial"
        shutil.rmtree(partial, ignore_errors=True)
        BASES.mkdir(parents=True, exist_ok=True)
        mirror = run("apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages").split()
        if not mirror:
            raise BuildError("apt names no archive to take the small Debian from: run apt-get update first")
        run("debootstrap", "--variant=minbase", suite, partial, mirror[0])
        run("chroot", partial, "useradd", "--create-home", "--shell", "/bin/sh", USER)
        partial.replace(made)
    return made


def start(command: Sequence[str]) -> subprocess.Popen[str]:
    """Start a program that goes on, with what it says in one pipe.

    Parameters
    ----------
    command : sequence of str
    """
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
