"""What is said to those who hear the window: of a visit, an edit, a choice, the plane and a place of it (G16).

The sentences are those that stand in the window. Nothing is said that a page of a lesson or an exercise hides.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from perceptron_gui.engine.data.dataset import Bools, Dataset
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.frozen import Frozen
from perceptron_gui.session import actions, wording
from perceptron_gui.session.document import Document
from perceptron_gui.session.explanation import explain
from perceptron_gui.session.explanation.facts import place_facts
from perceptron_gui.session.messages import run_end, verdict_text
from perceptron_gui.session.messages.model_line import MOST_HEARD, model_line
from perceptron_gui.session.view.switches import ALTERNATIVES
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.session.wording import counted, ended, grouped, joined, number_text, place_text, said_of, together
from perceptron_gui.session.worker.training_worker import Finding
from perceptron_gui.translation import ntr, tr

NOTHING: frozenset[str] = frozenset()
ENDS = ".?!:…。？！：؟"
"""What a sentence ends with."""
VIEW_DIGITS = 3
"""Digits of the edges of the view."""
MOST_LISTED = 20
"""Points that are named one by one."""


def aloud(*words: str) -> str:
    """Return words as sentences in one text to be read aloud: figures in groups would be read as several numbers."""
    lines = [line.strip() for each in words for line in each.splitlines()]
    sentences = [line if line[-1:] in ENDS else ended(line) for line in lines if line]
    return together(*dict.fromkeys(sentences)).replace("\u202f", "")


def visit_words(snapshot: Snapshot, is_full: bool, hide: frozenset[str] = NOTHING) -> str:
    """Say what the last visit was, with its numbers.

    `is_full`: whether the update is told, too. `hide`: parts that a page of a lesson hides.
    """
    place = "" if "timeline" in hide else place_text(snapshot.visit, snapshot.epoch)
    last, step = snapshot.last, None if "step" in hide else explain.explain(snapshot)
    if not snapshot.visit:
        return aloud(tr("the run is at its start"))
    if last is None:
        return aloud(place)
    if step is not None and is_full:
        return aloud(*map(str, (step.heading, step.verdict, *step.update)), str(step.effect or ""))
    headline = "" if "counter" in hide else run_end.visit_headline(last)
    return aloud(place, headline, str(step.verdict.reason) if step is not None else "")


def edit_words(earlier: Document, now: Document, what: str, is_full: bool, hidden: Bools | None = None) -> str:
    """Say what an edit has made of the document.

    `what`: name of the step of undo, translated. `hidden`: shape (n_samples,): points whose classes are not told.
    """
    one, other = earlier.dataset, now.dataset
    if now.origin != earlier.origin:
        return aloud(now.title, now.note if is_full else "", class_counts(now, hidden))
    said = [what]
    if other.n_samples > one.n_samples and other.is_extension_of(one):
        said = [said_of(what, _point_words(other, other.n_samples - 1, hidden))]
    if other.n_samples != one.n_samples:
        said.append(class_counts(now, hidden))
    if now.settings != earlier.settings:
        said.append(verdict_text.rules_wordings(now.settings)[0 if is_full else 1])
    return aloud(*said)


def _point_words(dataset: Dataset, index: int, hidden: Bools | None) -> str:
    """Return the place of a point, and its class unless that is hidden."""
    title, is_hidden = place_facts.point_title(dataset, index), hidden is not None and bool(hidden[index])
    return title if is_hidden else f"{title}, {dataset.classes[dataset.labels[index]]}"


def class_counts(document: Document, hidden: Bools | None = None) -> str:
    """Return how many points each class has; where the classes of some are hidden, how many there are.

    `hidden`: shape (n_samples,): points whose classes are not told.
    """
    dataset = document.dataset
    points = counted("{count} point", "{count} points", dataset.n_samples)
    if hidden is not None or not dataset.n_samples:
        return points
    counts = np.bincount(dataset.labels, minlength=len(dataset.classes)).tolist()
    each = [said_of(name, grouped(n)) for name, n in zip(dataset.classes, counts, strict=True) if n]
    return f"{points}; {', '.join(each)}"


def choices_words(earlier: ViewState, state: ViewState) -> str:
    """Say what was switched on or off, or chosen, beside the document."""
    return aloud(*_choices(earlier, state))


def _choices(earlier: ViewState, state: ViewState) -> Iterator[str]:
    before = actions.checked_actions(earlier)
    alone = {each.action for each in ALTERNATIVES}
    for name, is_on in actions.checked_actions(state).items():
        action = actions.BY_ID[name]
        is_one_of_many = name in alone or action.group == actions.TOOLS
        if is_on == before[name] or (is_one_of_many and not is_on):
            continue
        words = "{name}" if is_one_of_many else tr("{name}: on") if is_on else tr("{name}: off")
        yield words.format(name=tr(action.text))
    if state.speed != earlier.speed:
        yield tr("Speed: {speed}").format(speed=wording.speed_words(state.speed))
    if state.selection != earlier.selection:
        yield counted("{count} point is selected", "{count} points are selected", len(state.selection))
    if state.marked_visit != earlier.marked_visit and state.marked_visit is not None:
        yield tr("Play pauses at visit {visit}").format(visit=grouped(state.marked_visit))


class Plane(Frozen, eq=False):
    """What the plane shows."""

    document: Document
    snapshot: Snapshot | None  # the run, with nothing that is hidden; None before the first
    finding: Finding | None  # the verdict on these points, as far as it may be told
    # the part that is seen: name of each axis, and its ends
    view: Sequence[tuple[str, float, float]]
    hidden: Bools | None = None  # shape (n_samples,): points whose classes are not told
    hide: frozenset[str] = NOTHING  # parts that a page of a lesson hides

    @property
    def words(self) -> str:
        """All that can be said of it."""
        counts = class_counts(self.document, self.hidden)
        return aloud(counts, *self._points(), *self._of_run(), self._verdict(), self._seen())

    def _points(self) -> Iterator[str]:
        """Yield the points where a page hides their table: eyes see them on the plane all the same."""
        dataset = self.document.dataset
        listed = range(min(dataset.n_samples, MOST_LISTED)) if "points" in self.hide else ()
        yield from (_point_words(dataset, index, self.hidden) for index in listed)
        if listed and (left := dataset.n_samples - len(listed)):
            yield ntr("… {count} more", "… {count} more", left).format(count=grouped(left))

    def _of_run(self) -> Iterator[str]:
        """Yield where the run is, its boundary as an equation, errors, and how it ended."""
        snapshot = self.snapshot
        if snapshot is None or not snapshot.is_about(self.document.dataset) or not snapshot.dataset.n_samples:
            return
        if "timeline" not in self.hide:
            yield place_text(snapshot.visit, snapshot.epoch)
        if "model" not in self.hide:
            told = model_line(snapshot).shortened(MOST_HEARD)
            boundary = tr("Boundary: {equation}").format(equation=told.boundary) if told.boundary is not None else ""
            yield from (boundary or ", ".join(filter(None, [*map(str, told.parameters), told.more])), told.errors)
        if snapshot.stop is not None:
            yield from run_end.state_news(snapshot)[:1]

    def _verdict(self) -> str:
        finding = self.finding
        is_told = finding is not None and finding.document is self.document and self.hidden is None
        return verdict_text.verdict_texts(finding)[0][0] if is_told and finding is not None else ""

    def _seen(self) -> str:
        ends = tr("{name} from {low} to {high}")
        each = [ends.format(name=name, low=_edge(low), high=_edge(high)) for name, low, high in self.view]
        return tr("In view: {axes}").format(axes=joined(each))


def _edge(value: float) -> str:
    return number_text(value, digits=VIEW_DIGITS)


def facts_words(facts: place_facts.Facts, is_full: bool) -> str:
    """Say what is at a place. `is_full`: whether every line is told, or the last ones: what f is, and whose side."""
    rows, name = list[str](), ""
    for own, value in facts.rows:
        name = own or name  # a line without a name goes on with the one before
        rows.append(f"{own if is_full else name} {value}".strip())
    return aloud(facts.title, *(rows if is_full else rows[-2:]), facts.note if is_full else "")
