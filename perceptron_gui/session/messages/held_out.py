"""What there is to say of points that are held out of training (H1)."""

from perceptron_gui.engine.data.dataset import Dataset, Part, n_trained, present_in_training, split_of
from perceptron_gui.engine.run.snapshot import HeldOut, Snapshot
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.session.wording import counted, grouped
from perceptron_gui.translation import N_, tr

PART_NAMES = {Part.TRAINING: N_("training"), Part.VALIDATION: N_("validation"), Part.TEST: N_("test")}
HIDDEN = "?"
"""In the place of a number that nobody is to know yet."""


def errors_text(snapshot: Snapshot) -> str:
    """Return how many points are wrong now, part by part; while a snapshot is veiled they are not counted.

    Before the first visit from weights 0 nothing is decided yet, though f = 0 counts as an error (W5).
    """
    held_out, is_veiled, n = snapshot.held_out, snapshot.is_veiled, snapshot.trained.n_samples
    errors = HIDDEN if is_veiled else grouped(snapshot.n_errors)
    if snapshot.is_undecided and not is_veiled:
        words = counted("{count} undecided", "{count} undecided", n)
    elif held_out is None:
        words = tr("{errors} of {n} wrong").format(errors=errors, n=grouped(n))
    else:
        words = tr("{errors} of {n} wrong in training").format(errors=errors, n=grouped(n))
    return words if held_out is None else f"{words}, {held_out_text(held_out, is_veiled)}"


def held_out_text(held_out: HeldOut, is_veiled: bool = False) -> str:
    """Return how many of the points held out are errors now, part by part.

    `is_veiled`: whether errors are not to be told.
    """
    parts = {tr("{errors} of {n} in validation"): held_out.validation, tr("{errors} of {n} in test"): held_out.test}
    return ", ".join(
        words.format(errors=HIDDEN if is_veiled or errors is None else grouped(errors), n=grouped(n))
        for words, (errors, n) in parts.items()
        if n
    )


def parts_text(dataset: Dataset) -> str:
    """Return how many points are in which part, in a sentence."""
    split = split_of(dataset)
    if split is None:
        return tr("All points are trained on.")
    trained = counted("{count} point is trained on", "{count} points are trained on", len(split.training))
    words = tr("{trained}; held out are {validation} to validate and {test} to test.")
    return words.format(trained=trained, validation=grouped(len(split.validation)), test=grouped(len(split.test)))


def trained_on_text(dataset: Dataset) -> str:
    """Return which points are spoken of, in a sentence; empty where all are trained on."""
    if dataset.parts is None:
        return ""
    count = n_trained(dataset)
    return counted("This is about the {count} point trained on.", "This is about the {count} points trained on.", count)


def untrained_text(dataset: Dataset) -> str:
    """Return that classes have no points to train on, in a sentence; empty where all have."""
    missing = sorted({*dataset.present} - {*present_in_training(dataset)})
    if not missing:
        return ""
    names = ", ".join(dataset.classes[k] for k in missing)
    return tr("No point of {names} is trained on: all are held out.").format(names=names)


def test_text(state: ViewState, n_test: int) -> str:
    """Return what there is to know about the test part, in a sentence; empty where there is none.

    `n_test`: points of the test part.
    """
    if not n_test:
        return ""
    if state.shows_test:
        words = tr(
            "The test part was looked at, at visit {visit}. Whatever is changed from now on is changed by someone "
            "who has seen it: it is no test of that any more."
        )
        return words.format(visit=grouped(state.looked_at))
    if state.has_looked:
        return tr("This test part is hidden, but one of these points was looked at before: it is only half a test.")
    return tr("The test part is hidden. Look at it once, when everything has been chosen by the validation part.")
