"""Every lesson that comes with the program plays from its first page to its last."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QInputDialog

from perceptron_gui.files.lessons.shipped import shipped
from tests.effort import one_in
from tests.gui.desk import Desk, Key
from tests.gui.features.lessons import made


@pytest.mark.seldom
@pytest.mark.parametrize(("name",), one_in(9, ((name,) for name in shipped())))
def test_a_lesson_of_the_program_plays_by_the_remote_and_can_be_asked_everywhere(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("PERCEPTRON_LAB_CONFIG", str(tmp_path / "own"))
    desk.open(shipped()[name])
    commands = desk.commands.late["lessons"].made
    desk.wait(lambda: commands.player.playing is not None)
    player, pages = commands.player, commands.player.now.pages
    if player.now.varies:  # who gives no name gets the author's numbers
        for dialog in desk.window.findChildren(QInputDialog):
            dialog.reject()
        desk.window.activateWindow()
        desk.wait(desk.window.isActiveWindow)
    for number, page in enumerate(pages, 1):
        made.settled(desk, commands)
        assert player.now.number == number
        wanted = player.now.file.lesson.session_of(page).place.visit
        desk.wait(lambda wanted=wanted: desk.settle().visit == wanted)
        if page.station is not None and desk.window.side.is_open:
            assert desk.window.side.front is not None
        if page.ask is not None:
            assert player.asked is not None
            assert player.asked.is_asked, player.asked.words
            assert not player.card.ask.show_me.isHidden()
            player.card.ask.show_me.click()
            assert player.card.ask.reply.text().startswith(player.asked.solution) and player.asked.solution
            desk.settle()
        desk.key(Key.Key_PageDown)
    assert not desk.boxes()


@pytest.mark.seldom
def test_no_cross_tells_that_the_second_point_of_several_classes_is_a_mistake_before_it_is_asked(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERCEPTRON_LAB_CONFIG", str(tmp_path / "own"))
    desk.open(next(path for path in shipped().values() if path.stem.startswith("10-")))
    commands = desk.commands.late["lessons"].made
    desk.wait(lambda: commands.player.playing is not None)
    pages = commands.player.now.pages
    asked = next(i for i, page in enumerate(pages, 1) if page.ask is not None and page.ask.kind == "right_or_mistake")
    for number in (*range(1, asked + 1), *range(asked, 0, -1)):
        commands.player.go_to(number)
        made.settled(desk, commands)
        visit = pages[number - 1].visit
        desk.wait(lambda visit=visit: desk.settle().visit == visit)
        assert not len(desk.window.canvas._layers.marks.errors), number
    commands.player.go_to(asked)
    made.settled(desk, commands)
    desk.key(Key.Key_2, on=desk.window.canvas)
    desk.wait(lambda: commands.player.card.ask.reply.text())
    assert desk.settle().visit == pages[asked - 1].visit + 1
    assert not desk.window.model_bar.isVisible(), "the next page asks for the weights"
