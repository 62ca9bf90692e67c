"""Opening, saving, and never losing a point without being asked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QFileDialog, QMessageBox

import perceptron_gui
from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.frozen import replace
from tests.gui.conftest import Desks
from tests.gui.desk import Desk, Key, Modifier
from tests.gui.filing.saved import points_in, write
from tests.session.bench import XOR

IRIS = Path(perceptron_gui.__file__).parent / "resources/data/iris.csv"
Buttons = QMessageBox.StandardButton
Chooses = Callable[[Path | None], None]


@pytest.fixture
def chooses(monkeypatch: pytest.MonkeyPatch) -> Chooses:
    """Return what answers the next file dialogs."""

    def choose(path: Path | None) -> None:
        answer = (str(path) if path else "", "")
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_, **__: answer)
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: answer)

    return choose


@pytest.fixture
def two_points(tmp_path: Path) -> Path:
    """A points file of two points."""
    path = tmp_path / "two.csv"
    path.write_text("x1,x2,label\n0.1,0.2,no\n3,4,yes\n", encoding="utf-8")
    return path


@pytest.fixture
def lesson(tmp_path: Path) -> Path:
    """A session of two points."""
    return write(tmp_path / "two.perceptron")


def test_iris_opens_and_trains_in_three_modes(desk: Desk) -> None:
    desk.open(IRIS)
    assert desk.dataset.X.shape == (150, 4)
    assert len(desk.dataset.classes) == 3
    for mode in (Mode.PRIMAL, Mode.DUAL, Mode.MULTICLASS):
        desk.window.top.modes[mode].click()
        assert desk.rules.positive.isVisible() is mode.is_binary
        desk.key(Key.Key_Right, Modifier.ControlModifier, on=desk.window.canvas)
        desk.wait(lambda mode=mode: desk.snapshot.visit == 150 and desk.snapshot.settings.mode is mode)
        desk.window.grab()
        desk.key(Key.Key_Home, on=desk.window.canvas)
        desk.wait(lambda: desk.snapshot.visit == 0)
    assert desk.window.failures.dialog is None


@pytest.fixture
def three(tmp_path: Path) -> Path:
    """A points file of three classes."""
    path = tmp_path / "three.csv"
    path.write_text("x1,x2,label\n0,1,a\n3,4,b\n5,-2,c\n", encoding="utf-8")
    return path


WAYS: dict[str, Callable[[Desk, Path], object]] = {
    "opened": lambda desk, path: desk.open(path),
    "dropped": lambda desk, path: desk.window.files_dropped.emit(str(path)),
    "asked for by the desktop": lambda desk, path: desk.commands.filing.open_asked(str(path)),
    "opened again": lambda desk, path: desk.commands.filing.recent._open_file(str(path)),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_points_file_of_three_classes_is_opened_in_multiclass_which_says_so(
    desk: Desk, three: Path, two_points: Path, way: str
) -> None:
    before = desk.document
    WAYS[way](desk, three)
    desk.wait_until_read()
    assert desk.document.settings == replace(
        before.settings, mode=Mode.MULTICLASS, positive=desk.document.settings.positive
    )
    assert desk.window.top.modes[Mode.MULTICLASS].isChecked()
    assert desk.message == "3 classes: opened in multiclass."
    assert desk.settle().theta.shape == (3, 3)
    desk.do("edit.undo")
    assert desk.document is before
    desk.open(two_points)
    assert desk.document.settings.mode is Mode.PRIMAL
    assert "multiclass" not in desk.message


def test_open_takes_sessions_and_tables_and_remembers_both(
    desk: Desk, lesson: Path, two_points: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[object, ...]] = []
    for path, point in ((two_points, [0.1, 0.2]), (lesson, points_in(lesson).X[0].tolist())):

        def answer(*words: object, path: Path = path) -> tuple[str, str]:
            asked.append(words)
            return str(path), ""

        monkeypatch.setattr(QFileDialog, "getOpenFileName", answer)
        desk.do("file.open")
        desk.wait_until_read()
        assert desk.dataset.X[0].tolist() == point
        assert desk.commands.filing.recent.paths[0] == str(path.resolve())
    assert {str(lesson.resolve()), str(two_points.resolve())} <= set(desk.commands.filing.recent.paths)
    kinds = str(asked[0][3]).split(";;")
    names = [kind.split(" (")[0] for kind in kinds]
    assert names == ["Sessions, lessons and points files", "Sessions", "Lessons", "Points files", "All files"]
    for suffix in (lesson.suffix, ".csv", ".tsv", ".txt"):
        assert f"*{suffix}" in kinds[0]
        assert (f"*{suffix}" in kinds[1]) != (f"*{suffix}" in kinds[3])


def test_what_was_said_of_a_file_is_not_said_of_the_next(desk: Desk, three: Path, two_points: Path) -> None:
    desk.open(three)
    assert "opened in multiclass" in desk.message
    desk.open(two_points)
    assert "opened in multiclass" not in desk.message


def test_three_classes_named_at_the_start_are_opened_in_multiclass(make_desk: Desks, three: Path) -> None:
    desk = make_desk(path=str(three))
    desk.wait(lambda: desk.dataset.n_samples == 3)
    assert desk.document.settings.mode is Mode.MULTICLASS
    assert desk.message == "3 classes: opened in multiclass."
    assert not desk.window.isWindowModified()


@pytest.mark.parametrize("mode", [Mode.DUAL, Mode.MULTICLASS])
def test_a_kernel_and_an_order_stay_where_a_file_brings_three_classes(desk: Desk, three: Path, mode: Mode) -> None:
    settings = TrainingSettings(mode=mode, kernel=Kernel(KernelName.RBF), order=Order.SHUFFLED, eta=0.5)
    desk.show(XOR, settings)
    desk.open(three)
    opened = desk.document.settings
    assert (opened.mode, opened.kernel, opened.order, opened.eta) == (
        Mode.MULTICLASS,
        settings.kernel,
        Order.SHUFFLED,
        0.5,
    )
    assert ("opened in multiclass" in desk.message) is (mode is Mode.DUAL)
    assert desk.settle().n_errors == 3


def test_a_file_of_one_or_two_classes_leaves_every_mode_as_it_is(desk: Desk, two_points: Path, tmp_path: Path) -> None:
    one = tmp_path / "one.csv"
    one.write_text("x1,x2,label\n0,1,a\n3,4,a\n", encoding="utf-8")
    for mode in Mode:
        for path in (one, two_points):
            desk.show(XOR, TrainingSettings(mode=mode))
            desk.open(path)
            assert desk.document.settings.mode is mode
            assert "opened in" not in desk.message


def test_a_file_named_at_the_start_is_opened(make_desk: Desks, two_points: Path) -> None:
    desk = make_desk(path=str(two_points))
    desk.wait(lambda: desk.dataset.n_samples == 2)
    assert desk.dataset.classes == ("no", "yes")
    assert desk.window.windowTitle().startswith("two")
    assert not desk.window.isWindowModified()


@pytest.mark.parametrize(
    ("content", "tells"),
    [
        (b"", "empty"),
        (b"\x00\x01\x02", ""),
    ],
    ids=["empty", "bytes"],
)
def test_a_file_that_is_no_table_is_one_sentence_and_the_points_stay(
    desk: Desk, tmp_path: Path, content: bytes, tells: str
) -> None:
    path = tmp_path / "bad.csv"
    path.write_bytes(content)
    before = desk.document
    desk.open(path)
    (box,) = desk.boxes()
    assert "bad.csv" in box.text()
    assert tells in box.text()
    assert "\n" not in box.text()
    assert "Traceback" not in box.text()
    box.close()
    assert desk.document is before
    assert desk.commands.filing.path is None


def test_a_file_that_is_gone_is_one_sentence(desk: Desk, tmp_path: Path) -> None:
    desk.open(tmp_path / "gone.csv")
    (box,) = desk.boxes()
    assert "gone.csv" in box.text()
    box.close()


def test_points_of_the_class_plus_are_positive(desk: Desk, tmp_path: Path) -> None:
    for number, rows in enumerate(("3,3,+\n4,3,+\n1,1,-\n", "3,3,+\n", "1,1,-\n")):
        path = tmp_path / f"{number}.csv"
        path.write_text("x1,x2,label\n" + rows, encoding="utf-8")
        desk.open(path)
        assert desk.dataset.classes == ("-", "+")
        assert desk.document.positive == desk.settle().positive == 1


@pytest.mark.parametrize("rows", ["", "1,2,only\n3,4,only\n"], ids=["no rows", "one class"])
def test_few_points_are_played_and_can_be_added_to(desk: Desk, tmp_path: Path, rows: str) -> None:
    path = tmp_path / "few.csv"
    path.write_text("x1,x2,label\n" + rows, encoding="utf-8")
    desk.open(path)
    assert len(desk.dataset.classes) == 2
    n = desk.dataset.n_samples
    desk.key(Key.Key_2)
    desk.click(*desk.window.canvas.frame.data(desk.window.canvas.viewport().rect().center().toPointF()))
    assert desk.dataset.n_samples == n + 1
    desk.settle()
    desk.window.grab()


def test_what_is_saved_is_opened_again(desk: Desk, tmp_path: Path, chooses: Chooses) -> None:
    desk.show(XOR)
    desk.click(0.25, 0.75)
    saved = desk.dataset
    chooses(tmp_path / "mine")
    desk.key(Key.Key_S, Modifier.ControlModifier)
    desk.wait(lambda: not desk.window.isWindowModified())
    path = tmp_path / "mine.perceptron"
    assert "mine.perceptron" in desk.message
    desk.do("edit.clear")
    chooses(path)
    desk.do("file.open")
    desk.wait_until_read()
    assert np.array_equal(desk.dataset.X, saved.X)
    assert desk.dataset.labels.tolist() == saved.labels.tolist()
    assert desk.dataset.classes == saved.classes


def test_saving_again_asks_for_no_name(desk: Desk, lesson: Path, chooses: Chooses) -> None:
    desk.open(lesson)
    desk.click(1.5, 2)
    chooses(None)
    desk.save()
    assert points_in(lesson).n_samples == 3
    assert not desk.window.isWindowModified()


def test_an_example_is_never_saved_over_the_file_that_was_open(desk: Desk, lesson: Path, chooses: Chooses) -> None:
    before = lesson.read_bytes()
    desk.open(lesson)
    desk.window.top.sample_chosen.emit("xor")
    desk.click(0.5, 0.3)
    chooses(None)  # the question for a name is given up
    desk.save()
    assert lesson.read_bytes() == before
    assert desk.window.isWindowModified()


def test_undo_back_to_another_file_never_saves_into_the_wrong_one(
    desk: Desk, lesson: Path, tmp_path: Path, chooses: Chooses
) -> None:
    other = write(tmp_path / "other.perceptron", Dataset.of([[7, 7], [8, 8], [9, 9]], [0, 1, 1]))
    before = other.read_bytes()
    desk.open(lesson)
    desk.open(other)
    desk.do("edit.undo")
    assert desk.dataset.n_samples == 2
    chooses(None)
    desk.save()
    assert other.read_bytes() == before


def test_points_of_two_new_planes_never_meet_in_one_file(desk: Desk, tmp_path: Path, chooses: Chooses) -> None:
    for name, place in (("first.perceptron", (1, 1)), ("second.perceptron", (2, 1))):
        desk.do("file.new")
        desk.click(*place)
        chooses(tmp_path / name)
        desk.save()
    before = (tmp_path / "second.perceptron").read_bytes()
    chooses(None)
    desk.do("edit.undo")
    desk.do("edit.undo")
    assert desk.dataset.X[0].tolist() == pytest.approx([1, 1], abs=0.02)
    desk.save()
    assert (tmp_path / "second.perceptron").read_bytes() == before


def test_a_folder_that_cannot_be_written_is_one_sentence_and_the_points_stay_unsaved(
    desk: Desk, tmp_path: Path, chooses: Chooses
) -> None:
    desk.click(0.7, 2.2)
    (tmp_path / "file").write_text("")
    chooses(tmp_path / "file" / "mine.perceptron")
    desk.save("file.save_as")
    (box,) = desk.boxes()
    assert "mine.perceptron" in box.text()
    box.close()
    assert desk.window.isWindowModified()


def test_an_untouched_example_closes_without_a_question(desk: Desk) -> None:
    desk.key(Key.Key_Right)
    desk.settle()
    assert desk.window.close()


def test_rules_and_views_are_no_reason_to_ask(desk: Desk) -> None:
    desk.rules.bias.click()
    desk.do("view.zoom_in")
    assert desk.window.close()


def test_closing_with_unsaved_points_asks_and_cancel_stays(desk: Desk) -> None:
    desk.click(0.7, 2.2)
    texts = desk.answer(Buttons.Cancel)
    assert not desk.window.close()
    assert len(texts) == 1
    assert desk.window.isVisible()
    desk.window.activateWindow()
    desk.wait(desk.window.isActiveWindow)
    desk.key(Key.Key_Right, on=desk.window.canvas)
    desk.wait(lambda: desk.snapshot.visit == 1)


def test_closing_and_discarding_closes(desk: Desk) -> None:
    desk.click(0.7, 2.2)
    desk.answer(Buttons.Discard)
    assert desk.window.close()


def test_closing_and_saving_saves(desk: Desk, tmp_path: Path, chooses: Chooses) -> None:
    desk.click(0.7, 2.2)
    count = desk.dataset.n_samples
    chooses(tmp_path / "kept.perceptron")
    desk.answer(Buttons.Save)
    assert desk.window.close()
    assert points_in(tmp_path / "kept.perceptron").n_samples == count


def test_closing_and_giving_up_the_name_stays(desk: Desk, chooses: Chooses) -> None:
    desk.click(0.7, 2.2)
    chooses(None)
    desk.answer(Buttons.Save)
    assert not desk.window.close()


def test_a_file_dropped_on_the_window_is_opened(desk: Desk, lesson: Path, two_points: Path) -> None:
    for path in (two_points, lesson):
        desk.do("file.new")
        desk.window.files_dropped.emit(str(path))
        desk.wait_until_read()
        assert desk.dataset.classes == ("no", "yes")


def test_questions_do_not_pile_up(desk: Desk, tmp_path: Path) -> None:
    before = len(desk.window.findChildren(QMessageBox))
    for _ in range(3):
        desk.open(tmp_path / "gone.csv")
        desk.boxes()[0].close()
        desk.do("help.about")
        desk.boxes()[0].close()
    desk.wait(lambda: len(desk.window.findChildren(QMessageBox)) == before)
