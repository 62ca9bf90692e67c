"""The run is written as a program beside the window, whole or not at all, and tells nothing that is asked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from perceptron_gui.engine.data.settings import Mode
from perceptron_gui.files.output.written_runs import Telling, write_program
from perceptron_gui.files.points.points_file import PointsFileError
from perceptron_gui.session.document import Document
from perceptron_gui.session.output.exports import PROGRAM_FORMATS
from tests.gui.conftest import Desk
from tests.gui.filing.test_saving import typing
from tests.session.bench import XOR
from tests.session.programs.tasks import printed

NUMPY, SKLEARN, NOTEBOOK = PROGRAM_FORMATS


def test_programs_are_written_from_the_menu(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.show(XOR)
    proposed = typing(monkeypatch, tmp_path / "one", tmp_path / "two.py")
    desk.do(NUMPY.action)
    desk.wait((tmp_path / "one.py").exists)
    desk.do(SKLEARN.action)
    desk.wait((tmp_path / "two.py").exists)
    assert [Path(name).suffix for name in proposed] == [".py", ".py"]
    assert printed((tmp_path / "one.py").read_text(encoding="utf-8"))["status"] == "cycle"
    assert "from sklearn.linear_model import Perceptron" in (tmp_path / "two.py").read_text(encoding="utf-8")


def test_a_notebook_is_written_from_the_menu(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.show(XOR)
    proposed = typing(monkeypatch, tmp_path / "one")
    desk.do(NOTEBOOK.action)
    desk.wait((tmp_path / "one.ipynb").exists)
    assert Path(proposed[0]).suffix == ".ipynb"
    desk.wait(lambda: desk.message == "Wrote the program one.ipynb.")
    assert json.loads((tmp_path / "one.ipynb").read_text(encoding="utf-8"))["nbformat"] == 4


def test_a_program_stops_at_the_visit_that_is_asked_about(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.show(XOR)
    desk.do("run.step")
    desk.settle()
    desk.do("run.predict")
    desk.wait(lambda: desk.window.controller.snapshot.is_veiled)
    typing(monkeypatch, tmp_path / "asked.py")
    desk.do(NUMPY.action)
    desk.wait((tmp_path / "asked.py").exists)
    found = printed((tmp_path / "asked.py").read_text(encoding="utf-8"))
    assert (found["status"], found["visits"]) == ("unfinished", 1)
    assert "training_errors" not in found


def test_of_points_that_came_in_the_middle_of_a_run_program_and_window_say_that_they_are_there_from_the_start(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.show(XOR)
    desk.do("run.step")
    desk.settle()
    typing(monkeypatch, tmp_path / "before.py", tmp_path / "after.py")
    desk.do(NUMPY.action)
    desk.wait((tmp_path / "before.py").exists)
    desk.wait(lambda: desk.message == "Wrote the program before.py.")
    desk.window.controller.place([(0.5, 0.25)], [0])
    desk.wait(lambda: any(desk.snapshot.arrivals))
    desk.do(NUMPY.action)
    told = "Points arrived during this run; the program has all of them from the start, so its run is different."
    desk.wait(lambda: desk.message == f"Wrote the program after.py. {told}")
    assert told in " ".join((tmp_path / "after.py").read_text(encoding="utf-8").split())
    assert told not in " ".join((tmp_path / "before.py").read_text(encoding="utf-8").split())


def write(document: Document, path: Path, form: object = NUMPY) -> None:
    """Write a program without a window."""
    write_program(str(path), document, form, Telling(), lambda part: None)  # type: ignore[arg-type]


def test_what_cannot_be_said_leaves_the_old_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "run.py"
    path.write_text("old")
    several = Document(XOR).with_settings(Document(XOR).settings.__class__(Mode.MULTICLASS))
    with pytest.raises(PointsFileError, match="scikit-learn's Perceptron learns each class against the rest"):
        write(several, path, SKLEARN)
    with pytest.raises(PointsFileError, match="There are no points"):
        write(Document(), path)
    assert path.read_text() == "old" and [*tmp_path.iterdir()] == [path]


def test_a_folder_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(PointsFileError, match="there is no such folder"):
        write(Document(XOR), tmp_path / "none" / "run.py")
