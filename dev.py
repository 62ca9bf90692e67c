#!/usr/bin/env python3
"""Run, test and measure Perceptron Lab from its checkout, on a machine that has only Python.

``python3 dev.py run`` opens the window, ``python3 dev.py test`` checks everything that must hold, ``python3 dev.py test
--quick`` a part of it. All make
``.venv`` first, from the locked and hashed lists in ``requirements/``, and make it again when a list changes.
Standard library only: this file is what brings the libraries.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import hashlib
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent
REQUIREMENTS = ROOT / "requirements"
VENV = ROOT / ".venv"
STAMP = VENV / "installed.txt"
PACKAGE = "perceptron_gui"
KERNEL = ROOT / PACKAGE / "engine/native/visits.c"
# Never -ffast-math, nor fused multiply-adds: the bits are those of numpy.
KERNEL_FLAGS = ("-O3", "-ffp-contract=off", "-fPIC", "-fvisibility=hidden", "-shared")

CATALOGUE = ROOT / PACKAGE / "resources/locale/perceptron_lab.pot"
# The functions whose literal arguments are visible text, as gettext names them: "1,2" are singular and plural, "2c" is
# a context, and "2t" tells a call of two arguments.
CATALOGUE_KEYWORDS = ("tr:1,1t", "tr:1,2c,2t", "N_:1,1t", "N_:1,2c,2t", "ntr:1,2", "counted:1,2")
# What a comment above a text begins with that is for translators.
CATALOGUE_COMMENTS = "L10n:"
# No dates: what has not changed is the same file.
CATALOGUE_HEADER = """# Every text that Perceptron Lab shows; made by "python3 dev.py catalogue".
msgid ""
msgstr ""
"Project-Id-Version: perceptron-gui\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""

# How the program is started when it does not open a window, and when it does not even draw.
WITHOUT_QT = ("train", "analyze", "samples", "lessons", "grade", "-h", "--help", "--version")
WITHOUT_WINDOW = (*WITHOUT_QT, "render", "--demo")

# What each list in requirements/ is made from: the dependency groups of pyproject.toml, and the list that
# the shared names must agree with.
LOCKS: dict[str, tuple[tuple[str, ...], str | None]] = {
    "run": ((), None),
    "test": (("test", "lint"), "run"),
    "referee": (("referee",), "test"),
    "package": (("package",), None),
    "installers": (("installers",), "test"),
}

# Shared libraries that Qt's wheels expect of the system, and the Debian package that has each.
OFFSCREEN_LIBRARIES = {
    "libglib-2.0.so.0": "libglib2.0-0",
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
}
X_LIBRARIES = {
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
}
WAYLAND_LIBRARIES = {
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
}
SCREEN_PROGRAMS = {"Xvfb": "xvfb", "openbox": "openbox", "xdotool": "xdotool"}
READER_PROGRAMS = {"dbus-daemon": "dbus", "/usr/libexec/at-spi-bus-launcher": "at-spi2-core"}
MOST_WORKERS = 8
"""Processes of tests at once, however many cores there are: each has a window of its own."""


class Stop(Exception):
    """A plain sentence for the user; the program ends with exit code 2."""


class Damaged(Exception):
    """Why .venv must be made again."""


# --- the system: libraries and programs that pip cannot bring ------------------------------------------


def can_load(soname: str) -> bool:
    """Whether the loader finds a shared library, however it was installed."""
    try:
        ctypes.CDLL(soname)
    except OSError:
        return False
    return True


def find_program(name: str) -> str | None:
    """Return the path of a program, never one of the current folder, where Windows looks first."""
    folders = [folder for folder in os.get_exec_path() if os.path.isabs(folder)]
    found = shutil.which(name, path=os.pathsep.join(folders)) if name and folders else None
    return found if found and os.path.isabs(found) else None


def has_fonts() -> bool:
    """Whether the system has any font to fall back on for letters the bundled ones lack."""
    # Not Path.home(): it raises where a user has neither a home nor a name.
    own = Path(os.path.expanduser("~/.local/share/fonts"))
    folders = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), own)
    return any(next(folder.rglob("*.[ot]t[fc]"), None) for folder in folders)


def missing_packages(libraries: Mapping[str, str], programs: Mapping[str, str]) -> list[str]:
    """Debian packages for what this Linux lacks; empty on other systems, where Qt brings all it needs."""
    if not sys.platform.startswith("linux"):
        return []
    missing = [package for soname, package in libraries.items() if not can_load(soname)]
    missing += [package for program, package in programs.items() if not find_program(program)]
    if libraries and not has_fonts():
        missing.append("fonts-dejavu-core")
    if importlib.util.find_spec("ensurepip") is None:
        missing.append(f"python{sys.version_info.major}.{sys.version_info.minor}-venv")
    return missing


def install_command(packages: Sequence[str]) -> list[str]:
    """Return the command that installs Debian packages without asking."""
    return ["apt-get", "install", "-y", "--no-install-recommends", *packages]


def install_packages(packages: Sequence[str]) -> None:
    """Install Debian packages as root, waiting for another installation to finish."""
    print(f"installing system packages: {' '.join(packages)}", flush=True)
    env = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    wait = ["-q", "-o", "DPkg::Lock::Timeout=300"]
    # A list that cannot be refreshed may still be good enough: only the installation decides.
    subprocess.run(["apt-get", "update", *wait], env=env, check=False, stdout=subprocess.DEVNULL)
    done = subprocess.run([*install_command(packages), *wait], env=env, check=False, stdout=subprocess.DEVNULL)
    if done.returncode:
        raise Stop(f"could not install system packages; try: {shlex.join(install_command(packages))}")


def need_system(libraries: Mapping[str, str], programs: Mapping[str, str] | None = None) -> None:
    """See to it that the system has what is named, or say which one line brings it.

    Raises
    ------
    Stop
        Something is missing and this user cannot install it, or installing it did not help.
    """
    missing = missing_packages(libraries, programs or {})
    if not missing:
        return
    if not find_program("apt-get"):
        raise Stop(f"this system lacks what Debian has in these packages: {' '.join(missing)}")
    if os.geteuid() != 0:
        line = f"sudo apt-get update && sudo {shlex.join(install_command(missing))}"
        raise Stop(f"This system lacks some packages. Run this line, then try again:\n\n    {line}\n")
    install_packages(missing)
    importlib.invalidate_caches()
    if still := missing_packages(libraries, programs or {}):
        raise Stop(f"installed, and yet not found: {' '.join(still)}")


def has_screen() -> bool:
    """Whether a window can be shown to somebody."""
    if not sys.platform.startswith("linux"):
        return True
    chosen = os.environ.get("QT_QPA_PLATFORM", "")
    elsewhere = bool(chosen) and chosen.split(":")[0] not in ("offscreen", "minimal", "xcb", "wayland")
    return elsewhere or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def screen_libraries() -> dict[str, str]:
    """Return the libraries that a window needs on the screen there is."""
    libraries = dict(OFFSCREEN_LIBRARIES)
    if os.environ.get("DISPLAY"):
        libraries |= X_LIBRARIES
    if os.environ.get("WAYLAND_DISPLAY"):
        libraries |= WAYLAND_LIBRARIES
    return libraries


# --- the virtual environment ----------------------------------------------------------------------------


def venv_python() -> Path:
    """Return the Python of the virtual environment, whether or not it exists yet."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def lock_file(name: str) -> Path:
    """Return the list of locked, hashed libraries of that name."""
    return REQUIREMENTS / f"{name}.txt"


def digest(name: str) -> str:
    """Return what tells one version of a lock from another."""
    return hashlib.sha256(lock_file(name).read_bytes().replace(b"\r\n", b"\n")).hexdigest()


def site_packages() -> Path | None:
    """Return where the libraries of .venv lie; None where its Python is gone, or is another one by now.

    A Python of the system that was replaced leaves a link to nothing, or one to a Python that looks elsewhere.
    """
    # -S: what lies in site-packages is not asked, it may be broken.
    ask = [str(venv_python()), "-I", "-S", "-c", "import sys; print(*sys.version_info[:2], sep='.')"]
    try:
        done = subprocess.run(ask, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    folder = VENV / ("Lib" if os.name == "nt" else f"lib/python{done.stdout.strip()}") / "site-packages"
    # Without its configuration, Python looks for libraries elsewhere.
    return folder if folder.is_dir() and (VENV / "pyvenv.cfg").is_file() else None


def installed() -> dict[str, str]:
    """Return the digest of each lock in .venv, and for each entry of its site-packages the lock that brought it.

    Raises
    ------
    Damaged
        There is a .venv, but its installation was not finished, it does not work, lacks something, or a list changed.
    """
    if not os.path.lexists(VENV):
        return {}
    if not VENV.is_dir():
        raise Damaged("it is not a folder")
    try:
        have = dict(line.split() for line in STAMP.read_text(encoding="utf-8").splitlines())
    except FileNotFoundError:
        have = {}
    except (OSError, ValueError):
        raise Damaged(f"{STAMP.name} is damaged") from None
    locks = have.keys() & LOCKS.keys()
    if not locks:
        raise Damaged("its installation was not finished")
    if changed := [name for name in locks if have[name] != digest(name)]:
        raise Damaged(f"requirements/{min(changed)}.txt has changed")
    site = site_packages()
    if site is None:
        raise Damaged("its Python does not work")
    if missing := {entry for entry, lock in have.items() if lock in LOCKS}.difference(os.listdir(site)):
        raise Damaged(f"{min(missing)} is missing")
    link_checkout(site)
    if len(have) == len(locks):
        # An older dev.py wrote down no more.
        have |= dict.fromkeys(entries(site), min(locks))
        with contextlib.suppress(OSError):
            write_stamp(have)
    return have


def entries(site: Path) -> list[str]:
    """Return what lies in site-packages to stay: byte code comes and goes."""
    return [name for name in os.listdir(site) if name != "__pycache__" and len(name.split()) == 1]


def write_stamp(have: Mapping[str, str]) -> None:
    """Write down what is installed, two words a line: an installation that is cut short before is begun again."""
    new = STAMP.with_name(f"{STAMP.name}.{os.getpid()}")
    new.write_text("".join(f"{key} {value}\n" for key, value in have.items()), encoding="utf-8")
    new.replace(STAMP)  # as a whole: another dev.py may be reading it


def make_venv() -> dict[str, str]:
    """Make an empty virtual environment that finds the package in this checkout; return what it holds."""
    if VENV.is_file() or (VENV.is_symlink() and not is_ours()):
        aside = VENV.replace(VENV.with_name(f"{VENV.name}.old"))
        print(f"the {VENV.name} that was not made here is called {aside.name} now", flush=True)
    try:
        # Python makes none in a link to a folder, but in that folder.
        venv.create(VENV.resolve(), clear=True, with_pip=True, symlinks=os.name != "nt")
    except (ValueError, subprocess.CalledProcessError) as error:
        raise Stop(f"Python could not make {VENV}: {error}") from None
    site = site_packages()
    if site is None:
        raise Stop("the Python in .venv does not start: remove the folder .venv and try again")
    link_checkout(site)
    have = dict.fromkeys(entries(site), "venv")
    write_stamp(have)
    return have


def is_ours() -> bool:
    """Whether the folder behind the link .venv was made here, or holds nothing that could be lost."""
    return VENV.is_dir() and (STAMP.exists() or not any(VENV.iterdir()))


def need_venv() -> dict[str, str]:
    """Return what is installed in .venv, which is made where there is none, and made again where it is damaged."""
    try:
        if have := installed():
            return have
        print("making .venv", flush=True)
    except Damaged as why:
        print(f"making .venv again: {why}", flush=True)
    return make_venv()


def link_checkout(site: Path) -> None:
    """Let the Python of .venv find the package in this checkout, wherever that was moved or copied.

    The path is relative: it moves with the checkout, and Python reads it in the encoding of the locale, in which
    the letters of an absolute one may not exist.
    """
    link, line = site / "checkout.pth", f"{os.path.relpath(ROOT, site)}\n"
    if not link.exists() or link.read_bytes() != line.encode():
        # A new file in its place: a copy made of hard links shares the old one with another checkout.
        link.unlink(missing_ok=True)
        link.write_text(line, encoding="ascii")


def install_lock(name: str, site: Path) -> None:
    """Install one lock; every file must have a hash that the lock names."""
    print(f"installing requirements/{name}.txt", flush=True)
    for folder in site.glob("*.dist-info"):
        if not (folder / "INSTALLER").exists():
            shutil.rmtree(folder)  # pip was stopped while it installed this, and would take it for whole
    # The lock names everything; left to look for itself, an old pip takes the newest of what is needed with an extra.
    pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    # A user who told pip to install for the user alone did not mean this environment, where pip refuses to.
    if call([*pip, "--require-hashes", "--only-binary", ":all:", "-r", lock_file(name)], {"PIP_USER": "0"}):
        raise Stop(f"could not install requirements/{name}.txt (see above)")


def need_libraries(name: str) -> None:
    """Bring .venv to what a lock says; do nothing when it is there already.

    Raises
    ------
    Stop
        The checkout cannot be written to, or a list cannot be installed.
    """
    try:
        have = need_venv()
        if name in have or (name == "run" and "test" in have):
            return
        site = site_packages()
        assert site is not None
        install_lock(name, site)
        now = entries(site)
        # One list may replace what another, or venv, has brought: another version, with other folders.
        kept = {entry: lock for entry, lock in have.items() if entry in LOCKS or entry in now}
        write_stamp({**dict.fromkeys(now, name), **kept, name: digest(name)})
    except OSError as error:
        why = error.strerror or str(error)
        raise Stop(f"{ROOT} cannot be set up ({why}): copy it to a folder you can write to") from None


# --- the compiled loop (optional) ------------------------------------------------------------------------


def kernel_file() -> Path:
    """Return the library that engine/native/loader.py loads."""
    return KERNEL.with_name("visits.library")


def compilers() -> list[str]:
    """Return the C compilers of this machine, the one that CC names first."""
    found = map(find_program, (os.environ.get("CC", ""), "cc", "gcc", "clang"))
    return [path for path in found if path]


def build_kernel() -> bool:
    """Compile the loop over visits where that is possible; whether it is there. Without it all works, more slowly.

    The library says which source it was made of, so that an older one is made again, and never loaded.
    """
    source, library = hashlib.sha256(KERNEL.read_bytes()).hexdigest(), kernel_file()
    if library.exists() and source.encode() in library.read_bytes():
        return True
    if not os.access(library.parent, os.W_OK):
        print("the compiled loop cannot be built in a folder that is read-only: Python's is used", flush=True)
        return False
    new = library.with_name(f"{library.name}.{os.getpid()}")
    flags = ["-std=c99", *KERNEL_FLAGS, f'-DSOURCE="{source}"', "-o", str(new), str(KERNEL)]
    for compiler in compilers()[:1]:
        done = subprocess.run([compiler, *flags], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        with contextlib.suppress(OSError):  # Windows keeps a library that a program has loaded
            if done.returncode == 0:
                new.replace(library)
                return True
        new.unlink(missing_ok=True)
        print(f"the compiled loop was not built, Python's is used\n{done.stdout}", end="", flush=True)
        return False
    print("no C compiler here: the engine's loops are Python's (slower, with the same numbers)", flush=True)
    return False


# --- commands ---------------------------------------------------------------------------------------------


def environment() -> dict[str, str]:
    """Return the environment of what is started here.

    Whoever lets Python write no byte code wants none beside the sources. Without any, every process of a test
    compiles the program anew, and every process of pytest all tests; so it is kept in .venv.
    """
    env = dict(os.environ)
    if env.pop("PYTHONDONTWRITEBYTECODE", ""):
        env.setdefault("PYTHONPYCACHEPREFIX", str(VENV / "bytecode"))
    return env


def call(command: Iterable[str | Path], env: Mapping[str, str] | None = None) -> int:
    """Run a Python command line of the virtual environment in the checkout and return its exit code."""
    return subprocess.call([venv_python(), *command], cwd=ROOT, env={**environment(), **(env or {})})


def setup(args: Sequence[str]) -> int:
    """Make .venv with the named lists (test unless told), and for tests what each of them would make."""
    need_system(OFFSCREEN_LIBRARIES)
    names = args or ["test"]
    for name in names:
        if name not in LOCKS:
            raise Stop(f"no list is called {name!r}; there are: {', '.join(LOCKS)}")
        need_libraries(name)
    build_kernel()
    if "test" in names:
        read_ahead()
    return 0


def run(args: Sequence[str]) -> int:
    """Start the program; without a screen, show what it would do in pictures."""
    first = args[0] if args else ""
    need_system({} if first in WITHOUT_QT else screen_libraries())
    need_libraries("run")
    build_kernel()
    env = environment()
    if not has_screen():
        env["QT_QPA_PLATFORM"] = "offscreen"
        if first not in WITHOUT_WINDOW:
            print("There is no screen here, so a demonstration runs without one.", flush=True)
            args = ["--demo", *args]
    # -P: nothing in the folder that this is started from is imported.
    command = [str(venv_python()), "-P", "-m", PACKAGE, *args]
    if os.name == "posix":
        # In this process's place, so that whoever stops it stops the program.
        os.execve(command[0], command, env)
    return subprocess.call(command, env=env)


FIND_TESTS = ("-m", "pytest", "-qq", "--collect-only", "--no-summary")


def run_stages(stages: Mapping[str, Sequence[Sequence[str]]]) -> int:
    """Run every stage to its end, then say of each whether it held and how long it took."""
    report, failed = [], 0
    for name, commands in stages.items():
        print(f"== {name}", flush=True)
        start = time.monotonic()
        codes = [call(command, {"QT_QPA_PLATFORM": test_platform()}) for command in commands]
        failed += any(codes)
        report.append(f"{name:<11} {'FAILED' if any(codes) else 'ok':<7} {time.monotonic() - start:6.1f} s")
    print("\n" + "\n".join(report), flush=True)
    return 1 if failed else 0


def test_platform() -> str:
    """Return Qt's platform for tests: no windows on the developer's screen unless asked for."""
    return os.environ.get("QT_QPA_PLATFORM") or "offscreen"


def static_stages() -> dict[str, list[list[str]]]:
    """Return the stages that read the code without running it."""
    # import-linter has no "python -m" entry.
    import_law = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    return {
        "lint": [["-m", "ruff", "check", "."], ["-m", "ruff", "format", "--check", "."]],
        "types": [["-m", "mypy"]],
        "import law": [["-c", import_law, "--no-logo"]],
    }


def need_test_machine() -> None:
    """Bring what tests need: the libraries, and a screen of their own."""
    need_system(OFFSCREEN_LIBRARIES | X_LIBRARIES, SCREEN_PROGRAMS | READER_PROGRAMS)
    need_libraries("test")
    build_kernel()


def read_ahead() -> None:
    """Compile all tests, and read the types of the libraries: that takes as long as a quarter of the tests."""
    types = subprocess.Popen([venv_python(), "-m", "mypy"], cwd=ROOT, env=environment(), stdout=subprocess.DEVNULL)
    if not is_compiled():
        call(FIND_TESTS, {"QT_QPA_PLATFORM": test_platform()})
    types.wait()


def check(args: Sequence[str]) -> int:
    """Lint, types, import law and the number of stiff sentences in changes; ``--sizes``: how much there is to read."""
    need_libraries("test")
    if "--sizes" in args:
        return tell_sizes()
    code = run_stages(static_stages())
    # A pointer for the author: it never fails the check.
    call(["-m", "tests.voice", "--count"])
    return code


def tell_sizes() -> int:
    """Print the modules and lines of each folder of the program, and of the tests together."""
    sizes: dict[str, list[int]] = {}
    for path in [*(ROOT / "perceptron_gui").rglob("*.py"), *(ROOT / "tests").rglob("*.py")]:
        folder = path.relative_to(ROOT).parent.as_posix()
        size = sizes.setdefault("tests" if folder.startswith("tests") else folder, [0, 0])
        size[0], size[1] = size[0] + 1, size[1] + len(path.read_bytes().splitlines())
    sizes["the program"] = [sum(size[k] for name, size in sizes.items() if name != "tests") for k in (0, 1)]
    for name, (modules, lines) in sorted(sizes.items()):
        print(f"{name:50}{modules:5} modules{lines:8} lines")
    return 0


def test(args: Sequence[str]) -> int:
    """All tests, lint, types and import law; --quick: a part of the tests. Further words go to pytest."""
    need_test_machine()
    workers = spread(args)
    with tempfile.TemporaryFile() as report:
        checks = subprocess.Popen([sys.executable, __file__, "check"], stdout=report, stderr=subprocess.STDOUT)
        print("== tests; beside them lint, types and import law, which are told at the end", flush=True)
        if workers and not is_compiled():
            # Each worker would compile all tests, and all that they import.
            call([*FIND_TESTS, *args], {"QT_QPA_PLATFORM": test_platform()})
        tests = call(["-m", "pytest", *workers, *args], {"QT_QPA_PLATFORM": test_platform()})
        code = checks.wait()
        report.seek(0)
        print(
            report.read().decode(errors="replace") + f"{'tests':<11} {'FAILED, see above' if tests else 'ok'}",
            flush=True,
        )
    return code or tests


def spread(args: Sequence[str]) -> list[str]:
    """Return what lets pytest use all cores; nothing where `args` name files: workers take seconds to start.

    There are two workers for a core: some of its time a test of the window waits for a frame or a screen.
    """
    if any(".py" in word for word in args):
        return []
    return ["-n", str(min(2 * (os.cpu_count() or 1), MOST_WORKERS)), "--dist", "worksteal"]


def is_compiled() -> bool:
    """Return whether tests have been found here before: what pytest has made of them is beside them, or in .venv.

    All that was made of an earlier checkout in this folder is older than any test of this one, and of no use.
    """
    made = [path for folder in (ROOT / "tests", VENV / "bytecode") for path in folder.rglob("*-pytest-*.pyc")]
    return max(map(changed_at, made), default=0.0) > min(map(changed_at, (ROOT / "tests").rglob("*.py")))


def changed_at(path: Path) -> float:
    """Return when a file was written last."""
    return path.stat().st_mtime


def tidy(args: Sequence[str]) -> int:
    """Mend what the linter can mend, and lay out the code."""
    need_libraries("test")
    paths = args or ["."]
    return call(["-m", "ruff", "check", "--fix", *paths]) | call(["-m", "ruff", "format", *paths])


def bench(args: Sequence[str]) -> int:
    """Measure; further words go to tests/benchmarks/run.py."""
    need_test_machine()
    return call([ROOT / "tests/benchmarks/run.py", *args], {"QT_QPA_PLATFORM": test_platform()})


@contextlib.contextmanager
def virtual_screen(size: str = "1600x1000x24") -> Iterator[dict[str, str]]:
    """Yield the environment of an X server of our own with a window manager; `size` is in pixels, with its depth.

    Without a window manager no window ever becomes active.
    """
    reader, writer = os.pipe()
    options = ["-displayfd", str(writer), "-screen", "0", size, "-noreset", "-nolisten", "tcp"]
    server = subprocess.Popen(["Xvfb", *options], pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    with contextlib.ExitStack() as cleanup:
        cleanup.callback(end, server)
        with os.fdopen(reader) as answer:
            number = answer.readline().strip()
        if not number:
            raise Stop("the virtual screen (Xvfb) did not start")
        env = {"DISPLAY": f":{number}", "QT_QPA_PLATFORM": "xcb"}
        cleanup.callback(end, start_window_manager({**os.environ, **env}))
        yield env


def has_reader_bus() -> bool:
    """Whether this system can start the bus on which screen readers hear programs (AT-SPI)."""
    return all(map(find_program, READER_PROGRAMS))


@contextlib.contextmanager
def reader_bus() -> Iterator[dict[str, str]]:
    """Yield the environment of a D-Bus of our own, which starts that of screen readers when it is asked for."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as cleanup:
        # Settings and sockets of nobody else: the bus of readers would stand in the home of whoever runs this.
        own = {"XDG_RUNTIME_DIR": folder, "GSETTINGS_BACKEND": "memory", "XDG_CACHE_HOME": folder}
        reader, writer = os.pipe()
        options = ["--session", "--nofork", "--nopidfile", f"--address=unix:dir={folder}", f"--print-address={writer}"]
        bus = subprocess.Popen(
            ["dbus-daemon", *options], pass_fds=[writer], env={**os.environ, **own}, stderr=subprocess.DEVNULL
        )
        os.close(writer)
        cleanup.callback(end, bus)
        with os.fdopen(reader) as answer:
            address = answer.readline().strip()
        if not address:
            raise Stop("D-Bus (dbus-daemon) did not start")
        yield {**own, "DBUS_SESSION_BUS_ADDRESS": address}


def start_window_manager(env: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """Start openbox and wait until it manages windows: one shown earlier might never become active."""
    command = ["openbox", "--startup", "echo ready"]
    manager = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert manager.stdout is not None
    if not any(line.strip() == b"ready" for line in manager.stdout):
        end(manager)
        raise Stop("the window manager (openbox) did not start")
    # Its pipe stays open until it ends: what it says later must find one.
    return manager


def end(process: subprocess.Popen[bytes]) -> None:
    """Stop a process and wait until it is gone."""
    process.terminate()
    process.wait()
    if process.stdout is not None:
        process.stdout.close()


def screenshots(args: Sequence[str]) -> int:
    """Take the pictures of README and guide again (assets/screenshots.py)."""
    need_test_machine()
    command = [str(ROOT / "assets/screenshots.py"), *args]
    if has_screen():
        return call(command)
    with virtual_screen() as env:
        return call(command, env)


def spoken(args: Sequence[str]) -> int:
    """Print what a screen reader hears and finds: [FILE] [--keys "Right Right …"]."""
    need_test_machine()
    return call(["-m", "tests.gui.listener", *args])


def gallery(args: Sequence[str]) -> int:
    """Take pictures of all states of the window and lay them out on sheets: [FOLDER] [WORD ...]."""
    need_test_machine()
    return call(["-m", "tests.gui.gallery", *args])


def package(args: Sequence[str]) -> int:
    """Build the installers, or those that are named, into dist/ (packaging/build.py)."""
    need_system(OFFSCREEN_LIBRARIES)
    for name in ("run", "package", "installers"):
        need_libraries(name)
    return call([ROOT / "packaging/build.py", *args])


def site(args: Sequence[str]) -> int:
    """Build the site for browsers into build/site (packaging/website); --without-pictures is quick."""
    need_system(OFFSCREEN_LIBRARIES)
    need_libraries("test")
    return call(["-m", "website.build", *args], {"PYTHONPATH": str(ROOT / "packaging")})


def trials(args: Sequence[str]) -> int:
    """List the long trials that come before a release, or play one (docs/trials.md)."""
    need_test_machine()
    return call(["-m", "tests.trials", *args])


def catalogue_command() -> list[str]:
    """Return the command that prints all text that is marked for translation, without dates and line numbers."""
    keywords = [f"--keyword={keyword}" for keyword in CATALOGUE_KEYWORDS]
    layout = ["--omit-header", "--add-location=file", "--sort-by-file", "--no-wrap"]
    layout += [f"--add-comments={CATALOGUE_COMMENTS}", "--strip-comments"]
    return [
        "babel.messages.frontend",
        "--quiet",
        "extract",
        "--mapping-file=pyproject.toml",
        *layout,
        *keywords,
        "--output-file",
        str(CATALOGUE),
        PACKAGE,
    ]


def catalogue(args: Sequence[str]) -> int:
    """Collect all visible text, bring it into the catalogue of every language, and say what each of them lacks."""
    need_libraries("package")
    need_libraries("run")
    CATALOGUE.parent.mkdir(parents=True, exist_ok=True)
    code = call(["-m", *catalogue_command(), *args])
    if code == 0:
        texts = CATALOGUE.read_text(encoding="utf-8")
        CATALOGUE.write_text(CATALOGUE_HEADER + texts, encoding="utf-8", newline="\n")
        code = call([ROOT / "packaging/catalogues.py", CATALOGUE]) or call(["-m", "tests.languages"])
    return code


def lock_command(name: str, args: Sequence[str]) -> list[str]:
    """Return the command that resolves one list for all systems and Python versions at once."""
    groups, agree_with = LOCKS[name]
    command = ["uv", "pip", "compile", "--universal", "--python-version", "3.11", "--generate-hashes"]
    command += ["--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links", "--no-config"]
    command += ["--quiet", "--output-file", str(lock_file(name).relative_to(ROOT)), *args]
    if name in ("run", "test"):
        command.append("pyproject.toml")
    for group in groups:
        command += ["--group", group]
    if agree_with:
        command += ["--constraints", str(lock_file(agree_with).relative_to(ROOT))]
    return command


def lock(args: Sequence[str]) -> int:
    """Resolve pyproject.toml into requirements/; ``--upgrade`` takes newer versions."""
    need_libraries("package")
    for name in LOCKS:
        if code := call(["-m", *lock_command(name, args)]):
            return code
    return 0


COMMANDS = {
    "setup": setup,
    "run": run,
    "test": test,
    "check": check,
    "tidy": tidy,
    "bench": bench,
    "trials": trials,
    "screenshots": screenshots,
    "gallery": gallery,
    "spoken": spoken,
    "package": package,
    "site": site,
    "catalogue": catalogue,
    "lock": lock,
}


def command_line() -> argparse.ArgumentParser:
    """Return the parser: a command, and words that it passes on as they are."""
    lines = [f"  {name:<12} {(function.__doc__ or '').splitlines()[0]}" for name, function in COMMANDS.items()]
    parser = argparse.ArgumentParser(
        prog="dev.py",
        usage="python3 dev.py COMMAND [ARGUMENT ...]",
        description="\n".join(["Run, test and measure Perceptron Lab from its checkout.", "", *lines]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("command", choices=COMMANDS, metavar="COMMAND", help="one of the above")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, metavar="ARGUMENT", help="passed on")
    return parser


def main() -> int:
    """Carry out one command and return its exit code."""
    # A checkout is started by whatever Python there is, so this is asked here and not left to pip.
    if not (3, 11) <= sys.version_info[:2] <= (3, 14):
        raise Stop(f"Perceptron Lab needs Python 3.11 to 3.14; this is {sys.version.split()[0]}")
    chosen = command_line().parse_args()
    return COMMANDS[chosen.command](chosen.arguments)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Stop as reason:
        print(reason, file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
