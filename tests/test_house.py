"""What keeps the program a house in which everything has one place (A1)."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib import import_module
from inspect import get_annotations
from types import ModuleType

import numpy as np
import pytest
from numpy.typing import NDArray

from perceptron_gui.engine.training.state import State
from perceptron_gui.frozen import Frozen
from tests.sources import PATHS, ROOT, nodes

pytestmark = pytest.mark.together

MODULES = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in PATHS}
MOST_FILES_WITH_MODE, MOST_OF_THE_ENGINE = 31, 20
"""Modules that decide something by the mode, outside of the engine and in it: what they need, a model answers."""


def imported(name: str) -> set[str]:
    """Return the modules of the program that a module imports, also for its types only."""
    found = set()
    for node in nodes(MODULES[name]):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                module = f"{node.module}.{alias.name}"
                found.add(module if module in MODULES else node.module)
    return found & set(MODULES)


def test_no_import_goes_in_a_circle_not_even_for_types() -> None:
    left = {name: imported(name) for name in MODULES}
    assert len(left) > 200
    while free := [name for name, needs in left.items() if not needs & left.keys()]:
        for name in free:
            del left[name]
    assert not left, f"in a circle, or behind one: {sorted(left)}"


def targets_of(node: ast.AST) -> list[ast.expr]:
    """Return what a statement assigns to."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign) else []
    return [each for one in targets for each in (one.elts if isinstance(one, ast.Tuple) else [one])]


def written_fields(name: str, statements: Iterable[ast.AST]) -> Iterator[str]:
    """Yield the places where a field of a training state is written: `state.visits += 1`, `state.alpha[i] = 0`."""
    fields = set(State.__struct_fields__)
    for node in statements:
        for target in targets_of(node):
            place = target.value if isinstance(target, ast.Subscript) else target
            if isinstance(place, ast.Attribute) and place.attr in fields:
                owner = place.value.attr if isinstance(place.value, ast.Attribute) else getattr(place.value, "id", "")
                if owner in ("state", "joined"):
                    yield f"{name}:{target.lineno} writes {owner}.{place.attr}"


def test_training_state_has_one_writer() -> None:
    """Its own methods: everybody else says what happened."""
    paths = [path for name, path in MODULES.items() if ".engine." in name]
    assert not [place for path in paths for place in written_fields(path.name, nodes(path))]


def test_the_search_for_writers_finds_them() -> None:
    wrong = "state.visits += 1\nself.state.alpha[3] = 1\nstate.stop, self.watch = None, None\nother.visits = 1\n"
    assert len(list(written_fields("wrong", ast.walk(ast.parse(wrong))))) == 3


KINDS = {"LinearModel", "DualModel", "MulticlassModel"}
FLAGS = {"is_binary", "has_class_rows", "has_kernels", "is_curved", "has_curved_kernel", "has_weights", "has_alpha"}
"""What only the mode, or whether there is a curved kernel, decides."""


def asks_for_the_mode(node: ast.AST) -> bool:
    """Whether something is decided by the mode, under whatever name.

    `settings.mode is …`, `model.has_class_rows`, `"line" in model.parts`, `Mode.DUAL`, `isinstance(model, DualModel)`.
    """
    if isinstance(node, ast.Compare):
        sides = [side.attr for side in (node.left, *node.comparators) if isinstance(side, ast.Attribute)]
        return "mode" in sides or bool(
            {"parts", "own_parts"} & {*sides} and isinstance(node.ops[0], ast.In | ast.NotIn)
        )
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("isinstance", "issubclass"):
        return bool(KINDS & {getattr(each, "id", "") for each in ast.walk(node)})
    if not isinstance(node, ast.Attribute):
        return False
    return node.attr in FLAGS or getattr(node.value, "id", "") == "Mode"


def test_callers_ask_the_model_for_what_they_need_and_not_for_the_mode() -> None:
    asking = [name for name in MODULES if any(map(asks_for_the_mode, nodes(MODULES[name])))]
    outside = [name for name in asking if ".engine." not in name]
    assert len(outside) <= MOST_FILES_WITH_MODE, outside
    assert len(asking) - len(outside) <= MOST_OF_THE_ENGINE, sorted({*asking} - {*outside})


def test_the_search_for_the_mode_finds_it_under_all_its_names() -> None:
    asks = ["settings.mode is x", "model.is_curved", '"line" in model.parts', "Mode.DUAL", "isinstance(m, DualModel)"]
    assert all(any(map(asks_for_the_mode, ast.walk(ast.parse(text)))) for text in asks)
    plain = "model.planes(axes, held); dataset.parts; settings.mode.value; isinstance(m, Model)"
    assert not any(map(asks_for_the_mode, ast.walk(ast.parse(plain))))


def sentences_about_runs(module: Iterable[ast.AST]) -> list[str]:
    """Return the functions that say something, and ask for it why a run stopped or whether points are separable."""
    found = []
    for node in module:
        if isinstance(node, ast.FunctionDef):
            inner = list(ast.walk(node))
            calls = {getattr(each.func, "id", "") for each in inner if isinstance(each, ast.Call)}
            names = [each for each in inner if isinstance(each, ast.Attribute)]
            asks = any(getattr(each.value, "id", "") == "Stop" or each.attr == "separable" for each in names)
            found += [node.name] * (asks and bool(calls & {"tr", "ntr", "counted"}))
    return found


def test_only_the_session_puts_a_stop_or_a_verdict_in_words() -> None:
    outside = [name for name in MODULES if name.split(".")[1] in ("files", "gui", "cli")]
    assert len(outside) > 100
    assert not {name: said for name in outside if (said := sentences_about_runs(nodes(MODULES[name])))}


def test_the_search_for_sentences_finds_them() -> None:
    wrong = "def why(run):\n    return tr('Done.') if run.stop is Stop.CONVERGED else ''\n"
    right = "def is_done(run):\n    return run.stop is Stop.CONVERGED\n"
    assert sentences_about_runs(ast.walk(ast.parse(wrong + right))) == ["why"]


def test_counts_are_put_in_words_by_one_function() -> None:
    """What counts, groups figures, or lowers and raises them, is written once."""
    once = {"counted", "grouped", "subscript", "lowered", "raised", "run_end", "verdict_texts"}
    functions = [node.name for path in PATHS for node in nodes(path) if isinstance(node, ast.FunctionDef)]
    assert {name: functions.count(name) for name in once} == dict.fromkeys(once, 1)


def test_the_order_of_tab_is_walked_in_one_place() -> None:
    """PySide takes a part for a child of the one before it, see `focus_chain`."""
    steps = ("nextInFocusChain", "previousInFocusChain")
    found = {name for name, path in MODULES.items() for node in nodes(path) if getattr(node, "attr", "") in steps}
    assert found == {"perceptron_gui.gui.window"}


RENDERING = ("session.formula.", "session.explanation.", "session.wording", "gui.widgets.formula_html")


def test_no_formula_is_read_back_from_text() -> None:
    """Formulas are trees: whoever writes them knows what a part is, and looks for it in no text."""
    rendering = [name for name in MODULES if name.partition(".")[2].startswith(RENDERING) or name.endswith("_html")]
    assert len(rendering) > 20
    for name in rendering:
        imports = [node for node in nodes(MODULES[name]) if isinstance(node, ast.Import)]
        assert not [alias.name for node in imports for alias in node.names if alias.name == "re"], name


def test_no_two_modules_have_one_name_and_none_is_named_like_a_test() -> None:
    names = [name.rpartition(".")[2] for name in MODULES if not name.endswith("__init__")]
    assert [name for name, count in Counter(names).items() if count > 1] == []
    assert not [name for name in names if name.startswith("test_")]


OF_NO_ONE_ROOM = {"tests/gui/whole_window", "tests/simulation"}
"""Folders of tests that are about many rooms at once."""


def test_tests_lie_in_the_rooms_of_what_they_are_about() -> None:
    folders = {path.parent.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py")} - {"tests"}
    assert len(folders) > 20
    homes = [ROOT / "perceptron_gui", ROOT / "packaging"]
    rooms = {folder: folder.removeprefix("tests/") for folder in folders - OF_NO_ONE_ROOM}
    assert not [folder for folder, room in rooms.items() if not any((home / room).is_dir() for home in homes)]


def test_no_test_of_a_room_of_the_window_lies_before_its_door() -> None:
    names = [path.stem.removeprefix("test_") for path in (ROOT / "tests/gui").glob("test_*.py")]
    assert not [name for name in names if f"perceptron_gui.gui.{name}" not in MODULES]


def test_no_value_that_holds_arrays_is_compared_by_its_fields() -> None:
    """Two arrays have no one truth: such a value equals only itself, and `is_equal` looks into it."""
    arrays = {name for module in imported_modules() for name, value in vars(module).items() if is_array_type(value)}
    assert {"Floats", "Ints", "Bools", "Offsets", "NDArray"} <= arrays
    compared = [kind for kind in kinds_of(Frozen) if kind.__struct_config__.eq]
    assert len(compared) > 50
    found = [
        f"{kind.__module__}.{kind.__name__}.{field}"
        for kind in compared
        for each in kind.__mro__
        for field, annotation in get_annotations(each).items()
        if field in kind.__struct_fields__ and arrays & set(re.findall(r"\w+", str(annotation)))
    ]
    assert not found


def imported_modules() -> list[ModuleType]:
    """Import all modules of the program, and return them."""
    return [import_module(name.removesuffix(".__init__")) for name in MODULES if not name.endswith("__main__")]


def is_array_type(value: object) -> bool:
    """Whether something is an array, as a type."""
    return value is np.ndarray or getattr(value, "__origin__", None) is np.ndarray or value is NDArray


def kinds_of(base: type[Frozen]) -> Iterator[type[Frozen]]:
    """Yield all classes below one."""
    for kind in base.__subclasses__():
        yield kind
        yield from kinds_of(kind)
