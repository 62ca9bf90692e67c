"""The timeline draws mistakes where they happened, also in the frame in which its span doubles."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.run.records.segments import Passes
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.engine.training.state import Cycle
from perceptron_gui.frozen import replace
from perceptron_gui.gui.bars.timeline import Timeline
from perceptron_gui.gui.bars.timeline_scale import epoch_at
from perceptron_gui.gui.style.theme import LIGHT
from tests.session.bench import XOR


def red_columns(timeline: Timeline) -> list[int]:
    """Return the columns of pixels in which there is a tick."""
    image = timeline.grab().toImage()
    colours = [image.pixelColor(x, image.height() // 2 - 1) for x in range(image.width())]
    return [x for x, colour in enumerate(colours) if colour.red() > colour.green() + 60]


@pytest.mark.parametrize("width", [50, 400], ids=["lines", "columns"])
def test_ticks_stand_where_they_were_counted_when_the_span_has_doubled(qtbot: QtBot, width: int) -> None:
    timeline = Timeline()
    qtbot.addWidget(timeline)
    timeline.resize(416, 46)
    shown = take_snapshot(Run(XOR, TrainingSettings()), 1, Wants())
    full = replace(shown, ticks=np.ones(width, dtype=np.int64), span=400, frontier=400)
    timeline.render_snapshot(replace(full, passes=(replace(full.passes[0], size=100),)))
    assert timeline.span == 400
    assert max(red_columns(timeline)) > 390
    timeline.render_snapshot(replace(full, frontier=401, passes=(replace(full.passes[0], size=100),)))
    assert timeline.span == 800
    assert 195 < max(red_columns(timeline)) < 212


def test_an_epoch_belongs_to_every_visit() -> None:
    passes = (Passes(0, 1, 4), Passes(8, 3, 5))
    assert [epoch_at(passes, visit) for visit in (0, 1, 4, 5, 8, 9, 13, 14)] == [0, 1, 1, 2, 2, 3, 3, 4]
    assert epoch_at((Passes(0, 1, 0),), 7) == 0


def test_the_hint_names_visit_and_epoch_of_its_place(qtbot: QtBot) -> None:
    timeline = Timeline()
    qtbot.addWidget(timeline)
    timeline.resize(416, 46)
    shown = take_snapshot(Run(XOR, TrainingSettings()), 1, Wants())
    timeline.render_snapshot(replace(shown, frontier=6))
    assert timeline.span == 32
    assert timeline.hint_at(8 + 6 * 400 / 32).startswith("Visit 6 · epoch 2\n")
    assert timeline.hint_at(8 + 9 * 400 / 32).startswith("Visit 9 · epoch 3, not reached yet\n")
    assert timeline.hint_at(-5).startswith("Visit 0\n")


def bracketed(timeline: Timeline) -> list[int]:
    """Return the columns of pixels in which there is a bracket's bar."""
    image, warn = timeline.grab().toImage(), QColor(LIGHT.warn)
    colours = [image.pixelColor(x, 2) for x in range(image.width())]
    return [x for x, c in enumerate(colours) if abs(c.red() - warn.red()) + abs(c.blue() - warn.blue()) < 60]


def test_a_cycle_is_bracketed_where_it_lies(qtbot: QtBot) -> None:
    timeline = Timeline()
    qtbot.addWidget(timeline)
    timeline.resize(416, 46)
    run = Run(XOR, TrainingSettings())
    run.advance(10)
    timeline.render_snapshot(take_snapshot(run, 1, Wants()))
    run.advance(100)
    assert run.cycle is not None
    assert (run.cycle.entered_epoch, run.cycle.length_epochs) == (1, 1)
    shown = take_snapshot(run, 1, Wants())
    assert shown.round == (4, 8), "the second of two passes of 4 visits (T9)"
    timeline.render_snapshot(shown)
    columns = bracketed(timeline)
    assert abs(columns[0] - timeline._picture.x(4)) < 4
    assert abs(columns[-1] - timeline._picture.x(8)) < 4
    timeline.render_snapshot(replace(shown, is_veiled=True))
    assert not bracketed(timeline), "it would tell what comes"


def test_it_is_painted_again_only_where_it_would_look_different(qtbot: QtBot) -> None:
    class Counted(Timeline):
        asked = 0

        def update(self) -> None:  # type: ignore[override]
            self.asked += 1

    timeline = Counted()
    qtbot.addWidget(timeline)
    run = Run(XOR, TrainingSettings())
    run.advance(6)
    shown = replace(take_snapshot(run, 1, Wants()), ticks=np.zeros(50, dtype=np.int64))
    timeline.render_snapshot(shown)
    before = timeline.asked
    timeline.render_snapshot(replace(shown, dataset=XOR.moved(np.array([0]), np.array([[0.25, 0.0]])), run_id=2))
    assert timeline.asked == before, "a point was dragged"
    other = np.zeros(50, dtype=np.int64)
    other[7] = 1
    changes = {
        "visit": 3,
        "frontier": 7,
        "passes": (Passes(0, 1, 3),),
        "arrivals": (2,),
        "cycle": Cycle(1, 1, 4, 8),
        "is_veiled": True,
    }
    for i, change in enumerate([*({name: value} for name, value in changes.items()), {"ticks": other}], 1):
        timeline.render_snapshot(shown)
        before = timeline.asked
        timeline.render_snapshot(replace(shown, **change))  # type: ignore[arg-type]
        assert timeline.asked == before + 1, f"change {i}: {change}"
