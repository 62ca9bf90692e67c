"""Questions about the points, and the registry of all kinds: separable or not, something to be made, a choice (L3).

A new kind is a class, here or in another `…questions` module, and an entry of `KINDS`: file, schema, marks and sheets
follow.
"""

from __future__ import annotations

import contextlib
import itertools
import secrets
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from hashlib import sha256
from typing import Annotated, ClassVar

import numpy as np

from perceptron_gui.engine.data import dataset as datasets
from perceptron_gui.engine.data.settings import Order, TrainingSettings
from perceptron_gui.engine.model.models import model_kind
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.frozen import Meta, replace
from perceptron_gui.session import scripts, wording
from perceptron_gui.session.document import Document, Place
from perceptron_gui.session.exercises import visit_questions
from perceptron_gui.session.explanation import scores
from perceptron_gui.session.explanation.facts import witness_facts
from perceptron_gui.session.lessons import examples, reasons
from perceptron_gui.session.lessons import lesson as lessons
from perceptron_gui.session.lessons import run_questions as of_runs
from perceptron_gui.session.lessons.lesson import Ask, Value, is_no_answer
from perceptron_gui.session.lessons.reasons import Truth
from perceptron_gui.session.lessons.standing import LONGEST_RUN, Standing, TooLong, Unanswerable, weight_signs
from perceptron_gui.session.messages import model_line, run_end, verdict_text
from perceptron_gui.session.saved import OneOf
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.translation import N_, tr


class Separable(Ask):
    """Whether the points are separable, and if not, points that prove it."""

    kind: ClassVar[str] = "separable"
    is_proved: ClassVar[bool] = True

    @property
    def told_by(self) -> frozenset[str]:
        return frozenset(("verdict", "why"))

    def shown_by(self, at: Standing, other: Snapshot) -> frozenset[str]:
        return self.told_by | ({"model"} if other.n_errors == 0 else set())

    def words(self, at: Standing) -> str:
        return tr("Are these points separable? If not, mark points that prove it.")

    def choices(self, at: Standing) -> tuple[tuple[Value, str], ...]:
        return (lessons.Proof(True), tr("separable")), (lessons.Proof(False), tr("not separable"))

    def require(self, at: Standing) -> None:
        if at.verdict.separable is None:
            raise Unanswerable(verdict_text.verdict_line(at.verdict))

    def is_right(self, at: Standing, value: Value) -> bool | None:
        if not isinstance(value, lessons.Proof):
            raise is_no_answer()
        self.require(at)
        part = _part(at, value.points)
        proves = value.separable or (part is not None and part.verdict.separable is False)
        return value.separable == at.verdict.separable and proves

    def remark(self, at: Standing, value: Value) -> str:
        if self.is_right(at, value) or not isinstance(value, lessons.Proof):
            return ""
        part = None if value.separable else _part(at, value.points)
        if part is not None:
            names = wording.joined(
                wording.index_text(number - 1) for number in sorted({*value.points})[: reasons.MOST_NAMED]
            )
            words = tr("{points} alone are separable, so they prove nothing.").format(points=names)
            return wording.together(words, _dividing(part))
        if at.verdict.separable:
            return tr("No points prove that: look for weights that get every point right.")
        witness = at.verdict.witness
        if value.separable and witness is not None:
            return wording.counted(
                "No weights get {count} of these points right. Which one is it?",
                "No weights get {count} of these points right at once. Which ones are they?",
                len(set(witness.indices)),
            )
        return tr("Right so far: now mark points that prove it.")

    def explained(self, at: Standing) -> str:
        found = at.verdict
        said = verdict_text.verdict_line(found)
        if found.witness is None:
            return said
        trained = datasets.trained_points(at.document.dataset)
        told = replace(found.witness, indices=tuple(int(trained[i]) for i in found.witness.indices))
        return wording.together(said, witness_facts.proof_of(at.document, told).sentence)


def _part(at: Standing, numbers: Sequence[int]) -> Standing | None:
    """Return a standing of some points alone; None where none of them is trained on. `numbers`: from 1."""
    chosen = sorted({*numbers})
    if not chosen or chosen[-1] > at.document.dataset.n_samples:
        return None
    some = at.document.dataset.only(np.array(chosen, dtype=np.int64) - 1)
    trained = datasets.trained_part(some)
    if not trained.n_samples or not datasets.n_trained(some):
        return None
    document = replace(at.document, dataset=trained, settings=at.document.named_settings)
    return Standing(replace(at.session, document=document, place=Place()), at.languages, at.look)


def _dividing(at: Standing) -> str:
    """Say what divides points that are separable; "" where it is no line to be drawn, or is not found soon."""
    one_class = verdict_text.one_class_text(at.document.dataset, at.document.settings)
    if one_class:
        return one_class
    try:
        boundary = model_line.model_line(at.end).boundary
    except Unanswerable:
        return ""
    if boundary is None or at.end.n_errors:
        return ""
    return tr("The line {equation} separates them.").format(equation=boundary)


GOALS = ("not_separable", "mistakes_at_most", "mistakes_at_least", "cycle", "margin_at_least", "weights")
MAY = ("points", "order", "start")


class Make(Ask):
    """Something that is to be made true by changing only what may be changed."""

    kind: ClassVar[str] = "make"
    goal: Annotated[str, OneOf(GOALS)]
    may: Annotated[frozenset[Annotated[str, OneOf(MAY)]], Meta(max_length=len(MAY))]
    value: Value = ""  # of the goal: mistakes, a margin, or the weights w₁ … w_d, b that the run is to end with

    @property
    def takes_plane(self) -> bool:
        return bool(self.may & {"points", "start"})

    def problem(self, page: SavedSession) -> str:
        if not self.may:
            return tr('nothing may be changed: put "points", "order" or "start" into "may".')
        needed = {"weights": tuple}.get(self.goal, (str, int))
        is_given = isinstance(self.value, needed) and all(each is not None for each in self._numbers())
        if "value" not in self.idle(page) and not is_given:
            return tr(
                'the goal "{name}" needs a "value" that is a number or, for "weights", a list of numbers.'
            ).format(name=self.goal)
        if not page.document.dataset.n_samples:
            return tr("there are no points.")
        found, expected = len(self._numbers()), n_weights(page.document)
        if self.goal == "weights" and self.vary and found != expected:
            words = tr('with "vary", the goal "weights" needs {expected} numbers here, but there are {found}.')
            return words.format(expected=expected, found=found)
        return ""

    def idle(self, page: SavedSession) -> frozenset[str]:
        return frozenset(["value"] if self.goal in ("not_separable", "cycle") else [])

    def _texts(self) -> list[str]:
        return (lessons.typed_row(self.value) if isinstance(self.value, tuple) else [str(self.value)]) or [""]

    def _numbers(self) -> list[Fraction | None]:
        return [*map(scripts.typed_fraction, self._texts())]

    def _signs(self, at: Standing) -> list[int]:
        """Return −1 for each number of the goal that has the other sign on a page of a name's own (L4), else 1."""
        signs = at.signs if self.goal == "weights" else None
        return weight_signs(signs, at.document.settings, len(self._numbers()))

    def _wanted(self, at: Standing) -> list[Fraction | None]:
        """Return the numbers of the goal, of weights with the signs of the page."""
        pairs = zip(self._numbers(), self._signs(at), strict=True)
        return [None if number is None else sign * number for number, sign in pairs]

    def words(self, at: Standing) -> str:
        words = tr("Change {what} until {goal}. You cannot change anything else here.")
        return words.format(what=_listed(self.may), goal=self._goal(at))

    def is_right(self, at: Standing, value: Value) -> bool | None:
        return not self._problem(at, value) and self._holds(self._made(at, value))

    def remark(self, at: Standing, value: Value) -> str:
        return self._problem(at, value) or self._case(self._made(at, value))

    def _problem(self, at: Standing, value: Value) -> str:
        if not isinstance(value, lessons.Made):
            raise is_no_answer()
        return changed_besides(at.document, value.session.document, self.may)

    def _made(self, at: Standing, value: Value) -> Standing:
        """Return where what was made stands, at the start of its run."""
        assert isinstance(value, lessons.Made)
        return at.of_made(value.session)

    def explained(self, at: Standing) -> str:
        return tr("Any solution counts as long as {goal}.").format(goal=self._goal(at))

    def example(
        self, at: Standing, refusal: Callable[[Document, Document], str] = lambda page, made: ""
    ) -> Document | None:
        """Return a document in which the goal holds; None where none was found among those that are tried.

        `refusal`: says why the page does not take a document; "" where it does.
        """
        wanted = tuple(float(number) for number in self._wanted(at) if number is not None)
        tried = examples.candidates(at, self.may, self.goal, wanted if self.goal == "weights" else ())
        for document in itertools.islice(tried, MOST_TRIED):
            at.look()
            problem = document.problem or changed_besides(at.document, document, self.may)
            if not problem and not refusal(at.document, document):
                with contextlib.suppress(Unanswerable):
                    if self._holds(Standing(replace(at.session, document=document, place=Place()), signs=at.signs)):
                        return document
        return None

    def _goal(self, at: Standing) -> str:
        pairs = zip(self._texts(), self._signs(at), strict=True)
        values = [_negated(text) if sign < 0 else text for text, sign in pairs]
        return tr(GOAL_WORDS[self.goal]).format(value=", ".join(values))

    def _holds(self, made: Standing) -> bool:
        """Whether the goal holds."""
        if self.goal in ("not_separable", "margin_at_least"):
            return self._holds_of_points(made)
        (number, *_) = wanted = self._wanted(made)
        assert number is not None or self.goal == "cycle"
        if self.goal == "mistakes_at_least":
            return number is not None and made.mistakes_within(LONGEST_RUN) >= number
        end = _end_of(made)
        if end is None or self.goal == "cycle":
            return end is not None and end.stop is Stop.CYCLE
        if self.goal == "mistakes_at_most":
            return end.stop in (Stop.CONVERGED, Stop.PASS_DONE) and number is not None and end.mistakes <= number
        return end.stop is not Stop.CYCLE and [each for row in scores.parameter_rows(end) for each in row] == wanted

    def _holds_of_points(self, made: Standing) -> bool:
        found = made.verdict
        Separable().require(made)
        if self.goal == "not_separable" or not found.separable:
            return self.goal == "not_separable" and not found.separable
        (least,), square = self._numbers(), found.known_square
        if square is None:
            raise Unanswerable(tr("The margin of these points is not known exactly."))
        return least is not None and (least <= 0 or square >= least * least)

    def _case(self, made: Standing) -> str:
        """Return what is the case, with what is missing where the goal does not hold."""
        if self.goal == "margin_at_least" and made.verdict.separable:
            return of_runs.Number("margin").solution(made)
        if self.goal in ("not_separable", "margin_at_least"):
            if not made.verdict.separable:
                return Separable().solution(made)
            return wording.together(tr("These points are still separable."), _dividing(made))
        if self.goal == "mistakes_at_least":
            mistakes = made.mistakes_within(LONGEST_RUN)
            return wording.counted("The run makes {count} mistake.", "The run makes {count} mistakes.", mistakes)
        end = _end_of(made)
        if end is None:
            return tr("The run does not end within {most} visits.").format(most=wording.grouped(LONGEST_RUN))
        told, names = run_end.run_end(end), of_runs.Weights("w" if len(end.theta) == 1 else "W").entries(made)
        said = "" if told is None else told.sentence
        if self.goal != "weights":
            return said
        pairs = zip(
            [each for row in names for each in row], [v for r in scores.parameter_rows(end) for v in r], strict=True
        )
        wanted = self._wanted(made)
        others = [f"{name} {Truth(v)}" for i, (name, v) in enumerate(pairs) if i >= len(wanted) or v != wanted[i]]
        missed = tr("It ends with {weights}.").format(weights=wording.joined(others[: reasons.MOST_NAMED]))
        return wording.together(said, missed) if others else said


def _negated(text: str) -> str:
    """Return a number with the other sign, else as it was typed. `text`: see `typed_fraction`."""
    bare = text.strip()
    if not scripts.typed_fraction(bare):
        return text
    return bare[1:] if bare.startswith(("-", wording.MINUS)) else wording.MINUS + bare.removeprefix("+")


def n_weights(document: Document) -> int:
    """Return how many weights a run ends with: those of each row, and its bias."""
    dataset, settings = document.dataset, document.settings
    size = len(settings.weight_names(dataset.features)) + settings.bias
    return size * len(model_kind(settings).row_classes(len(dataset.classes)))


def _end_of(made: Standing) -> Snapshot | None:
    """Return the run at its end; None where that does not come soon."""
    try:
        return made.end
    except TooLong:
        raise
    except Unanswerable:
        return None


MOST_TRIED = 300
"""States that are tried for an example."""
CHANGES = {"points": N_("the points"), "order": N_("the order of the visits"), "start": N_("the start weights")}
GOAL_WORDS = {
    "not_separable": N_("the points are not separable"),
    "mistakes_at_most": N_("the run ends with at most {value} mistakes"),
    "mistakes_at_least": N_("the run makes at least {value} mistakes"),
    "cycle": N_("the weights repeat"),
    "margin_at_least": N_("the margin γ̂ is at least {value}"),
    "weights": N_("the run ends with the weights {value}"),
}


def _listed(may: frozenset[str]) -> str:
    return wording.joined(tr(CHANGES[name]) for name in MAY if name in may)


def changed_besides(page: Document, made: Document, may: frozenset[str]) -> str:
    """Say what was changed that may not be, and what may be; "" where nothing else was.

    `page`: the document as it was. `made`: as it is now. `may`: names of what may be changed.
    """
    one, other = page.dataset, made.dataset
    words = ""
    if one.classes != other.classes or one.features != other.features:
        words = tr("You changed the classes or the features, but here you may only change {what}.")
    elif _rules_left(page, may) != _rules_left(made, may):
        words = tr("You changed other rules, but here you may only change {what}.")
    elif "points" in may:
        is_kept = datasets.present_in_training(one) == datasets.present_in_training(other)
        return "" if is_kept else tr("Every class must keep at least one point.")
    elif _rows(one) != _rows(other) and ("order" not in may or Counter(_rows(one)) != Counter(_rows(other))):
        words = tr("You changed the points, but here you may only change {what}.")
    return words.format(what=_listed(may))


def _rules_left(document: Document, may: frozenset[str]) -> TrainingSettings:
    """Return the rules but for what may be changed."""
    rules = document.named_settings
    if "order" in may:
        rules = replace(rules, order=Order.CYCLIC, seed=0)
    return replace(rules, initial=None).essence if "start" in may else rules.essence


def _rows(dataset: datasets.Dataset) -> list[tuple[float, ...]]:
    """Return all that is known of each point."""
    codes = np.zeros(dataset.n_samples) if dataset.parts is None else dataset.parts
    rounded = {*dataset.rounded}
    columns = zip(dataset.X.tolist(), dataset.labels.tolist(), codes.tolist(), strict=True)
    return [(*x, label, part, i in rounded) for i, (x, label, part) in enumerate(columns)]


class Choice(Ask):
    """One of several texts; the author says which is right. Who reads the file can find out: a weak secret."""

    kind: ClassVar[str] = "choice"
    options: Annotated[tuple[lessons.Text, ...], Meta(min_length=2, max_length=20)]
    salt: str
    answer: str  # `digest_of` the right one
    why: lessons.Text = lessons.Text()  # what is said when it was answered

    def problem(self, page: SavedSession) -> str:
        if len(self.options) < 2:
            return tr("a choice needs at least two options.")
        if self.right is None:
            return tr('the "answer" of the choice matches none of its options.')
        return ""

    @property
    def right(self) -> int | None:
        """The number of the right option; None where the answer belongs to none."""
        numbers = range(1, len(self.options) + 1)
        return next((number for number in numbers if digest_of(number, self.salt) == self.answer), None)

    def words(self, at: Standing) -> str:
        return tr("Which one is right?")

    def choices(self, at: Standing) -> tuple[tuple[Value, str], ...]:
        return tuple((number, option.in_language(*at.languages)) for number, option in enumerate(self.options, 1))

    def is_right(self, at: Standing, value: Value) -> bool | None:
        if not isinstance(value, int) or not 1 <= value <= len(self.options):
            raise is_no_answer()
        return value == self.right

    def remark(self, at: Standing, value: Value) -> str:
        return "" if self.is_right(at, value) else tr("Option {number} is wrong.").format(number=value)

    def explained(self, at: Standing) -> str:
        right = self.options[(self.right or 1) - 1].in_language(*at.languages)
        words = tr("The right answer is “{option}”.").format(option=right)
        return wording.together(words, self.why.in_language(*at.languages))


def digest_of(number: int, salt: str) -> str:
    """Return what stands in a file for the number of an option, from 1."""
    return sha256(f"{salt}\n{number}".encode()).hexdigest()


def choice_of(options: Sequence[lessons.Text], right: int, salt: str = "") -> Choice:
    """Return a choice. `right`: the number of the right option, from 1. `salt`: "" for one of its own."""
    salt = salt or secrets.token_hex(8)
    return Choice(tuple(options), salt, digest_of(right, salt))


ALL = (
    visit_questions.RightOrMistake,
    visit_questions.Direction,
    of_runs.Number,
    of_runs.Weights,
    Separable,
    Make,
    Choice,
)
KINDS: dict[str, type[Ask]] = {each.kind: each for each in ALL}
"""Every kind by its name in a file."""
