"""Nothing on disk is replaced without a question: neither by a suffix, nor what another program wrote meanwhile."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox

from perceptron_gui.frozen import replace
from perceptron_gui.gui.features.run_exports import WorkedCommands
from perceptron_gui.session.output.exports import PROGRAM_FORMATS
from perceptron_gui.session.output.picture_choice import FilmChoice
from perceptron_gui.session.output.run_table import Selection
from perceptron_gui.session.worked.past import Stretch
from tests.gui.conftest import Desks
from tests.gui.desk import Desk, Key
from tests.gui.filing.saved import TWO, points_in, write

Buttons = QMessageBox.StandardButton
MORE = TWO.with_points([[9, 9]], [1])


@pytest.fixture
def two_points(tmp_path: Path) -> Path:
    return write(tmp_path / "two.perceptron")


def typing(monkeypatch: pytest.MonkeyPatch, *names: Path | None) -> list[str]:
    """Let the next save dialogs be answered with names; return a list that gets what they propose."""
    answers, proposed = iter(names), []

    def answer(parent: object, title: str, suggestion: str, *_: object, **__: object) -> tuple[str, str]:
        proposed.append(suggestion)
        name = next(answers)
        return (str(name) if name else "", "")

    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer)
    return proposed


def test_save_as_asks_about_the_name_with_its_suffix(
    desk: Desk, two_points: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typing(monkeypatch, tmp_path / "two", None)
    texts = desk.answer(Buttons.Cancel)
    desk.save("file.save_as")
    assert texts == ["two.perceptron already exists. Do you want to replace it?"]
    assert points_in(two_points).n_samples == 2


def test_a_name_that_no_file_can_have_is_a_sentence(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typing(monkeypatch, tmp_path / ("long" * 100))
    texts = desk.answer(Buttons.Ok)
    desk.save("file.save_as")
    desk.wait(lambda: texts)
    assert "cannot be written" in texts[0]


def test_who_does_not_want_to_replace_types_another_name(
    desk: Desk, two_points: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    proposed = typing(monkeypatch, tmp_path / "two", tmp_path / "three")
    desk.answer(Buttons.Cancel)
    desk.save("file.save_as")
    assert points_in(two_points).n_samples == 2
    assert proposed[1] == str(two_points)
    assert points_in(tmp_path / "three.perceptron").n_samples == desk.dataset.n_samples


def test_who_wants_to_replace_does(
    desk: Desk, two_points: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typing(monkeypatch, tmp_path / "two")
    desk.answer(Buttons.Yes)
    desk.save("file.save_as")
    assert points_in(two_points).n_samples == desk.dataset.n_samples


def test_the_export_of_the_table_asks_about_the_name_with_its_suffix(
    desk: Desk, two_points: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "two.csv").write_text("mine")
    typing(monkeypatch, tmp_path / "two", None)
    texts = desk.answer(Buttons.Cancel)
    desk.commands.panels.export(Selection())
    assert len(texts) == 1
    assert (tmp_path / "two.csv").read_text() == "mine"


def test_a_file_that_another_program_changed_is_not_overwritten_without_a_word(desk: Desk, two_points: Path) -> None:
    desk.open(two_points)
    desk.click(1.5, 2)
    write(two_points, MORE)
    texts = desk.answer(Buttons.Cancel)
    desk.save()
    assert len(texts) == 1
    assert "two.perceptron has changed outside this window" in texts[0]
    assert points_in(two_points).n_samples == 3
    assert desk.window.isWindowModified()
    desk.answer(Buttons.Yes)
    desk.save()
    assert 9 not in points_in(two_points).X
    desk.click(1.2, 2)
    desk.save()  # what was written here is known
    assert points_in(two_points).n_samples == 4


def test_two_windows_on_one_file_do_not_overwrite_each_other(make_desk: Desks, two_points: Path) -> None:
    one, other = make_desk(), make_desk()
    for desk, place in ((one, (1.5, 2)), (other, (1, 2))):
        desk.open(two_points)
        desk.click(*place)
    one.save()
    texts = other.answer(Buttons.Cancel)
    other.save()
    assert len(texts) == 1
    assert points_in(two_points).X.tolist() == one.dataset.X.tolist()


def test_a_changed_file_can_be_left_and_the_points_saved_beside_it(
    desk: Desk, two_points: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.open(two_points)
    desk.click(1.5, 2)
    write(two_points, MORE)
    typing(monkeypatch, tmp_path / "mine.perceptron")
    desk.answer(Buttons.Save)
    desk.save()
    assert points_in(two_points).X.tolist()[-1] == [9, 9]
    assert points_in(tmp_path / "mine.perceptron").n_samples == 3


def test_a_file_that_is_gone_is_written_again(desk: Desk, two_points: Path) -> None:
    desk.open(two_points)
    desk.click(1.5, 2)
    two_points.unlink()
    desk.save()
    assert points_in(two_points).n_samples == 3


@pytest.mark.skipif(os.name == "nt", reason="Windows has other links")
def test_a_link_that_keeps_the_old_points_is_named(desk: Desk, two_points: Path, tmp_path: Path) -> None:
    os.link(two_points, tmp_path / "other.perceptron")
    desk.open(two_points)
    desk.click(1.5, 2)
    desk.save()
    assert desk.message == "Saved two.perceptron. Its other hard links keep the old content."


def test_points_are_exported_whatever_the_last_file_s_columns_were_called(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "odd.csv"
    path.write_text("a,b,x1\n1,2,no\n3,4,yes\n")
    desk.open(path)
    desk.do("file.new")
    desk.click(0.5, 0.5)
    typing(monkeypatch, tmp_path / "new")
    desk.save("file.export")
    assert not desk.boxes()
    assert (tmp_path / "new.csv").read_text().startswith("x1,x2,label\n")


def test_points_that_were_imported_are_exported_with_the_name_of_their_label_column(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "odd.csv"
    path.write_text("a,b,x1\n1,2,no\n3,4,yes\n")
    typing(monkeypatch, path)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_, **__: (str(path), ""))
    desk.do("file.import")
    desk.wait_until_read()
    desk.click(2, 3)
    desk.answer(Buttons.Yes)
    desk.save("file.export")
    assert path.read_text().startswith("a,b,x1\n1,2,no\n3,4,yes\n2,3,")
    assert desk.window.isWindowModified()  # rules and title are in no points file


def test_imported_points_are_saved_as_a_session_beside_their_file(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "points.csv"
    path.write_text("x1,x2,label\n1,2,no\n3,4,yes\n")
    desk.open(path)
    proposed = typing(monkeypatch, tmp_path / "points.csv")
    desk.save()
    assert proposed == [str(tmp_path / "points.perceptron")]
    assert points_in(tmp_path / "points.csv.perceptron").n_samples == 2
    assert path.read_text().startswith("x1,x2,label\n1,2")


def test_an_example_opened_again_is_not_saved_into_the_file_of_the_first(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.window.top.sample_chosen.emit("xor")
    typing(monkeypatch, tmp_path / "mine.perceptron", None)
    desk.save("file.save_as")
    before = (tmp_path / "mine.perceptron").read_bytes()
    desk.window.top.sample_chosen.emit("xor")
    desk.click(0.5, 0.3)
    desk.save()
    assert (tmp_path / "mine.perceptron").read_bytes() == before


def test_closing_while_the_run_is_exported_asks(desk: Desk, tmp_path: Path) -> None:
    desk.window.top.sample_chosen.emit("iris-mixed")
    desk.set_speed(99)
    desk.key(Key.Key_Space, on=desk.window.canvas)
    desk.wait(lambda: desk.snapshot.frontier > 20_000)
    desk.commands.filing.exporting.write(tmp_path / "run.csv", Selection())
    texts = desk.answer(Buttons.Cancel)
    assert not desk.window.close()
    assert "run.csv" in texts[0]
    desk.answer(Buttons.Close)
    assert desk.window.close()
    assert not any(tmp_path.iterdir())


def test_an_export_that_is_over_is_no_reason_to_ask(desk: Desk, tmp_path: Path) -> None:
    desk.do("run.step")
    desk.wait(lambda: desk.snapshot.visit == 1)
    exporting, busy = desk.commands.filing.exporting, {}
    # in the thread that writes: the window may read the words, and be closed, at once
    desk.window.controller.noticed.connect(
        lambda words: busy.update({words: exporting.is_busy}), Qt.ConnectionType.DirectConnection
    )
    exporting.write(tmp_path / "run.csv", Selection())
    desk.wait(lambda: "Wrote run.csv" in desk.message)
    assert busy["Wrote run.csv."] is False
    assert desk.window.close()


def test_a_title_with_a_slash_is_proposed_as_a_name_in_the_folder_and_leads_to_no_other(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.show(TWO)
    controller, commands = desk.window.controller, desk.commands
    controller.edit(replace(controller.document, title="/Lecture 3/4: XOR?"), "title")
    commands.filing.folder = str(tmp_path)
    asking: list[Callable[[], object]] = [
        *(
            partial(desk.do, action)
            for action in ("file.save_as", "file.export", *(form.action for form in PROGRAM_FORMATS))
        ),
        commands.pictures.ask_and_save,
        lambda: commands.films._ask_for_target(FilmChoice(), 0, None),
        lambda: WorkedCommands(desk.window, commands.filing)._ask_for_file(Stretch(1, 1), "a4"),
        lambda: commands.panels.export(Selection()),
    ]
    proposed = typing(monkeypatch, *[None] * len(asking))
    for ask in asking:
        ask()
    names = [Path(path).relative_to(tmp_path).as_posix() for path in proposed]
    assert len(names) == len(asking) and all(name.startswith("Lecture 3-4- XOR") and "/" not in name for name in names)
