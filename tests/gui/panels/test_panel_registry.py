"""A panel is its module and one line in the registry: docks, tabs, menu, keys, help and data follow."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QLabel, QVBoxLayout
from pytestqt.qtbot import QtBot

from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.gui.features.user_guide import panel_row
from perceptron_gui.gui.panels.panel import Panel, combine_wants
from perceptron_gui.gui.panels.panel_registry import PANELS, STATIONS, PanelEntry, Station
from perceptron_gui.gui.style.theme import DARK, LIGHT, Theme
from perceptron_gui.session.worker import training_worker as moves
from tests.gui.conftest import Desks
from tests.gui.desk import Desk
from tests.session.bench import XOR, Bench
from tests.sources import ROOT


class Dummy(Panel):
    """Draws nothing, and wants something."""

    wants = Wants(age=True)

    def __init__(self) -> None:
        super().__init__()
        self.drawn: list[int] = []
        self.told: list[str] = []

    def build(self) -> None:
        self.told.append("build")
        self.focus_part = self.part = QLabel("part")
        QVBoxLayout(self).addWidget(self.part)

    def apply_theme(self, theme: Theme) -> None:
        self.told.append(theme.name)

    def draw(self, snapshot: Snapshot) -> None:
        self.drawn.append(snapshot.visit)
        place = "in its place" if self.part.isVisible() and self.part.width() > self.width() // 2 else "nowhere"
        self.told.append(f"draw, the part is {place}")


@pytest.fixture
def desk_with_dummy(make_desk: Desks, monkeypatch: pytest.MonkeyPatch) -> Desk:
    more = PanelEntry("dummy", "Dummy", Dummy)
    monkeypatch.setattr("perceptron_gui.gui.panels.side_panel.PANELS", (*PANELS, more))
    monkeypatch.setattr("perceptron_gui.gui.panels.side_panel.STATIONS", (*STATIONS[:-1], Station(("Last",), (more,))))
    return make_desk()


def test_parts_are_made_once_when_they_are_first_seen_and_have_place_and_colours_before_they_are_drawn(
    qtbot: QtBot,
) -> None:
    panel = Dummy()
    qtbot.addWidget(panel)
    panel.resize(400, 300)
    panel.set_theme(DARK)
    panel.render_snapshot(Bench.on(XOR, TrainingSettings()).do(lambda worker: moves.seek(worker, 1)))
    assert panel.told == [], "nobody looks"
    panel.show()
    assert panel.told == ["build", "dark", "draw, the part is in its place"]
    panel.set_theme(LIGHT)
    assert panel.told[3:] == ["light", "draw, the part is in its place"]


def test_the_keys_find_a_panel_that_has_nothing_to_draw_yet(qtbot: QtBot) -> None:
    panel = Dummy()
    qtbot.addWidget(panel)
    panel.take_focus()
    assert panel.focusWidget() is panel.part


@pytest.mark.new_window
def test_a_window_makes_the_parts_of_no_panel_but_the_one_in_front(desk: Desk) -> None:
    desk.show(XOR)
    built = {entry.name for entry, panel in zip(PANELS, desk.window.side.panels, strict=True) if panel.is_built}
    assert built == {"step"}


def test_no_two_pages_share_a_name_or_a_title() -> None:
    for part in ("name", "title"):
        given = [getattr(entry, part) for entry in PANELS]
        assert len(set(given)) == len(given)


def test_pages_that_preferences_and_sessions_of_before_name_are_still_there() -> None:
    """The first pages of Dual and Classes have the names of the panels that once held all of theirs."""
    names = "step curves dual table theorem weights features multiclass points runs loss trials influences"
    assert {*names.split()} <= {page.name for page in PANELS}


def test_the_key_of_dual_shows_its_pages_one_after_the_other(desk: Desk) -> None:
    desk.show(XOR, TrainingSettings(mode=Mode.DUAL))
    side, seen = desk.window.side, []
    for _ in range(5):
        side.toggles[1].trigger()
        seen.append(side.entry.name)
    assert seen == ["dual", "gram", "both", "weights", "dual"]


def test_a_page_in_a_window_of_its_own_closes_with_the_mode_that_has_it(desk: Desk) -> None:
    desk.show(XOR, TrainingSettings(mode=Mode.DUAL))
    side = desk.window.side
    side.bring_named("gram")
    side.take_out()
    assert list(side.windows) == ["gram"]
    desk.window.controller.change_settings("mode", mode=Mode.PRIMAL)
    desk.wait(lambda: not side.windows)
    assert side.entry.name == "weights"


@pytest.mark.parametrize("mode", Mode)
def test_every_mode_has_five_stations_with_a_page_each(mode: Mode) -> None:
    assert all(station.offered(TrainingSettings(mode=mode)) for station in STATIONS)


def test_the_arrangement_that_is_written_down_has_every_station_in_its_order() -> None:
    arrangement = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").split("### G2 ")[1].split("### ")[0]
    right = arrangement.split("    right ")[1].split("(")[0]
    titles = ["/".join(station.titles) for station in STATIONS]
    assert [" ".join(title.split()) for title in right.split("·")] == titles


def test_every_station_has_a_menu_entry_its_key_and_a_place_in_the_help(desk: Desk) -> None:
    view = desk.window.actions_by_id.menus["view"].actions()
    for place, toggle in enumerate(desk.window.side.toggles):
        assert toggle in view
        assert toggle.shortcut() == QKeySequence(f"Ctrl+{place + 1}")
        assert STATIONS[place].titles[0] in panel_row()[1]
    assert panel_row()[0] == "Ctrl+1 … 5"


def test_a_panel_added_to_the_registry_is_drawn_wanted_for_and_heard(desk_with_dummy: Desk) -> None:
    desk, window = desk_with_dummy, desk_with_dummy.window
    desk.show(XOR)
    panel = window.side.panel(Dummy)
    assert window.requests.wanted is not None
    assert not window.requests.wanted.age
    window.side.bring_named("dummy")
    desk.wait(lambda: window.requests.wanted.age)
    panel.sought.emit(3)
    desk.wait(lambda: desk.snapshot.visit == 3 and panel.drawn[-1] == 3)
    panel.point_chosen.emit(1)
    assert window.gestures.selected == [1]


def test_wants_of_several_views_are_combined() -> None:
    assert combine_wants([]) == Wants()
    assert combine_wants([Wants(losses=True, ticks=3), Wants(alpha=True, ticks=5)]) == Wants(
        losses=True, alpha=True, ticks=5
    )
