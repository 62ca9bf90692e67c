"""The perceptron as a plain Python loop: what every textbook prints, and what the engine is measured against."""

from __future__ import annotations

from perceptron_gui.engine.data.dataset import Dataset


def plain_loop(dataset: Dataset, visits: int) -> tuple[list[float], int, int]:
    """Train for at most `visits` visits, or until a pass without a mistake; no counts per point, no limits, no past.

    Returns
    -------
    (θ, mistakes, visits)
    """
    rows = [
        ((*x, 1.0), 1 if label else -1) for x, label in zip(dataset.X.tolist(), dataset.labels.tolist(), strict=True)
    ]
    theta = [0.0] * len(rows[0][0])
    mistakes = done = 0
    while done < visits:
        before = mistakes
        for row, target in rows:
            if target * sum(weight * value for weight, value in zip(theta, row)) <= 0:  # noqa: B905 — as it is written
                theta = [weight + target * value for weight, value in zip(theta, row)]  # noqa: B905
                mistakes += 1
        done += len(rows)
        if mistakes == before:
            break
    return theta, mistakes, done
