"""Above the plane the score and what just happened, below it the model: whole, still, and hiding what is asked."""

from __future__ import annotations

from itertools import cycle

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QApplication, QToolTip

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.files.points.sample_files import BY_NAME, SAMPLES
from perceptron_gui.gui.widgets.formula_html import formula_html
from perceptron_gui.session.messages.meanings import meaning
from perceptron_gui.session.messages.run_end import Outcome
from perceptron_gui.session.messages.spoken import Plane
from perceptron_gui.session.wording import counted
from tests.effort import one_in
from tests.gui.desk import Desk
from tests.session.bench import TEXTBOOK


def line(desk: Desk) -> str:
    told = desk.window.model_bar.line
    return told.text if told is not None else ""


def test_a_mistake_is_named_and_the_model_is_that_of_the_snapshot(desk: Desk) -> None:
    desk.show(BY_NAME["two-classes"].make())
    assert "23 of 23 wrong" in line(desk)
    desk.do("run.step")
    desk.wait(lambda: desk.window.score.news.headline == "Mistake at x₁")
    desk.do("run.step")
    desk.wait(lambda: line(desk).startswith("w = (3.06, 0.38),   b = 0   ·   3.06 x₁ + 0.38 x₂ = 0   ·   L = 9.409"))
    assert desk.window.score.shown[0] == "2"


def test_the_plane_keeps_its_size_along_a_run(desk: Desk) -> None:
    desk.window.resize(1280, 800)
    desk.show(BY_NAME["iris"].make(), TrainingSettings(mode=Mode.MULTICLASS))
    sizes = set()
    for action in ("run.step", "run.step", "run.next_mistake", "run.end", "run.reset"):
        desk.do(action)
        desk.settle()
        QApplication.processEvents()
        sizes.add(desk.window.canvas.size().toTuple())
    assert len(sizes) == 1


def test_unfolded_it_tells_all_digits_and_folded_again_it_is_as_high_as_before(desk: Desk) -> None:
    desk.window.resize(1280, 800)
    desk.show(BY_NAME["iris"].make(), TrainingSettings(mode=Mode.MULTICLASS))
    desk.do("run.next_mistake")
    desk.settle()
    bar, height = desk.window.model_bar, desk.window.model_bar.height()
    bar.unfold.click()
    desk.wait(lambda: "w(virginica)" in line(desk) and bar.height() > height)
    bar.unfold.click()
    desk.wait(lambda: bar.height() == height)


def visible_classes(desk: Desk) -> tuple[list[str], str]:
    """Return the classes whose weights are seen below the plane, and all that is seen there."""
    bar = desk.window.model_bar
    document = QTextDocument()
    document.setHtml(bar.words.text())
    text = document.toPlainText()
    assert bar._width(bar.words.text()) <= bar._area.viewport().width() + 1
    return [name for name in desk.dataset.classes if f"w({name})" in text or f"b({name})" in text], text


@pytest.mark.parametrize(("theme", "counts"), [("light", (3, 10)), ("projector", (3, 6))])
def test_every_class_that_fits_is_shown_and_how_many_more_there_are(
    desk: Desk, theme: str, counts: tuple[int, ...]
) -> None:
    desk.window.controller.change_view(theme=theme)
    for n_classes in counts:
        classes_that_fit_are_shown(desk, n_classes)


def classes_that_fit_are_shown(desk: Desk, n_classes: int) -> None:
    """Look at the line of so many classes in windows of several widths."""
    points = [[float(k), float(k * k % 7)] for k in range(n_classes)]
    desk.show(Dataset.of(points, range(n_classes), [*"ABCDEFGHIJ"[:n_classes]]), TrainingSettings(mode=Mode.MULTICLASS))
    bar, seen = desk.window.model_bar, []
    for _ in range(3):
        desk.do("run.step")
        desk.settle()
    for width in (960, 1280, 1920, 2600):
        desk.window.resize(width, 800)
        QApplication.processEvents()
        classes, text = visible_classes(desk)
        seen.append((bar._area.maximumViewportSize().width() + bar.judged.width(), len(classes)))
        n_more = n_classes - len(classes)
        assert (counted("{count} more class", "{count} more classes", n_more) in text) is (n_more > 0)
        assert "more class" in text or not n_more
        assert all(f"w({name})" in bar.words.accessibleName() for name in desk.dataset.classes)
        if n_more:  # no other class has room
            row = bar._width(bar._styled(formula_html(bar.line.parameters[0], bar._theme)))  # type: ignore[union-attr]
            free = bar._area.viewport().width() - bar._width(bar.words.text())
            assert free < 2 * row
    counts = [count for _, count in sorted(seen)]  # in a wide window the side panel takes a share
    assert counts == sorted(counts) and counts[-1] >= min(n_classes, 3)


def test_it_is_copied_as_text_and_as_latex(desk: Desk) -> None:
    desk.show(BY_NAME["two-classes"].make())
    desk.do("run.step")
    desk.settle()
    bar = desk.window.model_bar
    text, latex = bar.copy.menu().actions()
    text.trigger()
    assert QApplication.clipboard().text() == line(desk)
    latex.trigger()
    assert QApplication.clipboard().text().startswith(r"\begin{align*}")


@pytest.mark.seldom
def test_on_every_example_the_line_fits_at_a_small_size(desk: Desk) -> None:
    desk.window.resize(960, 600)
    bar = desk.window.model_bar
    modes = cycle((Mode.PRIMAL, Mode.MULTICLASS))  # the line of the dual is that of the primal
    for name, mode in one_in(3, [(sample.name, next(modes)) for sample in SAMPLES]):
        desk.show(BY_NAME[name].make(), TrainingSettings(mode=mode, positive=0))
        for action in ("run.step", "run.next_mistake"):
            desk.do(action)
            desk.settle()
        desk.wait(lambda: bar.words.text() or bar.judged.text())
        assert bar.judged.geometry().right() <= bar.copy.geometry().left(), (name, mode)
        assert bar._width(bar.words.text()) <= bar._area.viewport().width() + 1, (name, mode)


def test_the_end_stands_above_the_plane_whole_or_without_what_comes_next(desk: Desk) -> None:
    desk.window.resize(960, 600)
    desk.show(BY_NAME["xor"].make())
    desk.do("run.end")
    desk.wait(lambda: desk.window.score.news.outcome is Outcome.CYCLE)
    assert "A cycle" in desk.window.score.accessibleName()


@pytest.mark.seldom
def test_unfolded_it_takes_a_third_of_the_plane_at_most_however_much_there_is_to_tell(desk: Desk) -> None:
    desk.window.resize(960, 600)
    desk.show(BY_NAME["penguins"].make(), TrainingSettings(mode=Mode.MULTICLASS, kernel=Kernel(KernelName.RBF)))
    desk.do("run.end")
    desk.wait(lambda: desk.snapshot.visit > 300)
    desk.window.model_bar.unfold.click()
    desk.wait(lambda: len(line(desk)) > 1500)
    QApplication.processEvents()
    assert desk.window.size().toTuple() == (960, 600)
    assert desk.window.model_bar.height() <= desk.window.central_area.height() // 3
    assert desk.window.canvas.height() >= 200


@pytest.mark.seldom
def test_score_and_model_say_what_their_words_mean(desk: Desk) -> None:
    desk.window.resize(1280, 800)
    desk.show(BY_NAME["two-classes"].make())
    score, judged = desk.window.score, desk.window.model_bar.judged
    desk.wait(lambda: score.shown[2].startswith("of at most") and judged.text())
    score.grab()
    assert score.told_at(40, 20) == meaning("mistake")
    assert score.told_at(120, 45) == meaning("bound")
    assert judged.toolTip() == meaning("loss", "all zero")
    desk.do("run.step")
    desk.wait(lambda: score.news.headline == "Mistake at x₁")
    score.grab()
    assert score.told_at(score.width() - 30, 30) == meaning("mistake")
    assert judged.toolTip() == meaning("loss", "wrong")
    desk.do("run.end")
    desk.wait(lambda: score.news.headline.startswith("Converged"))
    assert score.told_at(score.width() - 30, 30) == score.news.reason
    desk.show(BY_NAME["two-classes"].make(), TrainingSettings(beta=0.5))
    desk.wait(lambda: "near miss" in score.shown[2])
    assert meaning("near miss") in score.told_at(120, 45)


def test_in_batch_order_counter_and_ticks_say_why_they_differ(desk: Desk) -> None:
    desk.window.resize(1280, 800)
    desk.show(BY_NAME["textbook"].make(), TrainingSettings(order=Order.BATCH))
    score, timeline = desk.window.score, desk.window.transport.timeline
    assert "in 0 updates" in score.shown[2] and score.news.headline == ""
    for visits, below, headline in (
        (2, "in 0 updates", "Mistake at x₂"),
        (1, "in 1 update", "Mistake at x₃, then one update from 3 points"),
        (3, "in 2 updates", "Mistake at x₃, then one update from 1 point"),
    ):
        for _ in range(visits):
            desk.do("run.step")
        desk.settle()
        assert below in score.shown[2].split(" · ") and score.news.headline == headline
    assert score.shown[0] == "4" and desk.snapshot.ticks is not None and int(desk.snapshot.ticks.sum()) == 2
    score.grab()
    assert score.told_at(40, 20) == meaning("mistake", "batch")
    assert meaning("batch") in score.told_at(120, 45) and meaning("batch") in score.accessibleDescription()
    assert timeline.toolTip().startswith("Red: the update at the end of a pass, from all its mistakes.")
    assert timeline.toolTip() in timeline.accessibleDescription()
    desk.window.controller.change_settings("order", order=Order.CYCLIC)
    desk.settle()
    assert "update" not in score.shown[2] and timeline.toolTip().startswith("Red: a mistake. Grey:")
    assert meaning("batch") not in score.told_at(40, 20)


def test_while_all_weights_are_0_every_part_says_the_same_wherever_the_run_is(desk: Desk) -> None:
    """Through the first pass in batch order, and when the start weights come back, as at the start."""
    square = Dataset.of([[1, 1], [-1, -1], [1, -1], [-1, 1]], [0, 0, 1, 1])
    for dataset, settings in (
        (TEXTBOOK, TrainingSettings(order=Order.BATCH)),
        (TEXTBOOK, TrainingSettings(Mode.MULTICLASS, order=Order.BATCH)),
        (square, TrainingSettings(order=Order.BATCH)),
    ):
        desk.show(dataset, settings)
        desk.do("run.by_hand") if not desk.window.controller.view_state.shows("by_hand") else None
        n, seen = dataset.n_samples, set[tuple[object, ...]]()
        for _ in range(n if dataset is square else n - 1):
            desk.settle()
            judged = desk.window.model_bar.judged
            marked = len(desk.window.canvas._layers.marks.errors)
            seen.add((line(desk).rpartition(" · ")[2].strip(), meaning("all zero") in judged.toolTip(), marked))
            assert line(desk).rpartition(" · ")[2].strip() in spoken_plane(desk)
            desk.do("run.step")
        assert seen == {(f"{n} of {n} wrong", True, 0)}


def spoken_plane(desk: Desk) -> str:
    """Return what a screen reader is told of the plane."""
    return Plane(desk.document, desk.snapshot, None, []).words


def test_the_verdict_says_what_its_words_mean_also_to_keys(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda at, text, widget: told.append(text))
    pill = desk.window.top.verdict
    desk.show(BY_NAME["two-classes"].make())
    desk.wait(lambda: pill.text.startswith("separable") and pill.hint)
    assert pill.accessibleDescription() == f"{pill.hint}\n{meaning('separable', 'margin', 'bound')}"
    pill.setFocus(Qt.FocusReason.TabFocusReason)
    assert told == [pill.toolTip()]
    desk.show(BY_NAME["xor"].make())
    desk.wait(lambda: pill.text == "not separable" and pill.hint)
    assert pill.accessibleDescription().endswith(meaning("not separable"))


def test_verdict_and_score_say_for_which_order_the_bound_holds(desk: Desk) -> None:
    points = Dataset.of([[1.0]] * 5 + [[-1.0]] * 5, [1] * 5 + [0] * 5)
    pill, score = desk.window.top.verdict, desk.window.score
    for order, most, words in ((Order.CYCLIC, 2, "in any order but batch"), (Order.BATCH, 20, "in batch order")):
        desk.show(points, TrainingSettings(order=order))
        desk.wait(lambda most=most: f"at most {most} mistakes" in pill.text and pill.hint)
        desk.wait(lambda most=most: score.shown[2].startswith(f"of at most {most}"))
        assert words in pill.accessibleDescription()
        score.grab()
        assert words in score.told_at(120, 45)


def test_folded_it_has_no_scroll_bar_however_high_its_letters_stand(desk: Desk) -> None:
    desk.show(Dataset.of([[1e6 + 1, 1e6], [1e6 - 1, 1e6 + 2]], [1, 0]))
    bar = desk.window.model_bar
    desk.do("run.next_mistake")
    desk.settle()
    for is_full in (False, True, False):
        bar.unfold.setChecked(is_full)
        QApplication.processEvents()
        assert is_full or not bar._area.verticalScrollBar().isVisible()
