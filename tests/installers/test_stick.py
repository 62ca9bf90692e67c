"""The stick: every file has its checksum, scripts end their lines as their system does, packing is repeatable."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from installers import desktop_files, stick
from installers.product import PACKAGING, VERSION
from installers.registry import TARGETS


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "stick/wheelhouse").mkdir(parents=True)
    (tmp_path / "stick/wheelhouse/a b.whl").write_bytes(b"wheel")
    (tmp_path / "stick/start.sh").write_text("#!/bin/sh\n")
    (tmp_path / "stick/start.sh").chmod(0o755)
    return tmp_path / "stick"


def test_every_file_has_its_checksum(folder: Path) -> None:
    (folder / stick.SUMS).write_text(stick.checksums(folder))
    assert stick.checksums(folder).count("\n") == 2
    assert hashlib.sha256(b"wheel").hexdigest() + "  wheelhouse/a b.whl\n" in stick.checksums(folder)


def test_packing_twice_gives_the_same_file_and_keeps_what_can_be_run(folder: Path) -> None:
    one, two = folder.with_name("one.zip"), folder.with_name("two.zip")
    stick.pack(folder, one)
    (folder / "start.sh").touch()
    stick.pack(folder, two)
    assert one.read_bytes() == two.read_bytes()
    with zipfile.ZipFile(one) as archive:
        assert archive.namelist() == ["stick/start.sh", "stick/wheelhouse/a b.whl"]
        assert archive.getinfo("stick/start.sh").external_attr >> 16 & 0o111


@pytest.mark.parametrize("name", [*stick.SCRIPTS, "README.txt"])
def test_scripts_name_the_version_and_end_lines_as_their_system_does(tmp_path: Path, name: str) -> None:
    stick.write_text(PACKAGING / "stick" / stick.SCRIPTS.get(name, name), tmp_path / name)
    content = (tmp_path / name).read_bytes()
    assert VERSION.encode() in content
    assert b"@" not in content.replace(b"@echo off", b"").replace(b'"$@"', b"")
    is_windows = name.endswith((".cmd", ".txt"))
    assert content.count(b"\r\n") == (content.count(b"\n") if is_windows else 0)


def test_our_wheels_stand_beside_the_locked_libraries_with_their_hashes(folder: Path) -> None:
    text = stick.requirements([folder / "wheelhouse/a b.whl"])
    assert text.count("\nnumpy==") == 1
    assert text.endswith(f"\nperceptron-gui=={VERSION} --hash=sha256:{hashlib.sha256(b'wheel').hexdigest()}\n")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the script is for POSIX")
def test_a_computer_without_python_is_told_so(folder: Path) -> None:
    for name in ("uname", "dirname"):
        (folder / name).symlink_to(f"/usr/bin/{name}")
    script = PACKAGING / "stick/start.sh"
    env = {"PATH": str(folder), "HOME": str(folder / "home")}
    done = subprocess.run(["/bin/sh", script], env=env, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "Perceptron Lab needs Python 3.11 to 3.14 with its module venv.\n"
    assert not (folder / "home").exists()


def test_the_flatpak_has_the_name_of_the_menu_entry() -> None:
    manifest = (PACKAGING / f"flatpak/{desktop_files.APP_ID}.yml").read_text(encoding="utf-8")
    assert f"\nid: {desktop_files.APP_ID}\n" in manifest
    assert "--share=network" not in manifest


def test_the_stick_waits_for_every_installer_that_is_built_beside_it() -> None:
    assert {"guide", "deb", "run", "windows", "wheels"} == set(stick.TARGET.needs) <= set(TARGETS)
    assert set(stick.INSTALLERS) == {"*.deb", "*.run", "*.exe", "*.dmg"}
    readme = (PACKAGING / "stick/README.txt").read_text(encoding="utf-8")
    assert all(pattern.removeprefix("*") in readme for pattern in stick.INSTALLERS)
