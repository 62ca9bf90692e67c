"""A session is opened as it was saved: points, rules, view, panels, pins, and the place of the run."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QMessageBox

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.files.program.preferences import Preferences, load_preferences
from perceptron_gui.files.sessions.json_forms import Plain
from perceptron_gui.files.sessions.session_file import plain_of, read_session, session_from, write_session
from perceptron_gui.frozen import replace
from perceptron_gui.gui.filing import copy_folders, open_files, unsaved_copy
from perceptron_gui.gui.filing.open_files import picture_path
from perceptron_gui.gui.panels.panel_registry import PANELS
from perceptron_gui.session.document import Document, Place
from perceptron_gui.session.exercises.exercise_registry import OPTIONS
from perceptron_gui.session.folders import state_folder
from perceptron_gui.session.saved import FEW
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.session.view.switches import BY_NAME
from perceptron_gui.session.view.view_state import Tool, ViewState, with_pin
from perceptron_gui.session.worker import training_worker as moves
from perceptron_gui.session.worker.training_worker import TrainingWorker
from tests.gui.conftest import Desks
from tests.gui.desk import Desk
from tests.gui.filing.saved import write
from tests.session.bench import XOR

Buttons = QMessageBox.StandardButton


def saves_as(monkeypatch: pytest.MonkeyPatch, desk: Desk, path: Path) -> None:
    """Save to a file that is not there yet."""
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: (str(path), ""))
    desk.save("file.save_as")


def prepare(desk: Desk) -> None:
    """Change everything that a session keeps."""
    controller = desk.window.controller
    desk.show(XOR, TrainingSettings(Mode.DUAL, eta=0.5, initial=(0.1, 0.2, 0.3)))
    controller.post(lambda worker: moves.seek(worker, 3))
    desk.wait(lambda: desk.snapshot.visit == 3)
    controller.place([[2.5, 0.5]], [1])
    controller.post(lambda worker: moves.seek(worker, 6))
    desk.wait(lambda: desk.snapshot.visit == 6)
    desk.commands.title.change("XOR, and one more", "Watch the fifth point.\nIt came late.")
    controller.change_view(
        speed=5, selection=(4,), tool=Tool.SELECT, pauses_at_epoch=True, marked_visit=40, exercise_options=frozenset()
    )
    for name in ("levels", "card"):
        desk.do(BY_NAME[name].action)
    controller.change_view(pins=with_pin((), replace(controller.document.named_settings, eta=2.0)))
    desk.window.side.bring_named("dual")
    desk.do("view.zoom_in")
    desk.settle()


def kept(desk: Desk) -> Plain:
    """Return all that a session has, as a file would have it."""
    return plain_of(desk.commands.filing.parts.draft(desk.document).complete())


@pytest.mark.seldom
def test_all_of_it_comes_back_also_at_a_second_start(
    make_desk: Desks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "lesson.perceptron"
    desk = make_desk()
    prepare(desk)
    before = kept(desk)
    saves_as(monkeypatch, desk, path)
    assert not desk.window.isWindowModified()
    assert plain_of(read_session(path).session) == before
    assert desk.window.close()
    other = make_desk(load_preferences(), path=str(path))
    other.wait(lambda: other.dataset.n_samples == 5 and other.snapshot.visit == 6)
    other.settle()
    assert kept(other) == before
    assert other.window.side.entry.name == "dual"
    assert other.window.windowTitle().startswith("XOR, and one more")
    assert not other.window.isWindowModified()
    assert other.snapshot.arrivals == (3,)
    other.do("run.step_back")
    other.wait(lambda: other.snapshot.visit == 5)


def test_a_session_to_be_played_goes_on_from_its_place(make_desk: Desks, tmp_path: Path) -> None:
    path = tmp_path / "a.perceptron"
    write_session(path, SavedSession(Document(XOR), Place(3), ViewState(speed=1)))
    desk = make_desk(path=str(path), plays=True)
    desk.wait(lambda: desk.document.title == "a" and desk.snapshot.visit > 3)
    assert desk.window.controller.view_state.is_playing


def test_a_note_is_shown_below_the_canvas_until_it_is_hidden(desk: Desk, tmp_path: Path) -> None:
    assert desk.commands.title.bar is None
    path = tmp_path / "a.perceptron"
    write_session(path, SavedSession(Document(XOR, title="T", note="Look <b>here</b>")))
    desk.open(path)
    bar = desk.commands.title.bar
    assert bar is not None and bar.isVisible() and bar.text.text() == "Look <b>here</b>"
    bar.findChildren(type(bar.add_button("", lambda: None)))[1].click()
    assert not bar.isVisible()
    desk.commands.title.change("T", "Now here")
    assert bar.isVisible() and bar.text.text() == "Now here"
    desk.do("file.new")
    assert not bar.isVisible()


def test_title_and_note_are_one_step_of_undo_and_no_new_run(desk: Desk) -> None:
    desk.do("run.step")
    desk.wait(lambda: desk.snapshot.visit == 1)
    desk.do("file.title")
    dialog = desk.commands.title.dialog
    dialog.title.setText(" First steps ")
    dialog.note.setPlainText("One\ntwo \ud800")
    dialog._take()
    assert (desk.document.title, desk.document.note) == ("First steps", "One\ntwo")
    assert desk.window.windowTitle().startswith("First steps") and desk.window.isWindowModified()
    assert desk.settle().visit == 1
    desk.do("edit.undo")
    assert not desk.document.note and not desk.window.isWindowModified()


def test_what_is_untitled_is_called_as_its_file_as_soon_as_it_is_saved(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stayed "untitled" until the file was opened again."""
    desk.do("file.new")
    desk.click(1, 1)
    desk.click(1, -1)
    desk.do("run.step")
    desk.wait(lambda: desk.snapshot.visit == 1)
    saves_as(monkeypatch, desk, tmp_path / "lecture.perceptron")
    assert desk.window.windowTitle() == "lecture[*] — Perceptron Lab" and not desk.window.isWindowModified()
    assert desk.document.title == "lecture" and desk.settle().visit == 1
    desk.do("edit.undo")
    assert desk.document.title == "lecture" and desk.window.isWindowModified()
    desk.do("edit.redo")
    assert not desk.window.isWindowModified()


def test_a_title_taken_from_a_file_follows_save_as_and_one_that_was_given_stays(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.open(write(tmp_path / "first.perceptron"))
    saves_as(monkeypatch, desk, tmp_path / "second.perceptron")
    assert desk.document.title == "second" and not desk.window.isWindowModified()
    (tmp_path / "second.perceptron").rename(tmp_path / "third.perceptron")
    desk.open(tmp_path / "third.perceptron")
    assert desk.document.title == "third"
    desk.commands.title.change("Mine", "")
    saves_as(monkeypatch, desk, tmp_path / "fourth.perceptron")
    assert desk.document.title == "Mine" == read_session(tmp_path / "fourth.perceptron").session.document.title


def test_points_from_a_table_are_called_as_the_session_they_are_saved_to(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "table.csv").write_text("x1,x2,label\n0.1,0.2,no\n3,4,yes\n")
    desk.open(tmp_path / "table.csv")
    saves_as(monkeypatch, desk, tmp_path / "lecture.perceptron")
    assert desk.window.windowTitle().startswith("lecture[*]")


def test_rules_and_names_of_a_saved_session_are_reason_to_ask(desk: Desk, tmp_path: Path) -> None:
    desk.open(write(tmp_path / "a.perceptron"))
    desk.rules.bias.click()
    assert desk.window.isWindowModified()
    texts = desk.answer(Buttons.Cancel)
    assert not desk.window.close() and len(texts) == 1
    desk.do("edit.undo")
    assert not desk.window.isWindowModified()
    desk.do("view.zoom_in")
    desk.do("run.step")
    assert not desk.window.isWindowModified()


def told(desk: Desk) -> str:
    """Return what is said about a run that is another one."""
    bar = desk.commands.filing.parts.bar
    return bar.text.text() if bar is not None and bar.isVisible() else ""


def test_a_result_that_is_another_one_is_told(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "a.perceptron"
    write_session(path, SavedSession(Document(XOR), Place(3, digest="0" * 64)))
    desk.open(path)
    desk.wait(lambda: "This is not the run that was saved" in told(desk))
    assert desk.snapshot.visit == 3


def test_a_run_that_ends_before_is_told(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "a.perceptron"
    write_session(path, SavedSession(Document(XOR, TrainingSettings(max_epochs=1)), Place(50, digest="0" * 64)))
    desk.open(path)
    desk.wait(lambda: "but now it ends before that" in told(desk))
    desk.open(write(tmp_path / "b.perceptron"))
    assert not told(desk)


def test_new_stands_first_and_recent_files_below_open(desk: Desk) -> None:
    menu = desk.window.actions_by_id.menus["file"]
    names = [action.objectName() or action.menu() for action in menu.actions() if not action.isSeparator()]
    assert names[0] == "file.new"
    assert names[names.index("file.open") + 1] is desk.commands.filing.recent.menu


def test_recent_files_have_a_picture_each(make_desk: Desks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_files, "DELAY_MS", 1)
    desk = make_desk()
    paths = [write(tmp_path / f"{name}.perceptron") for name in "ab"]
    for path in paths:
        desk.open(path)
        desk.wait(picture_path(str(path.resolve())).is_file)
    menu = desk.commands.filing.recent.menu
    menu.aboutToShow.emit()
    files = menu.actions()[:2]
    assert [action.text() for action in files] == ["b.perceptron", "a.perceptron"]
    assert not any(action.icon().isNull() for action in files)
    menu.actions()[1].trigger()
    desk.wait_until_read()
    assert desk.commands.filing.path == paths[0].resolve()


def test_recent_files_of_the_same_name_show_their_folders(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    recent = desk.commands.filing.recent
    monkeypatch.setattr(recent, "paths", ("/monday/a.csv", "/tuesday/a.csv", "/monday/R&D.csv"))
    recent.menu.aboutToShow.emit()
    titles = [action.text() for action in recent.menu.actions()[:3]]
    assert titles == ["a.csv — monday", "a.csv — tuesday", "R&&D.csv"]


def test_pictures_of_files_that_are_forgotten_go(desk: Desk, tmp_path: Path) -> None:
    recent = desk.commands.filing.recent
    for i in range(10):
        recent.remember(write(tmp_path / f"{i}.perceptron"))
        recent.take_picture()
    assert len(recent.paths) == 8
    assert len([*picture_path("x").parent.glob("*.png")]) == 8


def test_a_session_without_points_can_be_saved(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.do("file.new")
    desk.commands.title.change("Your turn", "Place points that no line separates.")
    saves_as(monkeypatch, desk, tmp_path / "task.perceptron")
    assert read_session(tmp_path / "task.perceptron").session.document.note.startswith("Place points")


def test_a_session_has_room_for_all_that_a_window_has_names_for() -> None:
    assert max(len(PANELS), len(OPTIONS)) <= FEW.max_length // 2


def test_a_name_of_a_panel_that_there_is_not_opens_the_first_station(make_desk: Desks) -> None:
    desk = make_desk(Preferences(front_panel="unheard of"))
    assert session_from(kept(desk)).front_panels == ("step",)


def test_features_that_are_drawn_come_back(make_desk: Desks, tmp_path: Path) -> None:
    desk = make_desk()
    desk.show(Dataset.of([[0, 1, 2, 3], [4, 5, 6, 8]], [0, 1]))
    desk.window.axes_bar.axes_chosen.emit(2, 3)
    desk.wait(lambda: desk.window.canvas.axes == (2, 3))
    session = desk.commands.filing.parts.draft(desk.document).complete()
    write_session(tmp_path / "four.perceptron", session)
    other = make_desk()
    other.open(tmp_path / "four.perceptron")
    assert other.window.canvas.axes == (2, 3) == other.window.axes_bar.axes
    assert other.window.canvas.is_fitted


def test_what_is_chosen_beside_unsaved_points_is_kept_with_them(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    keeper = desk.commands.filing.keeper
    keeper._timer.setInterval(1)
    desk.click(0.7, 2.2)
    folder = state_folder() / copy_folders.FOLDER
    desk.wait(lambda: [*folder.glob("*/*.perceptron")])
    desk.do("run.step")
    desk.do(BY_NAME["levels"].action)

    def session() -> SavedSession:
        return read_session(next(folder.glob("*/*.perceptron"))).session

    desk.wait(lambda: session().view.shows("levels") and session().place.visit == 1)


def test_a_training_thread_that_does_not_answer_keeps_nobody_from_saving(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:

    monkeypatch.setattr(unsaved_copy, "LONGEST_WAIT", 0.01)
    monkeypatch.setattr(TrainingWorker, "tell_place", lambda *_: None)
    assert desk.commands.filing.parts.draft(desk.document).complete().place == Place()
