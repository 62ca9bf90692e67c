"""The panels beside the canvas, one snapshot after another: run as a module, prints JSON."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable

from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.run.records.all_points import mistake_states_of
from perceptron_gui.engine.run.records.curves import curves_of, weight_path_of
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot, take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.engine.theory.separability import analyze
from perceptron_gui.gui.app import make_application
from perceptron_gui.gui.features.curves import CurvesPanel
from perceptron_gui.gui.features.forms import AlphaPanel, BothPanel, GramPanel
from perceptron_gui.gui.features.run_table import TablePanel
from perceptron_gui.gui.features.step import StepPanel
from perceptron_gui.gui.features.theorem import TheoremPanel
from perceptron_gui.gui.features.weight_space import WeightSpacePanel
from perceptron_gui.gui.panels.panel import Panel
from perceptron_gui.session.document import Document
from perceptron_gui.session.output.run_table import PageRequest, page_of
from perceptron_gui.session.worker.background import Background, Work
from perceptron_gui.session.worker.training_worker import Finding
from tests.benchmarks import data
from tests.benchmarks.probes import wait
from tests.simulation.scheduler import SimulatedScheduler

SIZE = (368, 584)
POINTS, STEPS, BEGIN, LONG = 100, 150, 1_000, 100_000


def snapshots_of(run: Run) -> list[Snapshot]:
    """Return what the window is given in so many steps, somewhere in the run."""
    run.advance(BEGIN)
    snapshots = []
    for _ in range(STEPS):
        run.visit_once()
        snapshots.append(take_snapshot(run, 1, Wants(alpha=True, age=True)))
    return snapshots


def measure(panel: Panel, snapshots: list[Snapshot], answer: Callable[[], object]) -> dict[str, list[float]]:
    """Show `snapshots` in turn; the first ones are for getting ready, and what `answer` does is the thread's."""
    panel.resize(*SIZE)
    panel.show()
    wait(0.3)
    draws, paints = [], []
    for snapshot in snapshots:
        begin = time.perf_counter()
        panel.render_snapshot(snapshot)
        draws.append(time.perf_counter() - begin)
        panel.grab()
        answer()
        begin = time.perf_counter()
        panel.grab()
        paints.append(draws[-1] + time.perf_counter() - begin)
        wait(0.002)
    return {"draw": draws[20:], "paint": paints[20:]}


def main(mode: Mode) -> dict[str, dict[str, list[float]]]:
    """Measure the panels of a mode."""
    make_application()
    run = Run(data.noise(POINTS, 2 if mode.is_binary else 3), TrainingSettings(mode=mode))
    snapshots = snapshots_of(run)
    table, curves = TablePanel(), CurvesPanel()
    wanted: list[PageRequest] = []
    table.page_wanted.connect(wanted.append)

    def answer() -> None:
        while wanted:
            table.take_answer(page_of(run, wanted.pop()))

    curves.take_answer(curves_of(run))
    panels: dict[str, Panel] = {"This step": StepPanel(), "Curves": curves, "Table": table, "Theorem": theorem_of(run)}
    if mode is Mode.DUAL:
        panels |= {"Dual": AlphaPanel(), "Gram matrix": GramPanel(), "Primal = dual": BothPanel()}
        panels["Gram matrix"].asked.connect(
            lambda question, then: then(question(Work(SimulatedScheduler(), then, lambda: None)))
        )
    found = {name: measure(panel, snapshots, answer) for name, panel in panels.items()}
    run.advance(LONG)
    return found | measured_weight_space(run, snapshots_of(run))


def theorem_of(run: Run) -> TheoremPanel:
    """Return the panel with the proof of a run, all that it asks for answered."""
    panel, document = TheoremPanel(), Document().with_settings(run.settings).with_dataset(run.dataset)
    panel.set_finding(Finding(document, analyze(run.dataset, run.settings)))
    panel.take_answer(mistake_states_of(run))
    return panel


def measured_weight_space(run: Run, snapshots: list[Snapshot]) -> dict[str, dict[str, list[float]]]:
    """Measure the way of a long run on the sphere, and on its map."""
    panel, path = WeightSpacePanel(), weight_path_of(run)
    scheduler = SimulatedScheduler()
    background = Background(scheduler, lambda: None)
    panel.asked.connect(background.ask)

    def answer() -> None:
        if background.is_busy:
            scheduler.work_off()
            background.deliver()
            panel.take_answer(path)

    found = {"Weight space": measure(panel, snapshots, answer)}
    panel.controls.flat.setChecked(True)
    return found | {"Weight space, flat": measure(panel, snapshots, answer)}


if __name__ == "__main__":
    print(json.dumps(main(Mode(sys.argv[1]))))
