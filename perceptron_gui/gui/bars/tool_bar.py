"""The left bar: tools, those akin behind one button, the size of the brush, and the palette of classes."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QColor, QPainter, QPaintEvent, QPolygonF
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QMenu, QToolButton, QVBoxLayout, QWidget

from perceptron_gui.gui.style.theme import Theme, icon, symbol_icon
from perceptron_gui.gui.widgets.choice import show_checked
from perceptron_gui.gui.widgets.plain_text import menu_text, plain_tip
from perceptron_gui.session.points.palette import LARGEST_PALETTE
from perceptron_gui.session.view.view_state import FAMILIES, Tool, ViewState
from perceptron_gui.session.wording import MINUS, said_of
from perceptron_gui.translation import N_, isolated, tr

CORNER = 6.0
"""Pixels of the corner that says that there is more than one tool."""


class ToolButton(QToolButton):
    """A click chooses the shown tool; a second click, a right click or a long press offers related tools.

    `family`: the first is shown at first. `actions`: by name; each tool has one.
    """

    def __init__(self, family: Sequence[Tool], actions: dict[str, QAction], parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = {tool: actions[f"tools.{tool.value}"] for tool in family}
        self._theme: Theme | None = None
        self.tool = family[0]
        self.setCheckable(True)
        for tool, action in self._actions.items():
            action.toggled.connect(lambda is_on, tool=tool: self._on_toggled(tool, is_on))
        self._show_tool()
        self.toggled.connect(lambda _: self._take())
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(lambda _: self.offer())

    def set_theme(self, theme: Theme) -> None:
        """Adopt the colours of another theme."""
        self._theme = theme
        self._show_tool()

    def offer(self) -> None:
        """Open the menu of its tools beside it."""
        if len(self._actions) < 2:
            return
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        menu.addActions(list(self._actions.values()))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.mapToGlobal(QPoint(self.width(), 0)))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if len(self._actions) > 1 and self._theme is not None:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self._theme.muted))
            x, y = self.width() - 5.0, self.height() - 5.0
            painter.drawPolygon(QPolygonF([QPointF(x, y), QPointF(x - CORNER, y), QPointF(x, y - CORNER)]))

    def _take(self) -> None:
        """Choose the tool; if it was chosen already, offer the related ones."""
        action = self._actions[self.tool]
        is_again = action.isChecked()
        action.trigger()
        self._show_whether_on()
        if is_again:
            self.offer()

    def _on_toggled(self, tool: Tool, is_on: bool) -> None:
        if is_on:
            self.tool = tool
            self._show_tool()
        self._show_whether_on()

    def _show_whether_on(self) -> None:
        show_checked(self, any(action.isChecked() for action in self._actions.values()))

    def _show_tool(self) -> None:
        action = self._actions[self.tool]
        self.setToolTip(action.toolTip())
        self.setAccessibleName(action.text())
        if self._theme is not None:
            self.setIcon(icon(self.tool.value, self._theme))


BRUSH_ICON, BRUSH_WIDTH, BRUSH_HEIGHT = 14, 20, 24
"""Pixels of a picture, and of the buttons below a number."""
ROWS = {
    "radius": (N_("Radius of the brush in pixels"), "tools.smaller", "tools.larger"),
    "density": (N_("Points per dab of the spray"), "tools.sparser", "tools.denser"),
}


class BrushSize(QWidget):
    """Numbers with − and + for the brush's radius and density, each shown while a tool uses it.

    `actions`: by name; those of `ROWS` get a button.
    """

    def __init__(self, actions: dict[str, QAction], parent: QWidget) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(2)
        self.numbers: dict[str, QLabel] = {}
        self._pictures: dict[str, QLabel] = {}
        self.buttons: dict[str, QToolButton] = {}
        for row, (name, (text, less, more)) in enumerate(ROWS.items()):
            self.numbers[name], self._pictures[name] = QLabel(self), QLabel(self)
            for label in (self.numbers[name], self._pictures[name]):
                label.setToolTip(tr(text))
                label.setObjectName("caption")
                label.setAccessibleName(tr(text))
            line = QHBoxLayout()
            line.setSpacing(2)
            line.addWidget(self._pictures[name])
            line.addWidget(self.numbers[name], 1)
            grid.addLayout(line, 2 * row, 0, 1, 2)
            for column, action in enumerate((less, more)):
                self.buttons[action] = self._button(actions[action])
                grid.addWidget(self.buttons[action], 2 * row + 1, column)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Adopt the colours of another theme."""
        for name, label in self._pictures.items():
            label.setPixmap(icon(name, theme, theme.muted).pixmap(BRUSH_ICON, BRUSH_ICON))
        for _, less, more in ROWS.values():
            self.buttons[less].setIcon(icon("less", theme))
            self.buttons[more].setIcon(icon("add", theme))

    def show_brush(self, state: ViewState) -> None:
        """Show the numbers that the current tool uses."""
        shown = {"radius": state.tool.is_wide, "density": state.tool is Tool.SPRAY}
        values = {"radius": state.brush_radius, "density": state.spray_density}
        for name, (text, *pair) in ROWS.items():
            self.numbers[name].setText(str(values[name]))
            self.numbers[name].setAccessibleName(said_of(tr(text), str(values[name])))
            for part in (self.numbers[name], self._pictures[name], *(self.buttons[action] for action in pair)):
                part.setVisible(shown[name])
        self.setVisible(any(shown.values()))

    def _button(self, action: QAction) -> QToolButton:
        button = QToolButton(self)
        button.setFixedSize(BRUSH_WIDTH, BRUSH_HEIGHT)
        button.setIconSize(QSize(BRUSH_ICON, BRUSH_ICON))
        button.setAutoRepeat(True)
        button.setToolTip(action.toolTip())
        button.setAccessibleName(action.text())
        button.clicked.connect(action.trigger)
        return button


BUTTON, NARROW, LOWEST = 42, 20, 30
"""Pixels of a button, of one beside another, and of the height of one with the gap below it, at least."""
ICON, NAMED_ICON, SMALL_ICON = 24, 20, 16
NAME_WIDTH, NAMED_EDGES, LINE_EDGES = BUTTON - 4, 2, 4
"""Pixels of a name at most, and of a button's height that symbol and name leave free, and each line of it."""
BEFORE_SIGN, LEAST_OF_A_NAME = ", ", 3
"""Between a class and its sign; letters of a name, with its …, that tell no more than the symbol above them."""
OTHERS = 33
"""Pixels of the edges and the line between tools and classes."""


class ToolBar(QWidget):
    """Buttons for the tools and the classes.

    `actions`: by name; those named "tools.…" get a button. `class_added`: a further class is wanted. `menu_asked`: a
    class button was right-clicked.
    """

    class_chosen = Signal(int)
    class_added = Signal()
    menu_asked = Signal(int, QPoint)

    def __init__(self, actions: dict[str, QAction], theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("leftBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedWidth(58)
        self._theme = theme
        self._current = 1
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(8, 8, 8, 8)
        self._column.setSpacing(4)
        self.tools = {family[0].value: ToolButton(family, actions, self) for family in FAMILIES}
        for button in self.tools.values():
            self._column.addWidget(_of_usual_size(button))
        self.brush = BrushSize(actions, self)
        self._column.addWidget(self.brush)
        line = QFrame(self)
        line.setObjectName("line")
        line.setFixedHeight(13)
        self._column.addWidget(line)
        self._palette = QGridLayout()
        self._palette.setHorizontalSpacing(BUTTON - 2 * NARROW)
        self._palette.setVerticalSpacing(4)
        self._n_columns, self._n_lines = 1, 1
        self._named = BUTTON  # pixels that symbol and name need in one column
        self._column.addLayout(self._palette)
        self.add_button = _of_usual_size(QToolButton(self))
        self.add_button.setAccessibleName(tr("Add a class"))
        self.add_button.clicked.connect(self.class_added)
        self._column.addWidget(self.add_button)
        self._column.addStretch()
        self.classes: list[QToolButton] = []
        self._words: list[tuple[str, str]] = []

    def set_theme(self, theme: Theme) -> None:
        """Adopt the colours of another theme."""
        self._theme = theme
        for tool_button in self.tools.values():
            tool_button.set_theme(theme)
        self.brush.set_theme(theme)
        self.add_button.setIcon(icon("add", theme, theme.muted))
        for k, button in enumerate(self.classes):
            button.setIcon(symbol_icon(k, theme))
        self._write_names()

    def set_classes(self, names: Sequence[str], positive: int | None = None) -> None:
        """Show the classes that there are. `positive`: the one that is +1; None where none is."""
        plus, minus = (isolated(f"{sign}1") for sign in ("+", MINUS))
        signs = ["" if positive is None else plus if k == positive else minus for k in range(len(names))]
        self._words = list(zip(names, signs, strict=True))
        while len(self.classes) > len(names):
            self.classes.pop().deleteLater()
            self._palette.setRowMinimumHeight(len(self.classes), 0)  # or its room would stay
        while len(self.classes) < len(names):
            self._add_class_button(len(self.classes))
        for k, (button, name) in enumerate(zip(self.classes, names, strict=True)):
            button.setAccessibleName(BEFORE_SIGN.join(filter(None, (tr("Class {name}").format(name=name), signs[k]))))
            hint = tr("Class {name} ({key}); right-click to rename, move or remove it")
            button.setToolTip(plain_tip(hint.format(name=name, key=(k + 1) % 10)))
        is_full = len(names) >= LARGEST_PALETTE
        self.add_button.setEnabled(not is_full)
        self.add_button.setToolTip(tr("Ten classes at most") if is_full else tr("Add a class"))
        self._fit_palette()
        self._write_names()

    def event(self, event: QEvent) -> bool:
        """See `QWidget.event`: another height, or a brush that comes or goes, is other room for the classes."""
        is_done = super().event(event)
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._fit_palette()
        return is_done

    def _fit_palette(self) -> None:
        """Put classes into two columns where names have no room, and signs below long names where all of them have."""
        brush = self.brush.sizeHint().height() + self._column.spacing() if self.brush.isVisibleTo(self) else 0
        metrics = (self.classes or [self.add_button])[0].fontMetrics()
        room = self.height() - OTHERS - brush - (len(self.tools) + 1) * LOWEST
        room = room // max(len(self.classes), 1) - self._palette.verticalSpacing() - NAMED_ICON - NAMED_EDGES
        widths = [metrics.horizontalAdvance(name + BEFORE_SIGN + sign) for name, sign in self._words if sign]
        line = metrics.height() + LINE_EDGES
        n_lines = 2 if max(widths, default=0) > NAME_WIDTH and room >= 2 * line else 1
        fit = 2 if room < line else 1, n_lines, NAMED_ICON + n_lines * line + NAMED_EDGES
        if fit != (self._n_columns, self._n_lines, self._named):
            self._n_columns, self._n_lines, self._named = fit
            for k in range(len(self.classes)):
                self._place_class(k)
            self._write_names()

    def _write_names(self) -> None:
        """Write below each symbol the name of its class, and its sign, where a button is as wide as a tool's."""
        style = Qt.ToolButtonStyle
        for button, (name, sign) in zip(self.classes, self._words, strict=True):
            is_alone = self._n_columns == 1
            button.ensurePolished()  # a new one has larger letters until the style sheet reaches it
            button.setToolButtonStyle(style.ToolButtonTextUnderIcon if is_alone else style.ToolButtonIconOnly)
            metrics, beside = button.fontMetrics(), BEFORE_SIGN + sign if sign and self._n_lines == 1 else ""
            room = NAME_WIDTH - metrics.horizontalAdvance(beside)
            short = metrics.elidedText(name, Qt.TextElideMode.ElideRight, room)
            if beside and short != name and len(short) <= LEAST_OF_A_NAME:
                short, beside = "", sign  # the whole sign, not a letter and a dot of each
            below = "\n" + sign if sign and self._n_lines > 1 else ""
            button.setText(menu_text(isolated(short + beside) + below) if is_alone else "")

    def _place_class(self, index: int) -> None:
        button, is_alone = self.classes[index], self._n_columns == 1
        button.setFixedWidth(BUTTON if is_alone else NARROW)
        button.setMaximumHeight(max(self._named, BUTTON) if is_alone else BUTTON)
        # The style sheet says how low a button may get, and knows nothing of names.
        self._palette.setRowMinimumHeight(index, self._named if is_alone else 0)
        button.setIconSize(QSize(NAMED_ICON, NAMED_ICON) if is_alone else QSize(SMALL_ICON, SMALL_ICON))
        self._palette.addWidget(button, index // self._n_columns, index % self._n_columns)

    def set_current(self, index: int) -> None:
        """Mark the class of new points. `index`: index of the class."""
        self._current = index
        for k, button in enumerate(self.classes):
            show_checked(button, k == index)

    def _choose(self, index: int) -> None:
        self.set_current(self._current)  # the one that is current stays marked
        self.class_chosen.emit(index)

    def _add_class_button(self, index: int) -> None:
        button = _of_usual_size(QToolButton(self))
        button.setCheckable(True)
        button.setIcon(symbol_icon(index, self._theme))
        button.toggled.connect(lambda _: self._choose(index))
        button.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        button.customContextMenuRequested.connect(lambda at: self.menu_asked.emit(index, button.mapToGlobal(at)))
        self.classes.append(button)
        self._place_class(index)
        *_, before = *self.brush.buttons.values(), *self.classes[:-1]
        self.setTabOrder(before, button)  # or Tab would come here after all the rest of the window


def _of_usual_size(button: QToolButton) -> QToolButton:
    """Return the button, as large as those of tools are."""
    button.setFixedSize(BUTTON, BUTTON)
    button.setIconSize(QSize(ICON, ICON))
    return button
