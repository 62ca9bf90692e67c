"""The import law, seen from outside: a fresh interpreter, and what it has loaded (A1)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "perceptron_gui"


def modules_under(folder: str) -> list[str]:
    """Return the names of all modules of a part of the program."""
    return [
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for path in sorted((PACKAGE / folder).rglob("*.py"))
    ]


def answer(code: str) -> str:
    """Return what a fresh interpreter prints."""
    env = os.environ | {"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], env=env, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


LOADED = "import sys; print(sorted({name.split('.')[0] for name in sys.modules}))"


def test_engine_session_files_lab_and_cli_need_no_qt() -> None:
    names = [name for part in ("engine", "session", "files", "cli") for name in modules_under(part)]
    names.append("perceptron_gui.lab")
    assert len(names) > 30
    loaded = answer(f"import {', '.join(names)}, perceptron_gui.__main__; {LOADED}")
    assert "'numpy'" in loaded
    for name in ("PySide6", "shiboken6", "pyqtgraph", "matplotlib"):
        assert f"'{name}'" not in loaded


def test_the_engine_needs_only_itself_and_numpy() -> None:
    names = modules_under("engine")
    parts = "{name for name in sys.modules if name.startswith('perceptron_gui.')}"
    loaded = answer(f"import sys, {', '.join(names)}; print(sorted({parts}))")
    assert all(f"perceptron_gui.{part}" not in loaded for part in ("session", "files", "gui", "cli"))


@pytest.mark.parametrize("argument", ["--version", "--help"])
def test_help_is_there_before_qt_and_numpy(argument: str) -> None:
    code = f"from perceptron_gui.__main__ import main; main(['{argument}']); {LOADED}"
    loaded = answer(code).splitlines()[-1]
    assert "'PySide6'" not in loaded
    assert "'numpy'" not in loaded


BEHIND_THE_FIRST_PAINT = (
    "numpy",
    "pyqtgraph",
    "contourpy",
    "perceptron_gui.engine.data.dataset",
    "perceptron_gui.engine.model",
    "perceptron_gui.engine.run.run",
    "perceptron_gui.engine.run.snapshot",
    "perceptron_gui.engine.theory",
    "perceptron_gui.engine.training.factory",
    "perceptron_gui.files.points.points_file",
    "perceptron_gui.session.formula",
    "perceptron_gui.session.explanation.explain",
    "perceptron_gui.session.explanation.binary_visit",
    "perceptron_gui.gui.widgets.formula_html",
    "perceptron_gui.gui.bars.exercise_bar",
    "perceptron_gui.session.exercises.exercise",
    "perceptron_gui.session.worker.training_worker",
    "perceptron_gui.gui.canvas",
    "perceptron_gui.gui.commands.commands",
    "perceptron_gui.gui.features.step",
    "perceptron_gui.gui.features.weight_space",
    "perceptron_gui.session.document",
    "perceptron_gui.session.output.run_table",
    "perceptron_gui.session.weight_space",
)
"""What the frame of the window does without."""

BEHIND_READY = (
    "PIL",
    "jinja2",
    "contourpy",
    "perceptron_gui.engine.data.features.feature_reader",
    "perceptron_gui.engine.run.followers.variants",
    "perceptron_gui.engine.run.records.curves",
    "perceptron_gui.files.sessions.session_file",
    "perceptron_gui.files.lessons.lesson_file",
    "perceptron_gui.session.lessons",
    "perceptron_gui.gui.canvas.figures.theorem_figures",
    "perceptron_gui.gui.features.rules.rules_page",
    "perceptron_gui.gui.features.forms.alpha_pictures",
    "perceptron_gui.gui.panels.axis_plots",
    "perceptron_gui.gui.features.theorem.proof_plot",
    "perceptron_gui.gui.features.run_table.run_model",
    "perceptron_gui.gui.features.weight_space.weight_picture",
    "perceptron_gui.session.explanation.facts.place_facts",
)
"""What nobody has asked for in a window that shows its first points."""


def test_the_window_is_painted_before_what_its_frame_does_without_is_imported() -> None:
    code = f"""
import sys
from perceptron_gui.gui.app import make_application, make_window
from perceptron_gui.files.program.preferences import Preferences
def loaded(names={BEHIND_THE_FIRST_PAINT}):
    return sorted(name for name in names if name in sys.modules)
app = make_application()
window = make_window(Preferences())
print("made", loaded())
window.central_area.painted.connect(lambda: print("painted"))
window.ready.connect(lambda: (print("ready", loaded({BEHIND_READY})), window.close()))
window.show()
print("shown", loaded())
app.exec()
"""
    lines = answer(code).splitlines()
    assert lines[0] == "made []"
    assert "shown []" in lines
    assert lines[-1] == "ready []"
    assert "painted" in lines


def test_the_source_of_no_module_is_read_to_import_the_window() -> None:
    """PySide's own import reads the source of every module, to see whether it asks for one of its features."""
    code = "import linecache, perceptron_gui.gui.app; print(*linecache.cache, sep='\\n')"
    assert [path for path in answer(code).splitlines() if "perceptron_gui" in path] == []


def test_a_start_looks_for_no_garbage_among_modules_and_numpy_is_told_before_it_comes_to_have_one_thread() -> None:
    """The one took a tenth of the start; the other 0.06 s of a processor, and as much after every large product."""
    code = """
import gc, os, sys, types
from perceptron_gui import __main__
app = types.ModuleType("perceptron_gui.gui.app")
app.run_window = lambda *_: print(gc.isenabled(), os.environ["OPENBLAS_NUM_THREADS"], "numpy" in sys.modules)
sys.modules[app.__name__] = app
__main__.main([])
"""
    assert answer(code).split() == ["False", "1", "False"]


def test_who_lacks_numpy_is_told_before_there_is_a_window() -> None:
    code = """
import contextlib, sys, types
sys.modules["numpy"] = None
sys.modules["perceptron_gui.gui.app"] = types.SimpleNamespace(run_window=lambda *_: "a window")
from perceptron_gui.__main__ import main
with contextlib.redirect_stderr(sys.stdout):
    print(main([]))
"""
    sentence = "The window cannot be opened because a library is missing: No module named 'numpy'."
    assert answer(code).splitlines() == [sentence, "2"]
