"""Runs beside each other, and what is said about them (P4, P5, P7)."""

import re
from fractions import Fraction

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.kernel import Kernel
from perceptron_gui.engine.data.settings import RANDOM_ORDERS, TrainingSettings
from perceptron_gui.engine.run.many_runs import Fan
from perceptron_gui.engine.run.run import RunResult
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.scripts import raised
from perceptron_gui.session.view.view_state import Pin
from perceptron_gui.session.wording import MINUS, ORDERS, bound_text, counted, field_text, grouped, words_of
from perceptron_gui.translation import N_, spelled, tr

LONGEST_START = 3
"""Start weights that are written one by one; of more only that there are some."""
LARGE_MEAN = 100
"""A mean of counts from here on needs no decimals."""
ENDS = {
    # L10n: how a run ended
    Stop.CONVERGED: N_("converged"),
    Stop.PASS_DONE: N_("one pass"),
    Stop.CYCLE: N_("goes round for ever"),
    Stop.UPDATE_LIMIT: N_("stopped at its limit"),
    Stop.EPOCH_LIMIT: N_("stopped at its limit"),
    Stop.WEIGHT_LIMIT: N_("numbers too large"),
    None: N_("took too long"),
}


class Comparison(Frozen, eq=False):
    """Runs of the same points beside each other, as far as they have come."""

    dataset: Dataset  # the points of all of them
    pinned: tuple[tuple[Pin, RunResult | None], ...] = ()  # None while it is being made, and where it cannot be
    fan: Fan | None = None  # None where none was asked for, or only one for other rules
    has_other_fan: bool = False  # whether there is one for other rules than those of now
    at_most: int | None = None  # the most mistakes that any run of the fan can make; None where there is no bound
    failure: str = ""  # why a run cannot be made, in a sentence; else empty
    is_busy: bool = False  # whether runs of the fan are on their way

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to show."""
        return not self.pinned and self.fan is None


def run_name(settings: TrainingSettings) -> str:
    """Name a run by what distinguishes it on the same points: order, seed, η, β, kernel, start weights, features."""
    own = words_of(settings).in_names
    parts = [tr(own)] if own else []
    words = tr("{order}, seed {seed}") if settings.order in RANDOM_ORDERS else "{order}"
    parts.append(words.format(order=tr(ORDERS[settings.order].name), seed=settings.seed))
    if settings.eta != 1.0:
        parts.append(f"{spelled('η')} {field_text(settings.eta)}")
    if settings.beta:
        parts.append(f"{spelled('β')} {field_text(settings.beta)}")
    if settings.has_curved_kernel:
        parts.append(kernel_text(settings.kernel))
    if settings.has_start_weights:
        initial = settings.initial or ()
        words = tr("from ({weights})") if len(initial) <= LONGEST_START else tr("with start weights")
        parts.append(words.format(weights=", ".join(map(field_text, initial[:LONGEST_START]))))
    if not settings.bias:
        parts.append(tr("no bias"))
    if not settings.features.is_identity:
        parts.append(tr("features {names}").format(names=settings.features.text))
    return " · ".join(parts)


def kernel_text(kernel: Kernel) -> str:
    """Return a kernel with its numbers (D5)."""
    numbers = {name: field_text(value) for name, value in kernel.numbers.items()}
    text = kernel.function.words.formula.format(**numbers).replace("-", MINUS)
    return re.sub(r"\^(\d+)", lambda power: raised(power[1]), text)


def result_text(result: RunResult | None) -> str:
    """Return how a run ended, in a few words. `result`: None while it is being made."""
    if result is None:
        return "…"
    mistakes = counted("{count} mistake", "{count} mistakes", result.mistakes)
    return f"{mistakes} · {tr(ENDS[result.stop])}"


def mean_text(mean: Fraction) -> str:
    """Return a mean of counts: from 100 on without decimals, below with one, and with ≈ where that rounds it.

    `mean`: at least 0.
    """
    tenths = round(10 * mean) if mean < LARGE_MEAN else 10 * round(mean)
    whole, tenth = divmod(tenths, 10)
    text = grouped(whole) + (f".{tenth}" if tenth else "")
    return text if Fraction(tenths, 10) == mean else f"≈ {text}"


def fan_text(fan: Fan, at_most: int | None) -> str:
    """Return the fewest, the mean and the most mistakes of a fan, beside the bound.

    `at_most`: the most mistakes that any of its runs can make; None where there is no bound.
    """
    if not fan.results:
        return ""
    counts = tr("mean {mean} · worst {worst}").format(mean=mean_text(fan.mean), worst=grouped(fan.worst))
    if at_most is not None:
        return f"{counts} · " + tr("bound {bound}").format(bound=bound_text(at_most))
    if not any(result.stop is Stop.CONVERGED for result in fan.results):
        return tr("No run converges on these points. Mistakes when each run was stopped: {counts}.").format(
            counts=counts
        )
    return counts
