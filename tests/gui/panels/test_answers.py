"""What is computed beside the training is joined with no run but the one that it is about."""

from __future__ import annotations

from functools import cache

import pytest

from perceptron_gui.engine.data.features.feature_map import POLY2, POLY3, FeatureMap
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.followers.variants import average_at, pocket_of, vote_at
from perceptron_gui.engine.run.records.all_points import MistakeStates, mistake_states_of
from perceptron_gui.engine.run.records.curves import Curves, WeightPath, curves_of, weight_path_of
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import RunAnswer, Snapshot, preview_snapshot, take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.gui.features.curves import CurvesPanel
from perceptron_gui.gui.features.theorem import TheoremPanel
from perceptron_gui.gui.features.weight_space import WeightSpacePanel
from perceptron_gui.gui.panels.panel import Panel
from perceptron_gui.session.document import Document
from perceptron_gui.session.explanation.theorem.theorem_page import theorem_page
from perceptron_gui.session.worker.scheduler import Answer
from perceptron_gui.session.worker.training_worker import find
from tests.gui.desk import Desk
from tests.session.bench import TEXTBOOK, XOR

RULES = {
    "primal": TrainingSettings(),
    "another rate": TrainingSettings(eta=0.5),
    "without a bias": TrainingSettings(bias=False),
    "by batches": TrainingSettings(order=Order.BATCH),
    "start weights": TrainingSettings(initial=(1.0, 1.0, -1.0)),
    "near misses": TrainingSettings(beta=1.0),
    "the other class": TrainingSettings(positive=0),
    "degree 2": TrainingSettings(features=POLY2),
    "degree 3": TrainingSettings(features=POLY3),
    "a feature of one's own": TrainingSettings(features=FeatureMap.read("x1, x2, x1*x2")),
    "polynomial": TrainingSettings(Mode.DUAL, kernel=Kernel(KernelName.POLY)),
    "Gaussian": TrainingSettings(Mode.DUAL, kernel=Kernel(KernelName.RBF)),
    "multiclass": TrainingSettings(Mode.MULTICLASS),
    "Gaussian multiclass": TrainingSettings(Mode.MULTICLASS, kernel=Kernel(KernelName.RBF)),
}


@cache
def run_by(rules: TrainingSettings) -> Run:
    run = Run(XOR, Document(XOR, rules).named_settings)
    run.advance(20)
    return run


def shown(run: Run) -> Snapshot:
    return take_snapshot(run, 1, Wants())


def answers_about(run: Run) -> list[RunAnswer]:
    """Return all that is computed of a run as a whole."""
    every = [make(run) for make in (curves_of, mistake_states_of, weight_path_of, pocket_of)]
    return [*every, average_at(run, run.visit), vote_at(run, run.visit)]


def test_every_answer_about_a_run_says_which() -> None:
    kinds = {type(answer).__name__ for answer in answers_about(run_by(RULES["primal"]))}
    assert kinds == {kind.__name__ for kind in RunAnswer.__subclasses__()}
    assert str(Answer) == "Page | RunAnswer | Return | Travel", "the other three name a run, or a document, too"


@pytest.mark.parametrize("name", RULES)
def test_an_answer_is_joined_with_the_run_that_it_is_about_and_with_no_other(name: str) -> None:
    run, finding = run_by(RULES[name]), find(Document(XOR, RULES[name]))
    answers = answers_about(run)
    assert all(answer.is_of(shown(run)) for answer in answers)
    assert finding.is_about(shown(run))
    for other in RULES.keys() - {name}:
        snapshot = shown(run_by(RULES[other]))
        assert not [answer for answer in answers if answer.is_of(snapshot)], other
        assert not finding.is_about(snapshot), other


@pytest.mark.parametrize("name", RULES)
def test_a_finding_about_other_rules_says_nothing_of_a_run(name: str) -> None:
    finding = find(Document(XOR, RULES[name]))
    for other in RULES.keys() - {name}:
        run = run_by(RULES[other])
        page = theorem_page(finding, shown(run), mistake_states_of(run))
        assert page.path is None and page.step is None, other
        if {name, other} != {"primal", "start weights"}:  # those may be being dragged
            assert page.numbers is None, other


def test_while_points_are_being_moved_the_way_of_the_run_stays_and_what_is_said_of_its_points_does_not() -> None:
    run = run_by(RULES["primal"])
    moved = preview_snapshot(run, 1, Wants(), XOR.moved([0], [[0.5, 0.25]]))
    assert all(answer.leads_to(moved) and not answer.is_of(moved) for answer in answers_about(run))
    other = run_by(RULES["another rate"])
    assert not any(answer.leads_to(moved) for answer in answers_about(other))


def bring(desk: Desk, kind: type[Panel]) -> None:
    """Let a panel be the one in front."""
    panel = desk.window.side.panel(kind)
    desk.window.side.bring_named(panel.objectName())


@pytest.mark.seldom
def test_the_theorem_is_stated_anew_when_kernel_or_features_change(desk: Desk) -> None:
    desk.show(TEXTBOOK)
    bring(desk, TheoremPanel)
    panel = desk.window.side.panel(TheoremPanel)
    for rules in (*RULES.values(), RULES["degree 2"], RULES["primal"]):
        desk.window.controller.set_settings(rules, "rules")
        desk.do("run.next_mistake")
        snapshot = desk.settle()
        desk.wait(lambda shown=snapshot: panel._finding is not None and panel._finding.is_about(shown))


def test_the_way_of_the_weights_stays_when_the_primal_becomes_the_dual(desk: Desk) -> None:
    bring(desk, WeightSpacePanel)
    panel = desk.window.side.panel(WeightSpacePanel)
    desk.show(TEXTBOOK)
    desk.do("run.end")
    desk.wait(lambda: panel.scene is not None and panel.scene.way.n_places > 3)
    desk.window.controller.change_settings("mode", mode=Mode.DUAL)
    desk.settle()
    desk.wait(lambda: panel.snapshot is not None and panel.snapshot.settings.mode is Mode.DUAL)
    assert panel.scene is not None
    assert panel.scene.way.n_places > 3


def test_of_another_run_no_curves_are_drawn(desk: Desk) -> None:
    bring(desk, CurvesPanel)
    panel = desk.window.side.panel(CurvesPanel)
    desk.show(TEXTBOOK)
    desk.do("run.end")
    desk.wait(lambda: panel._curves is not None and len(panel._curves.visits) > 2)
    panel.render_snapshot(shown(run_by(RULES["without a bias"])))
    assert panel.known(Curves) is None
    assert panel._curves is not None
    assert not len(panel._curves.visits)
    assert panel.known(MistakeStates) is None
    assert panel.known(WeightPath) is None
