"""Says what happens to those who hear the window, and describes the plane when it is asked for (G16).

Imported when the window is ready. While nobody listens nothing is worked out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent
from PySide6.QtWidgets import QApplication

from perceptron_gui.engine.data.dataset import Bools
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.gui.canvas.tools.snapping import NO_MODIFIER
from perceptron_gui.gui.override_guard import telling
from perceptron_gui.gui.panels.panel_registry import STATIONS
from perceptron_gui.gui.widgets.accessible import tell_parts
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.document import Document
from perceptron_gui.session.exercises.exercise import UNDER_WAY, hidden_points
from perceptron_gui.session.explanation.terms import vector_text
from perceptron_gui.session.messages import run_end, spoken
from perceptron_gui.session.view.switches import FULL, OFF
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.session.wording import joined, said_of
from perceptron_gui.session.worker.training_worker import Finding
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.session.explanation.facts.place_facts import Facts

REST_MS = 1000
"""Between two announcements while the run plays."""


class Speaker(QObject):
    """Announces what happens in a window, all of one moment together.

    `said`: what was announced last.
    """

    def __init__(self, window: MainWindow, finding: Finding | None) -> None:
        super().__init__(window)
        self._window, self._controller, self._finding = window, window.controller, finding
        self.said = ""
        self._words: list[str] = []
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(telling(self._say))
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._document = self._controller.document
        self._run: tuple[int, int] | None = None  # the run, and its visit, that was told
        self._news: tuple[str, ...] = ()
        self._asked, self._page = "", self._page_words()
        window.canvas.told = self.plane_words
        tell_parts(window)
        self._connect()
        if QAccessible.isActive() and (focus := QApplication.focusWidget()) is not None:
            QAccessible.updateAccessibility(QAccessibleEvent(focus, QAccessible.Event.Focus))

    def _connect(self) -> None:
        window, controller = self._window, self._controller
        controller.views.add(self)
        controller.document_changed.connect(self._on_document)
        controller.view_changed.connect(self._on_view)
        window.exercise.changed.connect(self._on_exercise)
        window.cursor_keys.moved.connect(self._on_cursor)
        window.side.changed.connect(self._on_page)
        window.status.noticed.connect(self.say)
        window.told.connect(self.say)
        window.canvas.frame_changed.connect(self._on_plane)

    @property
    def is_heard(self) -> bool:
        """Whether anybody listens."""
        return QAccessible.isActive() and self._controller.view_state.spoken != OFF

    @property
    def _is_full(self) -> bool:
        return self._controller.view_state.spoken == FULL

    def say(self, *sentences: str) -> None:
        """Announce sentences, with what else there is to say at this moment."""
        if self.is_heard and any(sentences):
            self._words += sentences
            self._soon.start()

    def _say(self) -> None:
        words, self._words = spoken.aloud(*self._words), []
        if words and self.is_heard:
            self.said = words
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._window.canvas, words))

    # The run

    def render_snapshot(self, snapshot: Snapshot) -> None:
        """Say which visit led here, at most once a second while it plays, and how the run ended."""
        if not self.is_heard:
            self._run = None
            return
        place, earlier = (snapshot.run_id, snapshot.visit), self._run
        is_other = earlier is not None and place != earlier
        if snapshot.is_playing and self._rest.isActive():
            return
        self._run = place
        is_asking = self._window.exercise.is_on
        if is_other and earlier is not None and earlier[0] == place[0] and not is_asking:
            self.say(spoken.visit_words(snapshot, self._is_full, self._hide))
        if snapshot.is_playing:
            self._rest.start()
            return
        self._rest.stop()
        news = run_end.state_news(snapshot)[:1]
        if news != self._news:
            self._news = news
            self.say(*news)
        if is_other:
            self._on_plane()

    @property
    def _hide(self) -> frozenset[str]:
        return self._controller.page.hide if self._controller.page is not None else spoken.NOTHING

    def take_finding(self, finding: Finding) -> None:
        """Note what may be told of the verdict, and tell it in full."""
        self._finding = finding
        if self._is_full and self.is_heard and finding.document is self._controller.document:
            from perceptron_gui.session.messages.verdict_text import verdict_texts

            self.say(verdict_texts(finding)[0][0])
        self._on_plane()

    # What the user does

    def _on_document(self, document: Document) -> None:
        earlier, self._document = self._document, document
        history = self._controller.history
        if document is not earlier and self.is_heard and not history.redo_text:  # else it is undone, and that is said
            self.say(spoken.edit_words(earlier, document, history.undo_text, self._is_full, self._hidden()))
        self._on_plane()

    def _on_view(self, earlier: ViewState, state: ViewState) -> None:
        if self.is_heard and state != earlier:
            self.say(spoken.choices_words(earlier, state))

    def _on_exercise(self) -> None:
        prompt = self._window.exercise.prompt
        words = prompt.text if prompt.text != UNDER_WAY else ""
        if words and words != self._asked:
            self.say(words, joined(filter(None, prompt.answers)))
        self._asked = words or self._asked * self._window.exercise.is_on

    def _page_words(self) -> str:
        side = self._window.side
        if not side.is_open:
            return ""
        title = STATIONS[side.station].title(self._controller.document.settings)
        page = side.entry.name_in_full
        return title if page == title else said_of(title, page)

    def _on_page(self) -> None:
        if not self.is_heard:
            return
        words = self._page_words()
        if words != self._page:
            self._page = words
            self.say(words)

    # The plane

    def _on_cursor(self) -> None:
        at = self._window.cursor_keys.at
        if at is not None and self.is_heard:
            self.say(self.place_words(at))

    def place_words(self, at: QPointF) -> str:
        """Say what is at a pixel: a point, or f there unless that is hidden, and the nearest point."""
        canvas, facts_of = self._window.canvas, self._window.details.hover.facts_of
        place, near = self._window.gestures.coordinates(at, NO_MODIFIER), canvas.point_near(at)
        if near is not None:
            return spoken.facts_words(facts_of(near) or self._seen(near), is_full=True)
        facts, n_features = facts_of(place), self._controller.document.dataset.n_features
        said = spoken.facts_words(facts, self._is_full) if facts is not None else vector_text(place[:n_features])
        return spoken.aloud(said, self._nearest(place))

    def _seen(self, point: int) -> Facts:
        from perceptron_gui.session.explanation.facts.place_facts import hidden_facts, seen_facts

        canvas = self._window.canvas
        return (hidden_facts if canvas.hides(point) else seen_facts)(canvas.newest.dataset, point)

    def _nearest(self, place: tuple[float, float]) -> str:
        scene = self._window.canvas.newest
        if not len(scene.positions):
            return ""
        from perceptron_gui.session.explanation.facts.place_facts import point_title

        away = scene.positions - place
        nearest = int((away * away).sum(axis=1).argmin())
        return tr("The nearest point is {point}").format(point=point_title(scene.dataset, nearest))

    def _hidden(self) -> Bools | None:
        controller = self._controller
        return hidden_points(controller.document, controller.view_state, controller.snapshot)

    def plane_words(self) -> str:
        """Describe the plane."""
        canvas, document, snapshot = self._window.canvas, self._controller.document, self._controller.snapshot
        left, bottom, right, top = canvas.frame.rectangle
        (across, upwards), names = canvas.axes, document.dataset.features
        view = [(names[across], left, right), *([(names[upwards], bottom, top)] if upwards is not None else [])]
        return spoken.Plane(document, snapshot, self._finding, view, self._hidden(), self._hide).words

    def _on_plane(self) -> None:
        """Let a reader that has kept the description ask for it anew."""
        if QAccessible.isActive():
            event = QAccessibleEvent(self._window.canvas, QAccessible.Event.DescriptionChanged)
            QAccessible.updateAccessibility(event)
