"""Proofs of installers can fail: at an empty picture, at a file that is left; and a failure is one row, and the end."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

pytest.importorskip("resource", reason="proofs are made on Linux")

from PySide6.QtGui import QColor, QImage

import smoke
from installers.shell import BuildError
from proofs import chroot, frozen, linux, screens, sockets
from proofs.artefacts import KINDS, Artefact
from proofs.chroot import Chroot
from proofs.linux import Proofs
from proofs.pictures import look


def picture(path: Path, paint: Callable[[int, int], QColor], width: int = 1000, height: int = 700) -> Path:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    # An eighth of it, so that it stays quick.
    for x in range(0, width, 2):
        for y in range(0, height, 4):
            image.setPixelColor(x, y, paint(x, y))
    assert image.save(str(path))
    return path


def test_a_picture_with_many_colours_is_one(tmp_path: Path) -> None:
    path = picture(tmp_path / "a.png", lambda x, y: QColor(x % 256, y % 256, 0))
    image = QImage(str(path))
    assert look(path).startswith(f"{image.width()} × {image.height()}, ")


@pytest.mark.parametrize(
    ("width", "height", "why"), [(1000, 700, "shows nothing"), (100, 100, "is no picture of a window: 100 × 100")]
)
def test_an_empty_picture_and_a_small_one_are_none(tmp_path: Path, width: int, height: int, why: str) -> None:
    path = picture(tmp_path / "a.png", lambda x, y: QColor("white"), width, height)
    with pytest.raises(BuildError, match=why):
        look(path)


def test_no_picture_at_all_is_none(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="is no picture"):
        look(tmp_path / "none.png")


def fail() -> str:
    raise BuildError("many words\nthe last line")


def test_the_first_failure_ends_the_proofs_and_is_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    rows, holds = smoke.prove("deb", {"one": lambda: "fine", "two": fail, "three": lambda: "never"})
    assert not holds
    assert [(row[1], row[2], row[4]) for row in rows] == [("one", "ok", "fine"), ("two", "FAILED", "the last line")]


def test_what_cannot_be_tried_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert smoke.main(["program.msi"]) == 2
    assert "program.msi: what ends like this cannot be tried here" in capsys.readouterr().err


def test_a_folder_is_tried_only_if_the_program_is_in_it(tmp_path: Path) -> None:
    assert not smoke.can_prove(tmp_path)
    (tmp_path / "perceptron-gui").write_text("")
    assert smoke.can_prove(tmp_path)


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Chroot:
    base = tmp_path / "base"
    (base / "usr/bin").mkdir(parents=True)
    (base / "usr/bin/tool").write_text("tool")
    (base / "var/log").mkdir(parents=True)
    monkeypatch.setattr(chroot, "base", lambda suite: base)
    return Chroot(tmp_path / "system")


linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="copies with the cp of Linux")


@linux_only
def test_the_program_sees_no_network_and_none_of_our_environment(system: Chroot) -> None:
    command = system.command("prog", "--version", user="student", binds=["/tmp/x"])
    assert command[:3] == ["unshare", "--mount", "--net"]
    assert command[-5:] == ["HOME=/home/student", *command[-4:-2], "prog", "--version"]
    assert command[command.index("env") + 1] == "-i"
    assert "--net" not in system.command("apt-get", "update", is_offline=False)


class Sloppy(Artefact):
    """Leaves what the test tells it to leave."""

    folder, program = "/usr/lib/x", "/usr/bin/x"
    leave = "usr/bin/left"

    def bring_dependencies(self) -> None:
        """See `Artefact`."""

    def install(self) -> str:
        """See `Artefact`."""
        return ""

    def install_older(self) -> None:
        """See `Artefact`."""

    def uninstall(self) -> None:
        """See `Artefact`."""
        (self.system.root / self.leave).write_text("left")


@linux_only
@pytest.mark.parametrize(
    ("leave", "is_noticed"), [("usr/bin/left", True), ("usr/bin/tool", True), ("var/log/x", False)]
)
def test_what_is_left_or_changed_is_noticed(system: Chroot, leave: str, is_noticed: bool) -> None:
    artefact = Sloppy(Path("x.deb"), system)
    artefact.leave = leave
    proofs = Proofs(artefact)
    proofs._before = system.state()
    if is_noticed:
        with pytest.raises(BuildError, match=f"changed: {leave}"):
            proofs._remove()
    else:
        assert "as before" in proofs._remove()


@pytest.mark.parametrize(
    "line",
    [
        "libX.so => not found",
        "error while loading: ELF load command address/offset not page-aligned",
        "not a dynamic executable",
    ],
)
def test_every_way_in_which_a_library_does_not_load_is_noticed(line: str) -> None:
    assert linux.UNRESOLVED.search(line)
    assert not linux.UNRESOLVED.search("libgpg-error.so.0 => /lib/libgpg-error.so.0 (0x00007f5c41628000)")


def test_every_kind_of_installer_has_its_proofs() -> None:
    assert set(KINDS) == {".deb", ".run"}
    for kind in KINDS.values():
        assert kind.program.startswith("/")


def record(path: Path, *lines: str) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def test_sockets_of_this_machine_are_counted(tmp_path: Path) -> None:
    lines = (
        "7 socket(AF_UNIX, SOCK_STREAM, 0) = 5",
        "8 socket(AF_UNIX, SOCK_STREAM, 0) = 6",
        "8 +++ exited with 0 +++",
    )
    assert sockets.check(record(tmp_path / "a", *lines, "7 +++ killed by SIGTERM +++")) == "2 AF_UNIX"
    assert sockets.check(record(tmp_path / "a", "7 +++ exited with 0 +++")) == "none"


def test_a_socket_of_a_network_is_noticed(tmp_path: Path) -> None:
    line = "7 socket(AF_INET6, SOCK_DGRAM|SOCK_CLOEXEC, IPPROTO_IP) = 5"
    with pytest.raises(BuildError, match="sockets of a network: AF_INET6"):
        sockets.check(record(tmp_path / "a", line, "7 +++ exited with 0 +++"))


def test_a_record_that_has_not_ended_proves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screens, "PATIENCE_S", 0.0)
    with pytest.raises(BuildError, match="strace did not end"):
        sockets.check(record(tmp_path / "a", "7 socket(AF_UNIX, SOCK_STREAM, 0) = 5", "8 +++ exited with 0 +++"))


@pytest.mark.parametrize("is_slower", [True, False])
def test_a_frozen_program_that_takes_longer_than_from_source_is_noticed(is_slower: bool) -> None:
    def measure(program: Sequence[str], folder: str) -> float:
        return 2.0 if (program == ["frozen"]) is is_slower else 1.0

    if is_slower:
        with pytest.raises(BuildError, match=r"ratio 2\.00"):
            frozen._compare(["frozen"], measure, 1.1)
    else:
        assert frozen._compare(["frozen"], measure, 1.1).endswith("ratio 0.50")


@linux_only
def test_a_window_that_ends_by_itself_is_no_window(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="it ended with 7"):
        frozen._time_to_window([sys.executable, "-Sc", "raise SystemExit(7)"], str(tmp_path))


@linux_only
def test_what_a_window_uses_until_it_sleeps_is_its_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frozen, "STILL_S", 0.1)
    script = "import time\nwhile time.process_time() < 0.2: pass\ntime.sleep(600)"
    assert frozen._time_to_window([sys.executable, "-Sc", script], str(tmp_path)) >= 0.19
