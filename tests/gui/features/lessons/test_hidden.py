"""What a page hides is nowhere, and what it locks stays as it is, by whatever way it is tried (L1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QLabel, QWidget

from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.frozen import replace
from perceptron_gui.gui.canvas.figures.labels import alpha_labels
from perceptron_gui.gui.features.lessons import LessonCommands
from perceptron_gui.gui.features.speaker import Speaker
from perceptron_gui.gui.panels.panel_registry import STATIONS as PANEL_STATIONS
from perceptron_gui.session.actions import ACTIONS, EXPORT
from perceptron_gui.session.exercises.visit_questions import RightOrMistake
from perceptron_gui.session.explanation.facts import place_facts
from perceptron_gui.session.lessons.lesson import PARTS, STATIONS, Page
from perceptron_gui.session.lessons.page_rules import COPIES, PageRules, rules_of
from tests.gui.desk import Desk
from tests.gui.features.lessons import made

SECRETS: dict[str, tuple[str, ...]] = {
    "step": ("y·f = −7", "VISIT 3"),
    "form": ("Weights",),
    "why": ("Why",),
    "run": ("Run",),
    "points": ("Points",),
    "tools": ("Erase", "Place"),
    "rules": ("Rules: cyclic", "Multiclass"),
    "verdict": ("separable", "0.47", "117"),
    "bound": ("117",),
    "counter": ("MISTAKES", "Mistake at x₃"),
    "timeline": ("visits/s",),
    "model": ("2 x₁ + 2 x₂ = 0", "1 of 3 wrong"),
}
"""What is somewhere in the window of a page that hides nothing, by the part that tells it."""
ELSEWHERE = ("QMenu", "QAction")
"""What is told in the menu bar says what there is in the program, not what is true of these points."""


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep progress in a folder of this test."""
    monkeypatch.setenv("PERCEPTRON_LAB_CONFIG", str(tmp_path / "own"))


def nodes(node: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
    """Yield what a screen reader finds below a node."""
    for place in range(node.childCount()):
        child = node.child(place)
        if child is None or not child.isValid() or child.state().invisible:
            continue
        role = child.role()
        if role in (QAccessible.Role.MenuBar, QAccessible.Role.PopupMenu):
            continue
        yield child
        yield from nodes(child)


def told(desk: Desk) -> str:
    """Return all that the window tells: to screen readers, in tooltips, in its labels and its title."""
    window = desk.window
    root = QAccessible.queryAccessibleInterface(window)
    kinds = (QAccessible.Text.Name, QAccessible.Text.Description, QAccessible.Text.Value, QAccessible.Text.Help)
    texts = [node.text(kind) for node in nodes(root) for kind in kinds]
    seen = [each for each in window.findChildren(QWidget) if each.isVisible()]
    texts += [each.toolTip() for each in seen]
    texts += [each.text() for each in seen if isinstance(each, QLabel)]
    texts += [" ".join(window.score.shown) + window.score.news.headline] * window.score.isVisible()
    texts += [" ".join(window.top.verdict._texts)] * window.top.verdict.isVisible()
    speaker = window.findChild(Speaker)
    canvas = window.canvas.frame
    texts += [speaker.plane_words(), speaker.place_words(QPointF(canvas.width / 3, canvas.height / 3)), speaker.said]
    return "\n".join([*texts, window.windowTitle()])


def page(**fields: object) -> Page:
    """Return a page of three points after three visits."""
    return replace(Page("three", 3, made.text("A page."), station="step"), **fields)


def shown(desk: Desk, folder: Path, **fields: object) -> LessonCommands:
    """Play a lesson of one such page, once all it tells is there."""
    commands = made.played(desk, folder, made.lesson(page(**fields)))
    hidden = rules_of(page(**fields), is_open=False).hide
    desk.wait(lambda: {"verdict", "rules"} & hidden or "bound" in hidden or "117" in desk.window.top.verdict.text)
    desk.wait(lambda: desk.settle().visit == 3)
    desk.window.side.panel(type(desk.window.side.panels[0])).repaint()
    return commands


def test_every_part_has_secrets_here() -> None:
    assert SECRETS.keys() == {*PARTS}


def test_without_a_word_about_it_everything_is_told(desk: Desk, tmp_path: Path) -> None:
    shown(desk, tmp_path)
    said = told(desk)
    assert [(part, each) for part, all_of_it in SECRETS.items() for each in all_of_it if each not in said] == []


@pytest.mark.seldom
def test_what_is_hidden_is_nowhere_and_no_export_takes_it_along(desk: Desk, tmp_path: Path) -> None:
    made_actions = desk.window.actions_by_id
    exports = {action.id for action in ACTIONS if action.group == EXPORT} | {*COPIES}
    for part in PARTS:
        station = None if part in STATIONS else "step"
        shown(desk, tmp_path, hide=frozenset({part}), station=station)
        said = told(desk)
        assert [each for each in SECRETS[part] if each in said] == [], part
        open_ones = {action.id for action in ACTIONS if made_actions[action.id].isEnabled()}
        assert open_ones & exports == {"file.export"}, part
        tips = [made_actions[name].toolTip() for name in exports - {"file.export"}]
        assert all("this page of the lesson" in tip for tip in tips), part
        desk.do("lessons.end")
        desk.wait(lambda: "117" in desk.window.top.verdict.text)
        if part in STATIONS:
            desk.window.side.bring_named(PANEL_STATIONS[STATIONS.index(part)].pages[0].name)
        desk.settle()
        back = told(desk)
        assert [each for each in SECRETS[part] if each not in back] == [], f"what was hidden does not come back: {part}"


@pytest.mark.seldom
@pytest.mark.parametrize("part", [STATIONS[0], STATIONS[1], STATIONS[-1]])
def test_a_hidden_station_is_reached_by_no_key_no_window_and_no_card(desk: Desk, tmp_path: Path, part: str) -> None:
    place = STATIONS.index(part)
    desk.window.side.bring_named(PANEL_STATIONS[place].pages[0].name)
    desk.do("view.own_window")
    shown(desk, tmp_path, hide=frozenset({part}), station=None)
    side = desk.window.side
    names = {each.name for each in PANEL_STATIONS[place].pages}
    desk.wait(lambda: not names & {*side.windows})
    side.toggles[place].trigger()
    side.bring_named(PANEL_STATIONS[place].pages[0].name)
    desk.settle()
    assert side.entry.name not in names
    assert not side.toggles[place].isVisible()
    assert not any(each.isVisible() for each in side.panels if each.objectName() in names)
    assert not {*desk.commands.hall.cards} & names


def test_of_hidden_stations_none_is_left_where_all_are(desk: Desk, tmp_path: Path) -> None:
    shown(desk, tmp_path, hide=frozenset(STATIONS), station=None)
    assert not desk.window.side.dock.isVisible()
    assert not any(panel.isVisible() for panel in desk.window.side.panels)
    desk.do("lessons.end")
    assert desk.window.side.dock.isVisible()


def test_no_card_at_the_pointer_tells_f_where_step_or_model_are_hidden(desk: Desk, tmp_path: Path) -> None:
    hover = desk.window.details.hover
    for part in ("step", "model"):
        shown(desk, tmp_path, hide=frozenset({part}), station=None)
        hover._at, hover._target = desk.window.canvas.frame.point(1, 1), 2
        hover._show_card()
        assert hover.card.isHidden(), part
    desk.do("lessons.end")
    hover._at, hover._target = desk.window.canvas.frame.point(1, 1), 2
    hover._show_card()
    assert hover.card.isVisible()


def test_no_count_stands_at_a_point_where_the_form_is_hidden(desk: Desk, tmp_path: Path) -> None:
    dual = replace(made.session(), document=made.session().document.with_settings(TrainingSettings(mode=Mode.DUAL)))
    for hide, counts in (((), ["α=1", "α=1"]), (("form",), [])):
        page_of_dual = page(hide=frozenset(hide), station=None, show=frozenset({"rings"}))
        lesson = replace(made.lesson(page_of_dual), sessions={"three": dual})
        made.played(desk, tmp_path, lesson)
        assert desk.settle().visit == 3
        picture = desk.window.canvas._picture()
        assert picture is not None
        assert [label.text for label in alpha_labels(picture)] == counts
        assert desk.window.controller.view_state.shows("rings") is not bool(hide)


def test_the_timeline_tells_no_mistakes_where_they_are_not_counted(desk: Desk, tmp_path: Path) -> None:
    shown(desk, tmp_path)
    desk.wait(lambda: desk.settle().ticks is not None)
    shown_again = shown(desk, tmp_path, hide=frozenset({"counter"}))
    assert shown_again.player.playing is not None
    assert desk.settle().ticks is None


def test_the_status_line_tells_no_end_of_a_run_where_its_mistakes_are_not_counted(desk: Desk, tmp_path: Path) -> None:
    for hide, is_told in ((frozenset[str](), True), (frozenset({"counter"}), False)):
        made.played(desk, tmp_path, made.lesson(Page("xor", 8, hide=hide), Page("three", 18, hide=hide)))
        desk.wait(lambda: desk.settle().visit == 8)
        assert ("cycle" in desk.message) is is_told
        desk.commands.late["lessons"].made.player.go_to(2)
        desk.wait(lambda: desk.settle().visit == 18)
        assert ("7 mistakes" in desk.message) is is_told


@pytest.mark.seldom
def test_a_hall_leaves_what_is_hidden_hidden(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk.window, "showFullScreen", lambda: None)
    shown(desk, tmp_path, hide=frozenset({"tools", "counter", "model", "timeline"}))
    for is_presenting in (True, False):
        desk.window.controller.change_view(is_presenting=is_presenting)
        desk.settle()
        window = desk.window
        assert not any(part.isVisible() for part in (window.left, window.score, window.model_bar, window.transport))


@pytest.mark.seldom
def test_no_card_of_the_hall_tells_what_a_page_hides_in_whatever_order_pages_are_turned(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk.window, "showFullScreen", lambda: None)
    secret = page(hide=frozenset({*STATIONS, "model"}), station=None)
    commands = made.played(desk, tmp_path, made.lesson(page(), secret, page(), page(station="why")))
    desk.do("view.presentation")
    card = desk.commands.hall.card
    for number, shown_card in ((2, ""), (3, "step"), (2, ""), (1, "step"), (2, ""), (4, "theorem"), (1, "step")):
        commands.player.go_to(number)
        made.settled(desk, commands)
        assert (card.shown, card.isVisible()) == (shown_card, bool(shown_card)), number
        assert not any(panel.isVisible() for panel in desk.window.side.panels if panel.objectName() != shown_card)


def test_where_the_model_is_hidden_the_plane_shows_the_boundary_but_no_w_no_update_and_no_error(
    desk: Desk, tmp_path: Path
) -> None:
    marks, lines = desk.window.canvas._layers.marks, desk.window.canvas._layers.line
    made.played(desk, tmp_path, made.lesson(page(visit=1)))
    desk.wait(lambda: desk.settle().visit == 1 and len(marks.arrows) == 3)
    assert len(marks.errors) == 1
    assert marks.head is not None
    names = {each.text for each in marks.labels}
    commands = made.played(desk, tmp_path, made.lesson(page(visit=1, hide=frozenset({"model"}), station=None)))
    desk.wait(lambda: not marks.arrows)
    assert not len(marks.errors)
    assert marks.head is None
    assert marks.angle is None
    assert names > {each.text for each in marks.labels}
    assert desk.window.canvas._picture().boundary(), "the boundary stays"  # type: ignore[union-attr]
    assert lines.isVisible()
    assert commands.player.playing is not None
    desk.do("lessons.end")
    desk.wait(lambda: len(marks.arrows) == 3)
    assert len(marks.errors) == 1


def test_no_cross_tells_whether_the_next_visit_is_a_mistake_before_the_answer(desk: Desk, tmp_path: Path) -> None:
    marks = desk.window.canvas._layers.marks
    commands = made.played(desk, tmp_path, made.lesson(made.asking(RightOrMistake(), 2)))
    desk.wait(lambda: desk.settle().visit == 2)
    assert desk.snapshot.n_errors == 1
    assert not len(marks.errors)
    commands.player.card.ask.show_me.click()
    desk.wait(lambda: len(marks.errors))


EDITS: dict[str, Callable[[Desk], object]] = {
    "a click": lambda desk: desk.click(0.5, 2.5),
    "a drag": lambda desk: (desk.do("tools.select"), desk.drag((1.0, 1.0), (2.0, 0.5))),
    "Delete": lambda desk: (desk.window.gestures.select([0]), desk.window.actions_by_id["edit.delete"].trigger()),
    "an edit": lambda desk: desk.window.controller.place([[0.0, 0.0]], [0]),
    "paste": lambda desk: desk.window.actions_by_id["edit.paste"].trigger(),
    "clear": lambda desk: desk.window.actions_by_id["edit.clear"].trigger(),
    "undo": lambda desk: desk.window.controller.undo(),
}


@pytest.mark.parametrize(
    "fields, asks",
    [({}, True), ({"ask": RightOrMistake()}, False), ({"lock": frozenset({"timeline"})}, False)],
    ids=["no question", "a question", "a locked timeline"],
)
def test_hidden_labels_ask_for_themselves_unless_the_page_asks_or_holds_the_run(
    desk: Desk, tmp_path: Path, fields: dict[str, object], asks: bool
) -> None:
    commands, bar = shown(desk, tmp_path, **fields), desk.window.exercise
    desk.do("run.hide_labels")
    desk.settle()
    assert bar.isVisible() is asks and desk.window.controller.view_state.shows("hide_labels")
    desk.window.controller.seek(1)
    desk.settle()
    if not desk.window.controller.page.holds_run:  # type: ignore[union-attr]
        desk.wait(lambda: [desk.window.canvas.hides(i) for i in range(3)] == [False, True, True])
    commands.end()
    desk.settle()
    assert bar.isVisible(), "nobody else asks any more"
    desk.do("run.hide_labels")
    assert not bar.isVisible()


def test_locked_points_stay_as_they_are(desk: Desk, tmp_path: Path) -> None:
    shown(desk, tmp_path, lock=frozenset({"points"}))
    before = desk.document
    for way, edit in EDITS.items():
        edit(desk)
        desk.settle()
        assert desk.document.dataset is before.dataset, way


CHANGES: dict[str, Callable[[Desk], object]] = {
    "η": lambda desk: desk.window.controller.change_settings("η", eta=0.5),
    "the mode": lambda desk: desk.window.top.choose_mode(Mode.DUAL),
    "the page of rules": lambda desk: desk.window.actions_by_id["run.rules"].trigger(),
    "start weights": lambda desk: desk.window.controller.start_from((1.0, 2.0, 3.0)),
    "w": lambda desk: desk.drag((2.0, 2.0), (3.0, 1.0)),
    "the order": lambda desk: desk.window.controller.change_settings("order", order=Order.BATCH),
}


@pytest.mark.parametrize("part", ["points", "rules"])
def test_undo_of_an_example_brings_a_locked_page_back(desk: Desk, tmp_path: Path, part: str) -> None:
    """It was refused, because the points would change: they are those of the page."""
    shown(desk, tmp_path, lock=frozenset({part}))
    page = desk.document
    desk.commands.examples.open("xor")
    assert desk.document.origin != page.origin
    desk.do("edit.undo")
    assert desk.document is page


def test_locked_rules_stay_as_they_are(desk: Desk, tmp_path: Path) -> None:
    shown(desk, tmp_path, lock=frozenset({"rules", "points"}))
    before = desk.document.settings
    for way, change in CHANGES.items():
        change(desk)
        desk.settle()
        assert desk.document.settings == before, way


def test_a_locked_timeline_holds_the_run(desk: Desk, tmp_path: Path) -> None:
    shown(desk, tmp_path, lock=frozenset({"timeline"}))
    for way in ("run.step", "run.play", "run.end", "run.reset", "run.next_mistake", "run.step_back"):
        desk.window.actions_by_id[way].trigger()
        assert desk.settle().visit == 3, way
        desk.window.controller.seek(0)
        assert desk.settle().visit == 3, way


def test_every_action_is_free_again_when_the_lesson_ends(desk: Desk, tmp_path: Path) -> None:
    shown(desk, tmp_path)
    before = {name: action.isEnabled() for name, action in desk.window.actions_by_id.by_id.items()}
    commands = shown(desk, tmp_path, hide=frozenset({"run", "tools"}), lock=frozenset(PARTS))
    assert commands.player.playing is not None
    closed = {name for name, action in desk.window.actions_by_id.by_id.items() if before[name] > action.isEnabled()}
    assert {"run.step", "run.rules", "tools.erase", "data.generate"} <= closed
    desk.do("lessons.end")
    after = {name: action.isEnabled() for name, action in desk.window.actions_by_id.by_id.items()}
    changed = {name for name in before if after[name] != before[name]}
    assert changed <= {name for name in before if name.startswith("lessons.") or name in ("edit.undo", "edit.redo")}


def test_what_would_tell_what_is_hidden_is_hidden_too_but_for_the_station_that_is_shown() -> None:
    hidden = rules_of(Page(hide=frozenset({"verdict"})), is_open=False)
    assert hidden.hide == {"verdict", "bound", "why"}
    assert "why" not in rules_of(Page(hide=frozenset({"verdict"}), station="why"), is_open=False).hide
    assert {"show.street", "show.optimum", "show.witness"} <= hidden.closed
    assert PageRules().closed == frozenset()


@pytest.mark.parametrize("hidden", [{"points"}, {"points", "step"}])
def test_who_does_not_see_the_plane_is_told_its_points_where_the_page_hides_their_table(
    desk: Desk, tmp_path: Path, hidden: set[str]
) -> None:
    shown(desk, tmp_path, hide=frozenset(hidden))
    speaker, frame = desk.window.findChild(Speaker), desk.window.canvas.frame
    dataset = desk.dataset
    for index, (x, label) in enumerate(zip(dataset.X.tolist(), dataset.labels, strict=True)):
        title = place_facts.point_title(dataset, index)
        assert f"{title}, {dataset.classes[label]}" in speaker.plane_words()
        at = speaker.place_words(frame.point(*x))
        assert at.startswith(title) and f"class {dataset.classes[label]}" in at
    beside = speaker.place_words(frame.point(0, 0))
    assert beside.startswith(("(0, 0)", "x = (0, 0)"))
    assert f"The nearest point is {place_facts.point_title(dataset, 2)}" in beside
    assert ("f = " in beside) is not bool(hidden & {"step", "model"}), "f goes with the card at the pointer"


def test_the_table_is_read_where_it_is_shown_and_the_plane_counts(desk: Desk, tmp_path: Path) -> None:
    shown(desk, tmp_path)
    words = desk.window.findChild(Speaker).plane_words()
    assert words.startswith("3 points; A: 1, B: 2.") and place_facts.point_title(desk.dataset, 0) not in words
