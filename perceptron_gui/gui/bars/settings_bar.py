"""The top bar: mode, features (F1), kernel (D5), order (P4), η, bias, examples, and the verdict."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QMenu, QToolButton, QWidget

from perceptron_gui.engine.data.features.feature_map import IDENTITY, POLY2, POLY3, FeatureMap
from perceptron_gui.engine.data.kernel import FUNCTIONS, OWNERS, Kernel
from perceptron_gui.engine.data.kernels.function import Parameter
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings, with_features, with_mode
from perceptron_gui.frozen import replace
from perceptron_gui.gui.bars.verdict_pill import VerdictPill
from perceptron_gui.gui.style.pictures import symbol_icon
from perceptron_gui.gui.style.theme import LIGHT, Theme
from perceptron_gui.gui.widgets import checked_field
from perceptron_gui.gui.widgets.choice import Choice, Row, Segments, choice_menu, in_a_row, show_checked, with_caption
from perceptron_gui.session.modes import ORDERS, WORDS, ModeWords, OrderWords
from perceptron_gui.session.wording import field_text
from perceptron_gui.translation import N_, tr

if TYPE_CHECKING:
    from perceptron_gui.engine.model.models import Model
    from perceptron_gui.session.document import Document


FEATURES: dict[FeatureMap | None, tuple[str, str]] = {
    IDENTITY: (N_("coordinates"), N_("the model sees the coordinates: its boundary is a line")),
    POLY2: (N_("degree 2"), N_("x1, x2, and all their products of two: conic sections")),
    POLY3: (N_("degree 3"), N_("and all their products of three")),
    None: (N_("my own"), N_("a list of your own, with sin, cos, exp, abs, min and max")),
}
"""What the features are called, and what they mean; None for a list of one's own, which is asked for."""


def _rows(named: Mapping[Any, ModeWords | OrderWords]) -> list[Row]:
    """Return the rows of modes or orders."""
    return [(tr(words.name), tr(words.hint), value) for value, words in named.items()]


def _feature_rows() -> list[Row]:
    return [(tr(name) + (" …" if each is None else ""), tr(hint), each) for each, (name, hint) in FEATURES.items()]


def _kernel_rows() -> list[Row]:
    return [(tr(function.words.name), tr(function.words.meaning), name) for name, function in FUNCTIONS.items()]


LEAST_KERNEL = 96
"""Pixels of the list where nothing has room."""
FIELD_WIDTH = 46
"""Pixels of a field."""


class KernelControl(QWidget):
    """Shows a kernel, and says which other one is wanted.

    `kernel_changed`: the same kernel with another number. `field_left`: enter was pressed in a field: it is done with.
    """

    name_chosen = Signal(object)
    kernel_changed = Signal(object)
    field_left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._kernel = Kernel()
        self.choice = Choice(tr("Kernel: {name}"), self)
        self.choice.set_rows(_kernel_rows(), self.name_chosen.emit)
        self.choice.setAccessibleName(tr("Kernel"))
        self.choice.setToolTip(tr("What takes the place of x·z: curved boundaries"))
        self.fields = {name: self._make_field(owners[0]) for name, owners in OWNERS.items()}
        self._boxes = {name: with_caption(OWNERS[name][0].symbol, field, 4) for name, field in self.fields.items()}
        in_a_row(self, self.choice, *self._boxes.values(), spacing=8)

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
        """Take other sizes."""
        self.choice.setMinimumWidth(round(LEAST_KERNEL * theme.scale))
        for field in self.fields.values():
            field.setFixedWidth(round(FIELD_WIDTH * theme.scale))

    def _make_field(self, parameter: Parameter) -> checked_field.SteppedField:
        name = parameter.name
        field = checked_field.SteppedField(partial(checked_field.read_parameter, parameter), parameter.next, self)
        field.setFixedWidth(FIELD_WIDTH)
        _describe(field, parameter)
        field.stepped.connect(partial(self._change, name))
        _settle(field, partial(self._change, name), lambda: getattr(self._kernel, name))
        field.returnPressed.connect(self.field_left)
        return field

    def _change(self, name: str, value: object) -> None:
        if getattr(self._kernel, name) != value:
            self.kernel_changed.emit(replace(self._kernel, **{name: value}))


def _describe(field: checked_field.SteppedField, parameter: Parameter) -> None:
    """Say what is typed into a field of a kernel."""
    tip = tr(parameter.tip)
    field.setToolTip(tip)
    field.setAccessibleName(tip.split(":")[0])


def _settle(
    field: checked_field.CheckedField, take: Callable[[Any], None], current: Callable[[], float]
) -> checked_field.Complaint:
    """Have taken what was typed when a field is left, or said why not; it shows what counts then."""
    complaint = checked_field.Complaint(field)

    def end() -> None:
        if not (problem := field.check()):
            take(field.value())
        field.show_text(field_text(current()))
        if problem and field.isVisible():
            complaint.say_kept(problem)

    field.setLocale(QLocale.c())
    field.editingFinished.connect(end)
    return complaint


SPACING, CLOSE = 10, 6
"""Pixels between two parts of the bar; where nothing else has room."""
LEAST_CHOICE, LARGEST_CHOICE = 130, 200
"""Pixels of the list of + classes, whose names may be long: its least width, enough for "+ is versicolor", is kept free
in every mode. They grow with the letters."""


class SettingsBar(QWidget):
    """The rules of the run.

    `rules_changed`: what was done, and the changed settings. `rules_asked`: start weights, seed or limits are wanted.
    `features_asked`: features of one's own are wanted. `field_left`: enter was pressed in a field: it is done with.
    """

    rules_changed = Signal(str, object)
    kernel_chosen = Signal(object)
    sample_chosen = Signal(str)
    rules_asked = Signal()
    features_asked = Signal()
    field_left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("topBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._settings, self._classes = TrainingSettings(), tuple[str, ...]()
        self._theme, self._has_place, self._is_fitting = LIGHT, False, False
        modes = _rows(WORDS)
        self._mode_switch = Segments([name for name, _, _ in modes], self)
        self._mode_switch.chosen.connect(lambda place: self._on_mode(modes[place][-1]))
        self.modes = dict(zip(WORDS, self._mode_switch.buttons, strict=True))
        for button, (_, meaning, _) in zip(self.modes.values(), modes, strict=True):
            button.setToolTip(meaning)
        self.order = Choice(tr("Order: {name}"), self)
        self.order.set_rows(_rows(ORDERS), self._on_order)
        self.order.setAccessibleName(tr("Order"))
        self.order.setToolTip(tr("In which order the points are visited"))
        self.eta = self._make_eta()
        self.bias = QCheckBox(tr("bias"), self)
        self.bias.setToolTip(tr("Without it the boundary passes through the origin"))
        self.bias.toggled.connect(self._on_bias)
        self.features = Choice(tr("φ: {name}"), self)
        self.features.set_rows(_feature_rows(), self._on_features)
        self.features.setAccessibleName(tr("Features"))
        self.rules = QToolButton(self)
        self.rules.setText(tr("Rules …"))
        self.rules.setToolTip(tr("Start weights, margin, random seed, limits"))
        self.rules.clicked.connect(self.rules_asked)
        self.examples = QToolButton(self)
        self.examples.setText(tr("Examples") + "  ▾")
        self.examples.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.kernel = KernelControl(self)
        self.kernel.name_chosen.connect(self.kernel_chosen)
        self.kernel.kernel_changed.connect(lambda kernel: self._change(tr("kernel"), kernel=kernel))
        self.kernel.field_left.connect(self.field_left)
        self.positive = self._make_positive()
        self.verdict = VerdictPill(self)
        self._lay_out()
        self._show_rules(self._settings)
        self.positive.hide()
        self.kernel.hide()

    def set_document(self, document: Document, kind: type[Model]) -> None:
        """Show the settings of a document. `kind`: of the model that is learned by its rules."""
        earlier = self._takes_room
        self._settings, self._classes = document.settings, document.dataset.classes
        self._show_rules(document.settings)
        self.positive.clear()
        for k, name in enumerate(self._classes):  # those without points too: an index is a place in the palette
            self.positive.add(name, icon=symbol_icon(k, self._theme))
        self.positive.setCurrentIndex(document.positive)
        self.positive.setVisible(document.rules.positive is not None and len(document.dataset.present) > 2)
        self.kernel.setVisible(kind.has_kernels)
        if self._takes_room != earlier:
            self._leave_out()

    def _show_rules(self, settings: TrainingSettings) -> None:
        show_checked(self.modes[settings.mode], True)
        self.order.setCurrentIndex(self.order.findData(settings.order))
        self._show_features(settings.features)
        self.eta.show_text(field_text(settings.eta))
        show_checked(self.bias, settings.bias)
        self.kernel.set_kernel(settings.kernel)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._theme = theme
        self.verdict.set_theme(theme)
        self.kernel.set_theme(theme)
        # As wide as when it is chosen, so that choosing moves nothing.
        bold_width = QFontMetricsF(theme.font(weight=QFont.Weight.DemiBold)).horizontalAdvance
        for button in self.modes.values():
            button.setMinimumWidth(round(bold_width(button.text())) + 30)
        for k in range(self.positive.count()):
            self.positive.setItemIcon(k, symbol_icon(k, theme))
        self.positive.setMinimumWidth(round(LEAST_CHOICE * theme.scale))
        self.positive.setMaximumWidth(round(LARGEST_CHOICE * theme.scale))
        self._leave_out()

    def _lay_out(self) -> None:
        # The + class comes and goes: what comes before it keeps its place, and what comes after it can be shorter.
        eta, last = with_caption("η", self.eta, 6), (self.examples, self.kernel, self.positive, self.verdict)
        parts = self._mode_switch, self.order, eta, self.bias, self.features, self.rules, *last
        self._row = in_a_row(self, *parts, spacing=SPACING, margins=(14, 8))
        self._row.setStretch(len(parts) - 1, 1)
        self._can_be_brief = (self.order, self.features, self.kernel.choice)
        self._can_hide = (self.rules, self.examples, self.features, self.order)
        self._savings = (
            self.rules.hide,
            self.examples.hide,
            partial(self._be_brief, True),
            self.features.hide,
            self.order.hide,
            partial(self._row.setSpacing, CLOSE),
        )

    def _show_features(self, features: FeatureMap) -> None:
        self.features.setCurrentIndex(self.features.findData(None if features.own else features))
        hint = tr("What the model sees of a point: the boundary is a line in the space of the features")
        self.features.setToolTip(f"{hint}: {features.text}" if features.own else hint)

    def _make_positive(self) -> Choice:
        box = Choice(tr("+ is {name}"), self)
        box.setAccessibleName(tr("The class that is +"))
        box.setToolTip(tr("Which class is +; the others are the rest"))
        box.activated.connect(lambda i: self._change(tr("+ class"), positive=i))
        return box

    def _make_eta(self) -> checked_field.CheckedField:
        field = checked_field.CheckedField(checked_field.read_rate, self)
        field.setFixedWidth(56)
        field.setToolTip(tr("Learning rate η: a number above 0. From zero it only scales w and b."))
        field.setAccessibleName(tr("Learning rate η"))
        self.complaint = _settle(field, lambda eta: self._change("η", eta=eta), lambda: self._settings.eta)
        field.returnPressed.connect(self.field_left)
        return field

    def rule_menus(self, parent: QWidget) -> list[QMenu]:
        """Return menus of the modes, orders and features, for windows that are too narrow for the bar.

        `parent`: owner of the menus.
        """
        return [
            choice_menu(tr("Mode"), _rows(WORDS), self._on_mode, parent),
            choice_menu(tr("Order"), _rows(ORDERS), self._on_order, parent),
            choice_menu(tr("Features"), _feature_rows(), self._on_features, parent),
        ]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._has_place = True
        if not self._is_fitting:  # else Qt shows what is hidden while the showing of it resizes the bar
            self._leave_out()

    @property
    def _takes_room(self) -> object:
        """What of a document the widths of the parts depend on: not where its points are."""
        return self._settings, self._classes, self.positive.isHidden()

    def _leave_out(self) -> None:
        """Leave out what has no room: two buttons, words, then lists, at last some space; the menus have it all.

        Room for what another mode or a third class would show counts, too, so that nothing jumps then; but not beside
        the numbers of a curved kernel, which move the bar anyway. Without a place it takes as little as it can.
        """
        self._is_fitting = True
        for widget in self._can_hide:
            widget.show()
        self._be_brief(False)
        self._row.setSpacing(SPACING)
        for save in self._savings:
            if self._has_place and self._least_width() <= self.width():
                break
            save()
        self._is_fitting = False

    def _be_brief(self, is_brief: bool) -> None:
        for choice in self._can_be_brief:
            choice.set_brief(is_brief)

    def _least_width(self) -> int:
        """Return the pixels that the bar needs, with what may come while the kernel is linear."""
        width = self._row.minimumSize().width()
        if self.kernel.isVisibleTo(self):  # its list can do with less, but only where all else is left out
            width += self.kernel.choice.sizeHint().width() - self.kernel.choice.minimumWidth()
        return width + (0 if self._settings.kernel.is_curved else self._later_width())

    def _later_width(self) -> int:
        """Return the pixels that it would need more in a mode with kernels, with many classes."""
        later = 0
        if not self.positive.isVisibleTo(self):
            later += self.positive.minimumWidth() + self._row.spacing()
        if not self.kernel.isVisibleTo(self):
            later += self.kernel.choice.sizeHint().width() + self._row.spacing()
        return later

    def _on_mode(self, mode: Mode) -> None:
        changed = with_mode(self._settings, mode)
        self._change(tr("mode"), mode=changed.mode, kernel=changed.kernel, initial=changed.initial)

    def _on_order(self, order: Order) -> None:
        self._change(tr("order"), order=order)

    def _on_bias(self, is_on: bool) -> None:
        self._change(tr("bias"), bias=is_on, initial=None)

    def _on_features(self, features: FeatureMap | None) -> None:
        self._show_features(self._settings.features)
        if features is None:
            self.features_asked.emit()
            return
        changed = with_features(self._settings, features)
        self._change(tr("features"), features=features, initial=changed.initial, kernel=changed.kernel)

    def _change(self, what: str, **changes: object) -> None:
        if any(getattr(self._settings, name) != value for name, value in changes.items()):
            self.rules_changed.emit(what, changes)
