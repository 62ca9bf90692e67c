"""Trains pinned runs and fans of runs beside the window's run, and shows how they end."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QHBoxLayout, QPushButton, QToolButton, QWidget

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Order, SettingsError, TrainingSettings
from perceptron_gui.engine.run.many_runs import Bin, Fan, Variation, shared_rules, varied_settings
from perceptron_gui.engine.run.run import RunResult
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.frozen import replace
from perceptron_gui.gui.feature import Handlers, WindowCommands
from perceptron_gui.gui.override_guard import telling
from perceptron_gui.gui.panels.panel import Panel
from perceptron_gui.gui.style.theme import Theme
from perceptron_gui.gui.widgets.choice import Choice
from perceptron_gui.gui.widgets.plain_text import ScrollArea, caption, in_column
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.comparison import Comparison, fan_text, result_text, run_name
from perceptron_gui.session.document import Document
from perceptron_gui.session.view.view_state import MOST_PINS, Pin, ViewState, same_run, with_pin
from perceptron_gui.session.wording import counted, grouped
from perceptron_gui.translation import N_, tr

if TYPE_CHECKING:
    from perceptron_gui.session.worker.run_pool import RunBatch, RunPool


FAN_SIZE = 200
EDGES = 40
"""Pixels beside what is in a row, with those of a scroll bar."""
NO_PINS = N_("Pin a run, then change the rules: its last line stays on the canvas with a letter.")
LATE_POINTS = N_("You added points during the run on the canvas; pinned runs have all of them from the start.")
VEILED = N_("Results are hidden while the run asks questions.")
THREE = N_("Keeps your points and compares three runs: in their order, shuffled, and from other start weights.")
NO_FAN = N_("The same points in {count} orders, or from {count} starts: how much does the result depend on them?")
OTHER_FAN = N_("The fan you trained is for other rules. Train one for these, or undo the change to see it again.")
VARIATIONS = {
    Variation.ORDERS: (N_("shuffled orders"), N_("seeds 0 to {last}")),
    Variation.STARTS: (N_("random start weights"), N_("in the current order")),
}


class RunsPanel(Panel):
    """Lists pinned runs, and draws the mistakes of a fan.

    `pin_asked`: the run of now is to be pinned. `unpin_asked`: the letter of a run that is no longer to be pinned.
    `three_asked`: three runs of the points that are there are to be pinned. `run_chosen`: the rules to train by.
    `fan_asked`: a fan is to be trained. `fan_cancelled`: no more of it is to be trained.
    """

    pin_asked = Signal()
    unpin_asked = Signal(str)
    three_asked = Signal()
    run_chosen = Signal(object)
    fan_asked = Signal(object)
    fan_cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._comparison: Comparison | None = None
        self._bin: Bin | None = None
        self._last_chosen: tuple[Bin, int] | None = None
        self._has_late_points = False

    def draw(self, snapshot: Snapshot) -> None:
        """Show the comparison, unless it would answer what is asked. See `Panel.draw`."""
        self._inner.setVisible(not snapshot.is_veiled)
        self._veil.setVisible(snapshot.is_veiled)
        self.histogram.set_low(self.is_low)
        has_late_points = any(visit > 0 for visit in snapshot.arrivals)
        if has_late_points is not self._has_late_points:
            self._has_late_points = has_late_points
            self._show()

    def show_comparison(self, comparison: Comparison) -> None:
        """Show another comparison, or its progress."""
        self._comparison = comparison
        if self.is_built:
            self._show()

    def apply_theme(self, theme: Theme) -> None:
        """Give the bars and the list other colours. See `Panel.apply_theme`."""
        self.histogram.set_theme(theme)
        self._turn_buttons()

    # Building

    def build(self) -> None:
        """Make the lists, the bars and what is said of them. See `Panel.build`."""
        from perceptron_gui.gui.panels.axis_plots import Histogram

        self.focus_part = self.pin = QPushButton(tr("Pin this run"))
        self.pin.clicked.connect(self.pin_asked)
        # L10n: a button: pin three runs of the points that are there, to compare them
        self.three = QPushButton(tr("Pin three runs"))
        self.three.clicked.connect(self.three_asked)
        self.pins = QGridLayout()
        self.pins.setColumnStretch(1, 1)
        self.hint = caption()
        self.variation = self._make_variation()
        # L10n: a button: train all orders that are compared
        self.start = QPushButton(tr("Train them"))
        self.start.clicked.connect(self._start_or_cancel)
        self.histogram = Histogram()
        self.histogram.pointed.connect(self._point_at)
        self.histogram.chosen.connect(self._choose)
        self.counts, self.pointed, self._veil = caption(), caption(), caption(tr(VEILED))
        self._veil.setContentsMargins(12, 10, 12, 12)
        self._place()
        self._show()

    def _place(self) -> None:
        self._inner = ScrollArea()
        self._inner.setWidgetResizable(True)
        inside = QWidget()
        inside.setObjectName("inner")
        fan = caption(tr("A fan of runs"), "heading")
        fan.setContentsMargins(0, 12, 0, 0)
        # Below each other: in large letters both do not fit into a row.
        rows = _row(self.variation), _row(self.start)
        self._buttons = _row(self.pin, self.three)
        pinned = caption(tr("Pinned runs"), "heading"), self._buttons, self.hint, self.pins
        in_column(inside, *pinned, fan, *rows, self.counts, self.histogram, self.pointed, margins=None).addStretch(1)
        self._inner.setWidget(inside)
        in_column(self, self._inner).addWidget(self._veil, 0, Qt.AlignmentFlag.AlignTop)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.is_built:
            self._turn_buttons()

    def _turn_buttons(self) -> None:
        """Put the buttons below each other where letters are too large for a row of them."""
        needed = sum(part.sizeHint().width() + self._buttons.spacing() for part in (self.pin, self.three))
        way = QBoxLayout.Direction
        self._buttons.setDirection(way.LeftToRight if needed + EDGES < self.width() else way.TopToBottom)

    def _make_variation(self) -> Choice:
        choice = Choice(tr("{count} {name}").format(count=grouped(FAN_SIZE), name="{name}"))
        for variation, (name, meaning) in VARIATIONS.items():
            choice.add(tr(name), variation, tr(meaning).format(last=FAN_SIZE - 1))
        choice.setAccessibleName(tr("Difference between the runs of the fan"))
        return choice

    # Showing

    def _show(self) -> None:
        comparison = self._comparison
        if comparison is None:
            return
        self._show_pins(comparison.pinned)
        has_points = comparison.dataset.n_samples > 0
        self.pin.setEnabled(has_points and len(comparison.pinned) < MOST_PINS)
        self.three.setEnabled(has_points)
        self.three.setToolTip(tr(THREE) if has_points else tr("Place points first, or open an example."))
        # L10n: a button: give up training them
        self.start.setText(tr("Stop") if comparison.is_busy else tr("Train them"))
        self.start.setEnabled(has_points)
        self.histogram.show_fan(comparison.fan, comparison.at_most)
        is_new = comparison.fan is not None and self.histogram.isHidden()
        self.histogram.setVisible(comparison.fan is not None)
        if is_new:  # when it has its place
            QTimer.singleShot(0, self, telling(partial(self._inner.ensureWidgetVisible, self.histogram, 0, 0)))
        self.counts.setText(self._counts(comparison))
        self._say_pointed()

    def _counts(self, comparison: Comparison) -> str:
        if comparison.failure:
            return comparison.failure
        fan = comparison.fan
        if fan is None:
            return tr(OTHER_FAN) if comparison.has_other_fan else tr(NO_FAN).format(count=grouped(FAN_SIZE))
        text = fan_text(fan, comparison.at_most)
        if comparison.is_busy:
            done = tr("{done} of {total} runs").format(done=len(fan.results), total=fan.total)
            text = f"{done} · {text}" if text else done
        return text

    def _show_pins(self, pinned: tuple[tuple[Pin, RunResult | None], ...]) -> None:
        """Write a row for every pinned run."""
        while (item := self.pins.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.hint.setText(tr(LATE_POINTS) if pinned else tr(NO_PINS))
        self.hint.setVisible(not pinned or self._has_late_points)
        for row, (pin, result) in enumerate(pinned):
            self._add_pin(row, pin, result)

    def _add_pin(self, row: int, pin: Pin, result: RunResult | None) -> None:
        load = QPushButton(pin.letter)
        load.setToolTip(tr("Train this run on the canvas"))
        load.setAccessibleName(tr("Train run {letter}").format(letter=pin.letter))
        load.clicked.connect(partial(self.run_chosen.emit, pin.settings))
        words = caption(f"{run_name(pin.settings)}\n{result_text(result)}", "")
        away = QToolButton()
        away.setText("×")
        away.setToolTip(tr("Unpin this run"))
        away.setAccessibleName(tr("Unpin run {letter}").format(letter=pin.letter))
        away.clicked.connect(partial(self.unpin_asked.emit, pin.letter))
        for place, part in enumerate((load, words, away)):
            self.pins.addWidget(part, row, place)

    # The fan

    def _start_or_cancel(self) -> None:
        if self._comparison is not None and self._comparison.is_busy:
            self.fan_cancelled.emit()
        else:
            self.fan_asked.emit(Variation(self.variation.currentData()))  # Qt keeps a plain text

    def _point_at(self, group: Bin | None) -> None:
        self._bin = group
        self._say_pointed()

    def _say_pointed(self) -> None:
        """Show the pointed bar's number of runs, and what a click does."""
        group, fan = self._bin, self._comparison.fan if self._comparison is not None else None
        if fan is None or not fan.results:
            self.pointed.setText("")
        elif group is None:
            self.pointed.setText(tr("Click a bar to train one of its runs on the canvas."))
        else:
            span = "–".join(map(grouped, sorted({group.least, group.most})))
            runs = counted("{count} run", "{count} runs", len(group.runs))
            self.pointed.setText(tr("{runs}, mistakes: {span}").format(runs=runs, span=span))

    def _choose(self, group: Bin) -> None:
        """Choose a run of a bar; each further click on it chooses its next."""
        fan = self._comparison.fan if self._comparison is not None else None
        if fan is None:
            return
        last, place = self._last_chosen or (None, -1)
        place = (place + 1) % len(group.runs) if last == group else 0
        self._last_chosen = group, place
        self.run_chosen.emit(fan.results[group.runs[place]].settings)


def _row(*parts: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    for part in parts:
        row.addWidget(part)
    row.addStretch(1)
    return row


LONGEST_PIN, LONGEST_OF_FAN = 5 * 10**6, 10**6
"""Visits of a pinned run, and of a run of a fan: at most about 1 s, and 0.2 s."""


class ComparisonCommands(WindowCommands):
    """Trains pins and fans in a pool of threads; polls them in frames."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._panel = window.side.panel(RunsPanel)
        self._pins: RunBatch | None = None
        self._fan: RunBatch | None = None
        self._variation = Variation.ORDERS
        self._failure = ""
        self._shown: tuple[object, ...] = ()

    @cached_property
    def _pool(self) -> RunPool:
        """The threads; made when the first run is compared (A9)."""
        from perceptron_gui.session.worker.run_pool import RunPool

        return RunPool(self._controller.scheduler)

    def handlers(self) -> Handlers:
        """Return what to call for each action, by the action's id."""
        return {"run.pin": self.pin}

    def begin(self) -> None:
        """Follow the document and the pins from now on."""
        panel, controller = self._panel, self._controller
        panel.pin_asked.connect(self.pin)
        panel.unpin_asked.connect(self.unpin)
        panel.run_chosen.connect(self.train)
        panel.fan_asked.connect(lambda variation: self.begin_fan(Variation(variation)))
        panel.fan_cancelled.connect(self.cancel_fan)
        panel.three_asked.connect(self.pin_three)
        controller.document_changed.connect(self._on_document_changed)
        controller.view_changed.connect(self._on_view_changed)
        controller.ticked.connect(self.show_progress)
        controller.clock.add_work(lambda: self.is_busy)
        self.show_progress()

    @property
    def is_busy(self) -> bool:
        """Whether a result may still come."""
        return any(batch is not None and batch.is_busy for batch in (self._pins, self._fan))

    def stop(self) -> None:
        """Give up what is on its way."""
        if "_pool" in self.__dict__:
            self._pool.stop()

    # Pins

    def pin(self) -> None:
        """Pin the present run."""
        pins = self._controller.view_state.pins
        self._controller.change_view(pins=with_pin(pins, self._controller.document.named_settings))

    def unpin(self, letter: str) -> None:
        """Unpin a run."""
        pins = self._controller.view_state.pins
        self._controller.change_view(pins=tuple(pin for pin in pins if pin.letter != letter))

    def train(self, settings: TrainingSettings) -> None:
        """Train by another run's rules, in the present mode if that makes the same run."""
        if not same_run(settings, self._controller.document.named_settings):
            self._controller.set_settings(settings, N_("another run"))

    def pin_three(self) -> None:
        """Pin three runs of the points that are there, which may end in different lines."""
        document, pins = self._controller.document, self._controller.view_state.pins
        runs = three_runs(document.dataset, document.named_settings)
        for settings in runs:
            pins = with_pin(pins, settings)
        self._controller.change_view(pins=pins)
        if not all(any(same_run(pin.settings, settings) for pin in pins) for settings in runs):
            words = tr("At most {most} runs can be pinned: unpin some, then press the button again.")
            self._controller.noticed.emit(words.format(most=MOST_PINS))

    def _on_view_changed(self, earlier: ViewState, state: ViewState) -> None:
        if state.pins != earlier.pins:
            self._begin_pins(self._controller.document.dataset)

    def _on_document_changed(self, document: Document) -> None:
        """Train the pinned runs on other points; a fan of other points is out of date."""
        if self._pins is not None and document.dataset is not self._pins.dataset:
            self._begin_pins(document.dataset)
        if self._fan is not None and document.dataset is not self._fan.dataset:
            self._fan.cancel()
            self._fan = None
        self._failure = ""
        self.show_progress()

    def _begin_pins(self, dataset: Dataset) -> None:
        if self._pins is not None:
            self._pins.cancel()
        pins = self._controller.view_state.pins
        settings = [pin.settings for pin in pins] if dataset.n_samples else []
        self._pins = self._pool.begin(dataset, settings, LONGEST_PIN) if pins else None
        self._controller.clock.wake()
        self.show_progress()

    # The fan

    def begin_fan(self, variation: Variation) -> None:
        """Train many runs on the present points. `variation`: what differs between them."""
        self.cancel_fan()
        document = self._controller.document
        try:
            settings = varied_settings(document.dataset, document.named_settings, variation, FAN_SIZE)
        except SettingsError as error:
            self._failure = str(error)
        else:
            self._failure, self._variation = "", variation
            self._fan = self._pool.begin(document.dataset, settings, LONGEST_OF_FAN, has_bound=True)
        self._controller.clock.wake()
        self.show_progress()

    @property
    def _is_fan_of_these_rules(self) -> bool:
        """Whether the fan is the one that would be trained now; it waits unseen while the rules are others."""
        if self._fan is None:
            return False
        rules = self._controller.document.named_settings
        one, other = (shared_rules(each, self._variation) for each in (rules, self._fan.settings[0]))
        return one == other

    def cancel_fan(self) -> None:
        """Train no more of the fan; what has ended stays."""
        if self._fan is not None:
            self._fan.cancel()
            self.show_progress()

    # Showing

    def show_progress(self) -> None:
        """Show how far the runs have come, where that has changed."""
        pins, fan = self._pins, self._fan
        state = (
            self._controller.document.dataset,
            self._controller.view_state.pins,
            (pins, pins.n_done, pins.failure) if pins is not None else None,
            (fan, fan.n_done, fan.at_most, fan.is_busy) if fan is not None else None,
            self._is_fan_of_these_rules,
            self._failure,
        )
        if state != self._shown:
            self._shown = state
            self._show(self._comparison())

    def _comparison(self) -> Comparison:
        pins, fan = self._pins, self._fan
        pinned = self._controller.view_state.pins
        results = pins.results if pins is not None and len(pins.results) == len(pinned) else (None,) * len(pinned)
        failure = self._failure or (pins.failure if pins is not None else "")
        dataset = self._controller.document.dataset
        comparison = Comparison(dataset, tuple(zip(pinned, results, strict=True)), failure=failure)
        if fan is None:
            return comparison
        if not self._is_fan_of_these_rules:
            return replace(comparison, has_other_fan=True)
        ended = tuple(result for result in fan.results if result is not None)
        return replace(
            comparison,
            fan=Fan(self._variation, ended, len(fan.settings)),
            at_most=fan.at_most,
            failure=failure or fan.failure,
            is_busy=fan.is_busy,
        )

    def _show(self, comparison: Comparison) -> None:
        self._panel.show_comparison(comparison)
        self._window.canvas.final_lines.set_comparison(comparison)


def three_runs(dataset: Dataset, settings: TrainingSettings) -> tuple[TrainingSettings, ...]:
    """Return the rules of now in the points' own order, in a shuffled one, and from other start weights.

    Where a run has no start weights it is another shuffled order. `settings`: the rules of now.
    """
    plain = replace(settings, order=Order.CYCLIC, initial=None, seed=0)
    shuffled, again = varied_settings(dataset, plain, Variation.ORDERS, 2)
    try:
        (started,) = varied_settings(dataset, plain, Variation.STARTS, 1)
    except SettingsError:
        started = again
    return plain, shuffled, started
