"""Which modules the program imports, and which of them an installation for Windows has."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

import dev
from installers import embedded
from installers.product import ROOT
from installers.shell import BuildError

NAMES = """
_abc _ast _bisect _blake2 _codecs _codecs_cn _codecs_hk _codecs_iso2022 _codecs_jp _codecs_kr _codecs_tw _collections
_contextvars _csv _datetime _functools _heapq _imp _io _json _locale _lsprof _md5 _multibytecodec _opcode _operator
_pickle _random _sha1 _sha256 _sha3 _sha512 _signal _sre _stat _statistics _string _struct _symtable _thread
_tokenize _tracemalloc _typing _warnings _weakref _winapi array atexit audioop binascii builtins cmath errno
faulthandler gc itertools marshal math mmap msvcrt nt sys time winreg zlib
"""
BUILT_IN = frozenset(NAMES.split())
"""What python311.dll has inside, as its `sys.builtin_module_names` said."""
OF_POSIX = re.compile(r"posix$|_posix|fcntl$|grp$|pwd$|resource$|readline$|termios$|_sysconfigdata|_crypt$")
"""What Linux loads where Windows has something else, or nothing."""
INSIDE_OTHERS = re.compile(
    r"shibokensupport|shiboken6\.Shiboken\.|PySide6\.support|__feature__$|signature_bootstrap$|_?cython_"
    r"|os\.path$|typing\.|pyexpat\."
)
"""What others make when they are loaded; no file has it."""
OF_THIS_ENVIRONMENT = re.compile(r"__(mp_)?main__$|_distutils_hack|sitecustomize$|_frozen_importlib|_hashlib$")
"""What is loaded here and means nothing elsewhere; hashlib does without OpenSSL's `_hashlib`."""
OF_NOTEBOOKS = re.compile(r"matplotlib\.")
"""What they bring themselves, and the program says so where they do not."""
NO_FILE = re.compile("|".join(each.pattern for each in (OF_POSIX, INSIDE_OTHERS, OF_THIS_ENVIRONMENT, OF_NOTEBOOKS)))
MARK = "loaded:"
SMOKE = f"""
import atexit, sys
sys.modules["typing_extensions"] = None  # msgspec takes it where others have installed it, as for tests
atexit.register(lambda: print("{MARK}", *(name for name, module in sys.modules.items() if module)))
from {dev.PACKAGE}.__main__ import main
sys.exit(main(["--smoke", sys.argv[1]]))
"""


def loaded() -> set[str]:
    """Return the modules that the program loads here when its window does everything that people do with it."""
    env = {**dev.environment(), "QT_QPA_PLATFORM": "offscreen"}
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", SMOKE, os.path.join(folder, "smoke")]
        done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    if done.returncode:
        raise BuildError(f"{done.stdout}{done.stderr}")
    (line,) = (line for line in done.stdout.splitlines() if line.startswith(MARK))
    return set(line.removeprefix(MARK).split())


def named(folder: Path) -> set[str]:
    """Return the modules that import statements of a package name, wherever they stand in it.

    Parameters
    ----------
    folder : Path
        The package's sources.
    """
    found: set[str] = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                found.add(node.module)
    return found


def contained(tree: Path) -> set[str]:
    """Return the modules that an installation has.

    Parameters
    ----------
    tree : Path
        Its folder.
    """
    with zipfile.ZipFile(tree / f"python/python{embedded.ENDING}.zip") as library:
        names = library.namelist()
    for folder in ("python", "lib"):
        names += [path.relative_to(tree / folder).as_posix() for path in (tree / folder).rglob("*.py[cd]")]
    modules = {_module(name) for name in names}
    # A folder without an __init__ is a package, too.
    return modules | {parent for module in modules for parent in _parents(module)}


def missing(wanted: Iterable[str], tree: Path) -> list[str]:
    """Return which modules an installation lacks, of those that it should have.

    Parameters
    ----------
    wanted : iterable of str
        Modules.
    tree : Path
        Its folder.
    """
    had = contained(tree) | BUILT_IN
    return sorted(name for name in wanted if name not in had and not NO_FILE.match(name))


def _module(name: str) -> str:
    """Return the module of a file: ``a/b/__init__.pyc`` is a.b, ``a/c.cp311-win_amd64.pyd`` a.c."""
    folder, _, file = name.rpartition("/")
    parts = [*folder.split("/"), file.split(".")[0]] if folder else [file.split(".")[0]]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _parents(module: str) -> list[str]:
    parts = module.split(".")
    return [".".join(parts[:i]) for i in range(1, len(parts))]
