"""The engine for a notebook, without Qt (C11): points in, runs, verdicts and pictures out.

What `docs/promises.md` names of this module stays as it is until the first number of the version changes; nothing else
of the package is promised to anybody.
"""

import html
import io
import os
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron_gui.engine.data.dataset import Bools, Dataset, Floats, Ints, trained_part, trained_points
from perceptron_gui.engine.data.features.feature_map import FeatureMap
from perceptron_gui.engine.data.kernel import OWNERS, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings, with_mode
from perceptron_gui.engine.model.models import Model, make_model
from perceptron_gui.engine.run import run as runs
from perceptron_gui.engine.run.records.all_points import held_out_errors
from perceptron_gui.engine.run.records.record import expansion_of, parameters
from perceptron_gui.engine.theory import separability
from perceptron_gui.engine.training.trainer import Trainer
from perceptron_gui.files.points import points_file, sample_files
from perceptron_gui.files.sessions import is_session
from perceptron_gui.files.spelling import sort_classes, with_partner
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.messages import run_end, verdict_text
from perceptron_gui.session.programs import notebook, task
from perceptron_gui.session.wording import counted, joined
from perceptron_gui.translation import tr

__all__ = ["analyze", "load", "picture", "train"]

MOST_ROWS = 20
"""Points that a table shows."""
GRID = 160
"""Lines of a picture's grid, across and upwards."""


def _table(rows: Iterable[Iterable[object]], sentence: str = "") -> str:
    """Return rows as HTML, the first cell of each as its head. `sentence`: stands above; empty for none."""
    lines = [[html.escape(str(cell)) for cell in row] for row in rows]
    body = "".join(f"<tr><th>{head}</th>{''.join(f'<td>{cell}</td>' for cell in more)}</tr>" for head, *more in lines)
    return f"<p>{html.escape(sentence)}</p>" * bool(sentence) + f"<table>{body}</table>"


class Points(Frozen, eq=False):
    """Labelled points, with the rules of a session or an example."""

    dataset: Dataset
    settings: TrainingSettings = TrainingSettings()

    @property
    def X(self) -> Floats:
        """The coordinates, shape (n_samples, n_features)."""
        return self.dataset.X

    @property
    def y(self) -> NDArray[np.str_]:
        """The names of the classes, shape (n_samples,)."""
        return np.array(self.dataset.classes)[self.dataset.labels]

    @property
    def classes(self) -> tuple[str, ...]:
        """The names of all classes; of two the later is +."""
        return self.dataset.classes

    def _repr_html_(self) -> str:
        X, y = self.X[:MOST_ROWS].tolist(), self.y[:MOST_ROWS].tolist()
        rows = [[i, *x, name] for i, (x, name) in enumerate(zip(X, y, strict=True))]
        more = [["…"]] * (len(self.X) > MOST_ROWS)
        points = counted("{count} point", "{count} points", len(self.X))
        return _table([["", *self.dataset.features, ""], *rows, *more], points)


def load(source: str | os.PathLike[str] | ArrayLike, y: ArrayLike | None = None) -> Points:
    """Return the points of a file, of an example by its name, or of arrays.

    `source`: a points file, a session, the name of an example (a file of that name is "./xor"), or coordinates, shape
    (n_samples, n_features). `y`: with coordinates the class of each point, numbers or texts, in the order of a file's
    classes (C1): of two the larger number is +, or "+". Raises `ValueError` where it cannot be read; one sentence.
    """
    if y is not None:
        classes, labels = sort_classes([str(name) for name in np.asarray(y).ravel().tolist()])
        return Points(with_partner(Dataset.of(source, labels, classes)))  # type: ignore[arg-type]
    if not isinstance(source, str | os.PathLike):
        raise ValueError(tr("Coordinates need the class of each point: load(X, y)."))
    sample = sample_files.BY_NAME.get(os.fspath(source))
    if sample is not None:
        return Points(sample.make(), sample.settings_from(TrainingSettings()))
    if not is_session(source):
        return Points(with_partner(points_file.read_points(source).dataset))
    from perceptron_gui.files.sessions.session_file import read_session  # a tenth of a start, for few

    document = read_session(source).session.document
    return Points(document.dataset, document.named_settings)


class Trained(Frozen, eq=False):
    """A run, looked at after some of its visits: at first after the last."""

    points: Points
    run: runs.Run
    trainer: Trainer

    @property
    def status(self) -> str:
        """Why the run ended, as `perceptron-gui train --json` says it; "unfinished" before its end."""
        is_over = self.visits == self.run.visit and self.run.stop is not None
        return str(self.run.stop) if is_over else "unfinished"

    @property
    def visits(self) -> int:
        """Visits made."""
        return self.trainer.state.visits

    @property
    def epochs(self) -> int:
        """Passes begun; 0 in random order."""
        return self.trainer.state.epoch

    @property
    def mistakes(self) -> int:
        """Mistakes made on the way."""
        return self.trainer.state.mistakes

    @property
    def updates(self) -> int:
        """Updates made."""
        return self.trainer.state.updates

    @property
    def is_exact(self) -> bool:
        """Whether no number was rounded on the way."""
        return self.trainer.state.exact_visits is None

    @property
    def w(self) -> Floats | None:
        """The weights, shape (n_weights,), or a row for each class in multiclass; None with a curved kernel."""
        weights = self._model.weights + 0.0
        return self._rows(weights) if weights.size else None

    @property
    def b(self) -> Floats | float:
        """The bias, or that of each class in multiclass: shape (n_classes,)."""
        found = self._rows(self._model.biases + 0.0)
        return found if found.ndim else float(found)

    @property
    def alpha(self) -> Ints:
        """How often each point was learned from, shape (n_trained,); of a multiclass kernel a row for each class."""
        sums = self.trainer.state.sums
        return sums.counts if sums is not None and len(sums.counts) > 1 else self.trainer.state.alpha

    @property
    def log(self) -> Ints:
        """Visit and point (of all) of each mistake or near miss so far, shape (n, 2); the first million of them."""
        log = self.run.log
        n = int(log.counts_before(np.array([self.visits]))[0])
        numbers = np.append(trained_points(self.points.dataset), -1)  # as a batch pass is logged, and found at −1
        return np.column_stack([log.visits[:n] + 1, numbers[log.points[:n]]])

    @property
    def errors(self) -> Bools:
        """Which of the points that are trained on are errors now, shape (n_trained,)."""
        return self.trainer.margins() <= 0.0

    @property
    def _model(self) -> Model:
        data = self.trainer.data
        return make_model(data.settings, data.dataset, parameters(self.trainer), expansion_of(self.trainer))

    def _rows(self, values: Floats) -> Floats:
        return values if len(values) > 1 else values[0]

    def at(self, visit: int) -> "Trained":
        """Return the same run after another number of visits. `visit`: 0 … the last; else raises `ValueError`."""
        return Trained(self.points, self.run, self.run.trainer_at(visit))

    def decision_function(self, X: ArrayLike) -> Floats:
        """Return f of places, shape (n,), or the score of every class, shape (n, n_classes).

        `X`: shape (n, n_features): in the units of the points.
        """
        scores = self._model.decision_function(np.array(X, dtype=np.float64, ndmin=2))
        return scores if scores.shape[1] > 1 else scores[:, 0]

    def predict(self, X: ArrayLike) -> NDArray[np.object_]:
        """Return the name of the class that wins each place; None where none does. `X`: see `decision_function`."""
        inputs, dataset = np.array(X, dtype=np.float64, ndmin=2), self.points.dataset
        places = Dataset.of(inputs, [0] * len(inputs), dataset.classes, dataset.features)
        known = self._model.predicted
        right = [~held_out_errors(self.trainer, places.relabelled(range(len(inputs)), k)) for k in known]
        winners = [[k for k, wins in zip(known, each, strict=True) if wins] for each in np.transpose(right).tolist()]
        return np.array([dataset.classes[k[0]] if len(k) == 1 else None for k in winners], dtype=object)

    def _repr_html_(self) -> str:
        names = ("visits", "epochs", "mistakes", "updates", "is_exact", "w", "b")
        rows = [(name, np.array2string(np.asarray(getattr(self, name)), threshold=20)) for name in names]
        return _table(rows, run_end.stop_line(self.run) if self.visits == self.run.visit else self.status)


def train(points: Points, **rules: Any) -> Trained:
    """Train until the run ends.

    `rules`: what differs from those that the points came with: `mode`, `order`, `eta`, `beta`, `bias`, `initial`,
    `positive` (a class), `max_epochs`, `max_updates`, `seed`, `features`, `kernel`, `degree`, `coef0`, `gamma`, as the
    options of `perceptron-gui train` mean them. Raises `ValueError` where these points cannot be trained on by them;
    one sentence.
    """
    run = runs.Run(trained_part(points.dataset), task.limited(_rules(points, rules)))
    run.advance(runs.FOREVER)
    return Trained(points, run, run.trainer)


def _rules(points: Points, given: dict[str, Any]) -> TrainingSettings:
    known = {*TrainingSettings.__struct_fields__, *OWNERS}
    rules = with_mode(points.settings, _choice(Mode, "mode", given.get("mode", points.settings.mode)))
    told = {name: value for name, value in given.items() if name not in OWNERS and name != "mode"}
    for name in given:
        _among(known, "rule", name)
    if "order" in told:
        told["order"] = _choice(Order, "order", told["order"])
    if "positive" in told:
        told["positive"] = points.classes.index(_among(points.classes, "positive", str(told["positive"])))
    if told.get("initial") is not None:
        told["initial"] = tuple(np.ravel(told["initial"]).astype(float).tolist())
    if "features" in told:
        told["features"] = FeatureMap.read(told["features"])
    name = _choice(KernelName, "kernel", told.pop("kernel", rules.kernel.name))
    numbers = {name: given[name] for name in OWNERS if name in given}
    return replace(rules, kernel=replace(rules.kernel, name=name, **numbers).essence, **told)


def _choice(kind: Any, name: str, value: object) -> Any:
    """Return a value of an enumeration. `kind`: the enumeration. `name`: of the rule. `value`: as it was given."""
    return kind(_among([*map(str, kind)], name, str(value)))


def _among(choices: Iterable[str], name: str, value: str) -> str:
    """Return a value that is one of some; else raise `ValueError`."""
    known = sorted(choices)
    if value not in known:
        words = tr("{name} must be one of {choices}, not {value}.")
        raise ValueError(words.format(name=name, choices=joined(known), value=repr(value)))
    return value


class Analyzed(Frozen, eq=False):
    """What is known of points without training."""

    separable: bool | None  # None where that is too close to tell, or would take too long
    margin: float | None  # γ̂, the double nearest to it; 0 where not separable
    radius: float  # R̂
    bound: Fraction | None  # on the mistakes of a run, exactly; None where there is none, or it is no fraction
    most_mistakes: int | None  # the bound, rounded down
    separator: Floats | None  # θ*, its last entry b; a row for each class in multiclass
    sentence: str  # the verdict in words

    def _repr_html_(self) -> str:
        names = ("margin", "radius", "bound", "most_mistakes", "separator")
        return _table([(name, getattr(self, name)) for name in names], self.sentence)


def analyze(points: Points, **rules: Any) -> Analyzed:
    """Return whether the points are separable, with margin, radius and the bound of a run.

    `rules`: see `train`. Raises `ValueError` where there are no points, or as `train`.
    """
    dataset, settings = trained_part(points.dataset), _rules(points, rules)
    found = separability.analyze(dataset, settings)
    if found.verdict is None:
        raise ValueError(tr("There are no points: add one first."))
    verdict, bound = found.verdict, found.bound
    return Analyzed(
        separable=verdict.separable,
        margin=verdict.margin,
        radius=verdict.radius,
        bound=bound.exact if bound is not None else None,
        most_mistakes=bound.at_most if bound is not None else None,
        separator=verdict.separator,
        sentence=verdict_text.verdict_line(verdict, bool(verdict_text.one_class_text(dataset, settings))),
    )


class Picture(Frozen, eq=False):
    """A picture, which a notebook shows."""

    figure: Any  # of matplotlib

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it to a file, in the form that its name ends with; what is there is replaced."""
        self.figure.savefig(path)

    def _repr_png_(self) -> bytes:
        file = io.BytesIO()
        self.figure.savefig(file, format="png")
        return file.getvalue()


def picture(shown: Points | Trained, across: int = 0, upwards: int = 1) -> Picture:
    """Draw points, and of a run the regions of its classes, with a cross on each error.

    `across`, `upwards`: which coordinates; the others are held at their means. Raises `ImportError` without matplotlib,
    one sentence; `IndexError` where there is no such coordinate.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise ImportError(tr("A picture needs matplotlib: pip install matplotlib.")) from None
    points, run = (shown.points, shown) if isinstance(shown, Trained) else (shown, None)
    dataset = points.dataset if run is None else run.trainer.data.dataset
    is_line = dataset.n_features == 1
    places = np.column_stack([dataset.X[:, across], np.zeros(len(dataset.X)) if is_line else dataset.X[:, upwards]])
    figure = Figure(figsize=(5, 5), layout="constrained")
    axes: Any = figure.subplots()
    if run is not None and len(places):
        _draw_regions(axes, run, places, [across] if is_line else [across, upwards])
        axes.scatter(*places[run.errors].T, s=120, c="black", marker="x")
        mistakes = counted("{count} mistake", "{count} mistakes", run.mistakes)
        axes.set_title(joined([counted("{count} visit", "{count} visits", run.visits), mistakes]))
    for k in dataset.present:
        color, marker = notebook.look(k)
        name = notebook.drawn(dataset.classes[k])
        axes.scatter(*places[dataset.labels == k].T, c=color, marker=marker, edgecolors="white", label=name)
    axes.set_xlabel(notebook.drawn(dataset.features[across]))
    axes.set_ylabel("" if is_line else notebook.drawn(dataset.features[upwards]))
    if len(places):
        axes.legend()
    return Picture(figure)


def _draw_regions(axes: Any, run: Trained, places: Floats, columns: list[int]) -> None:
    """Fill where each class wins. `places`: where the points are drawn. `columns`: their coordinates that are shown."""
    model, X = run._model, run.trainer.data.dataset.X
    low, high = places.min(axis=0), places.max(axis=0)
    edge = 0.1 * float((high - low).max()) or 1.0
    lines = np.linspace(low - edge, high + edge, GRID).T
    grid = np.tile(X.mean(axis=0), (GRID * GRID, 1))
    grid[:, columns] = np.stack(np.meshgrid(*lines), axis=-1).reshape(-1, 2)[:, : len(columns)]
    scores = model.decision_function(grid)
    for ahead in model.leads(scores.T):
        if (ahead > 0).any():
            color, _ = notebook.look(model.winners(scores[ahead.argmax()].tolist())[0])
            axes.contourf(*lines, ahead.reshape(GRID, GRID), levels=[0, 1e300], colors=[color], alpha=0.2)
