"""Ways to the states of the gallery: points, runs, hands, and what opens before the window."""

from __future__ import annotations

import tempfile
from itertools import count
from pathlib import Path

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.features.feature_map import FeatureMap
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order
from perceptron_gui.engine.run.many_runs import Variation
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.gui.features.forms import AgainstPanel, GramPanel
from perceptron_gui.gui.features.theorem.trials import TrialsPanel
from perceptron_gui.gui.features.user_guide import GuideWindow, Page
from perceptron_gui.gui.features.weight_space import WeightSpacePanel
from perceptron_gui.gui.widgets.plain_text import complain
from perceptron_gui.translation import tr
from tests.gui.gallery.stage import Stage
from tests.gui.gallery.state import Way

MODES = {Mode.PRIMAL: "two-classes", Mode.DUAL: "two-classes", Mode.MULTICLASS: "four-classes"}
"""An example for each mode."""
FAULTS = count(1)
"""Lines of a program that fails."""
LONG_CLASSES = ("Iris versicolor var. columbiana, wild", "Iris virginica subsp. shrevei, from the garden")
LONG_COLUMNS = ("length of the sepals in millimetres", "width of the petals in millimetres")


def points(rows: list[tuple[float, float]], labels: list[int], **names: tuple[str, ...]) -> Dataset:
    """Return points of classes A and B."""
    return Dataset.of(rows, labels, **names)


def scattered(count: int, classes: int = 2, scale: float = 1.0, middle: float = 0.0) -> Dataset:
    """Return a cloud a class, on a circle; always the same points."""
    generator = np.random.default_rng(3)
    labels = np.arange(count) % classes
    angle = 2 * np.pi * labels / classes
    cloud = np.column_stack([np.cos(angle), np.sin(angle)]) * 2.5 + 0.5 * generator.standard_normal((count, 2))
    names = [chr(ord("A") + k) for k in range(classes)]
    return Dataset.of(middle + scale * np.round(cloud, 2), labels.tolist(), names)


def long_named() -> Dataset:
    """Return few points with long names of classes and columns."""
    return points([(1, 1), (2, 0.5), (4, 3), (5, 3.5)], [0, 0, 1, 1], classes=LONG_CLASSES, features=LONG_COLUMNS)


def three_long_named() -> Dataset:
    """Return three classes, two of which have long names."""
    return scattered(9, 3).with_classes([*LONG_CLASSES, "C"])


# How to get there


def opened(name: str, mistakes: int = 2, mode: Mode = Mode.PRIMAL) -> Way:
    """Return the way to a mistake of an example."""

    def reach(stage: Stage) -> None:
        stage.open(name, mode=mode)
        stage.mistakes(mistakes)

    return reach


def shown(dataset: Dataset, mistakes: int = 1, mode: Mode = Mode.PRIMAL, **settings: object) -> Way:
    """Return the way to a mistake on points of one's own."""

    def reach(stage: Stage) -> None:
        stage.show(dataset, mode=mode, **settings)
        stage.mistakes(mistakes)

    return reach


def ring_by_kernel(stage: Stage) -> None:
    """Go to a mistake on a ring under a Gaussian kernel."""
    stage.show(BY_NAME["ring"].make(), mode=Mode.DUAL, kernel=Kernel(KernelName.RBF))
    stage.mistakes(9)


def ended(name: str, **settings: object) -> Way:
    """Return the way to the end of a run."""

    def reach(stage: Stage) -> None:
        stage.open(name, **settings)
        stage.do("run.end")
        stage.wait(lambda: stage.snapshot.stop is not None)
        stage.settle()

    return reach


def too_large(stage: Stage) -> None:
    """End a run before sums that would leave the doubles."""
    cubic = Kernel(KernelName.POLY, degree=3)
    features = FeatureMap.read("exp(x1), exp(x2)")
    far = points([(1, 2), (2, -1), (320, 1), (-2, 300)], [0, 1, 0, 1])
    stage.show(far, "10²⁸⁰", mode=Mode.DUAL, kernel=cubic, features=features)
    stage.do("run.end")
    stage.wait(lambda: stage.snapshot.stop is Stop.WEIGHT_LIMIT)
    stage.settle()


def online_with_hidden_labels(mode: Mode) -> Way:
    """Return the way to the middle of an online pass whose labels are hidden until they were predicted."""

    def reach(stage: Stage) -> None:
        stage.open("three-classes" if mode is Mode.MULTICLASS else "two-classes", mode=mode, order=Order.ONLINE)
        stage.do("run.hide_labels", *["run.step"] * 5)
        stage.settle()

    return reach


def after(way: Way, *actions: str) -> Way:
    """Return a way that goes on with actions of the table."""

    def reach(stage: Stage) -> None:
        way(stage)
        stage.do(*actions)

    return reach


def measured(stage: Stage) -> None:
    """Select a point whose distance to the boundary is shown."""
    opened("two-classes", 3)(stage)
    stage.do("show.distance", "show.right_angle")
    stage.window.controller.change_view(selection=(3,))
    stage.settle()


def with_panel(way: Way, name: str) -> Way:
    """Return a way that goes on to a panel."""

    def reach(stage: Stage) -> None:
        way(stage)
        stage.panel(name)

    return reach


def pair_pinned(stage: Stage) -> None:
    """Pin three runs of an example."""
    stage.open("order")
    stage.panel("runs")
    stage.commands.comparison.pin_three()
    stage.wait(lambda: not stage.commands.comparison.is_busy)


def fan_trained(variation: Variation, name: str = "order", **settings: object) -> Way:
    """Return the way to a fan of an example."""

    def reach(stage: Stage) -> None:
        stage.open(name, **settings)
        stage.panel("runs")
        stage.commands.comparison.begin_fan(variation)
        stage.wait(lambda: not stage.commands.comparison.is_busy)

    return reach


def trial_made(stage: Stage) -> None:
    """Ask whether the margin matters."""
    stage.open("two-classes")
    stage.panel("trials")
    panel = stage.window.side.panel(TrialsPanel)
    list(panel.buttons.values())[-1].click()
    stage.wait(lambda: panel.trial.trial is not None and panel.trial.trial.is_over)


def in_weight_space(way: Way) -> Way:
    """Return a way that goes on to the panel of weight space, and waits until that is worked out."""

    def reach(stage: Stage) -> None:
        with_panel(way, "weights")(stage)
        panel = stage.window.side.panel(WeightSpacePanel)
        stage.wait(lambda: panel.scene is not None)
        stage.settle()

    return reach


def gram_matrix(way: Way, lit: tuple[int, int] | None = None) -> Way:
    """Return a way that goes on to the Gram matrix, perhaps to a pair that is pointed at there."""

    def reach(stage: Stage) -> None:
        with_panel(way, "gram")(stage)
        panel = stage.window.side.panel(GramPanel)
        stage.wait(lambda: panel.view.n_shown)
        if lit is not None:
            stage.window.controller.change_view(lit_point=lit[0], lit_partner=lit[1])
        stage.settle()

    return reach


def against_the_rest(way: Way) -> Way:
    """Return a way that goes on to one against the rest, with what is computed for it."""

    def reach(stage: Stage) -> None:
        with_panel(way, "against")(stage)
        panel = stage.window.side.panel(AgainstPanel)
        stage.wait(lambda: panel.map.finding is not None)
        stage.settle()

    return reach


def one_more_point(way: Way) -> Way:
    """Return a way that goes on to a point that is placed."""

    def reach(stage: Stage) -> None:
        way(stage)
        stage.window.controller.place([(1.0, -1.0)], [0])
        stage.settle()

    return reach


def pointing(way: Way, tried: tuple[float, ...]) -> Way:
    """Return a way that goes on to a point that is pointed at, and weights that are tried."""

    def reach(stage: Stage) -> None:
        way(stage)
        stage.window.controller.change_view(lit_point=3, tried_weights=tried)

    return reach


def flat_map(way: Way) -> Way:
    """Return a way to the flat map of weight space."""

    def reach(stage: Stage) -> None:
        in_weight_space(way)(stage)
        stage.window.side.panel(WeightSpacePanel).controls.flat.setChecked(True)

    return reach


def answered(mode: Mode, only_mistakes: bool = False) -> Way:
    """Return the way to the answer of a question of predict first."""

    def reach(stage: Stage) -> None:
        stage.open(MODES[mode], mode=mode)
        stage.do("run.predict_mistakes" if only_mistakes else "run.predict")
        stage.wait(lambda: stage.window.exercise.prompt.question is not None)
        stage.key(Qt.Key.Key_1)

    return reach


def playing(stage: Stage) -> None:
    """Play slowly, and look while it goes on."""
    stage.open("xor")
    stage.window.transport.slider.setValue(3)
    stage.window.actions_by_id["run.play"].trigger()
    stage.wait(lambda: stage.snapshot.is_playing and stage.snapshot.visit >= 3)


def bad_eta(stage: Stage) -> None:
    """Type a learning rate that is none."""
    rules(stage)
    eta = stage.commands.settings.page.eta
    eta.setFocus()
    eta.setText("-1x")
    eta.textEdited.emit("-1x")
    stage.settle()


def hovering(stage: Stage) -> None:
    """Put the mouse on a point, and let it rest until the card comes."""
    stage.hover(*stage.window.controller.document.dataset.X[4].tolist())
    stage.wait(lambda: stage.window.details.hover.card.isVisible())


def typing_coordinates(stage: Stage) -> None:
    """Type where a point lies."""
    stage.window.details.editor.give_up()
    stage.window.gestures.edit_asked.emit(4, None)
    stage.wait(lambda: stage.window.details.editor.isVisible())


def dragging(stage: Stage) -> None:
    """Carry a point, and hold it."""
    stage.window.gestures.cancel()
    stage.do("tools.select")
    x, y = stage.window.controller.document.dataset.X[4].tolist()
    stage.press(x, y)
    stage.carry(x + 0.6, y + 0.4)
    stage.carry(x + 1.2, y + 0.8)


def asking_which_way(stage: Stage) -> None:
    """Let it ask before mistakes only, anew if it does already."""
    if stage.window.exercise.is_on:
        stage.do("run.predict", "run.predict")
    else:
        stage.do("run.predict_mistakes")
    stage.wait(lambda: stage.window.exercise.prompt.question is not None)


def selected(stage: Stage) -> None:
    """Select some points."""
    opened("two-classes")(stage)
    stage.window.gestures.select([0, 1, 4, 7])
    stage.settle()


def keyboard_cursor(stage: Stage) -> None:
    """Start the keyboard's cursor."""
    opened("two-classes")(stage)
    stage.key(Qt.Key.Key_Return)
    for _ in range(4):
        stage.key(Qt.Key.Key_Right)


def zoomed(stage: Stage) -> None:
    """Look closely at a place away from the origin."""
    opened("two-classes", 5)(stage)
    stage.window.canvas.zoom(6, stage.window.canvas.frame.point(2.5, 1.5))
    stage.settle()


def influence(stage: Stage) -> None:
    """Ring the points that caused the last updates."""
    opened("two-classes", 6)(stage)
    stage.do("show.influence")


def start_weights(stage: Stage) -> None:
    """Stand at the start, with weights that are not zero."""
    stage.open("two-classes", initial=(0.8, -0.5, 0.25))


# What opens


def complaint(stage: Stage) -> None:
    """Complain of a file."""
    complain(stage.window, "points.csv, line 7: “abc” is no number; column x2 needs numbers such as 0.5 or −3.")


def unsaved(stage: Stage) -> None:
    """Ask about unsaved points."""
    stage.click(0.5, 2.4)
    stage.commands.filing.may_leave()


def gallery(stage: Stage) -> None:
    """Open the gallery of examples."""
    stage.window.actions_by_id["data.gallery"].trigger()


def end_of_gallery(stage: Stage) -> None:
    """Open the gallery, and go to its end."""
    gallery(stage)
    cards = stage.commands.examples.gallery.page.cards
    list(cards.values())[-1].setFocus()


def export_picture(form: str) -> Way:
    """Return what opens the dialog of pictures with a form chosen."""

    def opens(stage: Stage) -> None:
        stage.do("file.picture")
        dialog = stage.commands.pictures.dialog
        dialog.form.setCurrentIndex(dialog.form.findData(form))

    return opens


def forms_of_picture(stage: Stage) -> None:
    """Open the dialog of pictures, and in it the list of forms."""
    export_picture("png")(stage)
    dialog = stage.commands.pictures.dialog
    dialog.activateWindow()
    stage.wait(dialog.isActiveWindow)
    dialog.form.showPopup()


def export_film(stage: Stage) -> None:
    """Open the dialog of animations with a place that cannot be."""
    stage.do("file.film")
    stage.commands.films.dialog.most.setText("1")
    stage.commands.films.dialog.most.check()


def generator(stage: Stage) -> None:
    """Open the dialog of points to order, and order five classes."""
    stage.window.actions_by_id["data.generate"].trigger()
    dialog = stage.commands.late["generator"].made.dialog
    dialog.fields["n_classes"].setText("5")
    stage.wait(lambda: dialog.picture.dataset.n_samples == 100)


def bad_generator(stage: Stage) -> None:
    """Order what cannot be."""
    generator(stage)
    stage.commands.late["generator"].made.dialog.fields["overlap"].setText("20")
    stage.commands.late["generator"].made.dialog.fields["per_class"].setText("many")


def rules(stage: Stage) -> None:
    """Open the page of rules."""
    if not stage.commands.settings.page.isVisible():
        stage.commands.settings.switch_page()


def bad_rules(stage: Stage) -> None:
    """Type start weights that make no sense."""
    rules(stage)
    stage.commands.settings.page.initial.setText("1; 2; three")
    stage.commands.settings.page.initial.check()


def features(stage: Stage) -> None:
    """Open the dialog of features."""
    stage.commands.settings.show_features()


def bad_features(stage: Stage) -> None:
    """Type features that make no sense."""
    features(stage)
    stage.commands.settings.features_dialog.typed.setText("x1^2 + sin(x2, exp(x1)")
    stage.commands.settings.features_dialog.apply()


def failed(stage: Stage) -> None:
    """Tell of a fault of the program, of another one each time: the same is told once."""
    told = f'Traceback (most recent call last):\n  File "x.py", line {next(FAULTS)}\nValueError: x'
    stage.window.failures.show_details(told)


def list_of(name: str) -> Way:
    """Return what opens a list of the page of rules or of the top bar, by its name there."""

    def open_list(stage: Stage) -> None:
        if name == "examples":
            stage.window.top.examples.click()
        else:
            rules(stage)
            getattr(stage.commands.settings.page, name).showPopup()

    return open_list


def class_menu(stage: Stage) -> None:
    """Open the menu of a class."""
    button = stage.window.left.classes[0]
    stage.window.left.menu_asked.emit(0, button.mapToGlobal(button.rect().center()))


def submenu(menu: str, title: str) -> Way:
    """Return what opens a menu inside of another."""

    def open_both(stage: Stage) -> None:
        stage.menu(menu)
        top = stage.window.actions_by_id.menus[menu]
        inner = next(each for each in stage.window.findChildren(QMenu) if each.title() == tr(title))
        inner.popup(top.mapToGlobal(top.rect().topRight() + QPoint(0, 10)))

    return open_both


def recent(stage: Stage) -> None:
    """Open some files, so that they are remembered with their pictures."""
    for name in ("xor", "three-classes", "two-classes"):
        stage.open(name)
        stage.commands.filing.recent.remember(Path(tempfile.gettempdir()) / f"{name}.csv")
        stage.commands.filing.recent.take_picture()


def topic(title: str) -> Way:
    """Return what opens the examples of a topic, in the bar."""

    def open_both(stage: Stage) -> None:
        button = stage.window.top.examples
        menu = button.menu()
        menu.popup(button.mapToGlobal(button.rect().bottomLeft()))  # a click returns only when it is closed again
        entry = next(action for action in menu.actions() if action.text() == tr(title))
        menu.setActiveAction(entry)
        QTest.keyClick(menu, Qt.Key.Key_Right)

    return open_both


# What is done for each look anew


def bring(panel: str) -> Way:
    """Return what brings a panel to the front, and waits until all has found its place beside it."""

    def bring_it(stage: Stage) -> None:
        stage.panel(panel)
        stage.rest()

    return bring_it


def focus_on(find: Way) -> Way:
    """Return what gives a control the focus."""

    def focus(stage: Stage) -> None:
        find(stage).setFocus(Qt.FocusReason.TabFocusReason)  # type: ignore[attr-defined]
        stage.settle()

    return focus


def searched(action: str, words: str) -> Way:
    """Return what opens keys or guide, and searches for some words."""

    def open_it(stage: Stage) -> None:
        stage.window.actions_by_id[action].trigger()
        assert isinstance(stage.overlay, Page | GuideWindow)
        stage.overlay.field.setText(words)

    return open_it


def w_on_errors(stage: Stage) -> None:
    """Show start weights that run through points that are wrong, alone and in a crowd."""
    crowd = [[0.8 + 0.06 * i, 0.05 * j] for i in range(4) for j in (-1, 0, 1)]
    points = [[2, 0], [2.6, 0.1], [-2, 1], [-1.5, -1], [3.4, 1.5], [3, -1.2], *crowd]
    stage.show(Dataset.of(points, [0, 0, 0, 0, 1, 1, *[0] * 12]), initial=(3.0, 0.0, 0.0))
