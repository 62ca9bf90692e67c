"""What each action does."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, QPoint, QPointF
from PySide6.QtWidgets import QMenu

from perceptron_gui.files.preferences import save_preferences
from perceptron_gui.gui.appearance import Appearance
from perceptron_gui.gui.examples import Examples
from perceptron_gui.gui.filing import Filing
from perceptron_gui.gui.palette import Palette
from perceptron_gui.gui.panel_commands import PanelCommands
from perceptron_gui.gui.plain import menu_text
from perceptron_gui.gui.rules import RulesDialog
from perceptron_gui.gui.text import tr
from perceptron_gui.gui.tools import Tool
from perceptron_gui.gui.transport import SPEEDS
from perceptron_gui.gui.verdict import verdict_texts
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.analyst import Analyst
from perceptron_gui.session.document import Document
from perceptron_gui.session.engineer import Engineer, Pauses

ZOOM = 1.25
PAUSES = ("mistake", "epoch", "point")
LARGEST_TEXT_BOUND = 10**7


class Commands(QObject):
    """Connects the actions and signals of a window to what they do."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        self.lab = window.lab
        self.filing = Filing(window)
        self.examples = Examples(window, self.filing)
        self.palette = Palette(window)
        self.appearance = Appearance(window)
        self.rules = RulesDialog(window)
        self.panels = PanelCommands(window, self.filing)
        self.analyst = Analyst(self.lab.runner.gate)
        self._judged: Document | None = None
        self._fill_menus()
        window.ready.connect(self.on_ready)
        window.closing.connect(self.on_closing)

    def on_ready(self) -> None:
        """Connect everything: the canvas is there."""
        window = self.window
        for name, function in self._functions().items():
            window.actions_by_id[name].triggered.connect(partial(_without_arguments, function))
        window.actions_by_id["tools.place"].setChecked(True)
        self.appearance.show_state()
        window.actions_by_id["view.formula"].setChecked(True)
        window.actions_by_id["view.card"].setChecked(window.preferences.has_card)
        self.on_card()
        window.actions_by_id["view.still"].setChecked(window.preferences.is_still)
        self.on_still()
        window.top.rules_changed.connect(self.on_rules_changed)
        window.top.rules_asked.connect(self.on_rules)
        self.rules.rules_changed.connect(self.on_rules_changed)
        window.predict.only.clicked.connect(window.actions_by_id["run.predict_mistakes"].trigger)
        window.gestures.weight_drag.dropped.connect(self.on_weights_dragged)
        window.cursor_keys.hint_changed.connect(window.status.set_mode_keys)
        window.files_dropped.connect(self.filing.open_dropped)
        window.stage.examples.chosen.connect(self.examples.open)
        window.left.class_chosen.connect(window.choose_class)
        window.transport.speed_changed.connect(self.on_speed_changed)
        window.transport.timeline.marked.connect(self.on_pauses)
        window.transport.timeline.sought.connect(self.lab.seek)
        window.transport.slider.setValue(min(max(window.preferences.speed, 0), len(SPEEDS) - 1))
        self.on_speed_changed(window.transport.slider.value())
        window.plane.menu_asked.connect(self.on_menu_asked)
        window.axes_bar.axes_chosen.connect(lambda i, j: window.plane.set_axes((i, j)))
        window.axes_bar.only_these.connect(self.on_only_these)
        self.panels.follow_selection()
        window.gestures.selection_changed.connect(self.on_selection_changed)
        self.lab.document_changed.connect(self.on_document_changed)
        self.lab.ticked.connect(self.take_finding)
        self.lab.clock.add_work(lambda: self.analyst.is_busy)
        self.analyst.start()
        self.on_document_changed(self.lab.document)

    def _fill_menus(self) -> None:
        window = self.window
        submenus = {
            "file": [self.filing.recent],
            "data": [self.examples.menu(window)],
            "run": window.top.rule_menus(window),
        }
        window.actions_by_id.fill(window.menuBar(), submenus)
        window.actions_by_id.menus["view"].addActions(window.side.toggles)

    def _functions(self) -> dict[str, object]:
        lab, window = self.lab, self.window
        post = lab.post
        return {
            "file.new": self.filing.new,
            "file.open": self.filing.open,
            "file.save": self.filing.save,
            "file.save_as": self.filing.save_as,
            "file.quit": window.close,
            "file.window": self.filing.open_window,
            "edit.undo": lab.undo,
            "edit.redo": lab.redo,
            "edit.delete": window.gestures.delete_selected,
            "edit.select_all": lambda: window.gestures.select(list(range(lab.document.dataset.n_samples))),
            "edit.clear": self.on_clear,
            "run.play": self.on_play,
            "run.step": lambda: post(Engineer.step),
            "run.step_back": lambda: post(Engineer.step_back),
            "run.next_mistake": lambda: post(Engineer.go_to_next_mistake),
            "run.previous_mistake": lambda: post(Engineer.go_to_previous_mistake),
            "run.next_epoch": lambda: post(Engineer.go_to_next_epoch),
            "run.previous_epoch": lambda: post(Engineer.go_to_previous_epoch),
            "run.end": lambda: post(Engineer.go_to_end),
            "run.reset": lambda: lab.seek(0),
            "run.faster": lambda: window.transport.slider.setValue(window.transport.slider.value() + 1),
            "run.slower": lambda: window.transport.slider.setValue(window.transport.slider.value() - 1),
            "run.rules": self.on_rules,
            "view.fit": window.plane.fit,
            "view.zoom_in": lambda: window.plane.zoom(ZOOM),
            "view.zoom_out": lambda: window.plane.zoom(1 / ZOOM),
            "run.predict": self.on_predict,
            "run.predict_mistakes": self.on_predict_mistakes,
            "run.pause_mistake": self.on_pauses,
            "run.pause_epoch": self.on_pauses,
            "run.pause_point": self.on_pauses,
            "edit.copy_text": self.panels.copy,
            "edit.copy_latex": self.panels.step.copy_latex,
            "edit.copy_picture": self.panels.step.copy_picture,
            "view.still": self.on_still,
            "view.influence": self.on_influence,
            "view.full": self.panels.toggle_full,
            "view.loss": self.on_loss,
            "view.formula": self.on_formula,
            "view.card": self.on_card,
            "view.dark": partial(self.appearance.toggle_theme, "dark"),
            "view.projector": partial(self.appearance.toggle_theme, "projector"),
            "view.panels": self.appearance.toggle_panels,
            "view.presentation": self.appearance.toggle_presentation,
            "tools.place": partial(self.on_tool, Tool.PLACE),
            "tools.select": partial(self.on_tool, Tool.SELECT),
            "tools.brush": partial(self.on_tool, Tool.BRUSH),
            "tools.erase": partial(self.on_tool, Tool.ERASE),
            "help.keys": self.appearance.show_keys,
            "help.about": self.appearance.show_about,
        }

    # The document

    def on_document_changed(self, document: Document) -> None:
        """Ask for the verdict on the new points."""
        self.window.top.verdict.show_verdict((tr("looking …"), "…"), None)
        earlier = self._judged
        if earlier is not None and not (document.is_same_run_as(earlier) or document.continues(earlier)):
            self._judged = None
            self.window.counter.set_bound(None)  # that of other points; more of the same do not make it blink
        self.analyst.ask(document)
        self.lab.clock.wake()
        if self.rules.isVisible():
            self.rules.set_document(document)

    def on_rules_changed(self, what: str, changes: dict[str, object]) -> None:
        """Take other rules; a run in progress begins anew and says so."""
        settings = replace(self.lab.document.settings, **changes)  # type: ignore[arg-type]
        self.lab.set_settings(settings, what)

    def on_rules(self) -> None:
        """Show the rules that are set once in a while."""
        self.rules.set_document(self.lab.document)
        self.rules.show()
        self.rules.raise_()

    def on_weights_dragged(self, initial: tuple[float, ...]) -> None:
        """Start from the w or b that was drawn (P5)."""
        self.on_rules_changed(tr("start weights"), {"initial": initial})

    def on_only_these(self, across: int, upwards: int) -> None:
        """Train on two features only."""
        document = self.lab.document
        fitting = document.with_settings(replace(document.settings, initial=None))
        self.lab.edit(fitting.with_dataset(document.dataset.with_features([across, upwards])), tr("keep two features"))
        self.window.plane.fit()

    def on_clear(self) -> None:
        """Remove all points; undo brings them back."""
        dataset = self.lab.document.dataset
        self.window.gestures.select([])
        self.lab.set_dataset(dataset.without(range(dataset.n_samples)), tr("clear"))

    def on_menu_asked(self, at: QPointF, on_screen: QPoint) -> None:
        """Offer what can be done with the point under the mouse."""
        window, gestures = self.window, self.window.gestures
        near = window.plane.point_near(at)
        menu = QMenu(window)
        if near is None:
            for name in ("view.fit", "edit.select_all", "edit.undo"):
                menu.addAction(window.actions_by_id[name])
        else:
            if near not in gestures.selected:
                gestures.select([near])
            for k, name in enumerate(self.lab.document.dataset.classes):
                action = menu.addAction(menu_text(tr("Make it class {name}").format(name=name)))
                action.triggered.connect(partial(_without_arguments, partial(gestures.relabel_selected, k)))
            menu.addSeparator()
            menu.addAction(window.actions_by_id["edit.delete"])
        self.lab.document_changed.connect(menu.close)  # what it offers was meant for the points of before
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(on_screen)

    # The verdict

    def take_finding(self) -> None:
        """Show what the analyst found, if it is about the points on the screen."""
        finding = self.analyst.findings.take()
        if finding is None or finding.document is not self.lab.document:
            return
        texts, is_good, hint = verdict_texts(finding)
        self.window.top.verdict.show_verdict(texts, is_good, hint)
        bound = finding.analysis.bound if finding.analysis is not None else None
        self.window.counter.set_bound(bound.at_most if bound is not None else None)
        self._judged = finding.document

    # The rest

    def on_tool(self, tool: Tool) -> None:
        """Take a tool."""
        self.window.gestures.take_tool(tool)
        self.window.actions_by_id[f"tools.{tool.value}"].setChecked(True)

    def on_speed_changed(self, place: int) -> None:
        """Play at another speed."""
        self.window.plane.speed = SPEEDS[place]
        self.lab.set_speed(SPEEDS[place])

    def on_selection_changed(self) -> None:
        """Let play pause at the point that is selected now."""
        pause = self.window.actions_by_id["run.pause_point"]
        if pause.isChecked():
            if len(self.window.gestures.selected) != 1:
                pause.setChecked(False)
                self.window.status.notice(tr("No single point is selected: play no longer pauses at one."))
            self.on_pauses()

    def on_play(self) -> None:
        """Play or pause; while the run asks first, it goes from question to question."""
        if self.window.predict.is_on and self.window.predict.quiz.question is None:
            self.window.predict.answer(1)
        elif self.window.predict.is_on:
            self.window.status.notice(tr("Predict first is on: answer with 1 or 2, or switch it off with Q."))
        else:
            self.lab.toggle_play()

    def on_predict(self) -> None:
        """Ask before every visit, or stop asking."""
        self.window.predict.set_on(self.window.actions_by_id["run.predict"].isChecked())

    def on_predict_mistakes(self) -> None:
        """Ask only before mistakes, or before every visit; who asks for it wants to be asked."""
        actions = self.window.actions_by_id
        is_only = actions["run.predict_mistakes"].isChecked()
        self.window.predict.only.setChecked(is_only)
        self.window.predict.set_only_mistakes(is_only)
        if is_only and not self.window.predict.is_on:
            actions["run.predict"].trigger()

    def on_pauses(self, *_: object) -> None:
        """Let play pause where it is wanted."""
        is_checked = {name: self.window.actions_by_id[f"run.pause_{name}"].isChecked() for name in PAUSES}
        selected = self.window.gestures.selected
        point = selected[0] if is_checked["point"] and len(selected) == 1 else None
        pauses = Pauses(is_checked["mistake"], is_checked["epoch"], point, self.window.transport.timeline.mark)
        self.lab.post(lambda engineer: engineer.set_pauses(pauses))

    def on_still(self) -> None:
        """Show updates at once, or in two beats."""
        self.window.plane.beats.is_reduced = self.window.actions_by_id["view.still"].isChecked()
        self.window.stage.set_reduced(self.window.plane.beats.is_reduced)

    def on_loss(self) -> None:
        """Write the loss beside the counter, or leave it out."""
        self.window.counter.set_shows_loss(self.window.actions_by_id["view.loss"].isChecked())
        self.window.ask_for_what_is_seen()

    def on_influence(self) -> None:
        """Ring the points that caused the last updates, or stop it (P10)."""
        self.window.plane.shows_influence = self.window.actions_by_id["view.influence"].isChecked()
        self.window.ask_for_what_is_seen()

    def on_card(self) -> None:
        """Let a card at the pointer tell what is there, or not."""
        self.window.details.hover.set_card_wanted(self.window.actions_by_id["view.card"].isChecked())

    def on_formula(self) -> None:
        """Show this step's formulas while only the canvas is shown, or not."""
        self.window.stage.show_formulas(self.window.actions_by_id["view.formula"].isChecked())

    def on_closing(self) -> None:
        """Ask about unsaved points, and remember the window."""
        window = self.window
        window.may_close = self.filing.may_close()
        if not window.may_close:
            return
        self.filing.close()
        self.analyst.stop()
        if window.isFullScreen():
            self.appearance.toggle_presentation()  # so that the next window has its bars
        window.side.unfold()  # and its panels, should it be wider
        preferences = replace(
            window.preferences,
            theme=window.theme.name,
            speed=window.transport.slider.value(),
            geometry=bytes(window.saveGeometry().toHex().data()).decode(),
            layout=bytes(window.saveState().toHex().data()).decode(),
            folder=self.filing.folder,
            recent=self.filing.recent_paths,
            is_still=window.plane.beats.is_reduced,
            has_card=window.details.hover.is_card_wanted,
        )
        save_preferences(preferences)


def _without_arguments(function: object, *_: object) -> None:
    """Call `function`, whatever Qt sends along."""
    function()  # type: ignore[operator]
