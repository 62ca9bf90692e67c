"""Where a run is and why it ended, in words: the only place with sentences about it (P4, P7, T9)."""

from enum import Enum

from perceptron_gui.engine.data.dataset import Dataset, Part, n_trained, present_in_training, split_of
from perceptron_gui.engine.data.settings import Order, TrainingSettings
from perceptron_gui.engine.run.records.record import VisitRecord
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import HeldOut, Snapshot
from perceptron_gui.engine.training.state import Cycle, Stop
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.session.wording import counted, ended, grouped, index_text, joined, said_of, together, words_of
from perceptron_gui.translation import N_, capitalised, tr

AGAIN, ROUND = N_("Space: start again"), N_("Space: go round again")
NOTHING_SEPARATES = {
    2: (N_("no line separates these points"), N_("no line through the origin separates these points")),
    3: (N_("no plane separates these points"), N_("no plane through the origin separates these points")),
    4: (N_("no hyperplane separates these points"), N_("no hyperplane through the origin separates these points")),
}
"""What cannot be done with points of so many features, or more: with bias, and without."""


class Outcome(Enum):
    """What kind of end a run came to."""

    CONVERGED = "converged"
    CYCLE = "cycle"
    PASS_DONE = "pass done"
    LIMIT = "limit"


class RunEnd(Frozen):
    """How a run ended."""

    outcome: Outcome
    headline: str  # the news in a few words
    reason: str  # what it means, as the rest of a sentence
    next_step: str  # what to do next; empty while an exercise asks, where Space has another meaning
    sentence: str  # headline and reason for the status line


def run_end(snapshot: Snapshot) -> RunEnd | None:
    """Return how the run ended at the cursor; None while it can simply go on.

    `snapshot`: while it is veiled the texts hold no count of errors.
    """
    match snapshot.stop:
        case None:
            return None
        case Stop.CONVERGED:
            return _converged(snapshot)
        case Stop.PASS_DONE:
            return _pass_done(snapshot)
        case Stop.CYCLE if snapshot.cycle is not None:
            return _cycle(snapshot, snapshot.cycle)
        case _:
            return _limit(snapshot, snapshot.stop)


def _converged(snapshot: Snapshot) -> RunEnd:
    """Return the end by convergence: random order has no passes, it ends when no errors are left (P7).

    The margin perceptron ends when nothing is left to learn from (V4).
    """
    reason = tr("no errors left") if snapshot.settings.order is Order.RANDOM else tr("a whole pass without a mistake")
    counts = counted("{count} mistake", "{count} mistakes", snapshot.mistakes)
    if snapshot.settings.beta:
        is_random = snapshot.settings.order is Order.RANDOM
        reason = tr("every y·f is above β") if is_random else tr("a whole pass without an update")
        counts = learned_text(snapshot.mistakes, snapshot.near_misses)
    headline = tr("Converged after {counts}").format(counts=counts)
    sentence = tr("Converged: {reason}, after {counts}.").format(reason=reason, counts=counts)
    return RunEnd(Outcome.CONVERGED, headline, reason, _next(snapshot, AGAIN), sentence)


def learned_text(mistakes: int, near_misses: int) -> str:
    """Return what a run has learned from (V4), as in "14 mistakes and 4 near misses".

    `mistakes`, `near_misses`: how many of each.
    """
    return tr("{mistakes} and {near_misses}").format(
        mistakes=counted("{count} mistake", "{count} mistakes", mistakes),
        near_misses=counted("{count} near miss", "{count} near misses", near_misses),
    )


def _pass_done(snapshot: Snapshot) -> RunEnd:
    counts = tr("{mistakes} on {points}").format(
        mistakes=counted("{count} mistake", "{count} mistakes", snapshot.mistakes),
        points=counted("{count} point", "{count} points", snapshot.trained.n_samples),
    )
    return RunEnd(
        Outcome.PASS_DONE,
        tr("Pass done: {counts}").format(counts=counts),
        tr("every point was shown once"),
        _next(snapshot, AGAIN),
        tr("The pass is done: {counts}.").format(counts=counts),
    )


def _cycle(snapshot: Snapshot, cycle: Cycle) -> RunEnd:
    back, fails = _what_came_back(cycle), what_fails(snapshot.settings, snapshot.dataset.n_features)
    mistakes = counted("{count} mistake a round", "{count} mistakes a round", cycle.mistakes)
    sentence = tr("A cycle with {mistakes}: {back}.").format(back=back, mistakes=mistakes)
    return RunEnd(
        Outcome.CYCLE,
        tr("A cycle: {mistakes}").format(mistakes=mistakes),
        said_of(back, fails),
        _next(snapshot, ROUND),
        together(sentence, ended(capitalised(fails))),
    )


def _what_came_back(cycle: Cycle) -> str:
    """Say which weights were there before, and how long ago (T9)."""
    words = tr("the weights are the same as {epochs} ago, after epoch {epoch}")
    if not cycle.entered_epoch:
        words = tr("after {epochs} the weights are back at their starting values")
    epochs = counted("{count} epoch", "{count} epochs", cycle.length_epochs)
    return words.format(epoch=grouped(cycle.entered_epoch), epochs=epochs)


def _limit(snapshot: Snapshot, stop: Stop) -> RunEnd:
    """Return the message for a run that a limit ended; hides the number of errors while an exercise asks."""
    settings, headline, words = snapshot.settings, tr("Stopped: the numbers grow too large"), tr(LIMITS[stop])
    if stop is Stop.UPDATE_LIMIT:
        limit = counted("{count} update", "{count} updates", settings.max_updates or 0)
        headline = tr("Stopped at the limit of {limit}").format(limit=limit)
    elif stop is Stop.EPOCH_LIMIT:
        limit = counted("{count} epoch", "{count} epochs", settings.max_epochs or 0)
        headline = tr("Stopped at the limit of {limit}").format(limit=limit)
    if snapshot.is_veiled:
        return RunEnd(Outcome.LIMIT, headline, "", "", ended(words))
    errors = counted("{count} error left", "{count} errors left", snapshot.n_errors)
    sentence = tr("{words}, with {errors}.").format(words=words, errors=errors)
    return RunEnd(Outcome.LIMIT, headline, errors, _next(snapshot, AGAIN), sentence)


LIMITS = {
    Stop.UPDATE_LIMIT: N_("Stopped at the update limit"),
    Stop.EPOCH_LIMIT: N_("Stopped at the epoch limit"),
    Stop.WEIGHT_LIMIT: N_("Stopped before an update that would take a sum of α·y·K beyond 10²⁸⁰"),
}
"""What is said of each limit."""


def what_fails(settings: TrainingSettings, n_features: int) -> str:
    """Say what cannot separate points that are not separable under these rules (T1, T9).

    `n_features`: of the points.
    """
    if settings.has_curved_kernel:
        return tr("this kernel does not separate these points")
    if not settings.features.is_identity:
        return tr("with these features, no weights get every point right")
    if words := words_of(settings).nothing_fits:
        return tr(words)
    with_bias, through_origin = NOTHING_SEPARATES[min(max(n_features, 2), 4)]
    return tr(with_bias if settings.bias else through_origin)


def _next(snapshot: Snapshot, words: str) -> str:
    return "" if snapshot.is_veiled else tr(words)


def counts_text(snapshot: Snapshot) -> str:
    """Return where the run is; random order has no passes, so that there is no epoch to tell (P4)."""
    words = tr("visit {visit}     {exact}")
    if snapshot.settings.order.has_epochs:
        words = tr("epoch {epoch}     visit {visit}     {exact}")
    return words.format(
        epoch=grouped(snapshot.epoch),
        visit=grouped(snapshot.visit),
        exact=tr("exact") if snapshot.is_exact else tr("≈ rounded"),
    )


def counts_names(snapshot: Snapshot) -> tuple[str, ...]:
    """Return the names under which it is told what each count means."""
    epochs = ("epoch",) if snapshot.settings.order.has_epochs else ()
    return (*epochs, "visit", "exact" if snapshot.is_exact else "rounded")


def state_news(snapshot: Snapshot) -> tuple[str, ...]:
    """Return a message, perhaps with a headline, about a run that does not simply continue.

    Returns from long to short; empty where there is nothing to say.
    """
    end = run_end(snapshot)
    news = (end.sentence, end.headline) if end is not None else ()
    lacking = untrained_text(snapshot.dataset)
    if len(snapshot.dataset.present) == 1 and snapshot.dataset.n_samples:
        lacking = tr("Only one class has points so far.")
    return (together(lacking, *news[:1]), lacking) if lacking else news


def visit_headline(last: VisitRecord) -> str:
    """Return what a visit was, in a few words; the last one of a batch pass with the update that ends it (P4)."""
    words = tr("Near miss at {point}") if last.is_near_miss else tr("{point} is right")
    if last.is_mistake:
        words = tr("Mistake at {point}")
    words = words.format(point=index_text(last.point))
    if not len(last.learned):
        return words
    update = counted("one update from {count} point", "one update from {count} points", len(last.learned))
    return tr("{visit}, then {update}").format(visit=words, update=update)


def reached(training: Run) -> str:
    """Return how far a run has come, for the middle of a sentence."""
    state = training.state
    words = tr("{visits} with {mistakes}")
    if training.data.settings.order.has_epochs:
        words = tr("{visits} in {epochs} with {mistakes}")
    return words.format(
        visits=counted("{count} visit", "{count} visits", state.visits),
        epochs=counted("{count} epoch", "{count} epochs", state.epoch),
        mistakes=counted("{count} mistake", "{count} mistakes", state.mistakes),
    )


def stop_line(training: Run) -> str:
    """Return the status, by its name in ``--json``, and its reason in a sentence (P7). `training`: after the run."""
    status = "unfinished" if training.stop is None else training.stop
    return f"{status}: {_reason(training)}"


def _reason(training: Run) -> str:
    state, settings = training.state, training.data.settings
    match training.stop:
        case Stop.CONVERGED if settings.order.has_epochs:
            return tr("the last pass had no updates.") if settings.beta else tr("the last pass had no mistakes.")
        case Stop.CONVERGED:
            return tr("every y·f is above β.") if settings.beta else tr("no errors are left.")
        case Stop.PASS_DONE:
            return tr("every point was shown once, in order of arrival.")
        case Stop.CYCLE:
            return _why_cycle(training)
        case Stop.UPDATE_LIMIT:
            updates = counted("{count} update", "{count} updates", state.updates)
            return tr("stopped after {count}, before it converged.").format(count=updates)
        case Stop.EPOCH_LIMIT:
            epochs = counted("{count} epoch", "{count} epochs", state.epoch)
            return tr("stopped after {count}, before it converged.").format(count=epochs)
        case Stop.WEIGHT_LIMIT:
            updates = counted("{count} update", "{count} updates", state.updates, str)
            words = tr("stopped after {updates}: the next one would take a sum of α·y·K beyond 10²⁸⁰.")
            return words.format(updates=updates)
    return tr("reached {reached}.").format(reached=reached(training))


def _why_cycle(training: Run) -> str:
    cycle = training.cycle
    if cycle is None:
        return ""
    words = tr(
        "after epoch {epoch} all weights are the same as at the start, so the run would repeat {mistakes} "
        "every {epochs} for ever."
    )
    if cycle.entered_epoch:
        words = tr(
            "after epoch {epoch} all weights are the same as after epoch {entered}, so the run would repeat "
            "{mistakes} every {epochs} for ever."
        )
    return words.format(
        epoch=grouped(training.state.epoch),
        entered=grouped(cycle.entered_epoch),
        mistakes=counted("{count} mistake", "{count} mistakes", cycle.mistakes),
        epochs=counted("{count} epoch", "{count} epochs", cycle.length_epochs),
    )


# L10n: a part of the points, as validation and test are
PART_NAMES = {Part.TRAINING: N_("training"), Part.VALIDATION: N_("validation"), Part.TEST: N_("test")}
HIDDEN = "?"
"""In the place of a number that nobody is to know yet."""


def errors_text(snapshot: Snapshot) -> str:
    """Return how many points are wrong now, part by part; while a snapshot is veiled they are not counted."""
    held_out, is_veiled = snapshot.held_out, snapshot.is_veiled
    words = tr("{errors} of {n} wrong") if held_out is None else tr("{errors} of {n} wrong in training")
    errors = HIDDEN if is_veiled else grouped(snapshot.n_errors)
    words = words.format(errors=errors, n=grouped(snapshot.trained.n_samples))
    return words if held_out is None else f"{words}, {held_out_text(held_out, is_veiled)}"


def held_out_text(held_out: HeldOut, is_veiled: bool = False) -> str:
    """Return how many of the points held out are errors now, part by part.

    `is_veiled`: whether errors are not to be told.
    """
    parts = {tr("{errors} of {n} in validation"): held_out.validation, tr("{errors} of {n} in test"): held_out.test}
    return joined(
        words.format(errors=HIDDEN if is_veiled or errors is None else grouped(errors), n=grouped(n))
        for words, (errors, n) in parts.items()
        if n
    )


def parts_text(dataset: Dataset) -> str:
    """Return how many points are in which part, in a sentence."""
    split = split_of(dataset)
    if split is None:
        return tr("All points are used for training.")
    trained = counted("{count} point is used for training", "{count} points are used for training", len(split.training))
    words = tr("{trained}; held out: {validation} for validation, {test} for testing.")
    return words.format(trained=trained, validation=grouped(len(split.validation)), test=grouped(len(split.test)))


def trained_on_text(dataset: Dataset) -> str:
    """Return which points are spoken of, in a sentence; empty where all are trained on."""
    if dataset.parts is None:
        return ""
    count = n_trained(dataset)
    return counted("Only {count} training point counts here.", "Only the {count} training points count here.", count)


def untrained_text(dataset: Dataset) -> str:
    """Return that classes have no points to train on, in a sentence; empty where all have."""
    missing = sorted({*dataset.present} - {*present_in_training(dataset)})
    if not missing:
        return ""
    names = joined(dataset.classes[k] for k in missing)
    return tr("All points of {names} are held out: none are left for training.").format(names=names)


def test_text(state: ViewState, n_test: int) -> str:
    """Say whether the test part is hidden or was looked at; "" without a test part.

    `n_test`: points of the test part.
    """
    if not n_test:
        return ""
    if state.shows_test:
        words = tr(
            "You looked at the test part at visit {visit}. Since you have seen it, it is no longer a fair test "
            "of anything you change from now on."
        )
        return words.format(visit=grouped(state.looked_at))
    if state.has_looked:
        return tr("This test part is hidden, but you have seen one of its points before, so it is only half a test.")
    return tr("The test part is hidden. Look at it once, after you have chosen everything with the validation part.")
