"""The commands of a window: of its panels, of the run and its exercises, of the analysis; one controller a feature."""

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu

from perceptron_gui.files.lessons import FOLDER as LESSONS
from perceptron_gui.files.program.kept_state import folders_of_copies
from perceptron_gui.files.program.preferences import Preferences, save_preferences
from perceptron_gui.frozen import replace
from perceptron_gui.gui.commands.edit_commands import ClassCommands, ClipboardCommands, EditCommands, SelectionCommands
from perceptron_gui.gui.feature import FeatureCommands, Handlers, LateFeature, WindowCommands
from perceptron_gui.gui.features.by_hand import ByHandCommands
from perceptron_gui.gui.features.examples import Examples
from perceptron_gui.gui.features.hall import HallCommands
from perceptron_gui.gui.features.notes import HintCommands, TitleCommands
from perceptron_gui.gui.features.pictures import FilmCommands, PictureCommands
from perceptron_gui.gui.features.rules import SettingsCommands
from perceptron_gui.gui.features.runs import ComparisonCommands
from perceptron_gui.gui.features.step import StepPanel
from perceptron_gui.gui.filing.file_commands import FileCommands
from perceptron_gui.gui.key_filter import KeyFilter
from perceptron_gui.gui.language import LanguageMenu
from perceptron_gui.gui.override_guard import telling
from perceptron_gui.gui.panels.panel import Panel
from perceptron_gui.gui.presenter import Presenter
from perceptron_gui.gui.window import MainWindow, stops_in
from perceptron_gui.session.actions import ACTIONS
from perceptron_gui.session.contours.field import Field, FieldQuestion
from perceptron_gui.session.document import Change, Document
from perceptron_gui.session.exercises.exercise_registry import EXERCISES, LABELS, ExerciseEntry, Option
from perceptron_gui.session.messages.verdict_text import verdict_hint, verdict_texts
from perceptron_gui.session.output.exports import PROGRAM_FORMATS, SOLUTION, STEP_FORMATS, TABLE, StepFormat
from perceptron_gui.session.output.run_table import Selection
from perceptron_gui.session.points.point_edits import count_outside
from perceptron_gui.session.view.switches import ALTERNATIVES, BY_NAME, DESKTOP, SWITCHES
from perceptron_gui.session.view.view_state import DARK, LIGHT, PROJECTOR, SPEEDS, ViewState, speed_at
from perceptron_gui.session.wording import ORDERS
from perceptron_gui.session.worker import training_worker as moves
from perceptron_gui.session.worker.background import Work
from perceptron_gui.session.worker.training_worker import Analyst, Command, Finding
from perceptron_gui.translation import tr


class PanelCommands(WindowCommands):
    """Connects every panel of the registry in the same way.

    `filing`: writes the rows that a panel exports. `step`: explains the visit that the commands of the Edit menu copy.
    """

    def __init__(self, window: MainWindow, filing: FileCommands) -> None:
        super().__init__(window)
        self._filing = filing
        self.step = window.side.panel(StepPanel)
        for panel in window.side.panels:
            self._connect(panel)

    def handlers(self) -> Handlers:
        """Return what to call for each action, by the action's id."""
        return {form.action: partial(self.copy_step, form) for form in STEP_FORMATS}

    def copy_step(self, form: StepFormat) -> None:
        """Put the step on the clipboard, and say so."""
        self.step.copy_as(form)
        self._window.status.notice(tr("Copied this step."))

    def _connect(self, panel: Panel) -> None:
        window, controller = self._window, self._controller
        panel.sought.connect(controller.seek)
        panel.point_chosen.connect(lambda point: window.gestures.select([point]))
        panel.points_chosen.connect(lambda points: window.gestures.select(list(points)))
        panel.lit.connect(lambda point, partner: controller.change_view(lit_point=point, lit_partner=partner))
        panel.hint_changed.connect(window.status.set_mode_keys)
        panel.switched.connect(lambda name: window.actions_by_id[BY_NAME[name].action].trigger())
        panel.triggered.connect(lambda name: window.actions_by_id[name].trigger())
        panel.page_wanted.connect(
            lambda request: controller.post(lambda worker: worker.publication.put_page(worker.run, request))
        )
        panel.export_asked.connect(self.export)
        panel.asked.connect(controller.background.ask)
        panel.connect_to(controller)
        controller.answered.connect(panel.take_answer)

    def export(self, selection: Selection) -> None:
        """Ask for a file and write rows of the run to it. `selection`: the rows to write."""
        self._filing.exporting.ask(self._filing.folder, selection)


ZOOM = 1.25


class ViewCommands(WindowCommands):
    """Changes the view: switches, themes, and how much of the window the picture fills."""

    def handlers(self) -> Handlers:
        """Return what to call for each action, by the action's id."""
        window, canvas = self._window, self._window.canvas
        themes = {f"view.{name}": partial(self.toggle_theme, name) for name in (DARK, PROJECTOR)}
        alone = (switch for switch in SWITCHES if switch.name != LABELS.name)  # that is an exercise, too
        switches = {switch.action: partial(self.turn, switch.name) for switch in alone}
        return {
            **{each.action: partial(self._controller.change_view, **{each.field: each.name}) for each in ALTERNATIVES},
            **themes,
            **switches,
            "view.fit": canvas.fit,
            "view.zoom_in": partial(canvas.zoom, ZOOM),
            "view.zoom_out": partial(canvas.zoom, 1 / ZOOM),
            "view.next_area": partial(self.go_to_area, 1),
            "view.previous_area": partial(self.go_to_area, -1),
            "view.panels": window.side.toggle,
            "view.own_window": window.side.take_out,
        }

    def turn(self, name: str) -> None:
        """Turn a view switch on or off. `name`: one of `session/view/switches.py`."""
        self._controller.change_view(switches=self._controller.view_state.switches ^ {name})

    def go_to_area(self, step: int) -> None:
        """Give the keys to the first control of the area that comes next, or to the plane. `step`: −1 for backwards."""
        areas, now = self._window.areas, self._window.focusWidget()
        here = next((place for place, area in enumerate(areas) if area.isAncestorOf(now)), 0)
        for area in (areas[(here + step * k) % len(areas)] for k in range(1, len(areas) + 1)):
            control = next(stops_in(area), None)
            if control is not None:
                control.setFocus(Qt.FocusReason.TabFocusReason)
                return

    def toggle_theme(self, name: str) -> None:
        """Change between the light theme and another one. `name`: name of the other theme."""
        self._controller.change_view(theme=LIGHT if self._window.theme.name == name else name)


MOVES: dict[str, Command] = {
    "run.step": moves.step,
    "run.step_back": moves.step_back,
    "run.next_mistake": moves.go_to_next_mistake,
    "run.previous_mistake": moves.go_to_previous_mistake,
    "run.next_epoch": moves.go_to_next_epoch,
    "run.previous_epoch": moves.go_to_previous_epoch,
    "run.end": moves.go_to_end,
}
PAUSES = {
    "run.pause_mistake": "pauses_at_mistake",
    "run.pause_epoch": "pauses_at_epoch",
    "run.pause_point": "pauses_at_point",
}
"""The attribute of ViewState that each action turns on and off."""


class RunCommands(WindowCommands):
    """Moves in time; play itself is among the commands of exercises, whose questions it answers."""

    def handlers(self) -> Handlers:
        """Return what to call for each action, by the action's id."""
        found: dict[str, Callable[[], object]] = {
            name: partial(self._controller.post, command) for name, command in MOVES.items()
        }
        pauses = {name: partial(self.toggle, attribute) for name, attribute in PAUSES.items()}
        return {
            **found,
            **pauses,
            "run.reset": lambda: self._controller.seek(0),
            "run.faster": partial(self.change_speed, +1),
            "run.slower": partial(self.change_speed, -1),
        }

    def begin(self) -> None:
        """Hear the transport and the selection."""
        transport, change_view = self._window.transport, self._controller.change_view
        transport.speed_chosen.connect(self.choose_speed)
        transport.timeline.marked.connect(lambda visit: change_view(marked_visit=visit))
        transport.timeline.sought.connect(self._controller.seek)
        self._controller.view_changed.connect(self._on_view_changed)

    def change_speed(self, by: int) -> None:
        """Play at another speed. `by`: how many places faster."""
        self.choose_speed(speed_at(SPEEDS.index(self._controller.view_state.speed) + by))

    def choose_speed(self, speed: float | None) -> None:
        """Play at a speed that the user chose and that preferences keep, unlike the speed of a session.

        `speed`: one of SPEEDS.
        """
        self._window.preferences = replace(self._window.preferences, speed=SPEEDS.index(speed))
        self._controller.change_view(speed=speed)

    def toggle(self, attribute: str) -> None:
        """Turn an attribute of the view's state on or off."""
        self._controller.change_view(**{attribute: not getattr(self._controller.view_state, attribute)})

    def _on_view_changed(self, earlier: ViewState, state: ViewState) -> None:
        """Say why play no longer pauses at a point."""
        if earlier.pauses_at_point and state.single_point is None:
            self._window.status.notice(tr("Play no longer pauses at a point: select exactly one point to pause at."))


NATIVE = QKeySequence.SequenceFormat.NativeText


class ExerciseCommands(WindowCommands):
    """Starts and ends exercises; one is on at a time."""

    def handlers(self) -> Handlers:
        """Return what to call for each action, by the action's id."""
        handlers: dict[str, Callable[[], object]] = {"run.play": self.play}
        for entry in (*EXERCISES, LABELS):
            handlers[entry.action] = partial(self.turn, entry)
            if entry.option is not None:
                handlers[entry.option.action] = partial(self.turn_option, entry, entry.option)
        return handlers

    def begin(self) -> None:
        """Hear the box on the bar of the exercise."""
        self._window.exercise.option.toggled.connect(lambda _: self._on_option())

    def play(self) -> None:
        """Play or pause; while an exercise is on, go from question to question."""
        exercise = self._window.exercise
        if exercise.entry is None:
            self._controller.toggle_play()
        elif exercise.prompt.question is None:
            exercise.answer(1)
        else:
            words = tr("{exercise} is on: answer with 1 or 2, or switch it off with {keys}.")
            keys = self._window.actions_by_id[exercise.entry.action].shortcut().toString(NATIVE)
            self._window.status.notice(words.format(exercise=tr(exercise.entry.text), keys=keys))

    def turn(self, entry: ExerciseEntry) -> None:
        """Switch an exercise on, or off."""
        self._controller.let_ask("" if self._controller.view_state.asks == entry.name else entry.name)

    def turn_option(self, entry: ExerciseEntry, option: Option) -> None:
        """Toggle an option of an exercise; switching it on starts the exercise too. `option`: its option."""
        state = self._controller.view_state
        options = state.exercise_options ^ {option.name}
        self._controller.change_view(exercise_options=options)
        if option.name in options:
            self._controller.let_ask(entry.name)

    def _on_option(self) -> None:
        entry = self._window.exercise.entry
        if entry is not None and entry.option is not None:
            self._window.actions_by_id[entry.option.action].trigger()


LOOKING_MS = 100
"""How long the last verdict stands while the next is looked for: while a point is dragged it would blink (G5)."""

MOST_WAITS, NO_PAINT_MS = 2, 50
"""Paints that the verdict on points that are being dragged waits for, and how long for one: a frame may have none."""


class AnalysisCommands(WindowCommands):
    """Shows the verdict on the points, and the bound on updates that follows from it.

    `known`: what there is to tell of the points on the screen; None before the first. `found`: it is another.
    """

    found = Signal(object)

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._analyst = Analyst()
        self._work = self._controller.background.work_for(self.take_finding)
        self.known: Finding | None = None
        self._judged: Document | None = None
        self._proof, self._proves = "", False
        self._late = QTimer(self, singleShot=True, interval=LOOKING_MS)
        self._late.timeout.connect(self._say_looking)
        self._previewed: Document | None = None
        self._awaits_paint, self._waits = False, 0
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self._analyze_preview)

    def begin(self) -> None:
        """Analyze the present document, and every later one, also while points are dragged."""
        self._controller.document_changed.connect(self.analyze)
        self._controller.previewed.connect(self._on_previewed)
        self._window.canvas.painted.connect(self._on_painted)
        self._controller.ticked.connect(self._begin_frame)
        self._window.top.verdict.pointed.connect(self._peek_at_proof)
        self._window.top.verdict.clicked.connect(self._switch_proof)
        self._controller.view_changed.connect(self._say_again)
        self._controller.page_changed.connect(lambda _: self.analyze(self._controller.document))
        self.analyze(self._controller.document)

    def analyze(self, document: Document) -> None:
        """Ask for the verdict on a document's points."""
        self._previewed = None
        self._work.ask(partial(self._analyst.answer, document))
        self._await(document)

    def _say_again(self, earlier: ViewState, state: ViewState) -> None:
        """Say what was found in other symbols."""
        if state.symbols != earlier.symbols and self.known is not None:
            self.take_finding(self.known)

    def _begin_frame(self) -> None:
        self._awaits_paint = self._controller.is_dragging

    def _on_previewed(self, document: Document) -> None:
        """Ask for the verdict on points that are being dragged: a short question before a frame, or after its paint."""
        if not self._work.is_short:
            self.analyze(document)
            return
        self._previewed = document
        if not self._awaits_paint:
            self._analyze_preview()  # at once: a timer's turn may come between the next frame and its paint
        elif not self._soon.isActive():
            self._soon.start(0)

    def _on_painted(self) -> None:
        self._awaits_paint = False
        if self._previewed is not None:
            self._soon.start(0)

    def _analyze_preview(self) -> None:
        """Answer now, unless a frame waits for its paint: then after it, but on a busy machine one always waits."""
        document = self._previewed
        if document is None:
            return
        if self._awaits_paint and self._waits < MOST_WAITS:
            self._waits += 1
            self._soon.start(NO_PAINT_MS)
            return
        self._previewed, self._waits = None, 0
        question = partial(self._analyst.answer, document)
        if not self._work.answer_here(question):
            self._work.ask(question)
        self._await(document)

    def _await(self, document: Document) -> None:
        """Keep the last verdict for a short while if the document is a variant of the one it is about."""
        earlier = self._judged
        if earlier is None or not document.is_variant_of(earlier):
            self._say_looking()
        elif not self._late.isActive():
            self._late.start()
        if earlier is not None and document.change_since(earlier) is Change.NEW:
            self._window.score.set_bound(None)  # that of other points; more of the same do not make it blink
        self._controller.clock.wake()

    def _say_looking(self) -> None:
        if self._work.is_busy:
            self._window.top.verdict.show_verdict((tr("computing …"), "…"), None)
            self._tell_panels(None)

    def take_finding(self, finding: Finding) -> None:
        """Show what was found about the points on the screen; while these are dragged it may be a moment old."""
        controller = self._controller
        is_document = finding.document is controller.document
        if not (is_document or controller.is_dragging):
            return
        bare, page = finding, controller.page
        if page is not None:
            finding = page.found(finding)
        self._proves = page is not None and page.proves
        drawn = bare if self._proves else finding
        self._late.stop()
        hint = verdict_hint(finding) if is_document else ""  # who drags a point points at nothing else
        words = ORDERS[finding.document.settings.order]
        self._window.top.verdict.show_verdict(*verdict_texts(finding), hint, words.bound)
        bound = finding.analysis.bound if finding.analysis is not None and is_document else None
        self._window.score.set_bound(bound.at_most if bound is not None else None, finding)
        self._window.canvas.figures.set_finding(drawn)
        controller.views.draw_again(self._window.canvas)
        self.known, self._judged, self._proof = finding, finding.document, _proof_of(drawn)
        self._peek_at_proof(self._window.top.verdict.is_pointed)
        self._tell_panels(finding)
        self.found.emit(finding)

    def _tell_panels(self, finding: Finding | None) -> None:
        for panel in self._window.side.panels:
            panel.set_finding(finding)

    def _peek_at_proof(self, is_wanted: bool) -> None:
        """Show on the canvas why the verdict holds while it is pointed at, or was asked in a lesson and is answered."""
        self._window.canvas.figures.peek(self._proof if is_wanted or self._proves else "")

    def _switch_proof(self) -> None:
        """Show that until it is switched off."""
        if self._proof:
            self._window.actions_by_id[f"show.{self._proof}"].trigger()


def _proof_of(finding: Finding) -> str:
    """Return the name of the view switch that shows why a verdict holds; empty where there is none."""
    verdict = finding.analysis.verdict if finding.analysis is not None else None
    if verdict is None or verdict.separable is None:
        return ""
    return "street" if verdict.separable else "witness"


def late_features(window: MainWindow, filing: FileCommands) -> dict[str, LateFeature]:
    """Return the features that hear nothing but their actions, by name."""
    programs = [form.action for form in PROGRAM_FORMATS]
    points = ["file.import", "file.preview", "file.export"]
    lessons = LateFeature("lessons.LessonCommands", (window, filing), LESSON_ACTIONS)
    parts = [f"data.{name}" for name in ("hold_out", "validate", "test", "train", "train_all", "look")]
    return {
        "points": LateFeature("point_sets.PointsCommands", (window, filing), points),
        "programs": LateFeature("run_exports.ProgramCommands", (window, filing), programs),
        "worked": LateFeature("run_exports.WorkedCommands", (window, filing), [SOLUTION.action, TABLE.action]),
        "printing": LateFeature("printing.PrintCommands", (window, filing), ["file.print"]),
        "generator": LateFeature("point_sets.GeneratorCommands", (window, filing), ["data.generate"]),
        "hold_out": LateFeature("point_sets.HoldOutCommands", (window,), parts),
        "lessons": lessons,
        "making": LateFeature("lessons.maker.LessonMaker", (window, filing, lessons), MAKING_ACTIONS),
        "guide": LateFeature("user_guide.HelpCommands", (window,), ["help.guide", "help.keys", "help.about"]),
    }


MAKING_ACTIONS = ["lessons.new", "lessons.edit"]
LESSON_ACTIONS = [action.id for action in ACTIONS if action.menu == "lessons" and action.id not in MAKING_ACTIONS]


def answer_canvas(window: MainWindow) -> None:
    """Connect the canvas's requests to their answers."""
    canvas, edges, controller = window.canvas, window.stage.edges, window.controller
    ask = controller.background.ask

    def take_field(field: Field) -> None:
        if field.failure:
            controller.noticed.emit(field.failure)
        canvas.curves.take_field(field)
        controller.views.draw_again(canvas)  # its words; with a snapshot of the same frame they are placed once

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
        self.presenter, self.filing = Presenter(window), FileCommands(window)
        self.pictures = PictureCommands(window, self.filing)
        self.films = FilmCommands(window, self.filing)
        self.title = TitleCommands(window)
        self.examples = Examples(window, self.filing)
        self.late = late_features(window, self.filing)
        self.palette = ClassCommands(window)
        self.hall = HallCommands(window)
        self.settings = SettingsCommands(window)
        self.panels = PanelCommands(window, self.filing)
        self.clipboard = ClipboardCommands(window, self.panels.copy_step)
        self.analysis = AnalysisCommands(window)
        self.comparison, self.hints = ComparisonCommands(window), HintCommands(window)
        self.by_hand = ByHandCommands(window, self.analysis.found)
        self.features: tuple[FeatureCommands, ...] = (
            self.filing,
            self.pictures,
            self.films,
            self.title,
            self.examples,
            EditCommands(window),
            SelectionCommands(window),
            ViewCommands(window),
            self.hall,
            self.settings,
            ExerciseCommands(window),
            RunCommands(window),
            self.panels,
            self.clipboard,
            self.comparison,
            self.hints,
            self.by_hand,
        )
        self._fill_menus()
        self._begun = self._kept()
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
        QTimer.singleShot(0, self.window, telling(self._begin_to_speak))  # when the window is ready

    def _begin_to_speak(self) -> None:
        from perceptron_gui.gui.features.speaker import Speaker  # nobody is kept waiting for it (A9)

        speaker = Speaker(self.window, self.analysis.known)
        self.analysis.found.connect(speaker.take_finding)

    def handlers(self) -> Handlers:
        """Return what every action does, by its id."""
        features: list[FeatureCommands | LateFeature] = [*self.features, *self.late.values()]
        return {name: handler for feature in features for name, handler in feature.handlers().items()}

    def _fill_menus(self) -> None:
        window, recent, examples = self.window, self.filing.recent.menu, self.examples.menu
        by_id, menu = window.actions_by_id, window.actions_by_id.menus["lessons"]
        lessons, pages = QMenu(tr("Open a lesson"), window), QMenu(tr("Pages"), window)
        lessons.aboutToShow.connect(lambda: self.late["lessons"].made.fill_lessons(lessons))
        pages.aboutToShow.connect(lambda: self.late["lessons"].made.fill_pages(pages))
        self.filing.take_lesson = lambda path, read: self.late["lessons"].made.open(path, read)
        menu.aboutToShow.connect(lambda: self.late["lessons"].made.offer_in(menu))
        self.filing.take_answers = lambda path, read: self.late["lessons"].made.open_answers(path, read)
        self.filing.take_kept_lesson = lambda kept, read: self.late["making"].made.take_kept(kept, read)
        kept = window.preferences
        spoken = LanguageMenu(window, kept.held("language").replace(DESKTOP, ""), kept.policy.why_locked("language"))
        spoken.chosen.connect(window.language_chosen)
        by_id.fill({"file": [recent], "points": [examples], "view": [spoken], "lessons": [lessons, pages]})
        by_id.menus["view"].addActions(window.side.toggles)

    def offer_last(self) -> None:
        """Offer in the place of the first hints to go on where the last session ended: with its file, or a lesson."""
        if self.window.preferences.last:
            from perceptron_gui.gui.filing.resuming import LastFile  # no first start needs it (A9)

            LastFile(self.window, self.filing, self.hints.offer, self.offer_lesson).look()
        else:
            self.offer_lesson()

    def offer_lesson(self) -> None:
        """Offer in the place of the first hints to go on with a lesson that was left in the middle."""
        begun = (path for folder in folders_of_copies() for path in (folder / LESSONS).glob("*.json"))
        if any(begun):  # who has begun none imports nothing of them (A9)
            self.late["lessons"].made.look_for_left(self.hints.offer)

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
        geometry = bytes(self.hall.restore_frame().toHex().data()).decode()
        from perceptron_gui.gui.filing.resuming import remembering  # no start needs it (A9)

        kept = replace(self._kept(), geometry=geometry, panel_width=window.side.noted_width())
        window.preferences = remembering(kept, self.filing, window.controller.history)
        save_preferences(window.preferences.since(self._begun))

    def _kept(self) -> Preferences:
        """Return what of the window is remembered, but for its place and the width of its panels."""
        kept = replace(
            self.window.preferences,
            front_panel=self.window.side.entry.name,
            folder=self.filing.folder,
            recent=self.filing.recent.paths,
            picture=self.pictures.choice.kept(),
            film=self.films.choice.kept(),
        )
        return kept.with_view_state(self.window.controller.view_state)


def _without_arguments(handler: Callable[[], object], *_: object) -> None:
    """Call `handler`, whatever Qt sends along."""
    handler()
