"""Questions about numbers: one of the run or of the points, and the weights (L3)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, ClassVar

from perceptron_gui.engine.data.dataset import Dataset, trained_points
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.frozen import Meta
from perceptron_gui.session import scripts, wording
from perceptron_gui.session.exercises.visit_questions import worked
from perceptron_gui.session.explanation import loss_page, scores, terms
from perceptron_gui.session.explanation.facts import place_facts
from perceptron_gui.session.explanation.theorem import theorem_terms
from perceptron_gui.session.formula import nodes
from perceptron_gui.session.formula.line import EXACT, line, total
from perceptron_gui.session.lessons import lesson as lessons
from perceptron_gui.session.lessons import reasons
from perceptron_gui.session.lessons.lesson import Ask, Value, is_no_answer, typed_row
from perceptron_gui.session.lessons.reasons import Truth
from perceptron_gui.session.lessons.standing import Standing, Unanswerable
from perceptron_gui.session.messages import run_end, verdict_text
from perceptron_gui.session.saved import OneOf
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.translation import N_, spelled, tr

MOST_ADDED = 6
"""Errors whose part of the loss is written out."""
WHEN = OneOf(("page", "end"))
"""Whether a question is about the page's state, or about the end of the run."""


class Number(Ask):
    """A number of the run or of the points, exactly or to some decimals."""

    kind: ClassVar[str] = "number"
    of: Annotated[str, OneOf(("f", "alpha", "loss", "errors", "mistakes", "bound", "margin"))]
    point: Annotated[int, lessons.COUNT] | None = None  # of which point, for f and alpha
    of_class: Annotated[int, lessons.COUNT] | None = None  # in multiclass, whose score; None is the point's class
    # decimals that are asked for; None is exactly, and `USUAL_DIGITS` where the number is no fraction
    digits: Annotated[int, Meta(ge=0, le=reasons.MOST_DIGITS)] | None = None
    at: Annotated[str, WHEN] = "page"

    @property
    def is_of_end(self) -> bool:
        return self.at == "end" or self.of == "mistakes"

    def problem(self, page: SavedSession) -> str:
        dataset = page.document.dataset
        if self.of not in ("f", "alpha"):
            return ""
        if self.point is None:
            return tr('a question about "{name}" must say which point it means.').format(name=self.of)
        if self.point > dataset.n_samples:
            return _no_point(self.point, dataset)
        if self.of_class is not None and self.of_class > len(dataset.classes):
            return tr("it asks about class {number}, but there are only {n}.").format(
                number=self.of_class, n=len(dataset.classes)
            )
        return ""

    def idle(self, page: SavedSession) -> frozenset[str]:
        of_point = {"point"} if self.of not in ("f", "alpha") else set()
        of_class = {"of_class"} if self.of != "f" or page.document.settings.mode.is_binary else set()
        return frozenset(of_point | of_class | ({"at"} if self.of not in reasons.STATES else set()))

    @property
    def told_by(self) -> frozenset[str]:
        return frozenset(TOLD_BY[self.of])

    def shown_by(self, at: Standing, other: Snapshot) -> frozenset[str]:
        if self.of == "mistakes":
            is_told = other.visit >= at.end.visit
        else:
            is_told = self.of not in reasons.STATES or other.updates == at.at(self.at).updates
        if self.of == "f":  # the step tells that of its own point, before an update
            is_told &= other.last is not None and other.last.point + 1 == self.point and not other.last.changed
        return self.told_by - {"points"} if is_told else frozenset()

    def words(self, at: Standing) -> str:
        name, asks = self.name(at), tr(NUMBERS[self.of])
        said = [asks.format(name=name, point=wording.index_text((self.point or 1) - 1))]
        said += [tr("The question asks about the end of the run.")] * (self.at == "end" and self.of in reasons.STATES)
        return wording.together(*said, _decimals_text(self.truths(at), self.digits))

    def entries(self, at: Standing) -> tuple[tuple[str, ...], ...]:
        return ((self.name(at),),)

    def require(self, at: Standing) -> None:
        self.truths(at)

    def is_right(self, at: Standing, value: Value) -> bool | None:
        if not isinstance(value, str):
            raise is_no_answer()
        return any(truth.is_met(value, self.digits) for truth in self.truths(at))

    def remark(self, at: Standing, value: Value) -> str:
        return "" if self.is_right(at, value) else reasons.of_a_number(self, at, str(value))

    def explained(self, at: Standing) -> str:
        value, (why, is_sentence) = f"{self.name(at)} {self.truths(at)[0].asked(self.digits)}", self._why(at)
        if not why or is_sentence:
            return wording.together(wording.ended(value), why)
        return wording.ended(wording.said_of(value, why))

    def name(self, at: Standing) -> str:
        """Return what the number is called."""
        point = wording.index_text((self.point or 1) - 1)
        if self.of == "f" and not at.document.settings.mode.is_binary:
            return f"s({at.document.dataset.classes[self.row(at)]})({point})"
        names = {"f": f"f({point})", "alpha": f"α{scripts.subscript(self.point or 1)}", "loss": "L", "margin": "γ̂"}
        return spelled(names[self.of]) if self.of in names else tr(NAMES[self.of])

    def row(self, at: Standing) -> int:
        """Return the place of the score that is asked for."""
        if at.document.settings.mode.is_binary:
            return 0
        return int(at.document.dataset.labels[(self.point or 1) - 1]) if self.of_class is None else self.of_class - 1

    def truths(self, at: Standing) -> list[Truth]:
        """Return the number that is asked for; of a bound that is none also what is allowed at most."""
        if self.of == "bound":
            bound = at.analysis.bound
            if bound is None:
                raise Unanswerable(tr("There is no bound: these points are not known to be separable."))
            unsure = reasons.UNSURE if at.verdict.known_square is not None else reasons.UNSURE_KERNEL
            exact = Truth(bound.unrounded, unsure=unsure) if bound.exact is None else Truth(bound.exact)
            return [exact, Truth(Fraction(bound.at_most))]
        if self.of == "margin":
            found = at.verdict
            square = found.known_square
            if found.margin is None:
                raise Unanswerable(tr("The margin of these points is not known."))
            return [Truth(found.margin) if square is None else Truth.root(square)]
        if self.of == "mistakes":
            return [Truth(Fraction(at.end.mistakes))]
        return [Truth(self.value_in(at.at(self.at)))]

    def value_in(self, state: Snapshot) -> Fraction | float:
        """Return a number that is of one state."""
        if self.of == "errors":
            return Fraction(state.n_errors)
        if self.of == "loss":
            assert state.loss is not None
            return state.loss
        point = (self.point or 1) - 1
        if point >= state.dataset.n_samples:
            raise Unanswerable(tr("The point {name} has not arrived yet.").format(name=wording.index_text(point)))
        if self.of == "alpha":
            assert state.alpha is not None
            return Fraction(int(state.alpha[point]))
        x, is_decimal = state.dataset.X[point].tolist(), not terms.is_rounded(state.dataset, point)
        if state.settings.mode.is_binary:
            return scores.scores_at(state, x, is_decimal)[0]
        row = int(state.dataset.labels[point]) if self.of_class is None else self.of_class - 1
        found = scores.scores_at(state, x, is_decimal)
        if row >= len(found) or row not in state.trained.present:
            raise Unanswerable(tr("The class has no points, so it has no score."))
        return found[row]

    def _why(self, at: Standing) -> tuple[str, bool]:
        """Return why the number is what it is, and whether that is a sentence of its own."""
        if self.of in ("bound", "margin"):
            return _why_bound(at, self.of), True
        state = at.at(self.at)
        if self.of == "mistakes":
            end = run_end.run_end(at.end)
            return "" if end is None else end.sentence, True
        if self.of == "f":
            return _sum_text(state, (self.point or 1) - 1), False
        if self.of == "alpha":
            words = wording.counted(
                "the run has learned from it {count} time",
                "the run has learned from it {count} times",
                int(self.value_in(state)),
            )
            return words, False
        wrong, lost = loss_page.loss_page(state).wrong, [-margin for margin in reasons.margins(state) if margin < 0]
        said = [wrong] if wrong is not None else []
        if self.of == "loss" and 1 < len(lost) <= MOST_ADDED:
            said.append(line(nodes.LOSS, EXACT, total([wording.written(value) for value in lost])))
        return "; ".join(map(str, said)), False


NUMBERS = {
    "f": N_("What is {name}?"),
    "alpha": N_("What is {name}, the number of times the run has learned from {point}?"),
    "loss": N_("What is the loss {name}, the sum over all errors?"),
    "errors": N_("How many points are wrong?"),
    "mistakes": N_("How many mistakes does the run make before it ends?"),
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


def _decimals_text(truths: Sequence[Truth], digits: int | None) -> str:
    """Say how many decimals are asked for; "" for all there are. `digits`: that the question says itself, if any."""
    places = max((places for truth in truths if (places := truth.places(digits)) is not None), default=None)
    return (
        "" if places is None else wording.counted("{count} decimal is enough.", "{count} decimals are enough.", places)
    )


def _no_point(number: int, dataset: Dataset) -> str:
    words = tr("it asks about point {number}, but there are only {n}.")
    return words.format(number=number, n=dataset.n_samples)


def _sum_text(state: Snapshot, point: int) -> str:
    """Return how a score comes about, in symbols and numbers, as far as there is room."""
    x, is_decimal = state.dataset.X[point].tolist(), not terms.is_rounded(state.dataset, point)
    facts = place_facts.place_facts(state, x, is_decimal)
    said: list[str] = []
    for name, text in facts.rows:
        if not name and len(said) == 1:  # the sum goes on
            said[0] += f" {text}"
        else:
            said.append(f"{name or spelled('f')} {text}")
    return "; ".join(said)


def _why_bound(at: Standing, of: str) -> str:
    """Return the verdict, and how the bound comes about."""
    said = [verdict_text.verdict_line(at.verdict)]
    numbers = theorem_terms.theorem_numbers(at.document, at.analysis)
    if of == "bound" and numbers is not None:
        told = theorem_terms.theorem(numbers)
        said += [*(wording.ended(str(each)) for each in told.bound), *map(str, told.reasons)]
    elif of == "margin":
        nearest = trained_points(at.document.dataset)[[*at.verdict.holders[: reasons.MOST_NAMED]]].tolist()
        points = wording.joined(map(wording.index_text, nearest))
        said += [tr("Nearest: {points}.").format(points=points)] * bool(nearest)
    return wording.together(*said)


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
            return tr('with a curved kernel there are no weights: ask for "alpha".')
        if self.form == "W" and settings.mode.is_binary:
            return tr('"W" has one row per class, but here there is only one row: ask for "w".')
        if self.form in ("w", "theta") and not settings.mode.is_binary:
            return tr('in multiclass every class has its own weights: ask for "W".')
        return ""

    @property
    def told_by(self) -> frozenset[str]:
        return frozenset(("model", "form", "points" if self.form == "alpha" else "step"))

    def shown_by(self, at: Standing, other: Snapshot) -> frozenset[str]:
        return self.told_by - {"points"} if other.updates == at.at(self.of).updates else frozenset()

    def words(self, at: Standing) -> str:
        if self.form == "alpha":
            words = tr("What is each point's α, the number of times the run has learned from it?")
        elif self.form == "W":
            words = tr("What are the weights? Give one row per class, with its bias last.")
        else:
            words = tr("What are the weights?")
        end = tr("The question asks about the end of the run.") if self.of == "end" else ""
        return wording.together(words, end, _decimals_text(self._truths(at), None))

    def entries(self, at: Standing) -> tuple[tuple[str, ...], ...]:
        state = at.at(self.of)
        if self.form == "alpha":
            return (tuple(spelled(f"α{scripts.subscript(i + 1)}") for i in range(state.dataset.n_samples)),)
        d, has_bias = state.theta.shape[1] - state.settings.bias, state.settings.bias
        if self.form == "theta":
            return (tuple(f"{spelled('θ')}{scripts.subscript(j + 1)}" for j in range(d + has_bias)),)
        names = [*(f"{spelled('w')}{scripts.subscript(j + 1)}" for j in range(d)), *[spelled("b")] * has_bias]
        if self.form == "w":
            return (tuple(names),)
        classes = [state.dataset.classes[k] for k in range(len(state.theta))]
        return tuple(tuple(f"{name}({each})" for name in names) for each in classes)

    def require(self, at: Standing) -> None:
        at.at(self.of)

    def is_right(self, at: Standing, value: Value) -> bool | None:
        typed, truths = typed_row(value), self._truths(at)
        return len(typed) == len(truths) and all(
            truth.is_met(text, None) for truth, text in zip(truths, typed, strict=True)
        )

    def remark(self, at: Standing, value: Value) -> str:
        if self.is_right(at, value):
            return ""
        names = [name for row in self.entries(at) for name in row]
        return reasons.of_weights(self, at, typed_row(value), names, self._truths(at))

    def explained(self, at: Standing) -> str:
        state = at.at(self.of)
        names = [name for row in self.entries(at) for name in row]
        pairs = zip(names, self._truths(at), strict=True)
        told = wording.joined(f"{name} {truth.asked(None)}" for name, truth in pairs)
        return wording.together(wording.ended(told), self._why(state))

    def _truths(self, at: Standing) -> list[Truth]:
        return [Truth(value) for value in self.values_in(at.at(self.of))]

    def values_in(self, state: Snapshot) -> list[Fraction | float]:
        """Return the numbers of one state."""
        if self.form == "alpha":
            assert state.alpha is not None
            return [*map(Fraction, state.alpha.tolist())]
        return [value for row in scores.parameter_rows(state) for value in row]

    def _why(self, state: Snapshot) -> str:
        """Return what the last visit did, or how the run ended."""
        if self.of == "end":
            end = run_end.run_end(state)
            return "" if end is None else end.sentence
        return worked(state, rule=True, verdict=True, update=True)
