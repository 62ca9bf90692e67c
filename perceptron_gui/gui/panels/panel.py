"""The base of panels, which draw only while visible and talk to the window by signals; also table fonts."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, TypeVar

from PySide6.QtCore import Qt, QTimerEvent, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QTableView, QWidget

from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.gui.controller import Controller
from perceptron_gui.gui.style.theme import LIGHT, TEXT, Theme, text_font
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset
    from perceptron_gui.engine.run.snapshot import RunAnswer, Snapshot
    from perceptron_gui.session.worker.training_worker import Finding


PATIENCE_MS = 300
"""So long a page that comes into view waits for what it shows, and is painted without it then."""
LOW, LOW_FOR_CLASSES = 33, 50
"""Heights of letters from which a panel has room for a step as it is usually set: of two classes, and of several."""
KindOfAnswer = TypeVar("KindOfAnswer", bound="RunAnswer")


def combine_wants(wants: Iterable[Wants]) -> Wants:
    """Return everything that any view wants: flags that one of them sets, and the largest ticks and span."""
    return _combined(tuple(wants))


@lru_cache(maxsize=64)  # asked with every frame, and mostly the same
def _combined(each: tuple[Wants, ...]) -> Wants:
    together = (Wants(), *each)
    return Wants(**{name: max(getattr(one, name) for one in together) for name in Wants.__struct_fields__})


class Panel(QWidget):
    """Keeps the newest snapshot and draws it while visible; its widgets are made when it is first shown.

    A panel overrides those of the methods below that it needs, and emits those of the signals: the window connects all
    of them for every panel of the registry.

    `wants`: what the panel needs from the run while it is seen. `watched`: fields of the view state with which it is
    drawn anew. `view_state`: what is chosen beside the document.
    `is_built`: whether there are any parts yet. `low`: heights of letters below which there is little room.
    `focus_part`: the part that gets the keys with the panel, if there is one. `sought`: the visit to go to.
    `point_chosen`: the index of the point to select on the canvas. `switched`: name of a view switch that is to be
    turned on, or off again. `triggered`:
    id of an action that is to be done, as from its menu.
    `page_wanted`: rows of the run to compute; they arrive at `take_answer`. `export_asked`: the rows of the run to
    write to a file. `asked`: a question to answer beside the window and who takes the answer, see `Background.ask`.
    `points_chosen`: the points to select. `lit`: the point that is pointed at, and the other one of a pair.
    `hint_changed`: what the status line says of the keys; empty when they mean what they always do.
    """

    wants = Wants()
    watched: tuple[str, ...] = ("switches",)
    needs: ClassVar[str] = ""
    """What a model must have to be drawn here (`Model.parts`): the last run of another mode, while the next begins, has
    not; empty for nothing."""
    tells_labels: ClassVar[bool] = True
    """Whether it may tell the class of a point that was not visited yet."""
    sought = Signal(object)
    point_chosen = Signal(int)
    switched = Signal(str)
    triggered = Signal(str)
    page_wanted = Signal(object)
    export_asked = Signal(object)
    asked = Signal(object, object)
    points_chosen = Signal(object)
    lit = Signal(object, object)
    hint_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.theme: Theme = LIGHT
        self.snapshot: Snapshot | None = None
        self.view_state = ViewState()
        self.is_built = False
        self.low = LOW
        self.focus_part: QWidget | None = None
        self._answers: dict[type[RunAnswer], RunAnswer] = {}
        self._is_hidden = False
        self._cover: QLabel | None = None
        self._put_away: list[QWidget] = []
        self._was_low = False
        self._wait = Wait()

    @property
    def is_low(self) -> bool:
        """Whether it has little room for formulas: by its height alone, so that they keep their size along a run."""
        return self.has_less_than(self.low)

    def has_less_than(self, lines: int) -> bool:
        """Whether it is lower than so many heights of letters."""
        return self.height() < lines * TEXT * self.theme.scale

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._cover is not None:
            self._cover.setGeometry(self.rect())
        if self.is_low != self._was_low:
            self._was_low = self.is_low
            self._draw_if_seen()

    @property
    def is_seen(self) -> bool:
        """Whether the panel is visible on the screen."""
        return self.isVisible()

    def set_theme(self, theme: Theme) -> None:
        """Adopt the colours of another theme."""
        self.theme = theme
        if self.is_built:
            self.apply_theme(theme)
        self._draw_if_seen()

    def render_snapshot(self, snapshot: Snapshot) -> None:
        """Show a snapshot, now or when the panel is opened."""
        self.snapshot = snapshot
        self._draw_if_seen()

    def set_hidden(self, is_hidden: bool) -> None:
        """Show a sentence in the place of the page, which would tell labels that are hidden; or the page again."""
        is_hidden = is_hidden and self.tells_labels
        if is_hidden is self._is_hidden:
            return
        self._is_hidden = is_hidden
        if is_hidden:
            self._cover_parts()
            return
        for part in self._put_away:
            part.show()
        if self._cover is not None:
            self._cover.hide()
            self._cover.deleteLater()
            self._cover, self._put_away = None, []
        self._draw_if_seen()

    def _cover_parts(self) -> None:
        """Hide all parts, from screen readers too, and say why."""
        if self._cover is None:
            words = tr("Hidden until all points are predicted, because this page shows their classes.")
            self._cover = QLabel(words, self)
            self._cover.setWordWrap(True)
            self._cover.setStyleSheet(f"background: {self.theme.panel}")
            self._cover.setMargin(16)
            self._cover.setAlignment(Qt.AlignmentFlag.AlignCenter)
        parts = self.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
        shown = [part for part in parts if part is not self._cover and not part.isHidden()]
        for part in shown:
            part.hide()
        self._put_away += shown
        self._cover.setGeometry(self.rect())
        self._cover.show()
        self._cover.raise_()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._draw_if_seen()
        lay_out(self)
        if self.snapshot is not None and not self._is_hidden and not self.has_come(self.snapshot):
            self._wait.begin(self)

    def timerEvent(self, event: QTimerEvent) -> None:
        self._wait.end(self)

    def has_come(self, snapshot: Snapshot) -> bool:
        """Whether all is there that it shows, which may come some frames after the page itself."""
        return True

    def connect_to(self, controller: Controller) -> None:
        """Connect signals beyond those of every panel, which the window connects."""

    def take_focus(self) -> None:
        """Focus the panel's most useful widget, if any."""
        self._build_once()
        if self.focus_part is not None:
            self.focus_part.setFocus()

    def set_dataset(self, dataset: Dataset) -> None:
        """Follow a change of the dataset.

        `dataset`: all points of the document, among them those that arrive after the cursor.
        """

    def set_view_state(self, state: ViewState) -> None:
        """Follow the view state, and redraw if that changes what is shown."""
        earlier, self.view_state = self.view_state, state
        if any(getattr(state, name) != getattr(earlier, name) for name in self.watched):
            self._draw_if_seen()

    def set_finding(self, finding: Finding | None) -> None:
        """Note the analysis of the document's points (T1–T6). `finding`: None while they are analyzed."""

    def take_answer(self, answer: object) -> None:
        """Handle an answer of the run; answers for other panels are ignored.

        `answer`: A `Page`, `Curves` or `MistakeStates`, for instance.
        """

    def keep(self, answer: RunAnswer) -> None:
        """Keep the newest answer of its kind, and draw it."""
        self._answers[type(answer)] = answer
        self._draw_if_seen()

    def known(self, kind: type[KindOfAnswer], while_moved: bool = False) -> KindOfAnswer | None:
        """Return the newest answer of a kind, if it is about the run on the screen.

        `while_moved`: whether it holds also while points of the run are being moved.
        """
        answer, snapshot = self._answers.get(kind), self.snapshot
        if snapshot is None or not isinstance(answer, kind):
            return None
        is_known = answer.leads_to(snapshot) if while_moved else answer.is_of(snapshot)
        return answer if is_known else None

    def copy_focused(self) -> str:
        """Copy the selection while the panel has focus; return the copied text, "" if none."""
        return ""

    def build(self) -> None:
        """Create the widgets and fill them; delayed until the panel is first shown, for a quick start (A9)."""

    def apply_theme(self, theme: Theme) -> None:
        """Theme the widgets; called only once they exist."""

    def draw(self, snapshot: Snapshot) -> None:
        """Draw a snapshot; only called while the panel can be seen."""
        raise NotImplementedError

    def _draw_if_seen(self) -> None:
        if self.snapshot is not None and self.is_seen and not self._is_hidden:
            self._build_once()
            if not self.needs or self.needs in self.snapshot.model.parts:
                self.draw(self.snapshot)
            if self._wait.is_on and self.has_come(self.snapshot):
                self._wait.end(self)

    def _build_once(self) -> None:
        if self.is_built:
            return
        self.is_built = True
        self.build()
        self.apply_theme(self.theme)
        if self.isVisible():  # the first draw depends on the sizes of new widgets, which Qt would lay out later
            for part in self.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
                if not part.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide):
                    part.show()
            lay_out(self)
        if self._is_hidden:
            self._cover_parts()


class Wait:
    """Holds the paint of a page back that came into view, until it has what it shows, but no longer than a moment.

    Painted at once, it would be laid out anew a moment later. It keeps no page: a page in a circle of references would
    be shown once more when it is gone.
    """

    def __init__(self) -> None:
        self._timer = 0  # the page's own, which ends it; 0 for none

    @property
    def is_on(self) -> bool:
        """Whether the page is not painted yet."""
        return self._timer != 0

    def begin(self, page: QWidget) -> None:
        """Paint a page no more, for a while."""
        self.end(page)
        self._timer = page.startTimer(PATIENCE_MS)
        page.setUpdatesEnabled(False)

    def end(self, page: QWidget) -> None:
        """Paint the page again."""
        if self.is_on:
            page.killTimer(self._timer)
            self._timer = 0
            lay_out(page)
            page.setUpdatesEnabled(True)


def lay_out(page: QWidget) -> None:
    """Give all parts of a page their places now; Qt would do it after the first paint."""
    for part in (page, *page.findChildren(QWidget)):
        if (layout := part.layout()) is not None:
            layout.activate()


def set_letters(table: QTableView, pixels: int) -> None:
    """Set the text size of a table's cells and headers, if it is another one. `pixels`: size of the text."""
    if table.font().pixelSize() != pixels:
        header = table.horizontalHeader()
        # One by one: under a style sheet of the program none hands its font down to the next.
        for part in (table, header, header.viewport()):
            part.setFont(text_font(pixels))
