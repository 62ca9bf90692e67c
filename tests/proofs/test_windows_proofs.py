"""Proofs of the installer for Windows can fail: at a module that is missing, at a file or a key that is left."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

pytest.importorskip("resource", reason="proofs are made on Linux")

import dev
from installers import mingw
from installers.shell import BuildError
from proofs import modules
from proofs.windows import NETWORK, WindowsProofs, check_network, untried_functions
from proofs.wine import Wine


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return an installation of few modules."""
    for name in ("python/_socket.pyd", "lib/numpy/__init__.pyc", "lib/numpy/core.cp311-win_amd64.pyd", "lib/p/q/r.pyc"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    with zipfile.ZipFile(tmp_path / "python/python311.zip", "w") as packed:
        packed.writestr("json/__init__.pyc", "")
        packed.writestr("json/decoder.pyc", "")
        packed.writestr("ntpath.pyc", "")
    return tmp_path


def test_modules_are_found_in_archive_libraries_and_python_itself(tree: Path) -> None:
    wanted = {"json.decoder", "ntpath", "_socket", "numpy", "numpy.core", "p.q.r", "p.q", "nt", "os.path"}
    assert modules.missing(wanted, tree) == []


def test_a_module_that_is_nowhere_is_noticed_and_one_of_posix_is_not(tree: Path) -> None:
    assert modules.missing({"json.encoder", "numpy.linalg", "fcntl", "_posixsubprocess"}, tree) == [
        "json.encoder",
        "numpy.linalg",
    ]


def test_imports_are_found_wherever_they_stand(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("import json.decoder\ndef f():\n    from xml.dom import minidom\n")
    assert modules.named(tmp_path) == {"json.decoder", "xml.dom"}


class Sloppy(Wine):
    """A Windows in which something is left."""

    def __init__(self, left: str, key: str) -> None:
        self.left, self.key = left, key

    def files(self) -> set[str]:
        """See `Wine`."""
        return {self.left} if self.left else set()

    def registry(self) -> str:
        """See `Wine`."""
        return self.key


@pytest.mark.parametrize(
    ("left", "key", "why"),
    [("Program Files/x", "", "changed: Program Files/x"), ("", r"[Software\Classes\.perceptron]", "left in the reg")],
)
def test_a_file_and_a_key_that_are_left_are_noticed(left: str, key: str, why: str) -> None:
    with pytest.raises(BuildError, match=why):
        WindowsProofs(Path("x.exe"), Sloppy(left, key))._is_clean()


def test_nothing_that_is_left_is_well(monkeypatch: pytest.MonkeyPatch) -> None:
    assert WindowsProofs(Path("x.exe"), Sloppy("", "[Software]"))._is_clean() == "0 files as before"


def test_every_function_of_the_compiled_loop_is_tried() -> None:
    trial = mingw.SOURCES / "try_visits.c"
    assert untried_functions(dev.KERNEL.read_text("utf-8"), trial.read_text("utf-8")) == []


def test_a_function_of_the_compiled_loop_that_nobody_tries_is_noticed() -> None:
    loop = "SHARED const char *visits_source(void)\nSHARED void go(Job *job)\nSHARED double hold(const double *rows,\n"
    assert untried_functions(loop, 'FIND(library, "go")') == ["hold"]


@pytest.mark.parametrize("extra", ["lib/PySide6/plugins/tls/qopensslbackend.dll", "python/libssl-3.dll"])
def test_what_only_a_network_needs_is_noticed_and_what_a_second_start_lacks(extra: str) -> None:
    files = {*NETWORK, "lib/PySide6/Qt6Core.dll", "lib/perceptron_gui/tls.pyc"}
    assert check_network(files) == "QtNetwork.pyd, Qt6Network.dll"
    with pytest.raises(BuildError, match=extra):
        check_network({*files, extra})
    with pytest.raises(BuildError, match="lacks: lib"):
        check_network(files - {NETWORK[1]})
