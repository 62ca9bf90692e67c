"""A run as a notebook: the numpy program in cells, with a table, a picture of every update, and the bound."""

import json
import re

from perceptron_gui.engine.data.settings import Order
from perceptron_gui.engine.theory.separability import analyze
from perceptron_gui.session.messages.verdict_text import one_class_text, verdict_line
from perceptron_gui.session.programs import written_program
from perceptron_gui.session.programs.task import Task

CUT = "\f"
"""Begins a cell, before its heading: no other text of a program can hold it."""
SIGN = re.compile(r"([!-/:-@[-`{-~])")
"""What may mean something in Markdown."""
MOST_STATES, MOST_KEPT = 1_000, 4_000_000
"""Updates that a notebook keeps, and numbers in all of them: 32 MB."""
MARKERS = "osD^vP*X<>"
FORM = {
    "metadata": {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    },
    **{"nbformat": 4, "nbformat_minor": 5},
}


def notebook(task: Task) -> str:
    """Return the run as the JSON of a notebook (nbformat 4) that asks for numpy and matplotlib alone."""
    head, *parts = written_program.program_with(task, _values(task)).split(CUT)
    cells = [_text(head.strip().strip('"').replace("\\\\", "\\"), "# ")]
    for part in parts:
        title, _, code = part.partition("\n")
        cells += [_text(title, "## ")] * bool(title)
        cells.append({"cell_type": "code", "execution_count": None, "outputs": [], "source": code.strip()})
    named = [{"id": f"cell-{place}", "metadata": {}, **each} for place, each in enumerate(cells)]
    return json.dumps({"cells": named, **FORM}, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _text(text: str, before: str = "") -> dict[str, object]:
    """Return a cell of plain text: no name of a class or file is read as a picture, a link or a formula."""
    return {"cell_type": "markdown", "source": before + SIGN.sub(r"\\\1", text.strip())}


def _values(task: Task) -> dict[str, object]:
    """Return what the templates of a notebook ask for besides what those of the program do, by name."""
    data, features = task.run.data, task.settings.features
    size = data.n_rows * (data.n_entries + 2 * data.n_samples)
    is_coded = written_program.is_coded(task, written_program.arithmetic_of(task))
    axes = [drawn(name) for name in (*task.trained.features, "")[:2]]
    return {
        **{"is_notebook": True, "cell": lambda title="": f"{CUT}{title}\n", "library": "numpy, matplotlib"},
        **{"most_states": max(1, min(MOST_STATES, MOST_KEPT // size)), "axis_names": axes},
        **{"has_plane": features.is_identity or is_coded, "legend": _legend(task), **_bound(task)},
    }


def drawn(name: str) -> str:
    """Return a name as matplotlib draws it: nothing in it is mathematics, nor hides it from the legend."""
    plain = written_program.one_line(name).replace("$", r"\$")
    return f" {plain}" if plain.startswith("_") else plain


def look(place: int) -> tuple[str, str]:
    """Return colour and marker of a class as matplotlib calls them. `place`: of the class."""
    return f"C{place % 10}", MARKERS[place % len(MARKERS)]


def _legend(task: Task) -> list[tuple[int, str, str, str]]:
    """Return for each class its place in y, its name, colour and marker; in the binary modes of − and +."""
    trained, targets = task.trained, task.run.data.targets
    is_each = task.run.data.n_rows > 1
    found = []
    for place, target in enumerate(trained.present if is_each else (-1, 1)):
        name = ", ".join(drawn(trained.classes[k]) for k in sorted({*trained.labels[targets == target].tolist()}))
        found.append((place if is_each else target, name, *look(place)))
    return found


def _bound(task: Task) -> dict[str, object]:
    """Return the bound, if there is one, the verdict in words, and θ* where its proof is short."""
    trained, settings = task.trained, task.settings
    found = analyze(trained, settings)
    verdict = found.verdict
    assert verdict is not None, "a task has points"
    is_short = not (settings.has_start_weights or settings.beta or settings.order is Order.BATCH)
    line = verdict.separator if task.run.data.n_rows == 1 and is_short else None
    return {
        "bound": found.bound,
        "verdict": verdict_line(verdict, bool(one_class_text(trained, settings))),
        "theta_star": None if line is None else line.tolist(),
    }
