"""The catalogue holds every text that the source marks, and every text that is shown is marked."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator

import pytest

from tests.catalogue import KEYWORDS, calls, collected, literal, modules, template_calls, written
from tests.sources import PATHS, name_of, nodes, parsed

pytestmark = pytest.mark.together

WORKED_OUT = {
    "engine/data/__init__.py": {"words"},
    "cli/command_registry.py": {"command.summary"},
    "cli/command_line.py": {"command.summary", "FILE", "each.option"},
    "cli/samples_command.py": {"sample.title", "sample.watch"},
    "files/file_work.py": {"known"},
    "files/program/guide.py": {"action.text"},
    "files/opened_file.py": {"FLAWS[self._encoding]"},
    "files/output/written_runs.py": {"self.text"},
    "gui/window_actions.py": {"action.group", "action.hint", "action.text", "title"},
    "gui/app.py": {"OPENING.title"},
    "gui/succession.py": {"sample.title"},
    "gui/bars/settings_bar.py": {"words.hint", "words.name"},
    "gui/bars/tool_bar.py": {"text"},
    "gui/bars/status_bar.py": {"BRUSH_KEYS", "DIGITS", "TIME_KEYS", "TOOL_KEYS[tool]", "exercise_keys"},
    "gui/bars/timeline.py": {"HINT", "RED", "_red(snapshot.settings)"},
    "gui/canvas/figures/labels.py": {"words_of(picture.snapshot.settings).undecided"},
    "gui/canvas/tools/cursor.py": {"HINT", "POINTING_HINT"},
    "gui/canvas/overlays/overlay.py": {"BY_NAME[name].title"},
    "gui/features/examples/__init__.py": {"sample.title", "sample.watch", "topic.title"},
    "gui/features/hall/__init__.py": {"BY_ID[f'tools.{tool.value}'].text"},
    "gui/features/hall/hall_card.py": {"CARDS[card]"},
    "gui/features/lessons/ask_controls.py": {"words"},
    "gui/features/user_guide.py": {"one.text", "title"},
    "session/lessons/making.py": {"WORDS[name]"},
    "session/lessons/marking.py": {"parts[name]"},
    "session/lessons/questions.py": {"GOAL_WORDS[self.goal]", "CHANGES[name]"},
    "session/lessons/run_questions.py": {"NAMES[self.of]", "NUMBERS[self.of]"},
    "session/lessons/reasons.py": {"NO_NUMBER", "TOO_LARGE", "TOO_SMALL", "RULES[ask.of]"},
    "session/messages/changes.py": {"RULES[name]", "WORDS[now.mode].name"},
    "session/messages/meanings.py": {"MEANINGS[word]"},
    "gui/commands/commands.py": {"exercise.entry.text"},
    "session/messages/spoken.py": {"action.text"},
    "gui/features/run_exports.py": {"form.files", "written_runs.MOST_TOLD[is_table]"},
    "gui/widgets/checked_field.py": {"parameter.wanted", "parameter.too_small"},
    "gui/features/examples/gallery_dialog.py": {"sample.title", "topic.title"},
    "gui/filing/import_dialog.py": {"name"},
    "gui/features/point_sets.py": {"words", "SHAPES[self.dialog.shape.currentData()]"},
    "gui/features/lessons/maker_window.py": {"words"},
    "gui/features/lessons/page_form.py": {"making.PART_WORDS[name]"},
    "gui/features/pictures/picture_dialog.py": {"form.text", "paper", "text"},
    "gui/features/notes.py": {"words"},
    "gui/features/printing.py": {"most", "self.words"},
    "gui/features/rules/rules_page.py": {
        "FEATURES[settings.features][1]",
        "ORDERS[settings.order].hint",
        "ROWS",
        "function.words.meaning",
        "function.words.name",
        "hint",
        "name",
        "parameter.tip",
        "word",
        "words.hint",
        "words.name",
    },
    "gui/bars/exercise_bar.py": {"entry.score_hint", "option.box_hint", "option.box_text"},
    "gui/features/forms/alpha_pictures.py": {"self.HEADERS[section]"},
    "gui/features/forms/class_pictures.py": {"NO_COUNTS", "PLANE", "WHY", "WORDS[owner]"},
    "gui/features/curves/__init__.py": {"HINT", "counts.get(settings.order, usual)", "hint"},
    "gui/features/forms/__init__.py": {
        "CELL_KEYS",
        "HIDDEN",
        "POINT_KEYS",
    },
    "gui/features/weight_space/__init__.py": {"KEYS", "ON_SPHERE if view.is_round else ON_PLANE"},
    "gui/filing/background_work.py": {"self.words"},
    "gui/panels/panel_registry.py": {
        "self.full or self.title",
        "self.titles[0]",
        "self.titles[('primal', 'dual', 'multiclass').index(settings.mode)]",
    },
    "gui/features/run_table/run_model.py": {"column.hint", "column.name"},
    "gui/panels/switch_boxes.py": {"BY_NAME[name].hint", "BY_NAME[name].text"},
    "gui/features/runs.py": {"LATE_POINTS", "NO_FAN", "NO_PINS", "OTHER_FAN", "THREE", "VEILED", "meaning", "name"},
    "gui/panels/side_panel.py": {"page.title"},
    "gui/panels/step_html.py": {"ALL_ZERO_IN_BATCH if is_batch else ALL_ZERO"},
    "gui/features/theorem/trials.py": {
        "TRIALS[question.name][0]",
        "TRIALS[question.name][1]",
        "TRIALS[trial.question.name][2]",
    },
    "gui/pictures/still.py": {"entry.title"},
    "gui/features/curves/curve_lines.py": {"MARKS[part]", "PART_NAMES[part]"},
    "gui/features/point_table/points_table.py": {"PART_NAMES[part]"},
    "gui/features/curves/curve_plots.py": {"ACTION.hint", "ACTION.text"},
    "gui/features/run_table/__init__.py": {
        "EXPORT_HINT",
        "column.name",
        "VEILED_HINT if snapshot.is_veiled else EXPORT_HINT",
    },
    "session/classes/claims.py": {"ENDS[run.stop]"},
    "session/comparison.py": {"ENDS[result.stop]", "ORDERS[settings.order].name", "own"},
    "session/exercises/exercise.py": {"NEXT"},
    "session/explanation/facts/place_facts.py": {
        "HIDDEN",
        "PARTS[part_of(snapshot.dataset, index)]",
        "words_of(snapshot.settings).scores",
    },
    "session/both_forms.py": {"why_not", "function.words.no_primal"},
    "session/gram.py": {"words_of(snapshot.settings).of_rows"},
    "session/programs/written_program.py": {"words"},
    "session/points/history.py": {"entry.what"},
    "session/points/point_table.py": {"PART_NAMES[part_of(dataset, point)]"},
    "session/messages/verdict_text.py": {
        "FEATURES[features_of(settings)][0]",
        "ORDERS[settings.order].name",
        "settings.kernel.function.words.name",
    },
    "session/messages/run_end.py": {
        "LIMITS[stop]",
        "with_bias if settings.bias else through_origin",
        "words",
    },
    "session/worked/solution.py": {"PART_NAMES[Part(dataset.parts[index])]", "column.name"},
}
"""Texts of tables and constants, marked where they are written, that are translated where they are shown."""

SPEAKING = {
    *("setText", "setToolTip", "setStatusTip", "setWindowTitle", "setTitle", "setLabelText", "setPlaceholderText"),
    *(
        "setAccessibleName",
        "setAccessibleDescription",
        "setInformativeText",
        "addAction",
        "addMenu",
        "addTab",
        "addItem",
    ),
    *("QLabel", "QPushButton", "QCheckBox", "QMenu", "QDockWidget", "QGroupBox", "QAction", "plain_label", "plain_tip"),
    *("notice", "say", "emit", "complain", "ask", "message_box", "add_button", "begin", "print", "refuse", "_say"),
    *("UsageError", "DatasetError", "SettingsError", "PointsFileError", "InputError", "Flaw", "Interrupted"),
    *(
        "ArgumentTypeError",
        "_refusal",
        "_flaw",
        "Verdict",
        "Judgement",
        "Facts",
        "RunEnd",
        "set_dataset",
        "set_empty_text",
    ),
}
"""What shows its arguments, or says them in the end."""
WORD = re.compile(r"[A-Za-z]{3,}")
CODE = re.compile(r"<|^ *[a-z_.-]+$|Perceptron Lab")
"""Tags, identifiers, and the program's name."""


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_the_catalogue_is_what_the_source_marks() -> None:
    """If not: python3 dev.py catalogue."""
    missing, stale = written() - collected(), collected() - written()
    assert (sorted(missing, key=str), sorted(stale, key=str)) == ([], []), "run python3 dev.py catalogue"


def test_only_literals_are_translated_and_what_was_marked_as_one() -> None:
    found = {
        path: {
            ast.unparse(argument)
            for _, arguments in calls(module)
            for argument in arguments
            if literal(argument) is None
        }
        for path, module in modules().items()
        if path not in ("translation.py", "files/program/languages.py", "session/wording.py", "cli/report.py")
    }
    assert {path: texts for path, texts in found.items() if texts} == WORKED_OUT


def test_templates_translate_literals_but_for_what_kernels_say_of_themselves() -> None:
    worked_out = {path: sum(None in texts for texts in made) for path, made in template_calls().items()}
    assert {path: count for path, count in worked_out.items() if count} == {"resources/programs/numpy.jinja": 2}


def test_fields_have_names_and_both_plurals_the_same() -> None:
    for one, many in sorted(written(), key=str):
        assert all(name.isidentifier() for name in fields(one)), one
        if many is not None:
            assert fields(one) | {"count"} == fields(many) | {"count"}, one
            assert "count" in fields(many) or not fields(many), one


def test_no_text_is_collected_from_within_another() -> None:
    """Babel sees a call in an f-string only where Python does."""
    inside = [
        f"{path}:{call.lineno}"
        for path, module in modules().items()
        for node in module
        if isinstance(node, ast.JoinedStr)
        for call in ast.walk(node)
        if isinstance(call, ast.Call) and name_of(call.func) in KEYWORDS and literal(call.args[0]) is not None
    ]
    assert inside == []


def test_sentences_are_put_one_after_the_other_by_together_not_by_a_blank() -> None:
    """Chinese has no blank after its full stop: `wording.together` knows."""
    sums = [(path, node) for path in PATHS for node in nodes(path) if isinstance(node, ast.BinOp)]
    apart = [(path, node) for path, node in sums if any(is_blank(each) for each in (node.left, node.right))]
    found = [f"{path.name}, line {node.lineno}" for path, node in apart if any(map(is_translated, ast.walk(node)))]
    assert found == []


def is_blank(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value == " "


def is_translated(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and name_of(node.func) in ("tr", "ntr", "counted")


def test_nothing_is_translated_while_a_module_is_imported() -> None:
    """The language is chosen afterwards, and may be another one later."""
    found = [f"{path}:{line}" for path in PATHS for line in translated_at_import(parsed(path))]
    assert found == []
    for text in ("A = tr('a')", "class A:\n  b: str = ntr('a', 'b', 1)", "def f(a=counted('a', 'b', 2)):\n  pass"):
        assert [*translated_at_import(ast.parse(text))]
    assert not [*translated_at_import(ast.parse("A = N_('a')\ndef f():\n  return tr(A)\nB = lambda: tr(A)"))]


def translated_at_import(node: ast.AST) -> Iterator[int]:
    """Yield the lines of calls that translate, but for those in functions."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call) and name_of(child.func) in KEYWORDS - {"N_"}:
            yield child.lineno
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield from translated_at_import(ast.Expr(ast.List([*child.args.defaults, *child.decorator_list])))
        elif not isinstance(child, ast.Lambda):
            yield from translated_at_import(child)


def test_what_is_shown_or_refused_is_no_bare_literal() -> None:
    found = [
        f"{path}:{node.lineno}: {ast.unparse(argument)}"
        for path, module in modules().items()
        for node in module
        if isinstance(node, ast.Call) and name_of(node.func) in SPEAKING
        for argument in node.args
        if says_words(argument)
    ]
    assert found == []


def says_words(argument: ast.expr) -> bool:
    """Whether an argument is a literal, or made of some, with a word in it."""
    parts = argument.values if isinstance(argument, ast.JoinedStr) else [argument]
    texts = [literal(part) or "" for part in parts]
    return any(WORD.search(text) for text in texts if not CODE.search(text))
