"""What a lesson that comes with the program tells, and when."""

from __future__ import annotations

from pathlib import Path

import pytest

from perceptron_gui.files.lessons.shipped import shipped
from tests.gui.desk import Desk, Key
from tests.gui.features.lessons import made


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
