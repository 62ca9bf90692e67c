"""The page of all rules, below its button: each is explained in a line and applied at once.

The kernel has a control of its own; features have a dialog: boxes for the usual ones, each with its picture over the
plane, and a line for others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent, QPixmap
from PySide6.QtWidgets import QApplication, QCheckBox, QFrame, QGridLayout, QSizePolicy, QToolButton, QWidget

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.engine.data.features.feature_map import FeatureMap
from perceptron_gui.engine.data.features.feature_reader import in_notation
from perceptron_gui.engine.data.kernel import FUNCTIONS, OWNERS, Kernel
from perceptron_gui.engine.data.kernels.function import Parameter
from perceptron_gui.engine.data.settings import RANDOM_ORDERS, SettingsError, with_features
from perceptron_gui.engine.exact.feature_values import feature_values, mapping_problem
from perceptron_gui.engine.model.models import model_kind
from perceptron_gui.frozen import replace
from perceptron_gui.gui.feature import DocumentDialog
from perceptron_gui.gui.style.stamps import diverging_image
from perceptron_gui.gui.style.theme import LIGHT, SPACE, Theme, symbol_icon
from perceptron_gui.gui.widgets import checked_field
from perceptron_gui.gui.widgets.checked_field import CheckedField, InputError, all_right, dialog_buttons, fit_height
from perceptron_gui.gui.widgets.choice import Choice, Row, in_a_row, show_checked, with_caption
from perceptron_gui.gui.widgets.plain_text import ScrollArea, caption, in_column
from perceptron_gui.gui.window import MainWindow, go_round
from perceptron_gui.session.document import Document
from perceptron_gui.session.feature_choices import USUAL, FeatureChoices, is_possible, read_features
from perceptron_gui.session.messages.verdict_text import FEATURES, features_of
from perceptron_gui.session.wording import ORDERS, OrderWords, field_text, joined, name_of
from perceptron_gui.translation import N_, spelled, tr


def _kernel_rows() -> list[Row]:
    return [(tr(function.words.name), tr(function.words.meaning), name) for name, function in FUNCTIONS.items()]


LEAST_KERNEL = 96
"""Pixels of the list where nothing has room."""
FIELD_WIDTH = 46
"""Pixels of a field."""


class KernelControl(QWidget):
    """The choice of kernel and its parameters; emits the user's choice.

    `kernel_changed`: the same kernel with another number. `field_left`: enter was pressed in a field: it is done with.
    """

    name_chosen = Signal(object)
    kernel_changed = Signal(object)
    field_left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._kernel = Kernel()
        self.choice = Choice("{name}", self)
        self.choice.set_rows(_kernel_rows(), self.name_chosen.emit)
        self.choice.setAccessibleName(tr("Kernel"))
        self.choice.setToolTip(tr("Replaces x·z, so that boundaries can be curved"))
        self.fields = {name: self._make_field(owners[0]) for name, owners in OWNERS.items()}
        self._boxes = {name: with_caption(OWNERS[name][0].symbol, field, 4) for name, field in self.fields.items()}
        in_a_row(self, self.choice, *self._boxes.values(), spacing=8).addStretch()

    def set_kernel(self, kernel: Kernel) -> None:
        """Show a kernel."""
        self._kernel = kernel
        self.choice.setCurrentIndex(self.choice.findData(kernel.name))
        for name, field in self.fields.items():
            field.show_text(field_text(getattr(kernel, name)))
            self._boxes[name].setVisible(name in kernel.numbers)
        for parameter in kernel.function.parameters:
            _describe(self.fields[parameter.name], parameter)
        self.updateGeometry()

    def set_theme(self, theme: Theme) -> None:
        """Adopt the theme's font size and scale."""
        self.choice.setMinimumWidth(round(LEAST_KERNEL * theme.scale))
        for field in self.fields.values():
            field.setFixedWidth(round(FIELD_WIDTH * theme.scale))

    def _make_field(self, parameter: Parameter) -> checked_field.SteppedField:
        name = parameter.name
        field = checked_field.SteppedField(partial(checked_field.read_parameter, parameter), parameter.next, self)
        field.setFixedWidth(FIELD_WIDTH)
        _describe(field, parameter)
        field.stepped.connect(partial(self._change, name))
        checked_field.settle(field, partial(self._change, name), lambda: field_text(getattr(self._kernel, name)))
        field.entered.connect(self.field_left)
        return field

    def _change(self, name: str, value: object) -> None:
        if getattr(self._kernel, name) != value:
            self.kernel_changed.emit(replace(self._kernel, **{name: value}))


def _describe(field: checked_field.SteppedField, parameter: Parameter) -> None:
    """Set a parameter field's tooltip and accessible description."""
    tip = tr(parameter.tip)
    field.setToolTip(tip)
    field.setAccessibleName(name_of(tip))


PICTURE = 56
"""Pixels of a picture's side, at scale 1."""
SPAN = 4.0
"""The plane in a picture goes from −SPAN to SPAN both ways, where a sine goes up and down."""
COLUMNS = 4


class FeaturesDialog(DocumentDialog):
    """The list is checked while it is typed, and taken when it is applied.

    `rules_changed`: what was done, and the changed settings.
    """

    rules_changed = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Features of your own"))
        self._document, self._theme = Document(), LIGHT
        self.boxes = {text: self._make_box(text) for text in USUAL}
        self.typed = CheckedField(self._read)
        self.typed.setPlaceholderText(tr("x1^2 + x2^2, exp(x1)"))
        self.typed.setAccessibleName(tr("Other features"))
        self.problem, self.preview = caption(name="problem"), caption()
        self.typed.problem_changed.connect(self._show_problem)
        self._lay_out()
        self.setMinimumWidth(520)

    def _make_box(self, text: str) -> QCheckBox:
        box = QCheckBox(in_notation(text))
        box.toggled.connect(lambda _: self.typed.check())
        return box

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setSpacing(2 * SPACE)
        for i, box in enumerate(self.boxes.values()):
            grid.addWidget(box, i // COLUMNS, i % COLUMNS)
        others = tr("Others, separated by commas: use + − * ^, sin, cos, exp, abs, min, max, x1, x2 and column names")
        buttons = dialog_buttons(self, self.apply)
        parts = caption(others, ""), self.typed, self.problem, self.preview, buttons
        in_column(self, grid, *parts, margins=None, spacing=SPACE)

    def set_theme(self, theme: Theme) -> None:
        """Adopt the colours of another theme in the features' pictures."""
        self._theme = theme
        side = round(PICTURE * theme.scale)
        for text, box in self.boxes.items():
            box.setIcon(QIcon(QPixmap.fromImage(diverging_image(_heights(text, side), theme))))
            box.setIconSize(QSize(side, side))

    def set_document(self, document: Document) -> None:
        """Show the features of a document."""
        self._document = document
        columns = document.dataset.features
        choices = FeatureChoices.of(document.settings.features, columns)
        for text, box in self.boxes.items():
            show_checked(box, text in choices.checked)
            box.setEnabled(is_possible(text, columns))
        self.typed.show_text(choices.typed)
        self.typed.check()

    def take_changed(self, document: Document) -> None:
        """Keep what is typed or ticked where the features are those of before. See `DocumentDialog.take_changed`."""
        before, now = ((each.settings.features, each.dataset.features) for each in (self._document, document))
        self._document = document
        if now != before:
            super().take_changed(document)
        self.typed.check()

    def apply(self) -> None:
        """Apply the list of features, or go to the first invalid line."""
        if not all_right((self.typed,)):
            return
        features, settings = self.typed.value(), self._document.settings
        if isinstance(features, FeatureMap) and features != settings.features:
            changed = with_features(settings, features)
            changes = {"features": features, "initial": changed.initial, "kernel": changed.kernel}
            self.rules_changed.emit(N_("features"), changes)

    def _read(self, typed: str) -> FeatureMap:
        dataset = self._document.dataset
        checked = [text for text, box in self.boxes.items() if box.isChecked()]
        try:
            features = read_features(checked, typed, dataset.features)
        except SettingsError as error:
            raise InputError(str(error)) from None
        if problem := mapping_problem(dataset, features):
            raise InputError(problem)
        return features

    def _show_problem(self, problem: str) -> None:
        self.problem.setText(problem)
        self.preview.setText("" if problem else self._phi())
        fit_height(self)

    def _phi(self) -> str:
        """Return φ(x) as it would be; "" where the line makes no sense, which a hidden field no longer says."""
        try:
            names = self._read(self.typed.text()).names(self._document.dataset.features)
        except InputError:
            return ""
        return f"{spelled('φ')}(x) = ({', '.join(names)})"


def _heights(text: str, side: int) -> Floats:
    """Return a feature over the plane, shape (side, side), the lowest row first."""
    line = np.linspace(-SPAN, SPAN, side)
    places = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    values, _ = feature_values(FeatureMap.read(text).of(("x1", "x2")).programs, places)
    return values.reshape(side, side)


ROWS = N_("One row per class, separated by |: {classes}. Rows left out at the end are 0.")
WIDTH = 500
"""Pixels of the page, at scale 1."""
EDGE = 4
"""Pixels of its frames at each side, and what is left free between them."""


def _order_rows(named: Mapping[Any, OrderWords]) -> list[Row]:
    return [(tr(words.name), tr(words.hint), value) for value, words in named.items()]


def _feature_rows() -> list[Row]:
    return [(tr(name) + (" …" if each is None else ""), tr(hint), each) for each, (name, hint) in FEATURES.items()]


class RulesPage(QFrame):
    """Lies over the window until Esc is pressed, its button again, or something else gets the keys.

    `button`: the page opens below it. `rules_changed`: what was done, and the changed settings. `features_asked`:
    features of one's own are wanted.
    """

    rules_changed = Signal(str, object)
    kernel_chosen = Signal(object)
    features_asked = Signal()

    def __init__(self, window: MainWindow, button: QToolButton) -> None:
        super().__init__(window)
        self.setObjectName("rulesPage")
        self.setAccessibleName(tr("Rules of the run"))
        self.hide()
        self._window, self._button = window, button
        self._document, self._theme = Document(), LIGHT
        self._inside = QWidget()
        self._grid = QGridLayout(self._inside)
        self._grid.setColumnStretch(1, 1)
        self._grid.setVerticalSpacing(SPACE // 2)
        self._grid.setHorizontalSpacing(2 * SPACE)
        self._rows: dict[str, tuple[QWidget, ...]] = {}
        self._words: dict[str, str] = {}  # what each row is called, before translation
        self.complaints: dict[str, checked_field.Complaint] = {}
        self._make_rows()
        self._area = ScrollArea()
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidgetResizable(True)
        self._area.setWidget(self._inside)
        in_column(self, self._area, margins=(1, 1, 1, 1))
        QApplication.instance().focusChanged.connect(self._on_focus)  # type: ignore[union-attr]

    # Making

    def _make_rows(self) -> None:
        self.order = self._choice("order", N_("Order"), _order_rows(ORDERS), partial(self._take, N_("order"), "order"))
        self.eta = self._field("eta", N_("Learning rate η"), checked_field.read_rate)
        self.bias = QCheckBox(tr("bias"))
        self.bias.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)  # all of it takes a click
        self.bias.toggled.connect(lambda is_on: self._change(N_("bias"), bias=is_on, initial=None))
        self._add("bias", N_("Bias b"), self.bias)
        self.positive = self._choice("positive", N_("Positive class"), [], None)
        self.positive.activated.connect(partial(self._take, N_("positive class"), "positive"))
        self.beta = self._field("beta", N_("Margin β"), checked_field.read_margin, tr("0: only mistakes"))
        self.features = self._choice("features", N_("Features φ"), _feature_rows(), self._on_features)
        self.kernel = KernelControl(self)
        self.kernel.name_chosen.connect(self.kernel_chosen)
        self.kernel.kernel_changed.connect(partial(self._take, N_("kernel"), "kernel"))
        self.kernel.field_left.connect(self.setFocus)
        self._add("kernel", N_("Kernel"), self.kernel)
        # L10n: the start weights when none are typed
        self.initial = self._field("initial", N_("Start weights"), self._read_weights, tr("all 0"))
        self.max_updates = self._field(
            "max_updates", N_("Stop after updates"), checked_field.read_limit, tr("no limit")
        )
        self.max_epochs = self._field("max_epochs", N_("Stop after epochs"), checked_field.read_limit, tr("no limit"))
        self.seed = self._field("seed", N_("Random seed"), checked_field.read_seed)

    def _add(self, name: str, word: str, control: QWidget) -> None:
        label, hint = caption(tr(word), ""), caption(name="hint")
        label.setWordWrap(False)
        row = 2 * len(self._rows)
        self._grid.addWidget(label, row, 0)
        self._grid.addWidget(control, row, 1)
        self._grid.addWidget(hint, row + 1, 1)
        if not control.accessibleName():
            control.setAccessibleName(tr(word))
        label.setBuddy(control)
        self._rows[name], self._words[name] = (label, control, hint), word

    def _choice(self, name: str, word: str, rows: list[Row], take: Callable[[Any], None] | None) -> Choice:
        box = Choice("{name}")
        if take is not None:
            box.set_rows(rows, take)
        self._add(name, word, box)
        return box

    def _field(
        self, name: str, word: str, read: Callable[[str], object], placeholder: str = ""
    ) -> checked_field.CheckedField:
        field = checked_field.CheckedField(read)
        field.setPlaceholderText(placeholder)
        take = partial(self._take, word, name)
        self.complaints[name] = checked_field.settle(field, take, partial(self._text, name))
        field.entered.connect(self.setFocus)  # the number is done: Space means Play again
        self._add(name, word, field)
        return field

    # Showing

    def set_theme(self, theme: Theme) -> None:
        """Adopt the sizes and symbols of a theme."""
        if theme.symbols != self._theme.symbols:
            for name, word in self._words.items():
                label, control, _ = self._rows[name]
                label.setText(tr(word))  # type: ignore[attr-defined]
                control.setAccessibleName(tr(word))
            self._show_hints()
        self._theme = theme
        self.kernel.set_theme(theme)
        for k in range(self.positive.count()):
            self.positive.setItemIcon(k, symbol_icon(k, theme))
        if self.isVisible():
            self._place()

    def take_changed(self, document: Document) -> None:
        """Update the open page after a change of the document."""
        if self.isVisible():
            self.set_document(document)

    def set_document(self, document: Document) -> None:
        """Show the rules of a document, those that its mode has."""
        self._document = document
        settings, kind = document.settings, model_kind(document.settings)
        self.order.setCurrentIndex(self.order.findData(settings.order))
        show_checked(self.bias, settings.bias)
        self.features.setCurrentIndex(self.features.findData(features_of(settings)))
        self.kernel.set_kernel(settings.kernel)
        self.positive.clear()
        for k, name in enumerate(document.dataset.classes):  # those without points too: an index is a place
            self.positive.add(name, icon=symbol_icon(k, self._theme))
        self.positive.setCurrentIndex(document.positive)
        for field in ("eta", "beta", "initial", "max_updates", "max_epochs", "seed"):
            getattr(self, field).show_text(self._text(field))
        has_weights = bool(self._names()) and not (kind.has_class_rows and settings.has_curved_kernel)
        shown = {
            "positive": document.rules.positive is not None and len(document.dataset.present) > 2,
            "kernel": kind.has_kernels,
            "initial": has_weights,
            "max_epochs": settings.order.has_epochs,
            "seed": settings.order in RANDOM_ORDERS,
        }
        self._show_hints()
        for name, parts in self._rows.items():
            for part in parts:
                part.setVisible(shown.get(name, True))
        if self.isVisible():
            self._place()

    def _show_hints(self) -> None:
        for name, hint in self._hints().items():
            _, control, line = self._rows[name]
            line.setText(hint)  # type: ignore[attr-defined]
            if isinstance(control, CheckedField):
                control.explain(hint)
            else:
                control.setAccessibleDescription(hint)

    def _hints(self) -> dict[str, str]:
        """Return what each rule does, in a line."""
        document = self._document
        settings, names = document.settings, self._names()
        listed = ", ".join(names if len(names) <= 4 else (names[0], "…", *names[-1 - settings.bias :]))
        dragged = tr("{names}; or drag the tip of w or the boundary on the plane.").format(names=listed)
        in_rows = tr(ROWS).format(classes=joined(document.dataset.classes))
        own = settings.features.own
        return {
            "order": tr(ORDERS[settings.order].hint),
            "eta": tr("size of updates; from zero weights it only scales w and b"),
            "bias": tr("without it the boundary passes through the origin"),
            "positive": tr("all other classes are −"),
            "beta": tr("also learns from points that are right by no more than β"),
            "features": settings.features.text if own else tr(FEATURES[settings.features][1]),
            "kernel": tr("replaces x·z, so that boundaries can be curved"),
            "initial": in_rows if model_kind(settings).has_class_rows else dragged,
            "max_updates": tr("the run ends there; leave empty for no limit"),
            "max_epochs": tr("passes over all points; leave empty for no limit"),
            "seed": tr("the same seed gives the same run"),
        }

    def _text(self, name: str) -> str:
        """Return the text of a rule's field for the document."""
        settings = self._document.settings
        if name == "initial":
            values, size = settings.initial or (), max(len(self._names()), 1)
            rows = [values[i : i + size] for i in range(0, len(values), size)]
            return " | ".join("; ".join(map(field_text, row)) for row in rows)
        value = getattr(settings, name)
        if name in ("eta", "beta"):
            return field_text(value) if value else ""
        return "" if value is None else str(value)

    def _names(self) -> tuple[str, ...]:
        """Return the names of the start weights."""
        settings = self._document.settings
        n_weights = len(settings.weight_names(self._document.dataset.features))
        return (*(f"{spelled('w')}{j + 1}" for j in range(n_weights)), *([spelled("b")] if settings.bias else []))

    def _read_weights(self, text: str) -> tuple[float, ...] | None:
        names, document = self._names(), self._document
        if model_kind(document.settings).has_class_rows:
            return checked_field.read_class_weights(text, names, document.dataset.classes)
        return checked_field.read_weights(text, names)

    # Taking

    def _on_features(self, features: FeatureMap | None) -> None:
        settings = self._document.settings
        self.features.setCurrentIndex(self.features.findData(features_of(settings)))
        if features is None:
            self.features_asked.emit()
            return
        changed = with_features(settings, features)
        self._change(N_("features"), features=features, initial=changed.initial, kernel=changed.kernel)

    def _take(self, what: str, name: str, value: object) -> None:
        self._change(what, **{name: value})

    def _change(self, what: str, **changes: object) -> None:
        if any(getattr(self._document.settings, name) != value for name, value in changes.items()):
            self.rules_changed.emit(what, changes)

    # Opening, closing, and the keys

    def open_below(self, document: Document, theme: Theme) -> None:
        """Open the page with the rules of a document."""
        self.set_theme(theme)
        self.set_document(document)
        self.ensurePolished()
        self._window.installEventFilter(self)
        self._place()
        self.show()
        self.raise_()
        self._place()
        self.order.setFocus(Qt.FocusReason.PopupFocusReason)

    def close_page(self) -> None:
        """Close the page, and give the keys back to the plane."""
        self._hide()
        self._window.canvas.setFocus()

    def _hide(self) -> None:
        self._window.removeEventFilter(self)
        self.hide()

    def _place(self) -> None:
        """Place the page below its button, as high as possible; the rest scrolls."""
        window, edge = self._window, 2 * EDGE
        top = QPoint(SPACE, window.menuBar().height() + SPACE)
        if self._button.isVisible():
            top = self._button.mapTo(window, QPoint(0, self._button.height() + SPACE // 2))
        width = min(round(WIDTH * self._theme.scale), window.width() - 2 * SPACE)
        self._grid.activate()
        room = window.height() - top.y() - SPACE
        needed = self._grid.totalHeightForWidth(width - edge) + edge
        if needed > room:
            bar = self._area.verticalScrollBar().sizeHint().width()
            needed = self._grid.totalHeightForWidth(width - edge - bar) + edge
        left = max(min(top.x(), window.width() - width - SPACE), SPACE)
        self.setGeometry(left, top.y(), width, min(needed, room))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_page()
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, is_next: bool) -> bool:
        """See `QWidget.focusNextPrevChild`: the keys go round on the page."""
        return go_round(self._window, is_next, self.isAncestorOf)

    def _on_focus(self, before: QWidget | None, now: QWidget | None) -> None:
        """Close where something else in the window gets the keys; not for a list or a dialog of its own."""
        if now is None or not self.isVisible() or now.window() is not self._window:
            return
        if now not in (self, self._button, self._window) and not self.isAncestorOf(now):
            self._hide()
