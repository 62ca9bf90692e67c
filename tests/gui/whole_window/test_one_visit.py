"""While a run plays, all that the window says is about one visit: score line, panel, status line, timeline and ring."""

from __future__ import annotations

import re
from itertools import product

import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.run.records.record import VisitRecord
from perceptron_gui.engine.run.run import Run
from perceptron_gui.gui.features.step import StepPanel
from perceptron_gui.session.messages.run_end import visit_headline
from perceptron_gui.session.wording import grouped, index_text
from tests.gui.desk import Desk

OVERLAP = Dataset.of([[k * k % 997 / 100, k**3 % 991 / 100] for k in range(40)], [k * k % 3 == 0 for k in range(40)])
THREE = Dataset.of(OVERLAP.X.tolist(), [k * k % 3 + k % 2 for k in range(40)], ["A", "B", "C"])
RUNS = {
    "primal": (OVERLAP, TrainingSettings()),
    "dual": (OVERLAP, TrainingSettings(mode=Mode.DUAL)),
    "multiclass": (THREE, TrainingSettings(mode=Mode.MULTICLASS)),
}
TAG = re.compile(r"<[^>]*>")
SLOW, FAST = (10.0, 20.0), (30.0, 1_000.0)


class Watcher:
    """Looks at a window between any two of its events, and notes what is said of which visit."""

    def __init__(self, desk: Desk, dataset: Dataset, settings: TrainingSettings) -> None:
        self.desk, self._run = desk, Run(dataset, settings)
        self._records: list[VisitRecord] = []
        self.seen, self.wrong = set[int](), list[tuple[object, ...]]()

    def record(self, visit: int) -> VisitRecord:
        """Return what happens at a visit, by another run of the same rules."""
        while len(self._records) < visit:
            made = self._run.visit_once()
            assert made is not None
            self._records.append(made)
        return self._records[visit - 1]

    def look(self, is_followed: bool) -> None:
        """Compare what the parts of the window say at this moment. `is_followed`: whether it is to be told in words."""
        window, canvas = self.desk.window, self.desk.window.canvas
        (visit,) = map(int, re.findall(r"visit\W+(\d+)", window.status.counts.text().replace("\u202f", "")))
        headline, ring = window.score.news.headline, canvas._layers.marks.visited
        if not visit:
            return
        record = self.record(visit)
        self.seen.add(visit)
        text = TAG.sub("", window.side.panel(StepPanel).label.text()).replace("\u202f", "")
        told = re.search(r"VISIT\W+(\d+)", text)
        at = canvas.frame.points(canvas.drawn.positions[[record.point]])[0]
        parts = {
            "panel": told is not None and int(told[1]) == visit and index_text(record.point) in text,
            "timeline": window.transport.timeline.value() == visit,
            "score": headline == (visit_headline(record) if is_followed else ""),
            "mistakes": window.score.shown[0] == grouped(sum(each.is_mistake for each in self._records[:visit])),
            "ring": (ring is not None and (ring - at).manhattanLength() < 1) if is_followed else ring is None,
        }
        if not all(parts.values()):
            self.wrong.append((visit, headline, text[:60], [name for name, is_right in parts.items() if not is_right]))


def watched(desk: Desk, kind: str) -> Watcher:
    """Show a run with the page that explains its visits, and its end far away."""
    dataset, settings = RUNS[kind]
    desk.show(dataset, settings)
    desk.window.side.bring_named("step")
    desk.window.canvas.animation.is_reduced = True
    desk.settle()
    return Watcher(desk, dataset, settings)


def play(desk: Desk, watcher: Watcher, speed: float | None, is_followed: bool, visits: int) -> None:
    """Play at a speed until so many more visits are made, and look all the while; then pause, and look again."""
    controller, begin = desk.window.controller, desk.snapshot.visit
    controller.post(lambda worker: worker.set_speed(speed))
    desk.do("run.play")
    desk.wait(lambda: desk.snapshot.is_playing or desk.snapshot.visit > begin)

    def has_come() -> bool:
        if desk.snapshot.is_playing:
            watcher.look(is_followed)
        return desk.snapshot.visit >= begin + visits

    desk.wait(has_come)
    desk.do("run.play")
    desk.wait(lambda: not desk.snapshot.is_playing and not controller.views.is_outdated)
    assert desk.snapshot.stop is None
    watcher.look(is_followed=True)


@pytest.mark.parametrize(("kind", "speed"), [*product(RUNS, SLOW[1:]), ("primal", SLOW[0])])
def test_up_to_twenty_visits_a_second_every_part_of_the_window_tells_the_same_visit(
    desk: Desk, kind: str, speed: float
) -> None:
    watcher = watched(desk, kind)
    for _ in range(2):  # and paused in between
        play(desk, watcher, speed, is_followed=True, visits=5)
    assert not watcher.wrong
    assert len(watcher.seen) >= 5


@pytest.mark.parametrize("speed", FAST)
def test_faster_than_that_the_score_line_only_counts_and_all_counts_are_of_one_visit(desk: Desk, speed: float) -> None:
    watcher = watched(desk, "primal")
    for _ in range(2):
        play(desk, watcher, speed, is_followed=False, visits=20 if speed == 30 else 500)
    assert not watcher.wrong
    assert watcher.seen


def test_a_speed_changed_during_play_leaves_no_part_behind(desk: Desk) -> None:
    watcher = watched(desk, "primal")
    controller = desk.window.controller
    for speed in (20.0, 1_000.0, 20.0):
        play(desk, watcher, speed, is_followed=speed == 20, visits=8)
    assert not watcher.wrong
    controller.post(lambda worker: worker.set_speed(20.0))
    desk.do("run.play")
    desk.wait(lambda: desk.snapshot.is_playing and desk.snapshot.is_followed)
    begin = desk.snapshot.visit
    desk.wait(lambda: desk.snapshot.visit >= begin + 3)
    controller.post(lambda worker: worker.set_speed(1_000.0))
    kinds = set[bool]()

    def has_come() -> bool:
        said = bool(desk.window.score.news.headline)
        kinds.add(said)
        watcher.look(is_followed=said)
        return desk.snapshot.visit >= begin + 300

    desk.wait(has_come)
    assert not watcher.wrong and kinds == {True, False}
    desk.do("run.play")
    desk.wait(lambda: not desk.snapshot.is_playing)
