"""The installer without root: it installs, upgrades and removes, and touches nothing that is not its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "packaging/linux"
ENTRY = "applications/org.perceptronlab.PerceptronLab.desktop"

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the script is for Linux")


class Machine:
    """A home folder, and what the .run file unpacks."""

    def __init__(self, folder: Path) -> None:
        self.home, self.unpacked = folder / "my home", folder / "unpacked"
        self.home.mkdir()
        self.app = self.home / ".local/lib/perceptron-lab"
        self.link = self.home / ".local/bin/perceptron-gui"
        for name in ("program/_internal/lib.so", f"share/{ENTRY}", "share/icons/hicolor/scalable/apps/x.svg"):
            (self.unpacked / name).parent.mkdir(parents=True, exist_ok=True)
            (self.unpacked / name).write_text("")
        entry = (ROOT / "perceptron_gui/resources/desktop" / Path(ENTRY).name).read_text(encoding="utf-8")
        (self.unpacked / "share" / ENTRY).write_text(entry, encoding="utf-8")
        (self.unpacked / "share/mime/packages").mkdir(parents=True)
        shutil.copy(ROOT / "perceptron_gui/resources/desktop/perceptron-lab.xml", self.unpacked / "share/mime/packages")
        for name in ("install.sh", "uninstall.sh"):
            shutil.copy(SCRIPTS / name, self.unpacked)
        self.set_version("1")

    def set_version(self, version: str) -> None:
        """Unpack another version."""
        program = self.unpacked / "program/perceptron-gui"
        program.write_text(f"#!/bin/sh\necho {version}\n")
        program.chmod(0o755)

    def install(self, *options: str, umask: int = 0o022) -> subprocess.CompletedProcess[str]:
        """Run the script as the .run file does."""
        return self._run(["sh", "./install.sh", *options], umask)

    def uninstall(self) -> subprocess.CompletedProcess[str]:
        """Run the script that was installed."""
        return self._run([str(self.app / "uninstall.sh"), "--silent"])

    def _run(self, command: list[str], umask: int = 0o022) -> subprocess.CompletedProcess[str]:
        env = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
        env |= {"HOME": str(self.home)}
        return subprocess.run(
            command, cwd=self.unpacked, env=env, capture_output=True, text=True, timeout=120, umask=umask
        )

    def said_version(self) -> str:
        """Return what the installed program says."""
        return subprocess.run([self.link], capture_output=True, text=True, check=True).stdout.strip()

    def files(self) -> set[str]:
        """Return everything in the home folder."""
        return {str(path.relative_to(self.home)) for path in self.home.rglob("*")}


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_it_installs_upgrades_and_leaves_nothing_behind(machine: Machine) -> None:
    done = machine.install("--silent")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert machine.said_version() == "1"
    machine.set_version("2")
    (machine.unpacked / "program/_internal/lib.so").rename(machine.unpacked / "program/_internal/new.so")
    assert machine.install().returncode == 0
    assert machine.said_version() == "2"
    assert not (machine.app / "_internal/lib.so").exists()
    done = machine.uninstall()
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert machine.files() == set()


def test_the_menu_entry_starts_the_program_by_its_whole_path(machine: Machine) -> None:
    machine.install()
    lines = (machine.home / ".local/share" / ENTRY).read_text(encoding="utf-8").splitlines()
    assert f'Exec="{machine.app}/perceptron-gui" %f' in lines
    assert "Icon=perceptron-lab" in lines


def test_files_of_others_stay_as_they_were(machine: Machine) -> None:
    own = {
        ".local/bin/tool": "mine",
        ".local/share/applications/other.desktop": "",
        ".local/lib/x": "y",
        "work.csv": "1",
    }
    for name, words in own.items():
        (machine.home / name).parent.mkdir(parents=True, exist_ok=True)
        (machine.home / name).write_text(words)
    before = machine.files()
    machine.install()
    machine.uninstall()
    assert machine.files() - {".local/share/applications/mimeinfo.cache"} == before
    assert {name: (machine.home / name).read_text() for name in own} == own


def test_a_command_or_folder_that_is_not_its_own_is_never_replaced(machine: Machine) -> None:
    machine.link.parent.mkdir(parents=True)
    machine.link.write_text("of pip")
    done = machine.install()
    assert done.returncode == 2
    assert "is not of this installation" in done.stderr
    assert machine.link.read_text() == "of pip"
    machine.link.unlink()
    machine.app.mkdir(parents=True)
    (machine.app / "notes").write_text("mine")
    assert machine.install().returncode == 2
    assert (machine.app / "notes").read_text() == "mine"


def test_a_link_that_was_turned_elsewhere_is_not_removed(machine: Machine) -> None:
    machine.install()
    machine.link.unlink()
    machine.link.symlink_to("/usr/bin/true")
    machine.uninstall()
    assert machine.link.is_symlink()


@pytest.mark.parametrize("options", [["--prefix"], ["--prefix", "here"], ["--prefix", "/tmp/a$b"], ["--everything"]])
def test_what_cannot_be_is_one_sentence_and_changes_nothing(machine: Machine, options: list[str]) -> None:
    done = machine.install(*options)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert machine.files() == set()


def test_another_folder_takes_all_of_it(machine: Machine) -> None:
    prefix = machine.home / "elsewhere"
    assert machine.install("--silent", "--prefix", str(prefix)).returncode == 0
    assert {path.name for path in prefix.iterdir()} == {"bin", "lib", "share"}
    assert machine.install("--silent", "--prefix", str(prefix), "--uninstall").returncode == 0
    assert machine.files() == set()


def test_everybody_can_start_what_was_unpacked_and_installed_for_one_user_alone(machine: Machine) -> None:
    prefix = machine.home / "for-all"
    prefix.mkdir(0o755)
    for path in machine.unpacked.rglob("*"):
        path.chmod(path.stat().st_mode & 0o700)
    assert machine.install("--silent", "--prefix", str(prefix), umask=0o077).returncode == 0
    installed = [path for path in prefix.rglob("*") if not path.is_symlink()]
    assert len(installed) > 10
    for path in installed:
        wanted = 0o555 if path.is_dir() or path.name in ("perceptron-gui", "uninstall.sh") else 0o444
        assert path.stat().st_mode & wanted == wanted, path
