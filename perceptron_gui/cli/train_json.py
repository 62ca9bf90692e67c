"""What ``train --json`` prints, as values (C4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from perceptron_gui.cli.train_report import errors_held_out
from perceptron_gui.engine.model.models import model_kind
from perceptron_gui.engine.run.visit_record import parameters
from perceptron_gui.frozen import asdict

if TYPE_CHECKING:
    from perceptron_gui.cli.request import Request
    from perceptron_gui.engine.data.dataset import Floats
    from perceptron_gui.engine.data.kernel import Kernel
    from perceptron_gui.engine.run.run import Run
    from perceptron_gui.engine.run.variants import Outcome
    from perceptron_gui.engine.theory.bounds import MistakeBound


def as_json(
    request: Request, training: Run, bound: MistakeBound | None, outcome: Outcome | None = None
) -> dict[str, Any]:
    """Return the object that ``train --json`` prints.

    `training`: after the run. `bound`: None where there is none. `outcome`: of a variant, which then judges the points
    held out.
    """
    state, settings, dataset = training.state, request.settings, request.dataset
    return {
        "schema": 1,
        "mode": settings.mode.value,
        "order": settings.order.value,
        "eta": settings.eta,
        "bias": settings.bias,
        "seed": settings.seed,
        "beta": settings.beta,
        "kernel": _kernel(settings.kernel),
        "n_samples": dataset.n_samples,
        "n_features": dataset.n_features,
        "features": list(request.feature_names),
        "classes": list(dataset.classes),
        "positive": request.positive,
        "exact": state.exact_visits is None,
        "exact_visits": state.exact_visits,
        "status": training.stop,
        "epochs": state.epoch if settings.order.has_epochs else None,
        "visits": state.visits,
        "mistakes": state.mistakes,
        "updates": state.updates,
        "training_errors": int(np.count_nonzero(training.trainer.margins() <= 0.0)),
        **_weights(training),
        "bound": None if bound is None else bound.unrounded,
        "cycle": _cycle(training),
        "holdout": _holdout(request, training, outcome),
    }


def _kernel(kernel: Kernel) -> dict[str, Any] | None:
    return asdict(kernel) if kernel.is_curved else None


def _weights(training: Run) -> dict[str, Any]:
    """Return w, b and α, or W and B; those of the other modes None, as are w and W with a curved kernel (D5, M5)."""
    sums, settings = training.state.sums, training.data.settings
    has_class_rows = model_kind(settings).has_class_rows
    known = _parameters(training, parameters(training.trainer))
    known["alpha"] = None if has_class_rows else training.state.alpha.tolist()
    known["A"] = sums.counts.tolist() if has_class_rows and sums else None
    return {name: known[name] for name in ("w", "b", "alpha", "W", "B", "A")}


def _parameters(training: Run, theta: Floats | None) -> dict[str, Any]:
    """Return w and b, or W and B; all None where there are no parameters."""
    if theta is None:
        return dict.fromkeys(("w", "b", "W", "B"))
    theta = theta + 0.0  # makes −0.0 plain 0
    b = _biases(training, theta)
    w = None if training.data.settings.has_curved_kernel else theta[:, : training.data.n_weights].tolist()
    if model_kind(training.data.settings).has_class_rows:
        return {"w": None, "b": None, "W": w, "B": b.tolist()}
    return {"w": w and w[0], "b": float(b[0]), "W": None, "B": None}


def variant_json(training: Run, outcome: Outcome | None, name: str) -> dict[str, Any] | None:
    """Return what a variant came to, as values for JSON; None without one.

    `training`: after the run. `name`: of the variant.
    """
    if outcome is None:
        return None
    shares = _shares(training, outcome)
    return {"name": name, **_parameters(training, outcome.theta), **shares, "training_errors": outcome.n_errors}


def _shares(training: Run, outcome: Outcome) -> dict[str, Any]:
    """Return α or A of a curved kernel, of an average divided by the visits (V1): what w is with the linear one."""
    expansion, known = outcome.expansion, dict[str, Any].fromkeys(("alpha", "A"))
    if expansion is not None:
        counts = np.zeros((len(expansion.counts), training.data.n_samples))
        counts[:, expansion.indices] = expansion.counts * (expansion.eta / training.data.settings.eta)
        has_class_rows = model_kind(training.data.settings).has_class_rows
        known["A" if has_class_rows else "alpha"] = counts.tolist() if has_class_rows else np.abs(counts[0]).tolist()
    return known


def _biases(training: Run, theta: Floats) -> Floats:
    return theta[:, -1] if training.data.settings.bias else np.zeros(len(theta))


def _cycle(training: Run) -> dict[str, int] | None:
    cycle = training.cycle
    if cycle is None:
        return None
    return {
        "entered_epoch": cycle.entered_epoch,
        "length_epochs": cycle.length_epochs,
        "mistakes": cycle.mistakes,
    }


def _holdout(request: Request, training: Run, outcome: Outcome | None) -> dict[str, Any] | None:
    split = request.split
    if split is None:
        return None
    parts = {"validation": split.validation, "test": split.test}
    return {
        name: {"indices": part.tolist(), "errors": errors_held_out(request, training, part, outcome)}
        for name, part in parts.items()
    }
