"""Commands that change the rules of training."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING

from perceptron_gui.engine.data.kernel import KernelName
from perceptron_gui.engine.data.settings import Mode, with_kernel
from perceptron_gui.frozen import replace
from perceptron_gui.gui.feature import Handlers, WindowCommands, let_go
from perceptron_gui.translation import N_

if TYPE_CHECKING:
    from perceptron_gui.gui.features.rules.rules_page import FeaturesDialog, RulesPage


class SettingsCommands(WindowCommands):
    """Rules from the bar at the top, from its page, and from arrows that are drawn."""

    @cached_property
    def page(self) -> RulesPage:
        """The page with all rules; made when first needed (A9)."""
        from perceptron_gui.gui.features.rules.rules_page import RulesPage

        window = self._window
        page = RulesPage(window, window.top.rules)
        page.rules_changed.connect(self.change)
        page.kernel_chosen.connect(self.choose_kernel)
        page.features_asked.connect(self.show_features)
        self._controller.document_changed.connect(page.take_changed)
        window.restyled.connect(lambda is_over: page.set_theme(window.theme) if is_over else None)
        return page

    @cached_property
    def features_dialog(self) -> FeaturesDialog:
        """The dialog for the user's own features; made when first needed (A9)."""
        from perceptron_gui.gui.features.rules.rules_page import FeaturesDialog

        dialog = FeaturesDialog(self._window)
        dialog.rules_changed.connect(self.change)
        self.follow_document(dialog)
        dialog.finished.connect(partial(let_go, self, "features_dialog"))
        return dialog

    def handlers(self) -> Handlers:
        """Return what to call for each action, by the action's id."""
        kernels = {f"run.{name.value}": partial(self.choose_kernel, name) for name in KernelName}
        modes = {f"run.{mode.value}": partial(self._window.top.choose_mode, mode) for mode in Mode}
        return {"run.rules": self.switch_page, "run.features": self.show_features, **modes, **kernels}

    def begin(self) -> None:
        """Hear the top bar."""
        self._window.top.rules_changed.connect(self.change)
        self._window.top.rules_asked.connect(self.switch_page)

    def change(self, what: str, changes: dict[str, object]) -> None:
        """Change rules; a run in progress restarts, with a notice.

        `what`: what the step of undo is called, before translation. `changes`: new values, by the names of fields of
        TrainingSettings.
        """
        settings = replace(self._controller.document.settings, **changes)
        self._controller.set_settings(settings, what)

    def choose_kernel(self, name: KernelName) -> None:
        """Choose a kernel with the parameters it last had; a curved one changes primal to dual mode."""
        settings = self._controller.document.settings
        if name is not settings.kernel.name:
            self._controller.set_settings(with_kernel(settings, replace(settings.kernel, name=name)), N_("kernel"))

    def switch_page(self) -> None:
        """Open the page of rules, or close it."""
        if self.page.isVisible():
            self.page.close_page()
        else:
            self.page.open_below(self._controller.document, self._window.theme)

    def show_features(self) -> None:
        """Show the features of one's own."""
        self.features_dialog.set_theme(self._window.theme)
        self.show_about_document(self.features_dialog)
