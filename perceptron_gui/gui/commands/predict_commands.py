"""Commands of predict first, and play, which goes from question to question while it is on."""

from __future__ import annotations

from perceptron_gui.gui.commands.feature import Handlers
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.translation import tr


class PredictCommands:
    """Starts and ends the exercise.

    Parameters
    ----------
    window : MainWindow
    """

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._controller = window.controller

    def handlers(self) -> Handlers:
        """Return what each action does."""
        return {
            "run.play": self.play,
            "run.predict": self.set_on,
            "run.predict_mistakes": self.set_only_mistakes,
        }

    def begin(self) -> None:
        """Hear the switch on the bar of the exercise."""
        only_mistakes = self._window.actions_by_id["run.predict_mistakes"]
        self._window.predict.only.clicked.connect(only_mistakes.trigger)

    def play(self) -> None:
        """Play or pause; while the run asks first, it goes from question to question."""
        predict = self._window.predict
        if predict.is_on and predict.quiz.question is None:
            predict.answer(1)
        elif predict.is_on:
            self._window.status.notice(tr("Predict first is on: answer with 1 or 2, or switch it off with Q."))
        else:
            self._controller.toggle_play()

    def set_on(self) -> None:
        """Ask before every visit, or stop asking."""
        self._controller.change_view(is_predicting=not self._controller.view_state.is_predicting)

    def set_only_mistakes(self) -> None:
        """Ask only before mistakes, or before every visit; who asks for it wants to be asked."""
        state = self._controller.view_state
        is_only = not state.only_before_mistakes
        self._controller.change_view(only_before_mistakes=is_only, is_predicting=is_only or state.is_predicting)
