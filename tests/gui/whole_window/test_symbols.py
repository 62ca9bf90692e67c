"""Turning the symbols writes all that the window says in them, at any place of a run, whatever was seen before."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QWidget

from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode
from perceptron_gui.session.formula import notation
from perceptron_gui.session.messages import symbol_words
from perceptron_gui.session.view.switches import NOTES
from tests import odd_symbols
from tests.effort import change
from tests.gui.gallery import ways
from tests.gui.gallery.stage import Stage
from tests.gui.gallery.ways import after, ended, opened
from tests.gui.whole_window.symbols import foreign, left, own_texts, turn
from tests.gui.whole_window.words import PANELS_IN

TURNED_ON = ("dual", "multiclass, four features", "a kernel")
"""States whose pages are turned once more: a page is written anew in one way, whatever stands on it."""
OF_THE_PLANE = ("online", "the empty plane", "a point under the mouse", "a point of three classes")
"""States that differ from others in what is said beside the pages."""
OTHERS = notation.NOTATIONS[1:]
SEEN = ("show.street", "show.radius", "show.optimum", "show.right_angle", "show.distance", "show.ones", "show.pocket")
MORE_PANELS = {
    **PANELS_IN,
    "all that is drawn": after(ended("two-classes"), *SEEN),
    "a margin": ended("two-classes", beta=2.0, eta=0.5),
    "a kernel": lambda s: (s.open("ring", mode=Mode.DUAL, kernel=Kernel(KernelName.RBF)), s.mistakes(3)),
    "start weights": lambda s: (s.open("two-classes", initial=(1.0, -0.5, 2.0)), s.mistakes(2)),
    "not separable": after(opened("xor", 3), "show.witness"),
    "a point under the mouse": lambda s: (s.open("two-classes"), s.mistakes(2), ways.hovering(s)),
    "a point of three classes": lambda s: (s.open("three-classes", mode=Mode.MULTICLASS), ways.hovering(s)),
}


@pytest.fixture
def stage(qapp: object) -> Iterator[Stage]:
    """Yield a window with the program's own symbols, which can be turned into others that no notes have."""
    stage = Stage()
    try:
        with odd_symbols.chosen():
            symbol_words.use(notation.OWN.name)
            yield stage
            turn(stage, notation.OWN.name)
    finally:
        stage.close()


def texts_of(root: QWidget) -> list[str]:
    """Return what is said by all that can be seen of a part."""
    return [text for part in root.findChildren(QWidget) if part.isVisible() for text in own_texts(part)]


def each_page(stage: Stage) -> Iterator[str]:
    """Show one page after the other, and yield its name."""
    for entry in stage.window.side.offered:
        stage.panel(entry.name)
        yield entry.name


@pytest.mark.slow
def test_turned_to_some_notes_and_on_all_is_said_and_painted_in_the_symbols_that_are_chosen(stage: Stage) -> None:
    """One window for all states; in which notes one is looked at changes with the program.

    What is said in all notes, formulas have tests of; what is said in odd symbols where nothing was seen before, the
    test of every state.
    """
    found: dict[str, set[str]] = {}
    for number, (name, way) in enumerate(MORE_PANELS.items()):
        notes = OTHERS[(number + change()) % len(OTHERS)]
        turn(stage, notation.OWN.name)
        way(stage)
        turn(stage, notes.name)
        found[f"{name} in {notes.name}"] = foreign(stage, notes)
        for page in each_page(stage) if name not in OF_THE_PLANE else ():
            found[f"{page} in {name} in {notes.name}"] = foreign(stage, notes, stage.window.side.dock)
        turn(stage)
        found[name] = left(stage)
        for page in each_page(stage) if name in TURNED_ON else ():
            found[f"{page} in {name}"] = left(stage, stage.window.side.dock)
    assert {name: words for name, words in found.items() if words} == {}


def test_plane_card_verdict_and_loss_have_the_symbols_of_all_notes_and_no_others(stage: Stage) -> None:
    stage.open("two-classes", beta=2.0)
    stage.mistakes(2)
    stage.panel("loss")
    for notes in OTHERS:
        turn(stage, notes.name)
        ways.hovering(stage)
        assert foreign(stage, notes) == set(), notes.name


@pytest.mark.seldom
def test_turned_back_all_is_as_it_was(stage: Stage) -> None:
    opened("two-classes", 4, Mode.DUAL)(stage)

    def said() -> dict[str, list[str]]:
        dock = stage.window.side.dock
        return {
            "window": texts_of(stage.window),
            **{page: texts_of(dock) for page in each_page(stage)},
        }

    assert said(), "what pages ask of the run has come the second time"
    before = said()
    turn(stage)
    assert texts_of(stage.window) != before["window"]
    turn(stage, notation.OWN.name)
    stage.wait(lambda: said() == before)  # what is worked out beside comes when it is done


def test_the_menu_turns_them_and_checks_what_is_chosen(stage: Stage) -> None:
    for notes in NOTES:
        stage.do(notes.action)
        checked = [each.name for each in NOTES if stage.window.actions_by_id[each.action].isChecked()]
        assert checked == [notes.name] == [stage.window.theme.symbols]
