"""What each action does."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, QPoint, QPointF
from PySide6.QtWidgets import QMenu, QMessageBox

from perceptron_gui import __version__
from perceptron_gui.engine.dataset import Dataset
from perceptron_gui.files.samples import BY_NAME
from perceptron_gui.gui.actions import shown_keys
from perceptron_gui.gui.filing import Filing
from perceptron_gui.gui.text import tr
from perceptron_gui.gui.theme import THEMES
from perceptron_gui.gui.tools import Tool
from perceptron_gui.gui.transport import SPEEDS
from perceptron_gui.gui.verdict import verdict_texts
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.actions import ACTIONS
from perceptron_gui.session.analyst import Analyst
from perceptron_gui.session.document import LARGEST_PALETTE, Document
from perceptron_gui.session.preferences import save_preferences
from perceptron_gui.session.runner import Engineer

ZOOM = 1.25
LARGEST_TEXT_BOUND = 10**7


class Commands(QObject):
    """Connects the actions and signals of a window to what they do."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        self.lab = window.lab
        self.filing = Filing(window)
        self.analyst = Analyst(self.lab.runner.gate)
        window.ready.connect(self.on_ready)
        window.closing.connect(self.on_closing)

    def on_ready(self) -> None:
        """Connect everything: the canvas is there."""
        window = self.window
        for name, function in self._functions().items():
            window.actions_by_id[name].triggered.connect(partial(_without_arguments, function))
        window.actions_by_id.fill(window.menuBar(), {"data": window.top.samples_menu(window)})
        for dock in window.docks:
            window.actions_by_id.menus["view"].addAction(dock.toggleViewAction())
        window.actions_by_id["tools.place"].setChecked(True)
        self._check_theme()
        window.actions_by_id["view.panels"].setChecked(True)
        window.top.rules_changed.connect(self.on_rules_changed)
        window.top.sample_chosen.connect(self.on_sample_chosen)
        window.left.class_chosen.connect(window.choose_class)
        window.left.class_added.connect(self.on_class_added)
        window.left.class_renamed.connect(self.on_class_renamed)
        window.transport.speed_changed.connect(self.on_speed_changed)
        window.transport.timeline.sought.connect(self.lab.seek)
        window.transport.slider.setValue(min(max(window.preferences.speed, 0), len(SPEEDS) - 1))
        self.on_speed_changed(window.transport.slider.value())
        window.plane.menu_asked.connect(self.on_menu_asked)
        window.axes_bar.axes_chosen.connect(lambda i, j: window.plane.set_axes((i, j)))
        window.axes_bar.only_these.connect(self.on_only_these)
        window.dual_panel.point_chosen.connect(lambda i: window.gestures.select([i]))
        self.lab.document_changed.connect(self.on_document_changed)
        self.lab.ticked.connect(self.take_finding)
        self.analyst.start()
        self.on_document_changed(self.lab.document)

    def _functions(self) -> dict[str, object]:
        lab, window = self.lab, self.window
        post = lab.post
        return {
            "file.new": self.filing.new,
            "file.open": self.filing.open,
            "file.save": self.filing.save,
            "file.save_as": self.filing.save_as,
            "file.quit": window.close,
            "edit.undo": lab.undo,
            "edit.redo": lab.redo,
            "edit.delete": window.gestures.delete_selected,
            "edit.select_all": lambda: window.gestures.select(list(range(lab.document.dataset.n_samples))),
            "edit.clear": self.on_clear,
            "run.play": lab.toggle_play,
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
            "view.fit": window.plane.fit,
            "view.zoom_in": lambda: window.plane.zoom(ZOOM),
            "view.zoom_out": lambda: window.plane.zoom(1 / ZOOM),
            "view.dark": partial(self.on_theme, "dark"),
            "view.projector": partial(self.on_theme, "projector"),
            "view.panels": self.on_panels,
            "view.presentation": self.on_presentation,
            "tools.place": partial(self.on_tool, Tool.PLACE),
            "tools.select": partial(self.on_tool, Tool.SELECT),
            "tools.brush": partial(self.on_tool, Tool.BRUSH),
            "tools.erase": partial(self.on_tool, Tool.ERASE),
            "help.keys": self.on_keys,
            "help.about": self.on_about,
        }

    # The document

    def on_document_changed(self, document: Document) -> None:
        """Ask for the verdict on the new points."""
        self.window.top.verdict.show_verdict((tr("looking …"), "…"), None)
        self.analyst.ask(document)

    def on_rules_changed(self, what: str, changes: dict[str, object]) -> None:
        """Take other rules; a run in progress begins anew and says so."""
        settings = replace(self.lab.document.settings, **changes)  # type: ignore[arg-type]
        self.lab.set_settings(settings, what)
        if set(changes) != {"mode"}:
            self.window.status.notice(tr("A rule was changed: the run starts again."))

    def on_sample_chosen(self, name: str) -> None:
        """Open a built-in data set."""
        if not self.filing.may_leave():
            return
        sample = BY_NAME[name]
        dataset = sample.make()
        settings = replace(self.lab.document.settings, initial=None, positive=None)
        self.lab.open_document(Document(title=tr(sample.title)).with_settings(settings).with_dataset(dataset))
        self.window.plane.fit()
        self.window.status.notice(tr(sample.watch))

    def on_only_these(self, across: int, upwards: int) -> None:
        """Train on two features only."""
        document = self.lab.document
        fitting = document.with_settings(replace(document.settings, initial=None))
        self.lab.edit(fitting.with_dataset(document.dataset.with_features([across, upwards])), "keep two features")
        self.window.plane.fit()

    def on_class_added(self) -> None:
        """Add a class to the palette and take it."""
        dataset = self.lab.document.dataset
        if len(dataset.classes) < LARGEST_PALETTE:
            self.lab.set_dataset(dataset.with_classes([*dataset.classes, new_name(dataset)]), "add class")
            self.window.set_current_class(len(dataset.classes))

    def on_class_renamed(self, index: int, name: str) -> None:
        """Give a class another name."""
        names = list(self.lab.document.dataset.classes)
        if name in names:
            self.window.status.notice(tr("There is a class {name} already.").format(name=name))
            return
        names[index] = name
        self.lab.set_dataset(self.lab.document.dataset.with_classes(names), "rename class")

    def on_clear(self) -> None:
        """Remove all points; undo brings them back."""
        dataset = self.lab.document.dataset
        self.window.gestures.select([])
        self.lab.set_dataset(dataset.without(range(dataset.n_samples)), "clear")

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
                action = menu.addAction(tr("Make it class {name}").format(name=name))
                action.triggered.connect(partial(self.lab.relabel, list(gestures.selected), k))
            menu.addSeparator()
            menu.addAction(window.actions_by_id["edit.delete"])
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

    # The rest

    def on_tool(self, tool: Tool) -> None:
        """Take a tool."""
        self.window.gestures.tool = tool
        self.window.actions_by_id[f"tools.{tool.value}"].setChecked(True)

    def on_speed_changed(self, place: int) -> None:
        """Play at another speed."""
        self.window.plane.speed = SPEEDS[place]
        self.lab.set_speed(SPEEDS[place])

    def on_theme(self, name: str) -> None:
        """Change between the light theme and another one."""
        window = self.window
        window.set_theme(THEMES["light" if window.theme.name == name else name])
        self._check_theme()

    def _check_theme(self) -> None:
        for name in ("dark", "projector"):
            self.window.actions_by_id[f"view.{name}"].setChecked(self.window.theme.name == name)

    def on_panels(self) -> None:
        """Show or hide the panels at the side."""
        is_shown = not any(dock.isVisible() for dock in self.window.docks)
        for dock in self.window.docks:
            dock.setVisible(is_shown)
        self.window.actions_by_id["view.panels"].setChecked(is_shown)

    def on_presentation(self) -> None:
        """Show only canvas, counter and timeline, on the whole screen."""
        window = self.window
        is_on = not window.isFullScreen()
        for part in (window.menuBar(), window.statusBar(), *window.bars[:2]):
            part.setVisible(not is_on)
        for dock in window.docks:
            dock.setVisible(not is_on)
        window.showFullScreen() if is_on else window.showNormal()
        window.actions_by_id["view.presentation"].setChecked(is_on)

    def on_keys(self) -> None:
        """Show all keys on one page."""
        rows = [(shown_keys(action), tr(action.text).rstrip("…")) for action in ACTIONS if action.shortcut]
        rows += [("1 … 9, 0", tr("Take a class, or give it to the selected points"))]
        rows += [(tr("Esc"), tr("Give up a drag or the selection")), (tr("Wheel"), tr("Zoom, or move in time"))]
        rows += [(tr("Middle button"), tr("Move the picture")), ("Alt", tr("Place or move without snapping"))]
        cells = "".join(f"<tr><td><b>{keys}</b>&nbsp;&nbsp;&nbsp;</td><td>{text}</td></tr>" for keys, text in rows)
        QMessageBox(QMessageBox.Icon.NoIcon, tr("Keys"), f"<table>{cells}</table>", parent=self.window).open()

    def on_about(self) -> None:
        """Say what this is."""
        text = tr("Perceptron Lab {version}<br>See how Rosenblatt's perceptron learns, one exact step at a time.")
        QMessageBox.about(self.window, tr("About Perceptron Lab"), text.format(version=__version__))

    def on_closing(self) -> None:
        """Ask about unsaved points, and remember the window."""
        window = self.window
        window.may_close = self.filing.may_leave()
        if not window.may_close:
            return
        self.analyst.stop()
        preferences = replace(
            window.preferences,
            theme=window.theme.name,
            speed=window.transport.slider.value(),
            geometry=bytes(window.saveGeometry().toHex().data()).decode(),
            layout=bytes(window.saveState().toHex().data()).decode(),
            folder=self.filing.folder,
        )
        save_preferences(preferences)


def _without_arguments(function: object, *_: object) -> None:
    """Call `function`, whatever Qt sends along."""
    function()  # type: ignore[operator]


def new_name(dataset: Dataset) -> str:
    """Return a name that no class has."""
    letters = (chr(ord("A") + i) for i in range(26))
    return next(letter for letter in letters if letter not in dataset.classes)
