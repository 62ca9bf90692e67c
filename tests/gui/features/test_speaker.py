"""What is announced in the window: only while somebody listens, as much as was chosen, seldom while it plays."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible

from perceptron_gui.engine.data.samples import BY_NAME
from perceptron_gui.gui.features import speaker as speaking
from perceptron_gui.gui.features.speaker import Speaker
from perceptron_gui.session.messages import spoken
from tests.gui.desk import Desk

Key = Qt.Key


@pytest.fixture
def listening() -> Iterator[None]:
    """Let somebody listen."""
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


@pytest.fixture
def said(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list of all that is announced."""
    heard: list[str] = []

    class Event(speaking.QAccessibleAnnouncementEvent):  # type: ignore[misc]
        def __init__(self, part: object, words: str) -> None:
            super().__init__(part, words)
            heard.append(words)

    monkeypatch.setattr(speaking, "QAccessibleAnnouncementEvent", Event)
    desk.wait(lambda: desk.window.findChild(Speaker) is not None)
    return heard


def level(desk: Desk, name: str) -> None:
    """Choose how much is said."""
    desk.window.controller.change_view(spoken=name)


def everything(desk: Desk) -> None:
    """Do some of all that can be heard of."""
    desk.show(BY_NAME["two-classes"].make())
    for action in ("run.step", "show.street", "show.street", "run.end", "run.reset"):
        desk.do(action)
        desk.settle()
    desk.key(Key.Key_Return)
    desk.key(Key.Key_Up)
    desk.key(Key.Key_Space)
    desk.key(Key.Key_Escape)
    desk.do("edit.undo")
    desk.settle()


def test_nothing_is_worked_out_while_nobody_listens(
    desk: Desk, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("nobody listens")

    for name in ("visit_words", "edit_words", "choices_words", "facts_words", "aloud"):
        monkeypatch.setattr(spoken, name, never)
    assert not QAccessible.isActive()
    everything(desk)
    assert said == [] and not desk.window.findChild(Speaker)._soon.isActive()


@pytest.mark.usefixtures("listening")
def test_off_is_silent_and_full_says_more_than_brief(desk: Desk, said: list[str]) -> None:
    amounts = {}
    for name in ("off", "brief", "full"):
        level(desk, name)
        desk.qtbot.wait(1)
        said.clear()
        everything(desk)
        desk.qtbot.wait(1)
        amounts[name] = sum(map(len, said))
    assert amounts["off"] == 0
    assert 100 < amounts["brief"] < amounts["full"]


@pytest.mark.usefixtures("listening")
def test_while_it_plays_no_second_visit_is_told_before_the_first_was_heard(
    desk: Desk, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.show(BY_NAME["two-classes"].make())
    speaker = desk.window.findChild(Speaker)
    rests: list[Callable[[], object]] = []
    monkeypatch.setattr(speaker._rest, "isActive", lambda: bool(rests))
    monkeypatch.setattr(speaker._rest, "start", lambda: rests.append(speaker._rest.stop))
    desk.window.controller.change_view(speed=100.0)
    desk.qtbot.wait(1)
    said.clear()
    desk.do("run.play")
    desk.wait(lambda: desk.snapshot.visit > 8)
    told = [words for words in said if "visit" in words]
    assert len(told) <= 1, "it rests"
    rests.clear()
    here = desk.snapshot.visit
    desk.wait(lambda: len([words for words in said if "visit" in words]) > len(told))
    newest = [words for words in said if "visit" in words][-1]
    assert int(newest.split()[1]) >= here, "the newest, not the next"
    rests.clear()
    desk.do("run.play")
    desk.wait(lambda: f"visit {desk.settle().visit} " in said[-1])


@pytest.mark.usefixtures("listening")
def test_an_exercise_asks_and_grades_aloud_and_its_visit_is_not_told_twice(desk: Desk, said: list[str]) -> None:
    desk.show(BY_NAME["two-classes"].make())
    said.clear()
    desk.do("run.predict")
    desk.wait(lambda: any("?" in words and "1  " in words for words in said))
    desk.key(Key.Key_1)
    desk.wait(lambda: any(words.startswith(("Yes.", "No.")) for words in said))
    desk.settle()
    assert not [words for words in said if words.startswith("visit 1")]


@pytest.mark.usefixtures("listening")
def test_the_keys_cursor_says_what_is_there_and_the_nearest_point(desk: Desk, said: list[str]) -> None:
    desk.show(BY_NAME["two-classes"].make())
    desk.do("run.step")
    desk.settle()
    desk.window.canvas.setFocus()
    desk.key(Key.Key_Return)
    desk.wait(lambda: said and "The nearest point is x" in said[-1])
    assert "f = " in said[-1] and "class" in said[-1]
    x, y = desk.dataset.X[0].tolist()
    words = desk.window.findChild(Speaker).place_words(desk.window.canvas.frame.point(x, y))
    assert words.startswith("x₁ = (") and "y·f" in words


@pytest.mark.usefixtures("listening")
def test_what_is_told_of_the_plane_is_true_after_every_change(desk: Desk) -> None:
    def told() -> str:
        return QAccessible.queryAccessibleInterface(desk.window.canvas).text(QAccessible.Text.Description)

    desk.wait(lambda: desk.window.findChild(Speaker) is not None)
    desk.show(BY_NAME["in-a-row"].make())
    seen = [told()]
    for change in (
        lambda: desk.do("run.end"),
        lambda: desk.window.controller.place([[0.25, 0.5]], [0]),
        lambda: desk.window.canvas.zoom(2),
        lambda: desk.do("edit.undo"),
    ):
        change()
        desk.settle()
        seen.append(told())
    assert len(set(seen)) == len(seen)
    assert f"{desk.dataset.n_samples} points" in told()
    timeline = desk.window.transport.timeline
    desk.do("run.step")
    visit = desk.settle().visit
    desk.wait(lambda: timeline.value() == visit and timeline.accessibleDescription().startswith(f"visit {visit} "))
