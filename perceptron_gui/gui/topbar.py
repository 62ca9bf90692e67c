"""The top bar: mode, order, η, bias, examples, and the verdict."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QLocale, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from perceptron_gui.engine.settings import MAX_ABS, Mode, Order, TrainingSettings
from perceptron_gui.files.samples import ALL_SAMPLES
from perceptron_gui.gui.style import give_list_room
from perceptron_gui.gui.text import tr
from perceptron_gui.gui.theme import LIGHT, Theme, text_font
from perceptron_gui.gui.verdict import GAMMA_HAT
from perceptron_gui.session.document import Document
from perceptron_gui.session.wording import field_text

MODES = ((Mode.PRIMAL, "Primal"), (Mode.DUAL, "Dual"), (Mode.MULTICLASS, "Multiclass"))
MODE_HINTS = {
    Mode.PRIMAL: "Keep w and b: add ηyx to w at a mistake",
    Mode.DUAL: "Keep α: count the mistakes at each point",
    Mode.MULTICLASS: "One weight vector a class: add to the true class, take from its rival",
}
ORDER_HINTS = {
    Order.CYCLIC: "in the order of placement",
    Order.SHUFFLED: "another order in every epoch, the same for the same seed",
    Order.RANDOM: "always some error, chosen by chance, the same for the same seed",
    Order.BATCH: "all points under the same weights, then one update with the sum over the errors",
    Order.ONLINE: "each point once, as it arrives",
}


LARGEST_CHOICE = 200
"""Pixels of the list of + classes, whose names may be long."""


def parse_number(text: str) -> float | None:
    """Return the number in a field, with a point or a comma; None when it is none."""
    try:
        value = float(text.strip().replace("−", "-").replace(",", "."))
    except ValueError:
        return None
    return value if abs(value) <= MAX_ABS else None


class Verdict(QWidget):
    """A pill that says whether the points are separable, with the margin and the bound."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._texts: tuple[str, ...] = ("",)
        self._is_good: bool | None = None
        self._take_fonts()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(40)

    def sizeHint(self) -> QSize:
        # As high as the buttons beside it: none in its row may be higher.
        return QSize(round(self._width(self._texts[0])), max(self.fontMetrics().height(), 18) + 14)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._theme = theme
        self._take_fonts()
        self.update()

    def _take_fonts(self) -> None:
        self._font = self._theme.font(13, QFont.Weight.DemiBold)
        self._maths = self._theme.maths(16, is_bold=True)

    def show_verdict(self, texts: tuple[str, ...], is_good: bool | None, hint: str = "") -> None:
        """Show the longest of `texts` that fits; green for good, amber for not, grey for neither."""
        self._texts, self._is_good = texts, is_good
        self.setToolTip(hint)
        self.setAccessibleName(texts[0])
        self.update()

    @property
    def text(self) -> str:
        """What it says when there is room."""
        return self._texts[0]

    def _width(self, text: str) -> float:
        return sum(QFontMetricsF(font).horizontalAdvance(run) for run, font in self._runs(text)) + 46

    def _runs(self, text: str) -> list[tuple[str, QFont]]:
        """Split `text` into runs with their fonts: only the maths font has a place for the hat on γ."""
        before, hat, behind = text.partition(GAMMA_HAT)
        parts = ((before, self._font), (hat, self._maths), (behind, self._font))
        return [(run, font) for run, font in parts if run]

    def paintEvent(self, event: QPaintEvent) -> None:
        text = next((t for t in self._texts if self._width(t) <= self.width()), self._texts[-1])
        if not text:
            return
        theme = self._theme
        front, back = theme.muted, theme.background
        if self._is_good is not None:
            front, back = (theme.good, theme.good_tint) if self._is_good else (theme.warn, theme.warn_tint)
        width = min(self._width(text), self.width())
        pill = QRectF(self.width() - width, 0, width, self.height())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(back))
        painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2)
        painter.setBrush(QColor(front))
        painter.drawEllipse(QPointF(pill.left() + 19, pill.center().y()), 4.5, 4.5)
        painter.setPen(QColor(front))
        x = pill.left() + 31
        for run, font in self._runs(text):
            painter.setFont(font)
            painter.drawText(QPointF(x, pill.center().y() + 5), run)
            x += QFontMetricsF(font).horizontalAdvance(run)


class TopBar(QWidget):
    """The rules of the run.

    Signals
    -------
    rules_changed : (str, dict)
        What was done, and the changed settings.
    sample_chosen : str
    rules_asked
        Start weights, seed or limits are wanted.
    """

    rules_changed = Signal(str, object)
    sample_chosen = Signal(str)
    rules_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("topBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._settings = TrainingSettings()
        self.modes: dict[Mode, QPushButton] = {}
        self.order = self._make_order()
        self.eta = self._make_eta()
        self.bias = QCheckBox(tr("bias"))
        self.bias.setToolTip(tr("Without it the boundary passes through the origin"))
        self.bias.toggled.connect(self._on_bias)
        self.positive = QComboBox()
        self.positive.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.positive.setMaximumWidth(LARGEST_CHOICE)
        self.positive.setToolTip(tr("Which class is +; the others are the rest"))
        self.positive.activated.connect(lambda i: self.rules_changed.emit("+ class", {"positive": i}))
        self.rules = QToolButton()
        self.rules.setText(tr("Rules") + " …")
        self.rules.setToolTip(tr("Start weights, seed, limits"))
        self.rules.clicked.connect(self.rules_asked)
        self.examples = self._make_examples()
        self.verdict = Verdict()
        self._lay_out()

    def set_document(self, document: Document) -> None:
        """Show the rules of `document`."""
        settings, dataset = document.settings, document.dataset
        self._settings = settings
        self.modes[settings.mode].setChecked(True)
        self.order.setCurrentIndex(self.order.findData(settings.order))
        self._show_eta()
        self.bias.blockSignals(True)
        self.bias.setChecked(settings.bias)
        self.bias.blockSignals(False)
        self.positive.clear()
        self.positive.addItems([tr("+ is {name}").format(name=name) + "  ▾" for name in dataset.classes])
        give_list_room(self.positive)
        self.positive.setCurrentIndex(document.positive)
        self.positive.setVisible(settings.mode.is_binary and len(dataset.present) > 2)
        self._leave_out()

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self.verdict.set_theme(theme)
        self.verdict.updateGeometry()
        self._leave_out()

    def _lay_out(self) -> None:
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(14, 8, 14, 8)
        row.setSpacing(12)
        row.addWidget(self._make_modes())
        for widget in (self.order, _with_caption("η", self.eta), self.bias, self.positive, self.rules, self.examples):
            row.addWidget(widget)
        row.addWidget(self.verdict, 1)
        self._can_hide = (self.rules, self.examples, self.order)

    def _make_modes(self) -> QWidget:
        box = QWidget()
        box.setObjectName("modeSwitch")
        row = QHBoxLayout(box)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        group = QButtonGroup(self)
        for i, (mode, text) in enumerate(MODES):
            button = QPushButton(tr(text))
            button.setCheckable(True)
            button.setMinimumWidth(_bold_width(tr(text)) + 30)
            button.setObjectName(("first", "middle", "last")[i])
            button.setToolTip(tr(MODE_HINTS[mode]))
            button.clicked.connect(lambda _=False, m=mode: self._on_mode(m))
            group.addButton(button)
            row.addWidget(button)
            self.modes[mode] = button
        return box

    def _make_order(self) -> QComboBox:
        box = QComboBox()
        for order in Order:
            box.addItem(tr("Order: {name}").format(name=tr(order.value)) + "  ▾", order)
            box.setItemData(box.count() - 1, tr(ORDER_HINTS.get(order, "")), Qt.ItemDataRole.ToolTipRole)
        box.setToolTip(tr("In which order the points are visited"))
        # Qt keeps a StrEnum as a plain string, which is no Order to those who ask with "is".
        box.activated.connect(lambda i: self._change("order", order=Order(self.order.itemData(i))))
        return box

    def _make_eta(self) -> QLineEdit:
        field = QLineEdit()
        field.setFixedWidth(56)
        field.setLocale(QLocale.c())
        field.setToolTip(tr("Learning rate η: a number above 0. From zero it only scales w and b."))
        field.setAccessibleName(tr("Learning rate η"))
        field.editingFinished.connect(self._on_eta)
        field.textEdited.connect(lambda text: self._mark_eta(_is_rate(parse_number(text))))
        return field

    def _make_examples(self) -> QToolButton:
        button = QToolButton()
        button.setText(tr("Examples") + "  ▾")
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setMenu(self.samples_menu(button))
        return button

    def samples_menu(self, parent: QWidget) -> QMenu:
        """Return a menu of the built-in data sets."""
        menu = QMenu(tr("Examples"), parent)
        menu.setToolTipsVisible(True)
        for sample in ALL_SAMPLES:
            action = menu.addAction(tr(sample.title))
            action.setToolTip(tr(sample.watch))
            action.triggered.connect(lambda _=False, name=sample.name: self.sample_chosen.emit(name))
        return menu

    def rule_menus(self, parent: QWidget) -> list[QMenu]:
        """Return menus of the modes and orders, for windows too narrow for the bar."""
        modes, orders = QMenu(tr("Mode"), parent), QMenu(tr("Order"), parent)
        for mode, text in MODES:
            modes.addAction(tr(text), partial(self._on_mode, mode))
        for order in Order:
            orders.addAction(tr(order.value), partial(self._change, "order", order=order))
        return [modes, orders]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._leave_out()

    def _leave_out(self) -> None:
        """Leave out what has no room; the menus have it all."""
        for widget in self._can_hide:
            widget.setVisible(True)
        for widget in self._can_hide:
            if self._row.minimumSize().width() <= self.width():
                break
            widget.setVisible(False)

    def _on_mode(self, mode: Mode) -> None:
        self._change("mode", mode=mode, **({"initial": None} if mode is Mode.MULTICLASS else {}))

    def _on_bias(self, is_on: bool) -> None:
        self._change("bias", bias=is_on, initial=None)

    def _on_eta(self) -> None:
        value = parse_number(self.eta.text())
        if value is not None and _is_rate(value):
            self._change("η", eta=value)
        self._show_eta()

    def _show_eta(self) -> None:
        self.eta.setText(field_text(self._settings.eta))
        self._mark_eta(True)

    def _mark_eta(self, is_good: bool) -> None:
        self.eta.setProperty("bad", not is_good)
        self.eta.style().polish(self.eta)

    def _change(self, what: str, **changes: object) -> None:
        if any(getattr(self._settings, name) != value for name, value in changes.items()):
            self.rules_changed.emit(what, changes)


def _bold_width(text: str) -> int:
    """Return the width of `text` when its button is chosen, so that choosing moves nothing."""
    return round(QFontMetricsF(text_font(weight=QFont.Weight.DemiBold)).horizontalAdvance(text))


def _is_rate(value: float | None) -> bool:
    return value is not None and 0 < value <= MAX_ABS


def _with_caption(text: str, widget: QWidget) -> QWidget:
    box = QWidget()
    row = QHBoxLayout(box)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(6)
    caption = QLabel(text)
    caption.setObjectName("caption")
    row.addWidget(caption)
    row.addWidget(widget)
    return box
