"""With β > 0 near misses are told from mistakes wherever a run is told about, as pencil and paper say (V4, T10)."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.records.all_points import mistake_states_of
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot, take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.engine.theory.separability import analyze
from perceptron_gui.session.document import Document
from perceptron_gui.session.exercises.predict_first import ONLY_MISTAKES, WHICH_WAY, PredictFirst, will_update
from perceptron_gui.session.explanation.explain import explain, step_summary
from perceptron_gui.session.explanation.theorem.theorem_page import TheoremPage, side_names, theorem_page
from perceptron_gui.session.messages.run_end import run_end
from perceptron_gui.session.messages.verdict_text import verdict_hint, verdict_texts
from perceptron_gui.session.output.run_table import columns_of, row_texts
from perceptron_gui.session.worker import training_worker as moves
from perceptron_gui.session.worker.training_worker import Finding
from tests.session.bench import TEXTBOOK
from tests.session.exercises.blackboard import Blackboard

THREE = Dataset.of([[1, 0], [0, 1], [-1, -1], [2, 1]], [0, 1, 2, 0], ["A", "B", "C"])
NEAR_MISS = 18
"""The visit of `TEXTBOOK` with β = 2 that is the first near miss: the worked example of V4."""
MODES = list(Mode)


def after(visits: int, dataset: Dataset = TEXTBOOK, **rules: object) -> Snapshot:
    """Return a run with β = 2 after so many visits, the last of them by itself."""
    run = Run(dataset, TrainingSettings(**({"beta": 2.0} | rules)))  # type: ignore[arg-type]
    run.advance(max(visits - 1, 0))
    if run.stop is None and run.visit == visits - 1:
        run.visit_once()
    return take_snapshot(run, 1, Wants(alpha=True))


def page_of(dataset: Dataset = TEXTBOOK, **rules: object) -> TheoremPage:
    """Return what the panel "Theorem" says of a run with β = 2."""
    settings = TrainingSettings(**({"beta": 2.0} | rules))  # type: ignore[arg-type]
    document = Document().with_settings(settings).with_dataset(dataset)
    run = Run(dataset, settings)
    run.advance(NEAR_MISS)
    finding = Finding(document, analyze(dataset, settings))
    return theorem_page(finding, take_snapshot(run, 1, Wants()), mistake_states_of(run))


def test_the_near_miss_of_the_worked_example_is_explained() -> None:
    step = explain(after(NEAR_MISS))
    assert step is not None
    assert (step.is_mistake, step.is_near_miss) == (False, True)
    assert (
        str(step.verdict)
        == "Near miss. 0 < y·f = 1 ≤ β = 2: right, but by no more than β, so the perceptron learns from it."
    )
    assert [str(each) for each in step.update][-1] == "b ← −3 − 1 = −4"
    assert str(step.effect) == "y·f rose by ‖x‖² + 1 = 3: from 1 to 4. That is more than β."
    summary = step_summary(after(NEAR_MISS))
    assert summary is not None
    assert summary.is_near_miss


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("order", [Order.CYCLIC, Order.RANDOM])
def test_every_visit_is_told_as_fractions_judge_it(mode: Mode, order: Order) -> None:
    rng, found = np.random.default_rng(MODES.index(mode)), {"Right.": 0, "Near miss.": 0, "Mistake.": 0}
    for count in range(4):
        if count > 1 and min(found["Near miss."], found["Mistake."]) > 1:
            break
        X = rng.integers(-40, 41, size=(6, 2)) / 10
        labels = [*range(3), *rng.integers(0, 3, 3)] if mode is Mode.MULTICLASS else [0, 1, *rng.integers(0, 2, 4)]
        run = Run(
            Dataset.of(X.tolist(), [int(k) for k in labels], list("ABC"[: max(labels) + 1])),
            TrainingSettings(mode, order, beta=1.3, max_updates=30),
        )
        for _ in range(12):
            if run.stop is not None:
                break
            before = take_snapshot(run, 1, Wants(alpha=True))
            run.visit_once()
            snapshot = take_snapshot(run, 1, Wants(alpha=True))
            step, last = explain(snapshot), snapshot.last
            assert step is not None
            assert last is not None
            margin = margin_of(last.before, X[last.point], last.target, mode)
            kind = "Mistake." if margin <= 0 else "Near miss." if margin <= Fraction("1.3") else "Right."
            assert step.verdict.word == kind
            assert bool(step.update) == will_update(before) == (margin <= Fraction("1.3"))
            assert bool(before.errors[last.point]) == (margin <= 0)
            found[kind] += 1
    assert min(found["Near miss."], found["Mistake."]) > 1


def margin_of(theta: np.ndarray, x: np.ndarray, target: int, mode: Mode) -> Fraction:
    """Return y·f, or the lead of a class, in fractions."""
    entries = [*(Fraction(repr(float(v))) for v in x), Fraction(1)]
    scores = [sum(Fraction(repr(float(w))) * v for w, v in zip(row, entries, strict=True)) for row in theta]
    if mode is not Mode.MULTICLASS:
        return Fraction(target * scores[0])
    return Fraction(scores[target] - max(score for k, score in enumerate(scores) if k != target))


@pytest.mark.parametrize("mode", [Mode.DUAL, Mode.MULTICLASS])
def test_a_near_miss_of_a_kernel_is_counted_in_alpha_and_in_A(mode: Mode) -> None:
    kernel, run = Kernel(KernelName.POLY), None
    run = Run(THREE if mode is Mode.MULTICLASS else TEXTBOOK, TrainingSettings(mode, kernel=kernel, beta=1000.0))
    while run.last is None or not run.last.is_near_miss:
        run.visit_once()
    step = explain(take_snapshot(run, 1, Wants(alpha=True)))
    assert step is not None
    assert step.verdict.word == "Near miss."
    assert " + 1 = " in str(step.update[0])


@pytest.mark.parametrize("mode", MODES)
def test_a_batch_pass_sums_up_all_whose_margin_is_at_most_beta(mode: Mode) -> None:
    dataset = THREE if mode is Mode.MULTICLASS else TEXTBOOK
    snapshot = after(2 * dataset.n_samples, dataset, mode=mode, order=Order.BATCH, beta=50.0)
    step = explain(snapshot)
    assert step is not None
    assert str(step.effect).startswith(f"The pass is over: {dataset.n_samples} points had margins of at most β, ")
    early = explain(after(dataset.n_samples + 1, dataset, mode=mode, order=Order.BATCH, beta=50.0))
    assert early is not None
    assert str(early.effect).endswith("a single update covers all points whose margin is at most β.")


def test_the_end_says_that_nothing_was_updated() -> None:
    end = run_end(after(42))
    assert end is not None
    assert end.sentence == "Converged: a whole pass without an update, after 14 mistakes and 4 near misses."
    assert (end.headline, end.reason) == (
        "Converged after 14 mistakes and 4 near misses",
        "a whole pass without an update",
    )
    random = run_end(after(10_000, order=Order.RANDOM))
    assert random is not None
    assert random.reason == "every y·f is above β"


def test_the_table_tells_near_misses_from_mistakes() -> None:
    snapshot = after(NEAR_MISS)
    assert (snapshot.mistakes, snapshot.near_misses) == (7, 1)
    assert snapshot.last is not None
    place = next(i for i, each in enumerate(columns_of(snapshot.settings)) if each.name == "mistake")
    cells = [
        row_texts(each.last, each.settings, each.dataset)[place] for each in map(after, (1, NEAR_MISS)) if each.last
    ]
    assert cells == ["✗", "≤ β"]


def test_the_theorem_counts_both_and_has_two_beta_in_its_bound() -> None:
    page = page_of()
    assert page.theorem is not None
    assert str(page.theorem.bound[0]) == "(R̂² + 2β)/γ̂² ≈ 30 / 0.222222 = 135"
    assert page.theorem.street is None
    assert (page.count, page.counted) == ("8", "mistakes and near misses out of at most")
    assert page.step is not None
    assert str(page.step.heading).startswith("UPDATE 8 · ")
    assert page.numbers is not None
    assert str(side_names(page.numbers)[0]) == "‖θₜ‖ ≤ √(t·(R̂² + 2β))"


def test_a_learning_rate_stands_below_beta_in_the_bound() -> None:
    page = page_of(eta=0.5)
    assert page.theorem is not None
    assert str(page.theorem.bound[0]).startswith("(R̂² + 2β/η)/γ̂² ≈ 34 / ")
    assert any("η does not scale β" in str(each) for each in page.theorem.reasons)


def test_the_verdict_counts_near_misses_with_the_mistakes() -> None:
    settings = TrainingSettings(beta=2.0)
    document = Document().with_settings(settings).with_dataset(TEXTBOOK)
    finding = Finding(document, analyze(TEXTBOOK, settings))
    texts, _ = verdict_texts(finding)
    assert texts[1] == "separable · at most 135 updates"
    assert "a run makes at most 135 mistakes and near misses." in verdict_hint(finding)


def test_predict_first_asks_whether_a_point_is_learned_from() -> None:
    board = Blackboard(PredictFirst, TEXTBOOK, TrainingSettings(beta=2.0))
    assert board.prompt.answers == ("1  no", "2  yes")
    assert "learns from" in board.prompt.text
    board.do(lambda worker: moves.seek(worker, NEAR_MISS - 1))
    said = board.answer(1)
    assert said.startswith("No. The point was a near miss: y·f = 1 ≤ β = 2.")


def test_predict_first_goes_to_near_misses_where_it_asks_only_which_way() -> None:
    board = Blackboard(PredictFirst, TEXTBOOK, TrainingSettings(beta=2.0), frozenset({ONLY_MISTAKES}))
    board.do(lambda worker: moves.seek(worker, NEAR_MISS - 1))
    assert board.prompt.question == WHICH_WAY.kind
    assert "will learn from" in board.prompt.text
