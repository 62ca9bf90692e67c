"""Qt actions made from the one table of what a user can do."""

import re
from functools import cache

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from perceptron_gui.gui.widgets.plain_text import menu_text
from perceptron_gui.session.actions import ACTIONS, Action, Situation, checked_actions, reasons_disabled
from perceptron_gui.session.view.switches import ALTERNATIVES, LETTERS_ON
from perceptron_gui.session.view.view_state import Tool, ViewState
from perceptron_gui.session.wording import joined
from perceptron_gui.translation import N_, is_leftwards, isolated, language, tr

MENUS = {
    # L10n: & stands before the letter that opens the menu with Alt; no two menus may have the same
    "file": N_("&File"),
    "edit": N_("&Edit"),
    "points": N_("&Points"),
    "run": N_("&Run"),
    "view": N_("&View"),
    "lessons": N_("&Lessons"),
    "help": N_("&Help"),
}
MENUS_AFTER = {"file": "file.open", "view": "view.projector"}
"""The action after which the submenus of a menu stand; elsewhere they come first."""
LINES_BEFORE = {
    "file.title",
    "file.quit",
    "edit.cut",
    "edit.copy_text",
    "edit.select_all",
    "data.hold_out",
    "data.look",
    "run.step",
    "run.end",
    "run.primal",
    "run.pin",
    "run.faster",
    "view.next_area",
    "tools.place",
    "tools.larger",
    "show.levels",
    "help.about",
    "lessons.hand_in",
    "lessons.new",
    "lessons.end",
}
"""Actions with a line above them in their menu."""


class ActionSet:
    """One QAction for every row of the table of actions.

    `window`: owner of the actions. `bar`: gets the menus, to be filled by `fill`.
    """

    def __init__(self, window: QWidget, bar: QMenuBar) -> None:
        self.by_id = {action.id: _made(action, window) for action in ACTIONS}
        # Of the window, not of its bar, which PySide forgets now and then in use, and all that it thinks is the bar's.
        self.menus = {name: QMenu(tr(title), window) for name, title in MENUS.items()}
        for menu in self.menus.values():
            bar.addMenu(menu)
        self.groups: dict[tuple[str, str], QMenu] = {}
        """Menus inside of menus, by the names of both."""
        self._reasons: dict[str, str] = {}
        self._closed: frozenset[str] = frozenset()
        self._locked: dict[str, str] = {}
        self.letters = LETTERS_ON
        groups = {field: QActionGroup(window) for field in ("tool", *(each.field for each in ALTERNATIVES))}
        chosen = {f"tools.{tool.value}": "tool" for tool in Tool} | {each.action: each.field for each in ALTERNATIVES}
        for name in checked_actions(ViewState()):
            self.by_id[name].setCheckable(True)
        for action in ACTIONS:
            window.addAction(self.by_id[action.id])
            if action.id in chosen:
                groups[chosen[action.id]].addAction(self.by_id[action.id])

    def __getitem__(self, name: str) -> QAction:
        return self.by_id[name]

    def fill(self, extra: dict[str, list[QMenu]]) -> None:
        """Fill the menus. `extra`: submenus, by the name of the menu."""
        for name, menu in self.menus.items():
            menu.setToolTipsVisible(True)
            place, submenus = MENUS_AFTER.get(name), extra.get(name, [])
            if place is None:
                _add_menus(menu, submenus)
            for action in ACTIONS:
                if action.menu == name:
                    if action.id in LINES_BEFORE:
                        (self._home(action) if (name, action.group) in self.groups else menu).addSeparator()
                    self._home(action).addAction(self.by_id[action.id])
                if action.id == place:
                    _add_menus(menu, submenus)

    def _home(self, action: Action) -> QMenu:
        """Return the menu that an action belongs into; that of its group stands where its first action would."""
        menu, key = self.menus[action.menu], (action.menu, action.group)
        if not action.group:
            return menu
        if key not in self.groups:
            self.groups[key] = QMenu(tr(action.group), menu.parentWidget())
            self.groups[key].setToolTipsVisible(True)
            menu.addMenu(self.groups[key])
        return self.groups[key]

    def lock(self, field: str, why: str) -> None:
        """Leave nobody a choice among alternatives. `field`: theirs, of the view state. `why`: who has decided."""
        self._locked |= {each.action: why for each in ALTERNATIVES if each.field == field}
        for name in self._locked:
            self.by_id[name].setEnabled(False)
        self.name_all()

    def update(self, situation: Situation) -> None:
        """Enable what can be done, and say in the tooltip why the rest cannot.

        `situation`: what the actions depend on.
        """
        earlier, self._reasons = self._reasons, reasons_disabled(situation)
        others = {need: reason for need, reason in self._reasons.items() if reason != earlier.get(need, "")}
        is_other_page, self._closed = situation.closed != self._closed, situation.closed
        for action in ACTIONS:
            if action.needs in others or is_other_page:
                reason, made = self._reason(action), self.by_id[action.id]
                made.setEnabled(not reason)
                made.setToolTip(tip(action, reason, self.letters))
        undo, redo = situation.undo_text, situation.redo_text
        self["edit.undo"].setText(menu_text(tr("Undo {what}").format(what=undo) if undo else tr("Undo")))
        self["edit.redo"].setText(menu_text(tr("Redo {what}").format(what=redo) if redo else tr("Redo")))

    def name_all(self) -> None:
        """Rewrite texts and tooltips after a change of symbols or keys."""
        for action in ACTIONS:
            if action.id not in ("edit.undo", "edit.redo"):  # which say what they would do
                self.by_id[action.id].setText(_menu_line(action))
            self.by_id[action.id].setToolTip(tip(action, self._reason(action), self.letters))

    def use_letters(self, letters: str) -> None:
        """Let letters be commands, or not. `letters`: one of `switches.LETTERS_ON` and its alternatives."""
        if letters != self.letters:
            self.letters = letters
            for action in ACTIONS:
                self.by_id[action.id].setShortcuts([*map(QKeySequence, action.keys_with(letters))])
            self.name_all()

    def _reason(self, action: Action) -> str:
        """Return why an action cannot be done; "" where it can."""
        if action.id in self._closed:
            return tr("not available on this page of the lesson")
        return self._locked.get(action.id) or self._reasons.get(action.needs, "")

    def show_view_state(self, state: ViewState) -> None:
        """Check what is on."""
        for name, is_on in checked_actions(state).items():
            self.by_id[name].setChecked(is_on)


def _add_menus(menu: QMenu, submenus: list[QMenu]) -> None:
    for submenu in submenus:
        menu.addMenu(submenu)


def tip(action: Action, reason: str = "", letters: str = LETTERS_ON) -> str:
    """Return the tooltip of an action: its name, its shortcut, and a hint.

    `reason`: why it cannot be done now; empty where it can. `letters`: see `Action.keys_with`.
    """
    keys = shown_keys(action, letters)
    hint = reason or tr(action.hint)
    return tr(action.text).rstrip("…") + (f" ({isolated(keys)})" if keys else "") + (f" — {hint}" if hint else "")


def shown_keys(action: Action, letters: str = LETTERS_ON) -> str:
    """Return the shortcut of an action as menus write it. `letters`: see `Action.keys_with`."""
    return _written_keys(action.keys_with(letters), language())


@cache
def _written_keys(keys: tuple[str, ...], spoken: str) -> str:
    del spoken  # the language in which Qt writes them now
    return joined(QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText) for key in keys)


MODIFIERS = re.compile(r"\b(Ctrl|Shift|Alt)(\+?)")
NAMED_KEY = re.compile(r"\b(Space|Home|End|PgUp|PgDown|Backspace|Del|Delete|Enter|Return|Esc|Tab|Left|Right|Up|Down)\b")
KEYS = re.compile(rf"(?:{MODIFIERS.pattern}|{NAMED_KEY.pattern}).*")


def native_keys(keys: str) -> str:
    """Return keys as menus write them in this language on this system. `keys`: "Shift+→", "Ctrl+1 … 5", "Space"."""
    if not KEYS.fullmatch(keys):
        return keys
    named = NAMED_KEY.sub(lambda found: _written_keys((found[1],), language()), keys)
    return MODIFIERS.sub(lambda found: _modifier(found[1]) if found[2] else _modifier(found[1]).rstrip("+"), named)


def _modifier(name: str) -> str:
    """Return a modifier with what stands between it and a key, a + or nothing."""
    return _written_keys((f"{name}+A",), language()).removesuffix("A")


def _menu_line(action: Action) -> str:
    """Return what a menu shows of an action: its name, and its keys where Qt would turn them round: ++Ctrl, ] for [."""
    keys = action.keys[-1] if action.keys and is_leftwards() else ""
    is_turned = bool(keys) and not keys[-1].isalnum()
    return f"{tr(action.text)}\t{isolated(shown_keys(action))}" if is_turned else tr(action.text)


def _made(action: Action, parent: QObject) -> QAction:
    made = QAction(_menu_line(action), parent, toolTip=tip(action))
    made.setObjectName(action.id)
    if action.keys:
        made.setShortcuts([QKeySequence(key) for key in action.keys])
        made.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
    return made
