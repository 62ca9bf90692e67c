"""The editor of a point's coordinates, and the card with facts about a place of the canvas."""

from functools import cached_property, partial

from PySide6.QtCore import QEvent, QObject, QPointF, QSizeF, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QGridLayout, QLabel, QWidget

from perceptron_gui.gui.canvas.overlays.hover import Hover
from perceptron_gui.gui.canvas.overlays.overlay import beside
from perceptron_gui.gui.canvas.overlays.overlay_placement import OverlayPlacement
from perceptron_gui.gui.canvas.tools.cursor import CanvasCursor
from perceptron_gui.gui.canvas.tools.editing import PointEditing
from perceptron_gui.gui.canvas.tools.gestures import Gestures
from perceptron_gui.gui.canvas.tools.snapping import NO_MODIFIER
from perceptron_gui.gui.style.theme import SMALL, TEXT, Theme
from perceptron_gui.gui.widgets.checked_field import CheckedField, read_coordinate
from perceptron_gui.gui.widgets.choice import Choice
from perceptron_gui.gui.widgets.plain_text import go_with_words, plain_label
from perceptron_gui.session.wording import field_text, index_text
from perceptron_gui.translation import N_, tr

GAP = 18.0
"""Pixels between the point and its editor."""
FIELD_WIDTH, NAME_WIDTH, PROBLEM_WIDTH = 132, 120, 170
"""Pixels of a field, of a feature's name at most, and of the words beside a field, on a desk."""
PLAIN_KEYS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Delete, Qt.Key.Key_Space)


class CoordinateEditor(QFrame):
    """Coordinate fields beside a point: Enter applies them; Esc, or any other change of the points, cancels.

    `editing`: changes or adds the point. `closed`: it is over; the pixel of the keyboard's cursor from which it was
    opened.
    """

    closed = Signal(object)

    def __init__(self, editing: PointEditing) -> None:
        super().__init__(editing.canvas)
        go_with_words(self)
        self._editing = editing
        self._index: int | None = None
        self._cursor_at: QPointF | None = None
        self._stands_at = (0.0, 0.0)
        self._axes: list[int] = []
        self.setObjectName("coordinateEditor")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.title, self.hint = plain_label(), plain_label(tr("Enter accepts · Esc cancels"))
        self.hint.setObjectName("caption")
        self.fields = (CheckedField(read_coordinate), CheckedField(read_coordinate))
        self.names, self.problems = (plain_label(), plain_label()), (plain_label(), plain_label())
        self.classes = Choice("{name}")
        self.classes.setAccessibleName(tr("Class"))
        self.classes.setProperty("takesKeys", True)
        self._build()
        self.hide()
        editing.controller.document_changed.connect(self.give_up)
        editing.canvas.frame_changed.connect(self._place)
        QApplication.instance().focusChanged.connect(self._on_focus_changed)  # type: ignore[union-attr]

    def _build(self) -> None:
        rows = self._rows = QGridLayout(self)
        rows.setContentsMargins(12, 10, 12, 10)
        rows.setHorizontalSpacing(8)
        rows.setVerticalSpacing(6)
        rows.addWidget(self.title, 0, 0, 1, 3)
        rows.setColumnStretch(2, 1)
        for row, line in enumerate(zip(self.names, self.fields, self.problems, strict=True), start=1):
            _, field, problem = line
            problem.setObjectName("problem")
            problem.setWordWrap(True)
            field.problem_changed.connect(partial(self._tell, problem))
            for column, widget in enumerate(line):
                rows.addWidget(widget, row, column)
        rows.addWidget(QLabel(tr("class")), 3, 0)
        rows.addWidget(self.classes, 3, 1)
        rows.addWidget(self.hint, 4, 0, 1, 3)

    def set_theme(self, theme: Theme) -> None:
        """Adopt the theme's font size and scale."""
        # By a style sheet: to polish a field for its flaw would give it the program's font again.
        normal, small = theme.letters(TEXT), theme.letters(SMALL)
        self.setStyleSheet(f"* {{ font-size: {normal}px; }} QLabel#caption, QLabel#problem {{ font-size: {small}px; }}")
        for field in (*self.fields, self.classes):
            field.setFixedWidth(round(FIELD_WIDTH * theme.scale))
        for problem in self.problems:
            problem.setFixedWidth(round(PROBLEM_WIDTH * theme.scale))
        self._place()

    # Open and close

    def open(self, index: int | None, cursor_at: QPointF | None) -> None:
        """Show the coordinates of a point, or of a new one.

        `index`: index of the point; None for a new one. `cursor_at`: the keyboard's cursor in pixels, where a new point
        is proposed; None if there is none.
        """
        dataset = self._editing.dataset
        if index is None and (cursor_at is None or not self._editing.can_place):
            self._editing.place(cursor_at or QPointF(), NO_MODIFIER)  # says why it cannot
            return
        if index is not None and self._editing.canvas.hides(index):
            told = tr("The class of this point is hidden until the run has predicted it.")
            self._editing.controller.noticed.emit(told)
            return
        self._index, self._cursor_at = index, cursor_at
        self._axes = [axis for axis in self._editing.canvas.axes if axis is not None]
        self._stands_at = self._place_of(index, cursor_at)
        label = int(dataset.labels[index]) if index is not None else self._editing.current_class
        self.title.setText(
            tr("Point {name}").format(name=index_text(index if index is not None else dataset.n_samples))
        )
        self._fill(list(self._stands_at)[: len(self._axes)], label)
        self._place()
        self.show()
        self.raise_()
        self.fields[0].setFocus(Qt.FocusReason.PopupFocusReason)
        self.fields[0].selectAll()

    def _place_of(self, index: int | None, cursor_at: QPointF | None) -> tuple[float, float]:
        """Return the coordinates, on the shown plane, of the edited point or of the new one."""
        if index is None:
            return self._editing.coordinates(cursor_at or QPointF(), NO_MODIFIER)
        x, y = self._editing.canvas.positions[index].tolist()
        return x, y

    def _fill(self, values: list[float], label: int) -> None:
        dataset = self._editing.dataset
        for place, (field, name) in enumerate(zip(self.fields, self.names, strict=True)):
            is_used = place < len(values)
            field.setVisible(is_used)
            name.setVisible(is_used)
            if is_used:
                whole = dataset.features[self._axes[place]]
                name.setText(name.fontMetrics().elidedText(whole, Qt.TextElideMode.ElideRight, NAME_WIDTH))
                field.setAccessibleName(whole)
                field.show_text(field_text(values[place]))
            self.problems[place].hide()
        self.classes.offer(dict(enumerate(dataset.classes)), label)

    def give_up(self, *_: object) -> None:
        """Close without a change. `_`: ignored: what a signal brings."""
        if not self.isHidden():
            cursor_at, self._cursor_at = self._cursor_at, None
            had_focus = self._owns(QApplication.focusWidget())
            self.hide()
            if had_focus:
                self._editing.canvas.setFocus(Qt.FocusReason.OtherFocusReason)
                self.closed.emit(cursor_at)

    def take(self) -> bool:
        """Apply the typed coordinates, or stay open and show what is wrong beside the fields."""
        used = self.fields[: len(self._axes)]
        wrong = [field for field in used if field.check()]
        if wrong:
            wrong[0].setFocus()
            return False
        values = [read_coordinate(field.text()) for field in used]
        index, label = self._index, self.classes.currentIndex()
        self.give_up()
        self._edit(index, values, label)
        return True

    def _edit(self, index: int | None, values: list[float], label: int) -> None:
        editing, dataset = self._editing, self._editing.dataset
        if index is None:
            editing.controller.place([values], [label])
            return
        row = dataset.X[index].copy()
        row[self._axes] = values
        is_moved, is_relabelled = bool((row != dataset.X[index]).any()), label != dataset.labels[index]
        # Which coordinate had more digits is not known: as long as one stays, so does the mark (E2).
        is_rounded = index in dataset.rounded and bool((row == dataset.X[index]).any())
        changed = dataset.moved([index], [row], [index] * is_rounded) if is_moved else dataset
        changed = changed.relabelled([index], label) if is_relabelled else changed
        if changed is not dataset:
            editing.controller.set_dataset(changed, N_("edit point"))

    def _tell(self, label: QLabel, problem: str) -> None:
        """Show an error beside a field; an empty text removes it."""
        label.setText(problem)
        label.setVisible(bool(problem))
        self._place()

    def _place(self) -> None:
        """Move beside the point, on a side where the view has room."""
        if not self._axes:
            return
        self._rows.activate()
        self.adjustSize()
        frame = self._editing.canvas.frame
        room = QSizeF(frame.width, frame.height)
        self.move(beside(frame.point(*self._stands_at), QSizeF(self.size()), room, GAP).topLeft().toPoint())

    # Events

    def event(self, event: QEvent) -> bool:
        """See `QWidget.event`: keys that write or move in a field are no shortcuts."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            is_plain = not event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
            if is_plain and ((event.text().isprintable() and event.text()) or event.key() in PLAIN_KEYS):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.take()
        elif event.key() == Qt.Key.Key_Escape:
            self.give_up()
        event.accept()

    def mousePressEvent(self, event: object) -> None:
        """Keep clicks between the fields from the canvas below."""

    def _on_focus_changed(self, _: QWidget | None, now: QWidget | None) -> None:
        """Apply the fields when the focus leaves the editor; report what is invalid."""
        if self.isHidden() or now is None or self._owns(now):
            return
        problems = [problem for field in self.fields[: len(self._axes)] if (problem := field.check())]
        if problems:
            self.hide()
            self._editing.controller.noticed.emit(
                tr("{problem} The point stays as it was.").format(problem=problems[0])
            )
        else:
            self.take()

    def _owns(self, widget: QWidget | None) -> bool:
        """Whether a widget belongs to the editor, or to a popup that it has opened."""
        while widget is not None and widget is not self:
            widget = widget.parentWidget()
        return widget is self


class PointDetails(QObject):
    """Opens the coordinate editor on request by mouse or keyboard, and shows the card under the mouse.

    `stage`: tells of other themes. `gestures`: tells when coordinates are to be typed. `cursor`: shown again after the
    editor is closed.
    """

    def __init__(self, stage: OverlayPlacement, gestures: Gestures, cursor: CanvasCursor) -> None:
        super().__init__(gestures)
        self._stage, self._gestures, self._cursor = stage, gestures, cursor
        self.hover = Hover(gestures)
        stage.theme_changed.connect(self.hover.card.set_theme)
        cursor.moved.connect(self.hover.hide_card)
        gestures.edit_asked.connect(lambda index, cursor_at: self.editor.open(index, cursor_at))

    @cached_property
    def editor(self) -> CoordinateEditor:
        """The editor of coordinates; made when first needed (A9)."""
        editor = self.hover.editor = CoordinateEditor(self._gestures)
        editor.set_theme(self._stage.canvas.theme)
        self._stage.theme_changed.connect(editor.set_theme)
        editor.closed.connect(self._on_closed)
        return editor

    def _on_closed(self, cursor_at: QPointF | None) -> None:
        """Bring the keyboard's cursor back to where it was."""
        if cursor_at is not None:
            self._cursor.show(cursor_at)
