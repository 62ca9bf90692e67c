"""What is proved of the installer for Windows on Linux: how it installs and goes, that nothing is missing, the loop."""

from __future__ import annotations

import re
from collections.abc import Callable, Set
from pathlib import Path

import dev
from installers import contents, embedded, file_types, icons, mingw, pe, windows, windows_tree
from installers.product import PROGRAM, ROOT, TITLE, VERSION, WORK
from installers.shell import BuildError, run
from installers.windows_trimming import unresolved
from perceptron_gui.engine.native import loader
from proofs import modules, restart, wine
from proofs.artefacts import OLD_FILE, OLD_VERSION
from proofs.wine import Wine

PROGRAMS = {**mingw.PROGRAMS, **wine.PROGRAMS, "makensis": "nsis", "gcc": "gcc"}
"""What must be here, and the Debian package of each."""
TRIALS = WORK / "windows/trials"
ALL_USERS = rf"C:\Program Files\{TITLE}"
OWN_FOLDER = r"C:\own place\lab"
OLD_WINDOWS, IS_OPEN = 3, 5
"""Exit codes of the installer, see installer.nsi."""
SHARED = re.compile(r"^SHARED .*?(\w+)\(", re.MULTILINE)
"""A function that the program calls."""
NETWORK = ("lib/PySide6/QtNetwork.pyd", "lib/PySide6/Qt6Network.dll")
"""What sockets of this machine need."""
NO_NETWORK = re.compile(r"/plugins/(tls|networkinformation)/|libssl|libcrypto|_ssl\.", re.IGNORECASE)
"""What only sockets of a network need."""
TRACES = re.compile(r"perceptron", re.IGNORECASE)


class WindowsProofs:
    """The proofs, in their order.

    Parameters
    ----------
    path : Path
        The installer.
    system : Wine
        Where it is installed.
    """

    def __init__(self, path: Path, system: Wine) -> None:
        self._installer = path
        self._wine = system
        self._before: set[str] = set()

    def steps(self) -> dict[str, Callable[[], str]]:
        """Return what proves each claim; it returns a remark, and raises `BuildError` where the claim is wrong."""
        return {
            "refuses a Windows older than 10, and changes nothing": self._refuse_old,
            "installs silently for all users, without a network (Wine)": self._install,
            "file type, menu entry, uninstaller are registered": self._registered,
            "installer and programs say their version": self._resources,
            "lessons, languages, fonts, guide and data are those of the tree": self._contents,
            "every DLL and PYD finds what it needs": self._libraries,
            "every module that the program imports is in it": self._modules,
            "a second start finds QtNetwork, of which nothing is for TLS": self._network,
            "--version (Wine)": lambda: self._version(ALL_USERS),
            "it starts itself, as for an animation and another window (Wine)": self._restart,
            "the compiled loop gives the bits of Linux's (Wine)": self._loop,
            "refuses while the program is open, and changes nothing": self._refuse_open,
            "removed: nothing is left": lambda: self._remove(ALL_USERS),
            "/CurrentUser /D= upgrades an older version, a user's file stays": self._upgrade,
            "where Windows speaks German it says in German what files are": self._german,
            "removed after the upgrade: nothing is left": self._remove_own,
        }

    def _refuse_old(self) -> str:
        self._before = self._wine.files()
        self._wine.set_version("win7")
        self._wine.run(self._installer, "/S", code=OLD_WINDOWS)
        self._wine.set_version("win10")
        self._is_clean()
        return f"ends with {OLD_WINDOWS}"

    def _install(self) -> str:
        said = self._wine.run(self._installer, "/S", "/AllUsers")
        made = [path for path in self._wine.path(ALL_USERS).rglob("*") if path.is_file()]
        if said.strip() or not made:
            raise BuildError(f"installed {len(made)} files, and said {said!r}")
        return f"{len(made)} files"

    def _registered(self) -> str:
        registry = self._wine.registry()
        folder = ALL_USERS.replace("\\", "\\\\")
        wanted = (
            f'@="\\"{folder}\\\\{mingw.WINDOW_PROGRAM}.exe\\" \\"%1\\""',
            *(f"\\Classes\\.{kind.extension}]" for kind in file_types.TYPES),
            *(f'"{folder}\\\\{kind.icon}.ico"' for kind in file_types.TYPES),
            *(f'@="{kind.titles["en"]}"' for kind in file_types.TYPES),
            f'"DisplayVersion"="{VERSION}"',
            f'"QuietUninstallString"="\\"{folder}\\\\uninstall.exe\\" /S"',
        )
        if lacks := [words for words in wanted if words not in registry]:
            raise BuildError(f"the registry has no {', '.join(lacks)}")
        if not any(name.endswith(f"/Programs/{TITLE}.lnk") for name in self._wine.files()):
            raise BuildError("there is no menu entry")
        return ""

    def _resources(self) -> str:
        folder = self._wine.path(ALL_USERS)
        programs = [folder / f"{name}.exe" for name in (PROGRAM, mingw.WINDOW_PROGRAM)]
        for path in (self._installer, *programs):
            content = path.read_bytes()
            if not all(words.encode("utf-16-le") in content for words in ("ProductVersion", VERSION, TITLE)):
                raise BuildError(f"{path.name} does not say its version")
        return VERSION

    def _contents(self) -> str:
        lib = self._wine.path(ALL_USERS) / "lib"
        return contents.check(lib, lib / "PySide6/translations")

    def _libraries(self) -> str:
        folder = self._wine.path(ALL_USERS)
        if wrong := unresolved(folder):
            raise BuildError("; ".join(wrong))
        return f"{len(pe.pe_files(folder))} files"

    def _modules(self) -> str:
        wanted = modules.loaded() | modules.named(ROOT / dev.PACKAGE)
        if lacks := modules.missing(wanted, self._wine.path(ALL_USERS)):
            raise BuildError(f"missing: {', '.join(lacks)}")
        return f"{len(wanted)} modules"

    def _network(self) -> str:
        folder = self._wine.path(ALL_USERS)
        return check_network({path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()})

    def _restart(self) -> str:
        return restart.try_restart(self._wine, self._wine.path(ALL_USERS), TRIALS / "restart")

    def _version(self, folder: str) -> str:
        said = self._wine.run(rf"{folder}\{PROGRAM}.exe", "--version").strip()
        if not said.endswith(VERSION):
            raise BuildError(f"--version says {said!r}, not {VERSION}")
        return said

    def _loop(self) -> str:
        TRIALS.mkdir(parents=True, exist_ok=True)
        source = mingw.SOURCES / "try_visits.c"
        if untried := untried_functions(dev.KERNEL.read_text("utf-8"), source.read_text("utf-8")):
            raise BuildError(f"{source.name} does not try {', '.join(untried)}")
        flags = ("-std=gnu99", "-O1", f'-DVISITS="{dev.KERNEL}"')
        run("gcc", *flags, "-o", TRIALS / "try", source, "-ldl")
        run(mingw.COMPILER, *flags, "-o", TRIALS / "try.exe", source)
        if not dev.build_kernel():
            raise BuildError("there is no compiled loop here to compare with")
        library = self._wine.path(ALL_USERS) / windows_tree.LOOP
        if loader.digest_of(library.with_name(dev.KERNEL.name)) not in library.read_bytes():
            raise BuildError("the program would not load it: it was made from another source")
        here = run(TRIALS / "try", dev.kernel_file())
        there = self._wine.run(TRIALS / "try.exe", library)
        if here != there:
            raise BuildError(f"Linux's says\n{here}\nand that for Windows\n{there}")
        return f"{len(here.splitlines())} results"

    def _refuse_open(self) -> str:
        run(mingw.COMPILER, "-o", TRIALS / "hold.exe", mingw.SOURCES / "hold.c")
        before = self._wine.files()
        window = self._wine.start(TRIALS / "hold.exe", rf"{ALL_USERS}\python\{embedded.LIBRARY}")
        try:
            assert window.stdout is not None
            if window.stdout.readline().strip() != "loaded":
                raise BuildError("the library could not be loaded")
            self._wine.run(self._installer, "/S", code=IS_OPEN)
            self._wine.run(*_uninstall(ALL_USERS), code=IS_OPEN)
        finally:
            window.communicate("\n")
        if changed := before ^ self._wine.files():
            raise BuildError(f"changed: {', '.join(sorted(changed)[:20])}")
        return f"ends with {IS_OPEN}"

    def _remove(self, folder: str) -> str:
        self._wine.run(*_uninstall(folder))
        self._wine.path(folder).joinpath("uninstall.exe").unlink(missing_ok=True)
        self._wine.path(folder).rmdir()
        return self._is_clean()

    def _is_clean(self, *allowed: str) -> str:
        after = self._wine.files()
        if left := sorted((after ^ self._before) - set(allowed)):
            raise BuildError(f"changed: {', '.join(left[:20])}")
        if traces := [line for line in self._wine.registry().splitlines() if TRACES.search(line)]:
            raise BuildError(f"left in the registry: {', '.join(traces[:5])}")
        return f"{len(after)} files as before"

    def _upgrade(self) -> str:
        tree = TRIALS / "older"
        tree.mkdir(parents=True, exist_ok=True)
        (tree / OLD_FILE).write_text("old\n", encoding="ascii")
        older, icon = TRIALS / "older.exe", TRIALS / windows_tree.ICON
        icons.write(TRIALS, icons.ico)
        windows.pack(tree, icon, older, OLD_VERSION)
        self._wine.run(older, "/S", "/CurrentUser", *_unquoted(f"/D={OWN_FOLDER}"))
        folder = self._wine.path(OWN_FOLDER)
        if not (folder / OLD_FILE).exists():
            raise BuildError("the older version is not there")
        (folder / "points.csv").write_text("x1,x2,label\n", encoding="ascii")
        self._wine.set_language("de_DE")
        self._wine.run(self._installer, "/S", "/CurrentUser")
        if (folder / OLD_FILE).exists():
            raise BuildError("a file of the older version is left")
        return self._version(OWN_FOLDER)

    def _german(self) -> str:
        registry = self._wine.registry()
        names = [kind.titles["de"] for kind in file_types.TYPES]
        if lacks := [
            words for words in (*map('@="{}"'.format, names), '"Language"=dword:00000407') if words not in registry
        ]:
            raise BuildError(f"the registry has no {', '.join(lacks)}")
        return ", ".join(names)

    def _remove_own(self) -> str:
        folder = self._wine.path(OWN_FOLDER)
        self._wine.run(*_uninstall(OWN_FOLDER))
        (folder / "uninstall.exe").unlink(missing_ok=True)
        left = [path.name for path in folder.iterdir()]
        if left != ["points.csv"]:
            raise BuildError(f"left: {', '.join(left)}")
        (folder / "points.csv").unlink()
        folder.rmdir()
        folder.parent.rmdir()
        return self._is_clean()


def check_network(files: Set[str]) -> str:
    """Return what of a network library is among files.

    Parameters
    ----------
    files : set of str
        Of an installation.

    Raises
    ------
    BuildError
        When sockets of this machine lack something, or there is more than they need.
    """
    lacks = sorted(set(NETWORK) - files)
    extra = sorted(name for name in files if NO_NETWORK.search(name))
    if lacks or extra:
        raise BuildError(
            f"lacks: {', '.join(lacks) or 'nothing'}; not for this machine alone: {', '.join(extra) or 'nothing'}"
        )
    return ", ".join(name.rsplit("/", 1)[1] for name in NETWORK)


def untried_functions(loop: str, trial: str) -> list[str]:
    """Return the functions of the compiled loop that a trial leaves out.

    Parameters
    ----------
    loop, trial : str
        Sources in C.
    """
    return [name for name in SHARED.findall(loop) if name != "visits_source" and f'"{name}"' not in trial]


def _uninstall(folder: str) -> list[str]:
    """Return the command that removes it and can be waited for: it runs in its own folder, and leaves itself there."""
    return [rf"{folder}\uninstall.exe", "/S", *_unquoted(f"_?={folder}")]


def _unquoted(last: str) -> list[str]:
    """Return an option as NSIS reads it: to the end of the line, without quotes, which a word with spaces would get."""
    return last.split(" ")
