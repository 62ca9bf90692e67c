"""Has pinned runs and fans of runs trained beside the run of the window, and shows where they end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from perceptron_gui.engine.data.settings import Order, SettingsError, TrainingSettings
from perceptron_gui.engine.run.fan import Fan, Variation, varied_settings
from perceptron_gui.frozen import replace
from perceptron_gui.gui.features.runs.runs_panel import FAN_SIZE, RunsPanel
from perceptron_gui.session.comparison import Comparison
from perceptron_gui.session.view_state import Pin, same_run, with_pin
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset
    from perceptron_gui.gui.feature import Handlers
    from perceptron_gui.gui.features.examples import Examples
    from perceptron_gui.gui.window import MainWindow
    from perceptron_gui.session.document import Document
    from perceptron_gui.session.view_state import ViewState
    from perceptron_gui.session.worker.run_pool import RunBatch, RunPool

PIN_WORK, FAN_WORK = 1e9, 1e8
"""What a pinned run, and a run of a fan may take, in multiply-adds: about 1 s and 0.1 s."""
PREPARED = "order"
"""The example whose result depends on the order and on the start."""


class ComparisonCommands(QObject):
    """Trains pins and fans in a pool of threads; polls them in frames. `examples`: opens the prepared one."""

    def __init__(self, window: MainWindow, examples: Examples) -> None:
        super().__init__(window)
        self._window = window
        self._controller = window.controller
        self._examples = examples
        self._panel = window.side.panel(RunsPanel)
        self._threads: RunPool | None = None
        self._pins: RunBatch | None = None
        self._fan: RunBatch | None = None
        self._variation = Variation.ORDERS
        self._failure = ""
        self._shown: tuple[object, ...] = ()

    def _pool(self) -> RunPool:
        """Return the threads, which are made when the first run is compared (A9)."""
        if self._threads is None:
            from perceptron_gui.session.worker.run_pool import RunPool

            self._threads = RunPool(self._controller.scheduler)
        return self._threads

    def handlers(self) -> Handlers:
        """Return what each action does."""
        return {"run.pin": self.pin}

    def begin(self) -> None:
        """Follow the document and the pins from now on."""
        panel, controller = self._panel, self._controller
        panel.pin_asked.connect(self.pin)
        panel.unpin_asked.connect(self.unpin)
        panel.run_chosen.connect(self.train)
        panel.fan_asked.connect(lambda variation: self.begin_fan(Variation(variation)))
        panel.fan_cancelled.connect(self.cancel_fan)
        panel.example_asked.connect(self.show_prepared)
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
        if self._threads is not None:
            self._threads.stop()

    # Pins

    def pin(self) -> None:
        """Pin the run of now."""
        pins = self._controller.view_state.pins
        self._controller.change_view(pins=with_pin(pins, self._controller.document.named_settings))

    def unpin(self, letter: str) -> None:
        """Let a run go."""
        pins = self._controller.view_state.pins
        self._controller.change_view(pins=tuple(pin for pin in pins if pin.letter != letter))

    def train(self, settings: TrainingSettings) -> None:
        """Train by the rules of another run, in the mode of now where that makes the same run."""
        if not same_run(settings, self._controller.document.named_settings):
            self._controller.set_settings(settings, tr("another run"))

    def show_prepared(self) -> None:
        """Open the example whose result depends on order and start, and pin three of its runs."""
        if self._examples.open(PREPARED):
            pins: tuple[Pin, ...] = ()
            for settings in prepared_runs(self._controller.document.named_settings):
                pins = with_pin(pins, settings)
            self._controller.change_view(pins=pins)

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
        self._pins = self._pool().begin(dataset, settings, PIN_WORK) if pins else None
        self._controller.clock.wake()
        self.show_progress()

    # The fan

    def begin_fan(self, variation: Variation) -> None:
        """Train many runs of the points of now. `variation`: what differs between them."""
        self.cancel_fan()
        document = self._controller.document
        try:
            settings = varied_settings(document.dataset, document.named_settings, variation, FAN_SIZE)
        except SettingsError as error:
            self._failure = str(error)
        else:
            self._failure, self._variation = "", variation
            self._fan = self._pool().begin(document.dataset, settings, FAN_WORK, has_bound=True)
        self._controller.clock.wake()
        self.show_progress()

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
        comparison = Comparison(
            self._controller.document.dataset, tuple(zip(pinned, results, strict=True)), failure=failure
        )
        if fan is None:
            return comparison
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


def prepared_runs(settings: TrainingSettings) -> tuple[TrainingSettings, ...]:
    """Return runs of the prepared example that end in different lines: in two orders, and from another start.

    `settings`: the rules of now.
    """
    plain = replace(settings, order=Order.CYCLIC, eta=1.0, bias=True, initial=None, beta=0.0, seed=0)
    return plain, replace(plain, order=Order.SHUFFLED), replace(plain, initial=(-9.0, 9.0, -9.0))
