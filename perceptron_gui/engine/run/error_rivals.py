"""Which class each error loses to: what a confusion matrix counts (M2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.growable_array import frozen
from perceptron_gui.engine.model.models import model_kind
from perceptron_gui.engine.training.mistakes import NO_RIVAL

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats, Ints
    from perceptron_gui.engine.training.trainer import Trainer


def rivals_of(trainer: Trainer, margins: Floats) -> Ints | None:
    """Return the rival of every error, −1 for the other points; None in the binary modes.

    Parameters
    ----------
    trainer : Trainer
    margins : ndarray of float64, shape (n_samples,)
        Its margins of now.
    """
    if not model_kind(trainer.data.settings).has_class_rows:
        return None
    rivals = trainer.all_rivals()
    np.putmask(rivals, margins > 0.0, NO_RIVAL)
    return frozen(rivals)
