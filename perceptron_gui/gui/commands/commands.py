"""The commands of a window: one controller a feature, and what is remembered when the window closes."""

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QObject

from perceptron_gui.files.program.preferences import save_preferences
from perceptron_gui.frozen import replace
from perceptron_gui.gui.commands.analysis_commands import AnalysisCommands
from perceptron_gui.gui.commands.edit_commands import ClassCommands, ClipboardCommands, EditCommands, SelectionCommands
from perceptron_gui.gui.commands.panel_commands import PanelCommands, ViewCommands
from perceptron_gui.gui.commands.run_commands import ExerciseCommands, RunCommands
from perceptron_gui.gui.feature import FeatureCommands, Handlers, LateFeature
from perceptron_gui.gui.features.by_hand import ByHandCommands
from perceptron_gui.gui.features.examples import Examples
from perceptron_gui.gui.features.first_hints import HintCommands
from perceptron_gui.gui.features.pictures import FilmCommands, PictureCommands
from perceptron_gui.gui.features.rules import SettingsCommands
from perceptron_gui.gui.features.runs import ComparisonCommands
from perceptron_gui.gui.features.title import TitleCommands
from perceptron_gui.gui.filing.file_commands import FileCommands
from perceptron_gui.gui.key_filter import KeyFilter
from perceptron_gui.gui.presenter import Presenter
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.contours.field import Field, FieldQuestion
from perceptron_gui.session.output.exports import PROGRAM_FORMATS, SOLUTION, TABLE
from perceptron_gui.session.points.outside import count_outside
from perceptron_gui.session.worker.background import Work


def late_features(window: MainWindow, filing: FileCommands) -> dict[str, LateFeature]:
    """Return the features that hear nothing but their actions, by name."""
    programs = [form.action for form in PROGRAM_FORMATS]
    points = ["file.import", "file.preview", "file.export"]
    parts = [f"data.{name}" for name in ("hold_out", "validate", "test", "train", "train_all", "look")]
    return {
        "points": LateFeature("points_files.PointsCommands", (window, filing), points),
        "programs": LateFeature("run_exports.ProgramCommands", (window, filing), programs),
        "worked": LateFeature("run_exports.WorkedCommands", (window, filing), [SOLUTION.action, TABLE.action]),
        "generator": LateFeature("generated_points.GeneratorCommands", (window,), ["data.generate"]),
        "hold_out": LateFeature("hold_out.HoldOutCommands", (window,), parts),
        "guide": LateFeature("user_guide.HelpCommands", (window,), ["help.guide", "help.keys", "help.about"]),
    }


def answer_canvas(window: MainWindow) -> None:
    """Have answered what the canvas asks from now on."""
    canvas, edges, controller = window.canvas, window.stage.edges, window.controller
    ask = controller.background.ask

    def take_field(field: Field) -> None:
        if field.failure:
            controller.noticed.emit(field.failure)
        canvas.take_field(field)

    canvas.curves.asked.connect(lambda question: ask(partial(_field, question), take_field))
    canvas.variants.asked.connect(lambda questions: ask(partial(_fields, questions), canvas.variants.take_fields))
    edges.asked.connect(lambda question: ask(lambda work: count_outside(question, work.look), edges.show_counts))


def _field(question: FieldQuestion, work: Work[Any]) -> Field:
    from perceptron_gui.session.contours.tracing import find_field  # most windows draw no curve (A9)

    return find_field(question, work)


def _fields(questions: tuple[FieldQuestion, ...], work: Work[tuple[Field, ...]]) -> tuple[Field, ...]:
    return tuple(_field(question, work) for question in questions)


class Commands(QObject):
    """Connects the actions and signals of a window to what they do.

    `window`: its canvas may come later. `features`, `late`: each handles its own actions; together they handle all.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        self.presenter = Presenter(window)
        self.filing = FileCommands(window)
        self.pictures = PictureCommands(window, self.filing)
        self.films = FilmCommands(window, self.filing)
        self.title = TitleCommands(window)
        self.examples = Examples(window, self.filing)
        self.late = late_features(window, self.filing)
        self.palette = ClassCommands(window)
        self.view = ViewCommands(window)
        self.settings = SettingsCommands(window)
        self.panels = PanelCommands(window, self.filing)
        self.clipboard = ClipboardCommands(window, self.panels)
        self.analysis = AnalysisCommands(window)
        self.comparison = ComparisonCommands(window, self.examples)
        self.by_hand = ByHandCommands(window)
        self.analysis.found.connect(self.by_hand.take_finding)
        self.features: tuple[FeatureCommands, ...] = (
            self.filing,
            self.pictures,
            self.films,
            self.title,
            self.examples,
            EditCommands(window),
            SelectionCommands(window),
            self.view,
            self.settings,
            ExerciseCommands(window),
            RunCommands(window),
            self.panels,
            self.clipboard,
            self.comparison,
            HintCommands(window),
            self.by_hand,
        )
        self._fill_menus()
        window.canvas_placed.connect(self.on_canvas_placed)
        window.closing.connect(self.on_closing)

    def on_canvas_placed(self) -> None:
        """Connect everything: the canvas is there."""
        KeyFilter(self.window)
        for name, handler in self.handlers().items():
            self.window.actions_by_id[name].triggered.connect(partial(_without_arguments, handler))
        self.window.left.class_chosen.connect(self.palette.choose)
        for feature in self.features:
            feature.begin()
        answer_canvas(self.window)
        self.analysis.begin()  # last: it looks at the document as soon as it begins

    def handlers(self) -> Handlers:
        """Return what every action does, by its id."""
        features: list[FeatureCommands | LateFeature] = [*self.features, *self.late.values()]
        return {name: handler for feature in features for name, handler in feature.handlers().items()}

    def _fill_menus(self) -> None:
        window, recent, examples = self.window, self.filing.recent.menu, self.examples.menu
        window.actions_by_id.fill({"file": [recent], "points": [examples]})
        window.actions_by_id.menus["view"].addActions(window.side.toggles)

    def on_closing(self) -> None:
        """Ask about unsaved points, and remember the window."""
        window = self.window
        window.may_close = self.filing.may_close() and (self.filing.is_forced or self.films.saving.wait())
        if not window.may_close:
            return
        self.filing.close()
        self.films.stop()
        self.clipboard.stop()
        self.comparison.stop()
        geometry = self.view.restore_frame()
        preferences = replace(
            window.preferences,
            front_panel=window.side.entry.name,
            panel_width=window.side.noted_width(),
            geometry=bytes(geometry.toHex().data()).decode(),
            folder=self.filing.folder,
            recent=self.filing.recent.paths,
            picture=self.pictures.choice.kept(),
            film=self.films.choice.kept(),
        )
        save_preferences(preferences.with_view_state(window.controller.view_state))


def _without_arguments(handler: Callable[[], object], *_: object) -> None:
    """Call `handler`, whatever Qt sends along."""
    handler()
