"""Runs to write programs of, at random and by hand, and what each program has to print."""

from __future__ import annotations

import ast
import contextlib
import io
import random
from typing import Any

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, DatasetError, Part, with_part
from perceptron_gui.engine.data.features.feature_map import FeatureMap
from perceptron_gui.engine.data.kernel import LINEAR, Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.exact.feature_values import mapped_points
from perceptron_gui.engine.run.records.all_points import held_out_errors
from perceptron_gui.engine.run.records.record import parameters
from perceptron_gui.frozen import replace
from perceptron_gui.session.programs.task import Task, split_to_tell, training
from tests.engine.cases import IRRATIONAL

FEATURES = (
    *("poly2", "poly3", "x1, x1^2", "x1*x1, sin(x1), exp(-x1^2)", "x1, abs(x1), max(x1, 0.5) + 3, min(x1, 1)"),
    *("x1^3 - x1, (x1+1)^4, 2", "-x1, cos(x1)^2, x1^0", "min(exp(1000*x1), 1), x1"),
)
NUMBERS = (0.0, 1.0, -2.0, 0.5, 0.1, -0.25, 1 / 3, 123456.789)


def make_task(
    dataset: Dataset, settings: TrainingSettings, until: int | None = None, title: str = "", is_veiled: bool = False
) -> Task:
    """Return a task whose run is trained."""
    *_, run = training(dataset, settings, until)
    return Task(title, dataset, run, split_to_tell(dataset, has_test=True), is_veiled)


def printed(program: str) -> dict[str, Any]:
    """Run a program and return what it printed, by name."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(program, "program.py", "exec"), {"__name__": "__main__"})
    return {
        name: ast.literal_eval(value)
        for name, _, value in (line.partition(" = ") for line in out.getvalue().splitlines())
    }


def expected(task: Task) -> dict[str, Any]:
    """Return what the engine says of a run, as a program prints it."""
    run, state, settings = task.run, task.run.state, task.settings
    counts = {"status": run.stop.value if run.stop else "unfinished", "visits": state.visits}
    counts |= {"mistakes": state.mistakes, "updates": state.updates}
    counts |= {"epochs": state.epoch} if settings.order.has_epochs else {}
    counts |= {"near_misses": state.near_misses} if settings.beta else {}
    counts["training_errors"] = int(np.count_nonzero(run.trainer.margins() <= 0))
    if run.cycle is not None:
        cycle = run.cycle
        counts |= {"entered_epoch": cycle.entered_epoch, "length_epochs": cycle.length_epochs}
        counts["cycle_mistakes"] = cycle.mistakes
    return counts | learned(task) | held_out(task)


def learned(task: Task) -> dict[str, Any]:
    """Return the parameters."""
    run, settings, state = task.run, task.settings, task.run.state
    theta, n, present = parameters(run.trainer) + 0.0, run.data.n_weights, list(task.trained.present)
    biases = theta[:, -1] if settings.bias else np.zeros(len(theta))
    if settings.mode is Mode.MULTICLASS:
        rows = {"W": theta[present, :n].tolist()} if state.sums is None else {"A": state.sums.counts[present].tolist()}
        return rows | {"B": biases[present].tolist()}
    found: dict[str, Any] = {"b": float(biases[0])}
    found |= {} if settings.has_curved_kernel else {"w": theta[0, :n].tolist()}
    return found | ({"alpha": state.alpha.tolist()} if settings.mode is Mode.DUAL else {})


def held_out(task: Task) -> dict[str, int]:
    """Return the errors among points held out."""
    parts = {} if task.split is None else {"validation": task.split.validation, "test": task.split.test}
    return {
        f"{name}_errors": int(np.count_nonzero(held_out_errors(task.run.trainer, task.dataset.only(part))))
        for name, part in parts.items()
        if len(part)
    }


def random_task(seed: int) -> Task | None:
    """Return a run of few points under rules at random; None where there is no such run."""
    chance = random.Random(seed)
    dataset, mode = random_points(chance), chance.choice([*Mode])
    kernel, bias, features = LINEAR, chance.random() < 0.7, FeatureMap()
    if mode is not Mode.PRIMAL and chance.random() < 0.5:
        curved = Kernel(KernelName.POLY, chance.randint(1, 4), chance.choice([0, 1, 0.5, 2.25, 1 / 3]))
        gamma = chance.choice([1.0, 0.5, 0.1, 1 / 3])
        kernel = chance.choice([curved, *(Kernel(name, gamma=gamma) for name in IRRATIONAL)])
    if chance.random() < 0.35:
        features = FeatureMap.read(chance.choice(FEATURES))
    order, eta = chance.choice([*Order]), chance.choice([1.0, 1.0, 0.5, 0.25, 0.1, 0.3, 2.0, 3.0, 1 / 3, 1e-6])
    settings = TrainingSettings(
        *(mode, order, eta, bias),
        positive=None if mode is Mode.MULTICLASS else dataset.present[-1],
        max_epochs=chance.choice([3, 50, 20, 200]),
        max_updates=200 if order is Order.RANDOM else chance.choice([None, None, 7, 300]),
        seed=chance.choice([0, 5, 2**63]),
        **{"features": features, "kernel": kernel, "beta": chance.choice([0.0, 0.0, 0.0, 0.5, 1.0, 0.1, 1 / 3])},
    )
    try:
        return make_task(dataset, with_start(chance, dataset, settings), chance.choice([None] * 4 + [0, 1, 5, 13]))
    except DatasetError:
        return None


def random_points(chance: random.Random) -> Dataset:
    """Return up to nine points, whole, decimal or neither, some of them held out."""
    n, d, n_classes = chance.randint(1, 9), chance.choice([1, 2, 2, 3]), chance.choice([2, 2, 3, 4])
    places, size = chance.choice([0, 0, 1, 1, 2, 6, 17]), chance.choice([1] * 9 + [10**6, 10**9])
    points = [[round(chance.gauss(0, 2), places) * size for _ in range(d)] for _ in range(n)]
    if chance.random() < 0.3:
        points[0] = points[-1]
    dataset = Dataset.of(points, [chance.randrange(n_classes) for _ in range(n)], ["A", "B", "C", "D"][:n_classes])
    if n > 3 and chance.random() < 0.25:
        dataset = with_part(with_part(dataset, [0], Part.VALIDATION), [2], Part.TEST)
    return dataset


def with_start(chance: random.Random, dataset: Dataset, settings: TrainingSettings) -> TrainingSettings:
    """Return rules with start weights, now and then."""
    has_rows, is_curved = settings.mode is Mode.MULTICLASS, settings.has_curved_kernel
    if chance.random() < 0.65 or (is_curved and (has_rows or not settings.bias)):
        return settings
    count = (0 if is_curved else mapped_points(dataset, settings.features).n_features) + settings.bias
    values = [chance.choice(NUMBERS) for _ in range(count * (len(dataset.classes) if has_rows else 1))]
    return replace(settings, initial=tuple(values))
