"""Questions about a run: what the next visit does, a number, the weights (L3); see `questions` for the other kinds."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, ClassVar

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Order
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.frozen import Meta
from perceptron_gui.session import scripts, wording
from perceptron_gui.session.exercises import grading, predict_first
from perceptron_gui.session.explanation import explain, loss_page, scores, terms
from perceptron_gui.session.explanation.facts import place_facts
from perceptron_gui.session.explanation.theorem import theorem_terms
from perceptron_gui.session.lessons import lesson as lessons
from perceptron_gui.session.lessons.exactness import Truth
from perceptron_gui.session.lessons.lesson import Ask, Judged, Value, is_no_answer, told, typed_row
from perceptron_gui.session.lessons.standing import Standing, Unanswerable
from perceptron_gui.session.messages import run_end, verdict_text
from perceptron_gui.session.saved import OneOf
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.translation import N_, spelled, tr


def _judged(is_right: bool | None, why: str) -> Judged:
    """Return a judgement in the words of the exercises. `why`: begins with whether it is right."""
    return Judged(is_right, "" if is_right is None else grading.praise(is_right), why)


class RightOrMistake(Ask):
    """Whether the next visit is right or a mistake, as in "Predict first"."""

    kind: ClassVar[str] = "right_or_mistake"
    is_before: ClassVar[bool] = True

    def words(self, at: Standing) -> str:
        return predict_first.mistake_words(at.now)

    def choices(self, at: Standing) -> tuple[tuple[Value, str], ...]:
        if at.document.settings.beta:
            return ("right", tr("it is not learned from")), ("mistake", tr("it is learned from"))
        return ("right", tr("right")), ("mistake", tr("a mistake"))

    def judge(self, at: Standing, value: Value) -> Judged:
        if value not in ("right", "mistake"):
            raise is_no_answer()
        after = at.following
        assert after.last is not None
        is_right, why = grading.judge_mistake(after, after.last, value == "mistake")
        return _judged(is_right, why)

    def explained(self, at: Standing) -> str:
        after = at.following
        assert after.last is not None
        return grading.point_was(after, after.last)


WAYS = {"towards": 1, "away": 2, "left": 1, "right": 2}
"""Names of the choices, by their places in "Predict first"."""


class Direction(Ask):
    """Which way w, or the row of the point's class, moves with the next visit."""

    kind: ClassVar[str] = "direction"
    is_before: ClassVar[bool] = True

    def problem(self, page: SavedSession) -> str:
        if page.document.settings.has_curved_kernel:
            return tr("with a curved kernel there is no w that could move.")
        return ""

    def words(self, at: Standing) -> str:
        last = at.following.last
        return predict_first.way_words(at.now, self._way(at, None).row, last is not None and last.is_learned_from)

    def choices(self, at: Standing) -> tuple[tuple[Value, str], ...]:
        if at.document.settings.order is Order.BATCH:
            return ("left", tr("to the left")), ("right", tr("to the right"))
        return ("towards", tr("towards x")), ("away", tr("away from x"))

    def judge(self, at: Standing, value: Value) -> Judged:
        after, choice, drawn = at.following, None, None
        names = [name for name, _ in self.choices(at)]
        if isinstance(value, str) and value in names:
            choice = WAYS[value]
        else:
            drawn = _arrow(value)
        assert after.last is not None
        is_right, why = grading.judge_way(after, after.last, self._way(at, drawn), choice)
        return _judged(is_right, why)

    def explained(self, at: Standing) -> str:
        after = at.following
        assert after.last is not None
        if not after.last.changed:
            raise Unanswerable(tr("The next visit changes nothing: no way is right."))
        return grading.vector_moved(after, after.last, self._way(at, None).row)

    def _way(self, at: Standing, drawn: grading.Vector | None) -> grading.Way:
        """Return the question with its truth, on the features that the canvas shows."""
        after, canvas = at.following, at.session.canvas
        assert after.last is not None
        row = after.model.row_of(int(after.dataset.labels[after.last.point]))
        d = at.document.dataset.n_features
        axes = canvas.axes if canvas.axes[1] < d and canvas.axes[0] < d else (0, 1 if d > 1 else None)
        return grading.Way(row, drawn, grading.seen_on(axes, grading.update_of(after.last, row)))


def _arrow(value: Value) -> grading.Vector:
    numbers = (
        [scripts.typed_fraction(part) for part in value if isinstance(part, str)] if isinstance(value, tuple) else []
    )
    if len(numbers) != 2 or None in numbers:
        raise is_no_answer()
    across, upwards = (float(number) for number in numbers if number is not None)
    return across, upwards


WHEN = OneOf(("page", "end"))
"""Whether a question is about the page's state, or about the end of the run."""
MOST_DIGITS = 12


class Number(Ask):
    """A number of the run or of the points, exactly or to some decimals."""

    kind: ClassVar[str] = "number"
    of: Annotated[str, OneOf(("f", "alpha", "loss", "errors", "mistakes", "bound", "margin"))]
    point: Annotated[int, lessons.COUNT] | None = None  # of which point, for f and alpha
    of_class: Annotated[int, lessons.COUNT] | None = None  # in multiclass, whose score; None is the point's class
    # decimals that are asked for; None is exactly, and `USUAL_DIGITS` where the number is no fraction
    digits: Annotated[int, Meta(ge=0, le=MOST_DIGITS)] | None = None
    at: Annotated[str, WHEN] = "page"

    @property
    def is_of_end(self) -> bool:
        return self.at == "end" or self.of == "mistakes"

    def problem(self, page: SavedSession) -> str:
        dataset = page.document.dataset
        if self.of not in ("f", "alpha"):
            return ""
        if self.point is None:
            return tr('a number of "{name}" must say which point it is of.').format(name=self.of)
        if self.point > dataset.n_samples:
            return _no_point(self.point, dataset)
        if self.of_class is not None and self.of_class > len(dataset.classes):
            return tr("it asks about class {number}, and there are {n}.").format(
                number=self.of_class, n=len(dataset.classes)
            )
        return ""

    def idle(self, page: SavedSession) -> frozenset[str]:
        of_point = {"point"} if self.of not in ("f", "alpha") else set()
        of_class = {"of_class"} if self.of != "f" or page.document.settings.mode.is_binary else set()
        return frozenset(of_point | of_class | ({"at"} if self.of not in OF_STATES else set()))

    @property
    def told_by(self) -> frozenset[str]:
        return frozenset(TOLD_BY[self.of])

    def words(self, at: Standing) -> str:
        name, asks = self._name(at), tr(NUMBERS[self.of])
        said = [asks.format(name=name, point=wording.index_text((self.point or 1) - 1))]
        said += [tr("It is asked of the end of the run.")] * (self.at == "end" and self.of in OF_STATES)
        if self.digits is not None:
            said.append(wording.counted("{count} decimal will do.", "{count} decimals will do.", self.digits))
        return " ".join(said)

    def entries(self, at: Standing) -> tuple[tuple[str, ...], ...]:
        return ((self._name(at),),)

    def judge(self, at: Standing, value: Value) -> Judged:
        if not isinstance(value, str):
            raise is_no_answer()
        truths = self._truths(at)
        return told(any(truth.is_met(value, self.digits) for truth in truths), self.solution(at))

    def explained(self, at: Standing) -> str:
        truth = self._truths(at)[0]
        return f"{self._name(at)} {truth}{self._why(at)}"

    def _name(self, at: Standing) -> str:
        point = wording.index_text((self.point or 1) - 1)
        if self.of == "f" and not at.document.settings.mode.is_binary:
            return f"s({at.document.dataset.classes[self._row(at)]})({point})"
        names = {"f": f"f({point})", "alpha": f"α{scripts.subscript(self.point or 1)}", "loss": "L", "margin": "γ̂"}
        return spelled(names[self.of]) if self.of in names else tr(NAMES[self.of])

    def _row(self, at: Standing) -> int:
        """Return the place of the score that is asked for."""
        if at.document.settings.mode.is_binary:
            return 0
        return int(at.document.dataset.labels[(self.point or 1) - 1]) if self.of_class is None else self.of_class - 1

    def _truths(self, at: Standing) -> list[Truth]:
        """Return the number that is asked for; of a bound that is none also what is allowed at most."""
        if self.of == "bound":
            bound = at.analysis.bound
            if bound is None:
                raise Unanswerable(tr("There is no bound: these points are not known to be separable."))
            exact = [Truth(bound.unrounded)] if bound.exact is None else [Truth(bound.exact)]
            return [*exact, Truth(Fraction(bound.at_most))]
        if self.of == "margin":
            found = at.verdict
            square = verdict_text.known_margin(found)
            if found.margin is None:
                raise Unanswerable(tr("The margin of these points is not known."))
            return [Truth(found.margin) if square is None else Truth.root(square)]
        if self.of == "mistakes":
            return [Truth(Fraction(at.end.mistakes))]
        return [Truth(self._of_state(at.at(self.at)))]

    def _of_state(self, state: Snapshot) -> Fraction | float:
        """Return a number that is of one state."""
        if self.of == "errors":
            return Fraction(state.n_errors)
        if self.of == "loss":
            assert state.loss is not None
            return state.loss
        point = (self.point or 1) - 1
        if point >= state.dataset.n_samples:
            raise Unanswerable(tr("The point {name} is not there yet.").format(name=wording.index_text(point)))
        if self.of == "alpha":
            assert state.alpha is not None
            return Fraction(int(state.alpha[point]))
        x, is_decimal = state.dataset.X[point].tolist(), not terms.is_rounded(state.dataset, point)
        if state.settings.mode.is_binary:
            return scores.scores_at(state, x, is_decimal)[0]
        row = int(state.dataset.labels[point]) if self.of_class is None else self.of_class - 1
        found = scores.scores_at(state, x, is_decimal)
        if row >= len(found) or row not in state.trained.present:
            raise Unanswerable(tr("The class has no points: it has no score."))
        return found[row]

    def _why(self, at: Standing) -> str:
        """Return why the number is what it is, after its value."""
        if self.of in ("bound", "margin"):
            return f". {_why_bound(at, self.of)}"
        state = at.at(self.at)
        if self.of == "mistakes":
            end = run_end.run_end(at.end)
            return "." if end is None else f". {end.sentence}"
        if self.of == "f":
            return f": {_sum_text(state, (self.point or 1) - 1)}."
        if self.of == "alpha":
            words = wording.counted(
                "the run has learned from it {count} time",
                "the run has learned from it {count} times",
                int(self._of_state(state)),
            )
            return f": {words}."
        wrong = loss_page.loss_page(state).wrong
        return "." if wrong is None else f": {wrong}."


NUMBERS = {
    "f": N_("What is {name}?"),
    "alpha": N_("How often has the run learned from {point}: what is {name}?"),
    "loss": N_("What is the loss {name}, the sum over all errors?"),
    "errors": N_("How many points are wrong?"),
    "mistakes": N_("How many mistakes does the run make until it ends?"),
    "bound": N_("How many mistakes does the theorem allow?"),
    "margin": N_("What is the margin {name}?"),
}
NAMES = {"errors": N_("errors"), "mistakes": N_("mistakes"), "bound": N_("bound")}
TOLD_BY = {
    "f": ("step", "points"),
    "alpha": ("form", "points", "model"),
    "loss": ("step", "run", "model"),
    "errors": ("counter", "run", "model"),
    "mistakes": ("counter", "timeline", "run"),
    "bound": ("bound", "why"),
    "margin": ("verdict", "why"),
}
OF_STATES = ("f", "alpha", "loss", "errors")
"""Numbers that change during a run."""


def _no_point(number: int, dataset: Dataset) -> str:
    words = tr("it asks about point {number}, and there are {n}.")
    return words.format(number=number, n=dataset.n_samples)


def _sum_text(state: Snapshot, point: int) -> str:
    """Return how a score comes about, in symbols and numbers, as far as there is room."""
    x, is_decimal = state.dataset.X[point].tolist(), not terms.is_rounded(state.dataset, point)
    facts = place_facts.place_facts(state, x, is_decimal)
    return "; ".join(f"{name} {text}".strip() for name, text in facts.rows)


def _why_bound(at: Standing, of: str) -> str:
    """Return the verdict, and how the bound comes about."""
    said = [verdict_text.verdict_line(at.verdict)]
    numbers = theorem_terms.theorem_numbers(at.document, at.analysis)
    if of == "bound" and numbers is not None:
        told = theorem_terms.theorem(numbers)
        said += [*(f"{each}." for each in told.bound), *map(str, told.reasons)]
    return " ".join(said)


class Weights(Ask):
    """The weights, entry by entry: w and b, θ, the rows of W, or α."""

    kind: ClassVar[str] = "weights"
    form: Annotated[str, OneOf(("w", "theta", "W", "alpha"))] = "w"
    of: Annotated[str, OneOf(("after_visit", "end"))] = "after_visit"

    @property
    def is_of_end(self) -> bool:
        return self.of == "end"

    def problem(self, page: SavedSession) -> str:
        settings = page.document.settings
        if self.form != "alpha" and settings.has_curved_kernel:
            return tr('with a curved kernel there are no weights, ask for "alpha".')
        if self.form == "W" and settings.mode.is_binary:
            return tr('"W" has a row a class, and here there is one row: ask for "w".')
        if self.form in ("w", "theta") and not settings.mode.is_binary:
            return tr('in multiclass every class has weights: ask for "W".')
        return ""

    @property
    def told_by(self) -> frozenset[str]:
        return frozenset(("model", "form", "points" if self.form == "alpha" else "step"))

    def words(self, at: Standing) -> str:
        if self.form == "alpha":
            words = tr("How often has the run learned from each point: what are the α?")
        elif self.form == "W":
            words = tr("What are the weights, a row for each class, with its bias last?")
        else:
            words = tr("What are the weights?")
        return words if self.of != "end" else f"{words} {tr('It is asked of the end of the run.')}"

    def entries(self, at: Standing) -> tuple[tuple[str, ...], ...]:
        state = at.at(self.of)
        if self.form == "alpha":
            return (tuple(f"{spelled('α')}{scripts.subscript(i + 1)}" for i in range(state.dataset.n_samples)),)
        d, has_bias = state.theta.shape[1] - state.settings.bias, state.settings.bias
        if self.form == "theta":
            return (tuple(f"{spelled('θ')}{scripts.subscript(j + 1)}" for j in range(d + has_bias)),)
        names = [*(f"{spelled('w')}{scripts.subscript(j + 1)}" for j in range(d)), *[spelled("b")] * has_bias]
        if self.form == "w":
            return (tuple(names),)
        classes = [state.dataset.classes[k] for k in range(len(state.theta))]
        return tuple(tuple(f"{name}({each})" for name in names) for each in classes)

    def judge(self, at: Standing, value: Value) -> Judged:
        names = [name for row in self.entries(at) for name in row]
        typed = typed_row(value)
        truths = self._truths(at)
        if len(typed) != len(names):
            words = wording.counted(
                "It is {count} number that is asked for.", "It is {count} numbers that are asked for.", len(names)
            )
            return told(False, self.solution(at), words)
        are_right = [truth.is_met(text, None) for truth, text in zip(truths, typed, strict=True)]
        wrong = [name for name, is_right in zip(names, are_right, strict=True) if not is_right]
        if not wrong:
            return told(True, self.solution(at))
        n_right = len(names) - len(wrong)
        right = tr("{count} of {all} are right.").format(
            count=wording.grouped(n_right), all=wording.grouped(len(names))
        )
        brief = tr("Wrong: {names}.").format(names=", ".join(wrong[:MOST_NAMED] + ["…"] * (len(wrong) > MOST_NAMED)))
        return told(False, self.solution(at), f"{right} {brief}")

    def explained(self, at: Standing) -> str:
        state = at.at(self.of)
        names = [name for row in self.entries(at) for name in row]
        pairs = zip(names, self._truths(at), strict=True)
        told = ", ".join(f"{name} {truth}" for name, truth in pairs)
        return f"{told}. {self._why(state)}".strip()

    def _truths(self, at: Standing) -> list[Truth]:
        state = at.at(self.of)
        if self.form == "alpha":
            assert state.alpha is not None
            return [Truth(Fraction(count)) for count in state.alpha.tolist()]
        return [Truth(value) for row in scores.parameter_rows(state) for value in row]

    def _why(self, state: Snapshot) -> str:
        """Return what the last visit did, or how the run ended."""
        if self.of == "end":
            end = run_end.run_end(state)
            return "" if end is None else end.sentence
        step = explain.explain(state)
        if step is None:
            return tr("The run stands at its start.")
        update = "".join(f" {each}" if each.is_continuation else f"; {each}" for each in step.update)
        return f"{step.verdict} {update.removeprefix('; ')}." if update else str(step.verdict)


MOST_NAMED = 8
