"""dev.py and how it starts the program: from odd folders, by odd users, in checkouts that moved."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import pytest

import dev
from tests import effort

TRAP = "raise SystemExit('this file of the current folder was executed')\n"
POINTS = "x1,x2,label\n1,1,1\n-1,-1,-1\n"


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    """Return a folder of points whose other files must never be executed."""
    for name in ("json", "csv", "numpy", "sysconfig", "platformdirs"):
        (tmp_path / f"{name}.py").write_text(TRAP)
    (tmp_path / "perceptron_gui").mkdir()
    (tmp_path / "perceptron_gui/__init__.py").write_text(TRAP)
    (tmp_path / "points.csv").write_text(POINTS)
    return tmp_path


@pytest.fixture
def empty_venv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let dev.py work on a virtual environment of its own, without libraries, and let pip only pretend."""
    folder, create, call = tmp_path / "venv", venv.create, dev.call

    def create_without_pip(folder: Path, **words: bool) -> None:
        create(folder, **{**words, "with_pip": False})
        site = dev.site_packages()
        assert site is not None
        (site / "pip-1.dist-info").mkdir()
        (site / "pip-1.dist-info/INSTALLER").touch()

    def pip(command: Any, env: dict[str, str] | None = None) -> int:
        if "pip" not in command:
            return call(command, env)
        site = dev.site_packages()
        assert site is not None
        for name in ("numpy", "numpy-2.4.dist-info", "__pycache__"):
            (site / name).mkdir(exist_ok=True)
        for name in ("six.py", "__pycache__/six.pyc", "numpy-2.4.dist-info/INSTALLER"):
            (site / name).touch()
        return 0

    create(folder, with_pip=False, symlinks=os.name != "nt")
    monkeypatch.setattr(venv, "create", create_without_pip)
    monkeypatch.setattr(dev, "call", pip)
    monkeypatch.setattr(dev, "VENV", folder)
    monkeypatch.setattr(dev, "STAMP", folder / "installed.txt")
    dev.STAMP.write_text(f"run {dev.digest('run')}\n")
    return folder


def test_run_executes_nothing_of_the_current_folder(trap: Path) -> None:
    command = [sys.executable, str(dev.ROOT / "dev.py"), "run", "train", "points.csv", "--json"]
    done = subprocess.run(command, cwd=trap, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    assert '"status": "converged"' in done.stdout


def test_the_module_imports_nothing_more_from_the_current_folder(trap: Path) -> None:
    (trap / "perceptron_gui/__init__.py").unlink()  # Python itself looks there first: not ours to prevent
    (trap / "perceptron_gui").rmdir()
    env = os.environ | {"PYTHONPATH": str(dev.ROOT)}
    command = [sys.executable, "-m", "perceptron_gui", "train", "points.csv", "--json"]
    done = subprocess.run(command, cwd=trap, env=env, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_new_window_executes_nothing_of_the_current_folder(trap: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from PySide6.QtCore import QProcess

    from perceptron_gui.gui.filing import file_commands

    started: list[list[str]] = []
    note = lambda program, words: started.append([program, *words])  # noqa: E731
    monkeypatch.setattr(QProcess, "startDetached", note)
    file_commands.open_window()
    done = subprocess.run([*started[0], "--version"], cwd=trap, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(os.name != "posix", reason="links are how a venv finds its Python on POSIX")
def test_no_program_of_the_current_folder_is_taken_for_a_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trap, programs = tmp_path / "trap", tmp_path / "programs"
    for folder in (trap, programs):
        folder.mkdir()
        (folder / "gcc").write_text("")
        (folder / "gcc").chmod(0o755)
    monkeypatch.chdir(trap)
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", os.pathsep.join(["", ".", str(programs)]))
    assert dev.compilers() == [str(programs / "gcc")]
    # Windows looks in the current folder before all others, whatever the path says.
    monkeypatch.setattr(dev.shutil, "which", lambda name, **_: os.path.join(os.curdir, name))
    assert dev.compilers() == []


def test_a_moved_or_copied_checkout_finds_its_own_package(empty_venv: Path) -> None:
    site = dev.site_packages()
    assert site is not None
    (site / "checkout.pth").write_text("/another/checkout\n")
    assert "run" in dev.installed()
    ask = [dev.venv_python(), "-c", "import perceptron_gui; print(perceptron_gui.__file__)"]
    done = subprocess.run(ask, cwd=empty_venv, capture_output=True, text=True, timeout=120, check=True)
    assert Path(done.stdout.strip()).parent == dev.ROOT / "perceptron_gui"


def test_a_relinked_copy_leaves_the_other_checkout_alone(empty_venv: Path) -> None:
    site = dev.site_packages()
    assert site is not None
    other = empty_venv / "other.pth"
    other.write_text("/another/checkout\n")
    os.link(other, site / "checkout.pth")
    dev.installed()
    assert other.read_text() == "/another/checkout\n"


def test_the_path_of_the_checkout_is_plain_letters_whatever_its_name(empty_venv: Path) -> None:
    site = dev.site_packages()
    assert site is not None
    dev.link_checkout(site)
    line = (site / "checkout.pth").read_text(encoding="ascii").strip()
    assert (site / line).resolve() == dev.ROOT.resolve()


def damage_that_is_told(capsys: pytest.CaptureFixture[str]) -> str:
    """Bring .venv to what a lock says, and return what is said of why it is made again."""
    capsys.readouterr()
    dev.need_libraries("run")
    said = capsys.readouterr().out.splitlines()
    assert said[-1] == "installing requirements/run.txt"
    whole = dev.installed()
    assert whole["run"] == dev.digest("run")
    assert dev.need_venv() == whole
    assert not capsys.readouterr().out
    return said[0].removeprefix("making .venv again: ")


@pytest.mark.skipif(os.name != "posix", reason="links are how a venv finds its Python on POSIX")
def test_a_python_that_was_replaced_makes_the_environment_again(
    empty_venv: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert dev.installed()
    for name in ("python", "python3", dev.venv_python().resolve().name):
        (empty_venv / "bin" / name).unlink(missing_ok=True)
    dev.venv_python().symlink_to("/nowhere/python3")
    assert damage_that_is_told(capsys) == "its Python does not work"


@pytest.mark.skipif(os.name != "posix", reason="links are how a venv finds its Python on POSIX")
def test_a_python_of_another_version_makes_the_environment_again(
    empty_venv: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site = dev.site_packages()
    assert site is not None
    site.parent.rename(site.parent.with_name("python3.9"))
    assert damage_that_is_told(capsys) == "its Python does not work"


def test_an_environment_without_its_configuration_is_made_again(
    empty_venv: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (empty_venv / "pyvenv.cfg").unlink()
    assert damage_that_is_told(capsys) == "its Python does not work"


@pytest.mark.parametrize("text", [b"run 12 34\n", b"\xff\xfe\x00", None])
def test_a_damaged_list_of_what_is_installed_makes_the_environment_again(
    empty_venv: Path, capsys: pytest.CaptureFixture[str], text: bytes | None
) -> None:
    dev.STAMP.unlink()
    if text is None:
        dev.STAMP.mkdir()
    else:
        dev.STAMP.write_bytes(text)
    assert damage_that_is_told(capsys) == "installed.txt is damaged"


@pytest.mark.parametrize("text", ["", "numpy run\n", None])
def test_an_installation_that_was_cut_short_is_begun_again(
    empty_venv: Path, capsys: pytest.CaptureFixture[str], text: str | None
) -> None:
    dev.STAMP.unlink()
    if text is not None:
        dev.STAMP.write_text(text)
    assert damage_that_is_told(capsys) == "its installation was not finished"


def test_a_list_that_changed_makes_the_environment_again(empty_venv: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dev.STAMP.write_text(f"run {'0' * 64}\n")
    assert damage_that_is_told(capsys) == "requirements/run.txt has changed"


@pytest.mark.parametrize("gone", ["numpy", "numpy-2.4.dist-info", "six.py"])
def test_a_library_that_is_missing_makes_the_environment_again(
    empty_venv: Path, capsys: pytest.CaptureFixture[str], gone: str
) -> None:
    dev.STAMP.unlink()
    dev.need_libraries("run")
    site = dev.site_packages()
    assert site is not None
    (site / gone).rename(empty_venv / "elsewhere")
    assert damage_that_is_told(capsys) == f"{gone} is missing"


def test_what_comes_and_goes_in_the_environment_is_not_missing(
    empty_venv: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dev.STAMP.unlink()
    dev.need_libraries("run")
    site = dev.site_packages()
    assert site is not None
    (site / "pip-1.dist-info").rename(site / "pip-2.dist-info")  # pip was brought up to date
    (site / "__pycache__/six.pyc").unlink()
    (site / "__pycache__").rmdir()
    (site / "of_the_user.py").touch()
    capsys.readouterr()
    dev.need_libraries("run")
    assert not capsys.readouterr().out


def test_what_an_older_dev_py_installed_is_kept_and_looked_after(
    empty_venv: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site = dev.site_packages()
    assert site is not None
    (site / "numpy").mkdir()
    dev.STAMP.write_text(f"test {dev.digest('test')}\n")
    dev.need_libraries("run")
    assert not capsys.readouterr().out
    (site / "numpy").rmdir()
    assert damage_that_is_told(capsys) == "numpy is missing"


def test_what_another_list_has_replaced_is_not_missing(
    empty_venv: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    dev.STAMP.unlink()
    dev.need_libraries("run")
    site = dev.site_packages()
    assert site is not None
    pip = dev.call

    def replace(command: Any, env: dict[str, str] | None = None) -> int:
        (site / "numpy-2.4.dist-info").rename(site / "numpy-2.5.dist-info")
        return 0

    monkeypatch.setattr(dev, "call", replace)
    dev.need_libraries("package")
    monkeypatch.setattr(dev, "call", pip)
    capsys.readouterr()
    dev.need_libraries("run")
    assert not capsys.readouterr().out


@pytest.mark.parametrize("kind", ["file", "dangling link", "link to a file", "link to a folder of somebody"])
def test_what_is_called_like_the_environment_and_is_none_is_put_aside(
    empty_venv: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    dev.shutil.rmtree(empty_venv)
    somebodys = tmp_path / "somebodys"
    if kind.endswith("somebody"):
        somebodys.mkdir()
        (somebodys / "work.txt").write_text("of months")
    elif kind != "dangling link":
        somebodys.write_text("of months")
    if kind == "file":
        somebodys.rename(empty_venv)
    else:
        empty_venv.symlink_to(somebodys)
    is_folder = kind.endswith("somebody")
    assert damage_that_is_told(capsys) == ("its installation was not finished" if is_folder else "it is not a folder")
    assert not empty_venv.is_symlink()
    aside = tmp_path / "venv.old"
    if is_folder:
        assert (aside / "work.txt").read_text() == "of months"
    elif kind != "dangling link":
        assert aside.read_text() == "of months"


@pytest.mark.skipif(os.name != "posix", reason="links are made by anybody on POSIX")
def test_an_environment_may_lie_behind_a_link(
    empty_venv: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty_venv.rename(tmp_path / "elsewhere")
    empty_venv.symlink_to(tmp_path / "elsewhere")
    dev.need_libraries("run")
    assert not capsys.readouterr().out
    dev.STAMP.write_text("damage")
    assert damage_that_is_told(capsys) == "installed.txt is damaged"
    assert empty_venv.is_symlink()
    assert (tmp_path / "elsewhere/installed.txt").exists()


def test_a_library_in_the_middle_of_which_pip_was_stopped_is_installed_again(empty_venv: Path) -> None:
    site = dev.site_packages()
    assert site is not None
    for name, files in (("half", ["METADATA"]), ("whole", ["METADATA", "INSTALLER"])):
        (site / f"{name}-1.dist-info").mkdir()
        for file in files:
            (site / f"{name}-1.dist-info" / file).touch()
    dev.install_lock("run", site)
    assert not (site / "half-1.dist-info").exists()
    assert (site / "whole-1.dist-info").exists()


def test_where_python_can_make_no_environment_that_is_one_sentence(
    empty_venv: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise ValueError("Refusing to create a venv in /a:b because it contains the PATH separator :.")

    dev.STAMP.unlink()
    monkeypatch.setattr(venv, "create", refuse)
    with pytest.raises(dev.Stop, match=r"Python could not make .*venv: Refusing"):
        dev.need_libraries("run")


def test_pip_installs_into_the_environment_whatever_its_configuration_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: dict[str, str] = {}

    def call(command: Any, env: dict[str, str] | None = None) -> int:
        seen.update(env or {})
        return 0

    monkeypatch.setattr(dev, "call", call)
    dev.install_lock("run", tmp_path)
    assert seen["PIP_USER"] == "0"


def test_byte_code_is_kept_where_none_may_lie_beside_the_sources(
    empty_venv: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "sources"
    folder.mkdir()
    (folder / "module.py").write_text("")
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.delenv("PYTHONPYCACHEPREFIX", raising=False)
    assert dev.call(["-c", "import module"], {"PYTHONPATH": str(folder)}) == 0
    assert [path.name for path in folder.iterdir()] == ["module.py"]
    assert list((dev.VENV / "bytecode").rglob("module.*.pyc"))


def test_what_pytest_has_made_of_an_earlier_checkout_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    monkeypatch.setattr(dev, "VENV", tmp_path / ".venv")
    made = tmp_path / ".venv/bytecode/tests/test_one.cpython-311-pytest-9.pyc"
    for path in (tmp_path / "tests/test_one.py", tmp_path / "tests/test_two.py", made):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    os.utime(tmp_path / "tests/test_one.py", (1000, 1000))
    assert dev.is_compiled()  # one of two was edited since
    os.utime(made, (500, 500))
    assert not dev.is_compiled()
    made.unlink()
    assert not dev.is_compiled()


def test_a_checkout_that_cannot_be_written_to_is_one_sentence(
    empty_venv: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    dev.STAMP.unlink()
    monkeypatch.setattr(venv, "create", refuse)
    with pytest.raises(dev.Stop, match=r"cannot be set up \(Permission denied\): copy it to a folder you can write to"):
        dev.need_libraries("run")


def test_a_checkout_that_is_set_up_runs_where_nothing_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dev, "kernel_file", lambda: tmp_path / "visits.library")
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert not dev.build_kernel()
    assert capsys.readouterr().out.count("\n") == 1


@pytest.mark.skipif(os.name != "posix", reason="users without a name or a home are of POSIX")
def test_a_user_without_name_and_home_is_no_reason_to_stop(tmp_path: Path) -> None:
    code = (
        "import pwd\n"
        "def nobody(*_): raise KeyError('no such user')\n"
        "pwd.getpwuid = pwd.getpwnam = nobody\n"
        "import dev\n"
        "dev.has_fonts()\n"
        "from perceptron_gui.files.program.preferences import Preferences, load_preferences, save_preferences\n"
        "assert load_preferences() == Preferences()\n"
        "print(save_preferences(Preferences()))\n"
    )
    env = {key: value for key, value in os.environ.items() if key not in ("HOME", "USER", "LOGNAME")}
    env = {key: value for key, value in env.items() if not key.startswith(("XDG_", "PERCEPTRON_LAB_"))}
    env["PYTHONPATH"] = str(dev.ROOT)
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=env, capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stdout) == (0, "False\n")
    assert (
        done.stderr.startswith("The settings could not be saved for the next start because")
        and done.stderr.count("\n") == 1
    )
    assert not list(tmp_path.iterdir())


def test_all_is_looked_at_unless_a_part_is_asked_for(pytestconfig: pytest.Config) -> None:
    assert effort.is_all is not pytestconfig.getoption("--quick")
    assert (dev.ROOT / ".ci/run").read_text().splitlines()[-1] == "exec python3 dev.py test"


def test_tests_are_spread_over_more_than_the_cores_but_for_files_that_are_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    assert dev.spread(["-k", "cycle"])[:2] == ["-n", "4"]
    assert dev.spread(["tests/test_dev.py"]) == []
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    assert dev.spread([])[:2] == ["-n", "8"]


@pytest.mark.parametrize(("check", "tests", "code"), [(0, 0, 0), (1, 0, 1), (0, 1, 1)])
def test_it_fails_where_a_check_beside_the_tests_does_and_says_which(
    check: int,
    tests: int,
    code: int,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    beside = tmp_path / "dev.py"
    beside.write_text(f"print('what the checks say')\nraise SystemExit({check})\n")
    monkeypatch.setattr(dev, "__file__", str(beside))
    monkeypatch.setattr(dev, "need_test_machine", lambda: None)
    monkeypatch.setattr(dev, "call", lambda command, env: tests)
    assert dev.test([]) == code
    said = capfd.readouterr().out.splitlines()
    assert said[-2:] == ["what the checks say", "tests       FAILED, see above" if tests else "tests       ok"]


def test_who_sets_up_for_tests_has_read_ahead_what_each_of_them_would_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[bool] = []
    for name in ("need_system", "need_libraries"):
        monkeypatch.setattr(dev, name, lambda *_: None)
    monkeypatch.setattr(dev, "build_kernel", lambda: True)
    monkeypatch.setattr(dev, "read_ahead", lambda: read.append(True))
    assert dev.setup(["run"]) == 0
    assert not read
    assert dev.setup([]) == 0
    assert read
