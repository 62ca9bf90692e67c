"""``analyze``: separability, margin, radius, bounds, as JSON or in words (T1–T6, C5)."""

from argparse import ArgumentParser, Namespace
from fractions import Fraction
from itertools import count
from typing import Any

import numpy as np

from perceptron_gui.cli import report
from perceptron_gui.cli.command_line import Request, add_geometry, make_request, points_file
from perceptron_gui.cli.report import Interrupted, Progress
from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.engine.theory.separability import Analysis, MaxMargin, analyze
from perceptron_gui.engine.theory.verdict import Verdict, Witness
from perceptron_gui.files.file_work import shown
from perceptron_gui.session.explanation.scores import root
from perceptron_gui.session.messages.verdict_text import missing_margin, one_class_text, verdict_line
from perceptron_gui.session.wording import counted, grouped, root_text
from perceptron_gui.translation import ntr, tr


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what ``analyze`` takes: what changes the geometry (C3)."""
    add_geometry(parser)


def run(arguments: Namespace) -> str:
    """Analyze and return what to print.

    `arguments`: what `add_arguments` declares. Raises `PointsFileError`, `UsageError`, `Interrupted` when the request
    makes no sense, the file cannot be read, or Ctrl-C ends it.
    """
    request = make_request(points_file("analyze", arguments), arguments, is_trained=False)
    try:
        with Progress() as progress:
            analysis = _analyzed(request, progress)
    except KeyboardInterrupt:
        raise Interrupted(tr("Interrupted before it was known whether the points are separable.")) from None
    if arguments.json:
        return report.json_text(as_json(request, analysis))
    return in_words(request, analysis)


def _analyzed(request: Request, progress: Progress) -> Analysis:
    steps, n_samples = count(1), request.dataset.n_samples

    def should_stop() -> bool:
        step = next(steps)
        if progress.is_due:
            words = ntr(
                "looking at {count} point, step {step} …", "looking at {count} points, step {step} …", n_samples
            )
            progress.say(words.format(count=grouped(n_samples), step=grouped(step)))
        return False

    return analyze(request.dataset, request.settings, should_stop)


def as_json(request: Request, analysis: Analysis) -> dict[str, Any]:
    """Return the object that ``analyze --json`` prints (C5)."""
    verdict = _verdict(analysis)
    return {
        "schema": 1,
        "n_samples": request.dataset.n_samples,
        "separable": verdict.separable,
        "margin": verdict.margin,
        "radius": report.finite(verdict.radius),
        "bound": None if analysis.bound is None else report.finite(analysis.bound.unrounded),
        "separator": _separator(request, verdict.separator),
        "street": _street(analysis.street),
        "witness": _witness(request, verdict.witness),
    }


def _verdict(analysis: Analysis) -> Verdict:
    if analysis.verdict is None:
        raise AssertionError("points were checked before")
    return analysis.verdict


def _separator(request: Request, theta: Floats | None) -> dict[str, Any] | None:
    """Return θ* as w and b; in multiclass one row and one number for every class."""
    if theta is None:
        return None
    w = theta[..., : len(request.feature_names)]
    b = theta[..., -1] if request.settings.bias else np.zeros(theta.shape[:-1])
    return {"w": (w + 0.0).tolist(), "b": (b + 0.0).tolist()}


def _street(street: MaxMargin | None) -> dict[str, Any] | None:
    if street is None:
        return None
    bound = report.finite(street.unrounded)
    return {"w": (street.w + 0.0).tolist(), "b": street.b + 0.0, "rho": street.rho, "M": street.M, "bound": bound}


def _witness(request: Request, witness: Witness | None) -> dict[str, Any] | None:
    if witness is None:
        return None
    found: dict[str, Any] = {
        "indices": request.places(witness.indices),
        "weights": [float(weight) for weight in witness.weights],
        "point": None if witness.point is None else [float(value) for value in witness.point],
    }
    if witness.rivals is not None:
        found["rivals"] = list(witness.rivals)
    return found


def in_words(request: Request, analysis: Analysis) -> str:
    """Return what ``analyze`` prints without --json."""
    verdict = _verdict(analysis)
    said = verdict_line(verdict, bool(one_class_text(request.dataset, request.settings)))
    blocks = [[said], report.facts(_numbers(request, analysis)), _table(request, verdict)]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _numbers(request: Request, analysis: Analysis) -> list[tuple[str, str]]:
    verdict, bound, street, split = _verdict(analysis), analysis.bound, analysis.street, request.split
    margin = None if verdict.margin is None else _length(verdict.margin, verdict.known_square)
    pairs = [
        (tr("points"), report.size_text(request.dataset)),
        *([(tr("held out"), counted("{count} point", "{count} points", split.n_held_out))] if split else []),
        *report.features_fact(request.settings, request.feature_names),
        (tr("margin γ̂"), margin or missing_margin(verdict, request.settings, request.dataset)),
        (tr("radius R̂"), _length(verdict.radius, verdict.radius_squared)),
    ]
    if bound is not None:
        told = report.bound_with_count(report.bound_value(bound), bound.at_most, names_orders=True)
        # L10n: heads a line: at most so many mistakes (a noun)
        pairs.append((tr("bound"), told))
    if street is not None:
        words, rho = tr("half width ρ {rho}, bound {bound}"), _length(street.rho, street.squares.rho)
        # L10n: heads a line: the widest street between the classes
        pairs.append((tr("street"), words.format(rho=rho, bound=report.exact_text(street.bound))))
    return pairs


def _length(value: float, square: Fraction | None) -> str:
    """Return a length: in full where its square has an exact root. `square`: exactly, if it is known."""
    if square is not None and report.finite(value) is None:
        return root_text(square)
    known = root(square) if square is not None else value
    return report.exact_text(known) if isinstance(known, Fraction) else report.rounded_text(value)


def _table(request: Request, verdict: Verdict) -> list[str]:
    if verdict.witness is not None:
        return _witness_lines(verdict.witness, request)
    if verdict.separator is None:
        return []
    columns = [[report.rounded_text(value) for value in row] for row in np.atleast_2d(verdict.separator).tolist()]
    return report.parameter_table(
        request.dataset, request.settings, request.feature_names, columns, "θ*", tr("θ* of {name}")
    )


def _witness_lines(witness: Witness, request: Request) -> list[str]:
    """Return the weights that prove it: Σ λ_i y_i x̂_i = 0."""
    names = [shown(request.dataset.classes[request.dataset.labels[i]]) for i in witness.indices]
    pairs = zip(request.places(witness.indices), names, strict=True)
    points = [tr("point {point} ({name})").format(point=i, name=name) for i, name in pairs]
    rows = [[point, str(weight)] for point, weight in zip(points, witness.weights, strict=True)]
    kept, more = report.cut([*rows])
    proof = tr("These weights λ prove it: the sum of λ·y·x̂ over these points is 0 (points are numbered from 0).")
    lines = [proof, *report.aligned(kept), *more]
    if witness.point is not None:
        shared = ", ".join(report.exact_text(value) for value in witness.point[:8])
        shared += ", …" if len(witness.point) > 8 else ""
        lines.append(tr("Both classes surround the point ({point}).").format(point=shared))
    return lines
