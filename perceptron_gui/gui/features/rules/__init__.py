"""Commands that change the rules of training."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING

from perceptron_gui.engine.data.kernel import KernelName
from perceptron_gui.engine.data.settings import with_kernel
from perceptron_gui.frozen import replace
from perceptron_gui.gui.feature import Handlers, WindowCommands
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.gui.features.rules.features_dialog import FeaturesDialog
    from perceptron_gui.gui.features.rules.settings_dialog import SettingsDialog


class SettingsCommands(WindowCommands):
    """Rules from the bar at the top, from the dialog, and from arrows that are drawn."""

    @cached_property
    def dialog(self) -> SettingsDialog:
        """The rules that are set once in a while; made when it is first asked for (A9)."""
        from perceptron_gui.gui.features.rules.settings_dialog import SettingsDialog

        dialog = SettingsDialog(self._window)
        dialog.rules_changed.connect(self.change)
        self.follow_document(dialog)
        return dialog

    @cached_property
    def features_dialog(self) -> FeaturesDialog:
        """The features of one's own; made when it is first asked for (A9)."""
        from perceptron_gui.gui.features.rules.features_dialog import FeaturesDialog

        dialog = FeaturesDialog(self._window)
        dialog.rules_changed.connect(self.change)
        self.follow_document(dialog)
        return dialog

    def handlers(self) -> Handlers:
        """Return what each action does."""
        kernels = {f"run.{name.value}": partial(self.choose_kernel, name) for name in KernelName}
        return {"run.rules": self.show_dialog, "run.features": self.show_features, **kernels}

    def begin(self) -> None:
        """Hear the top bar."""
        self._window.top.rules_changed.connect(self.change)
        self._window.top.kernel_chosen.connect(self.choose_kernel)
        self._window.top.rules_asked.connect(self.show_dialog)
        self._window.top.features_asked.connect(self.show_features)

    def change(self, what: str, changes: dict[str, object]) -> None:
        """Take other rules; a run in progress begins anew and says so.

        `what`: what the step of undo is called, translated. `changes`: new values, by the names of fields of
        TrainingSettings.
        """
        settings = replace(self._controller.document.settings, **changes)
        self._controller.set_settings(settings, what)

    def choose_kernel(self, name: KernelName) -> None:
        """Take another kernel, with the numbers that it had last; a curved one turns the primal into the dual."""
        settings = self._controller.document.settings
        if name is not settings.kernel.name:
            self._controller.set_settings(with_kernel(settings, replace(settings.kernel, name=name)), tr("kernel"))

    def show_dialog(self) -> None:
        """Show the rules that are set once in a while."""
        self.show_about_document(self.dialog)

    def show_features(self) -> None:
        """Show the features of one's own."""
        self.features_dialog.set_theme(self._window.theme)
        self.show_about_document(self.features_dialog)
