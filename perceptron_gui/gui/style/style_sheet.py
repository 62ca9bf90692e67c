"""The style sheet and the palette: how Qt's own widgets look in a theme."""

from PySide6.QtCore import QDir
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette, QPixmapCache
from PySide6.QtWidgets import QApplication

from perceptron_gui.gui.paths import qt_path
from perceptron_gui.gui.style.theme import LEAST_HEIGHT, RADIUS, RESOURCES, SMALL, TEXT, Theme, blend
from perceptron_gui.translation import is_leftwards

BRUSH_BUTTON, LARGEST_NUMBER = 18, 14
"""Pixels of the height of the buttons below a number of the brush, without frames, and of its digits: three beside
their picture are as wide as a tool."""
TEXT_FAMILY, FORMULA_FAMILY, SIGN_FAMILY = "Inter", "STIX Two Text", "STIX Two Math"
OTHER_SCRIPTS = ("Noto Sans SC", "Noto Sans Arabic UI", "Noto Sans Raised")
"""Families for the letters that those have not."""


def load_fonts() -> None:
    """Make the bundled fonts known to Qt, which reads the letters of one when a text first needs them."""
    for path in sorted((RESOURCES / "fonts").glob("*.[ot]tf")):
        QFontDatabase.addApplicationFont(qt_path(path))
    for family in (TEXT_FAMILY, FORMULA_FAMILY):
        QFont.insertSubstitutions(family, (SIGN_FAMILY, *OTHER_SCRIPTS))


def apply_theme(theme: Theme) -> None:
    """Give the whole program the colours and the text size of `theme`, if it has others.

    Every widget of every window takes a style sheet anew, also one that says what the last one said.
    """
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    sheet = style_sheet(theme)
    if sheet == app.styleSheet():
        return
    palette = QPalette()
    roles = QPalette.ColorRole
    for role, colour in (
        (roles.Window, theme.background),
        (roles.Base, theme.panel),
        (roles.AlternateBase, theme.background),
        (roles.Button, theme.panel),
        (roles.Text, theme.text),
        (roles.WindowText, theme.text),
        (roles.ButtonText, theme.text),
        (roles.ToolTipBase, theme.panel),
        (roles.ToolTipText, theme.text),
        (roles.PlaceholderText, theme.muted),
        (roles.Highlight, theme.accent),
        (roles.HighlightedText, theme.on_accent),
        (roles.Link, theme.accent),
    ):
        palette.setColor(role, QColor(colour))
    for role in (roles.Text, roles.WindowText, roles.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, blend(QColor(theme.text), QColor(theme.panel), 0.38))
    QDir.setSearchPaths("icons", [qt_path(RESOURCES / "icons")])
    app.setPalette(palette)
    app.setFont(theme.font())
    app.setStyleSheet(sheet)
    # Qt keeps what it drew under the palette it was drawn with, and never finds it again under the next.
    QPixmapCache.clear()


def letters(theme: Theme) -> str:
    """Return the style sheet of a part whose letters are larger than the program's, as in F11.

    Not by a font: Qt gives a part that it polishes anew, as a field with a flaw, the program's font again.
    """
    return f"* {{ font-size: {theme.letters(TEXT)}px; }}"


def style_sheet(theme: Theme) -> str:
    """Return Qt's style sheet for `theme`."""
    # Of two rules that say as much about a widget, Qt takes the later one.
    subjects = (_menu_rules, _bar_rules, _field_rules, _bar_button_rules, _panel_rules, _lesson_rules, focus_rules)
    return "".join(rules(theme) for rules in subjects)


def _on_panel(theme: Theme, share: float) -> str:
    """Return the colour of text, thinned to a share of it on the panel."""
    return blend(QColor(theme.text), QColor(theme.panel), share).name()


def _tick(is_light: bool) -> str:
    """Return the picture of a light tick, or of a dark one: a picture takes no colour from a style sheet."""
    return f"icons:tick_{'dark' if is_light else 'light'}.png"


def _sides() -> tuple[str, str]:
    """Return where a line begins and where it ends: Qt mirrors layouts, and no style sheet."""
    return ("right", "left") if is_leftwards() else ("left", "right")


def _menu_rules(theme: Theme) -> str:
    """Return the rules of windows, menus and tooltips."""
    disabled, tick = _on_panel(theme, 0.38), round(14 * theme.scale)
    return f"""
    QDialogButtonBox, QMessageBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
    QMainWindow, QDialog {{ background: {theme.background}; }}
    QMenuBar {{ background: {theme.panel}; border-bottom: 1px solid {theme.line}; padding: 2px 6px; }}
    QMenuBar::item {{ padding: 4px 10px; border-radius: 4px; background: transparent; }}
    QMenuBar::item:selected {{ background: {theme.accent}; color: {theme.on_accent}; }}
    QMenu {{ background: {theme.panel}; border: 1px solid {theme.line}; padding: 4px; }}
    QMenu::item {{ padding: 5px 24px 5px 12px; border-radius: 4px; }}
    QMenu::item:selected {{ background: {theme.accent}; color: {theme.on_accent}; }}
    QMenu::item:disabled {{ color: {disabled}; background: transparent; }}
    QMenu::separator {{ height: 1px; background: {theme.line}; margin: 4px 8px; }}
    QMenu::icon {{ padding-left: 8px; }}
    QMenu::indicator {{ width: {tick}px; height: {tick}px; }}
    QMenu::indicator:checked {{ image: url({_tick(theme.is_dark)}); }}
    QMenu::indicator:checked:selected {{ image: url({_tick(not theme.is_dark)}); }}
    QMenu::indicator:checked:disabled {{ image: url(icons:tick_faint.png); }}
    QToolTip {{ background: {theme.panel}; color: {theme.text}; border: 1px solid {theme.line}; padding: 4px 6px; }}
    """


def _bar_rules(theme: Theme) -> str:
    """Return the rules of the grounds, lines and captions of bars."""
    small = theme.letters(SMALL)
    return f"""
    #topBar, #leftBar, #transport, #statusLine {{ background: {theme.panel}; }}
    #questionBar {{ background: {theme.background}; border-top: 2px solid {theme.accent}; }}
    #noteBar {{ background: {theme.panel}; border-top: 1px solid {theme.line}; }}
    QProgressBar {{ background: {theme.line}; border: none; border-radius: 3px; max-height: 6px; }}
    QProgressBar::chunk {{ background: {theme.accent}; border-radius: 3px; }}
    #coordinateEditor {{ background: {theme.panel}; border: 1px solid {theme.accent}; border-radius: {RADIUS}px; }}
    #hoverCard {{ background: {theme.panel}; border: 1px solid {theme.line}; border-radius: {RADIUS}px; }}
    #coordinateEditor QLabel#problem {{ color: {theme.wrong}; }}
    #modelBar {{ background: {theme.panel}; border-top: 1px solid {theme.line}; }}
    #axesBar {{ background: {theme.panel}; border-top: 1px solid {theme.line}; }}
    #topBar {{ border-bottom: 1px solid {theme.line}; }}
    #leftBar {{ border-{_sides()[1]}: 1px solid {theme.line}; }}
    #transport, #statusLine {{ border-top: 1px solid {theme.line}; }}
    #statusLine QLabel {{ color: {theme.muted}; font-size: {small}px; }}
    #leftBar QFrame#line {{ background: {theme.line}; max-height: 1px; border: none; margin: 6px 8px; }}
    #rulesPage {{ background: {theme.panel}; border: 1px solid {theme.line}; border-radius: {RADIUS}px; }}
    #rulesPage QScrollArea, #rulesPage QScrollArea > QWidget > QWidget {{ background: {theme.panel}; }}
    #rulesPage QLabel#hint {{ color: {theme.muted}; font-size: {small}px; padding-bottom: 4px; }}
    QLabel#caption {{ color: {theme.muted}; }}
    QLabel#problem {{ color: {theme.wrong}; }}
    QLabel#complaint {{ color: {theme.wrong}; background: {theme.panel}; border: 1px solid {theme.wrong};
        border-radius: 4px; padding: 4px 8px; }}
    """


def _field_rules(theme: Theme) -> str:
    """Return the rules of buttons, fields, lists and check boxes."""
    disabled = _on_panel(theme, 0.38)
    hover = _on_panel(theme, 0.06)
    return f"""
    QPushButton, QToolButton, QComboBox, QLineEdit {{
        background: {theme.panel}; color: {theme.text}; border: 1px solid {theme.line}; border-radius: {RADIUS}px;
        padding: 6px 10px; min-height: {LEAST_HEIGHT}px; }}
    QPushButton:hover, QToolButton:hover, QComboBox:hover {{ background: {hover}; }}
    QPushButton:disabled, QToolButton:disabled, QComboBox:disabled, QLineEdit:disabled {{ color: {disabled}; }}
    QComboBox, QLineEdit, QPlainTextEdit {{ border: 1px solid {theme.edge}; }}
    QLineEdit, QPlainTextEdit {{ placeholder-text-color: {theme.muted}; }}
    QLineEdit[bad="true"] {{ border: 1px solid {theme.wrong}; }}
    QComboBox:disabled, QLineEdit:disabled {{ border-color: {theme.line}; }}
    QToolButton::menu-indicator {{ image: none; width: 0; }}
    QComboBox {{ padding-right: 8px; combobox-popup: 0; }}
    QComboBox::drop-down {{ border: none; width: 0px; }}
    QComboBox QAbstractItemView {{ background: {theme.panel}; border: 1px solid {theme.line}; padding: 4px;
        selection-background-color: {theme.accent}; selection-color: {theme.on_accent}; outline: 0; }}
    QCheckBox::indicator, QListView::indicator {{ border: 1px solid {theme.muted}; border-radius: 3px;
        background: {theme.panel}; }}
    QCheckBox::indicator:checked, QListView::indicator:checked {{ image: url({_tick(theme.is_dark)}); }}
    QCheckBox::indicator:disabled, QListView::indicator:disabled {{ border-color: {theme.line}; }}
    QCheckBox::indicator:checked:disabled, QListView::indicator:checked:disabled {{ image: url(icons:tick_faint.png); }}
    {check_box_rules(theme.scale)}
    """


def _bar_button_rules(theme: Theme) -> str:
    """Return the rules of buttons and sliders in bars."""
    hover = _on_panel(theme, 0.06)
    return f"""
    #modeSwitch QPushButton {{ border: 1px solid {theme.line}; border-left-width: 0; border-radius: 0; margin: 0;
        padding: 6px 13px; }}
    #modeSwitch QPushButton[room="narrow"] {{ padding: 6px 8px; }}
    #modeSwitch QPushButton[room="tight"] {{ padding: 6px 3px; }}
    #modeSwitch QPushButton#first {{ border-top-left-radius: {RADIUS}px; border-bottom-left-radius: {RADIUS}px;
        border-left-width: 1px; }}
    #modeSwitch QPushButton#last {{ border-top-right-radius: {RADIUS}px; border-bottom-right-radius: {RADIUS}px; }}
    #modeSwitch QPushButton:checked {{ background: {theme.accent}; color: {theme.on_accent};
        border-color: {theme.accent}; font-weight: 600; }}
    #leftBar QToolButton {{ border: 2px solid transparent; padding: 0; background: transparent;
        font-size: {SMALL - 1}px; }}
    #leftBar QToolButton:hover {{ background: {hover}; }}
    #leftBar QToolButton:checked {{ border: 2px solid {theme.accent}; background: {theme.background}; }}
    #leftBar BrushSize QToolButton {{ border: 1px solid {theme.line}; border-radius: 4px;
        min-height: {BRUSH_BUTTON}px; }}
    #leftBar BrushSize QLabel {{ font-size: {min(theme.letters(SMALL), LARGEST_NUMBER)}px; }}
    #modelBar QToolButton, QPushButton#fold {{ border: 1px solid transparent; background: transparent;
        color: {theme.accent}; padding: 2px 6px; }}
    QPushButton#fold {{ border: 2px solid transparent; text-align: left; padding: 1px 0; }}
    QToolButton#detach {{ padding: 6px 5px; }}
    #transport QToolButton {{ border-radius: 19px; padding: 0; }}
    #transport QToolButton#play {{ border-radius: 23px; background: {theme.accent}; border-color: {theme.accent}; }}
    #transport QToolButton#play:disabled {{ background: {theme.line}; border-color: {theme.line}; }}
    QSlider::groove:horizontal {{ height: 4px; background: {theme.edge}; border-radius: 2px; }}
    QSlider::handle:horizontal {{ width: 16px; height: 16px; margin: -6px 0; border-radius: 8px;
        background: {theme.accent}; }}
    """


LARGEST_NAME = 16
"""Pixels of the letters of a station: five names stand in one row of a narrow window on a projector, too."""


def _panel_rules(theme: Theme) -> str:
    """Return the rules of panels, their tabs, scroll bars and tables."""
    small = theme.letters(SMALL)
    return f"""
    #stations {{ background: {theme.panel}; border-bottom: 1px solid {theme.line}; }}
    #stations QToolButton {{ background: {theme.panel}; color: {theme.muted}; padding: 10px 0; border: none;
        font-size: {min(theme.letters(TEXT), LARGEST_NAME)}px;
        border-bottom: 2px solid {theme.panel}; border-radius: 0; font-weight: 500; }}
    #stations QToolButton:hover {{ color: {theme.text}; }}
    #stations QToolButton:checked {{ color: {theme.text}; border-bottom: 2px solid {theme.accent}; font-weight: 600; }}
    #hallCard {{ background: {theme.panel}; border-{_sides()[0]}: 3px solid {theme.accent}; }}
    #hallCard #questionBar {{ border-top: none; background: {theme.panel}; }}
    #cardNames QToolButton {{ background: {theme.panel}; color: {theme.muted}; border: none; border-radius: 0;
        border-bottom: 3px solid {theme.panel}; padding: 2px 0; min-height: 0; font-size: {small}px; }}
    #cardNames QToolButton:hover {{ border-bottom: 3px solid {theme.line}; }}
    #cardNames QToolButton:checked {{ color: {theme.accent}; border-bottom: 3px solid {theme.accent};
        font-weight: 600; }}
    QDockWidget > QWidget {{ background: {theme.panel}; }}
    QToolBar {{ background: {theme.panel}; border: none; padding: 0; spacing: 0; margin: 0; }}
    QStatusBar {{ background: {theme.panel}; padding: 0; margin: 0; }}
    QStatusBar::item {{ border: none; }}
    QMainWindow::separator {{ background: {theme.line}; width: 1px; height: 1px; }}
    QScrollArea, QScrollArea > QWidget > QWidget#inner {{ background: {theme.panel}; }}
    QScrollArea > QWidget > QWidget#inner {{ border: none; }}
    QScrollBar:vertical {{ background: transparent; width: 10px; margin: 0; }}
    QScrollBar:horizontal {{ background: transparent; height: 10px; margin: 0; }}
    QScrollBar::handle {{ background: {theme.edge}; border-radius: 5px; min-height: 24px; min-width: 24px; }}
    QScrollBar::add-line, QScrollBar::sub-line {{ height: 0; width: 0; }}
    QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
    QTextBrowser, QTableView, QListView {{ background: {theme.panel}; border: 1px solid {theme.line}; }}
    QPlainTextEdit {{ background: {theme.panel}; }}
    QHeaderView, QTableCornerButton::section {{ background: {theme.panel}; border: none; }}
    QHeaderView::section {{ background: {theme.panel}; color: {theme.text}; border: none; padding: 0 3px;
        border-right: 1px solid {theme.line}; border-bottom: 1px solid {theme.line}; }}
    """


def _lesson_rules(theme: Theme) -> str:
    """Return the rules of the card of a lesson."""
    return f"""
    #lessonCard {{ background: {theme.panel}; }}
    #lessonCard[place="beside"] {{ border-{_sides()[1]}: 1px solid {theme.line}; }}
    #lessonCard[place="above"] {{ border-bottom: 1px solid {theme.line}; }}
    #lessonCard QLabel#lessonTitle, #lessonCard QLabel#lessonQuestion {{ font-weight: 600; }}
    QToolButton#lessonButton {{ border: 1px solid transparent; padding: 2px 7px; min-height: 0; }}
    QToolButton#lessonButton:hover {{ border: 1px solid {theme.line}; }}
    #lessonCard QLabel[verdict="right"] {{ color: {theme.good}; }}
    #lessonCard QLabel[verdict="wrong"] {{ color: {theme.wrong}; }}
    #lessonCard QPushButton#answer {{ text-align: left; }}
    #lessonCard QPushButton#answer:disabled, #lessonCard QLineEdit:disabled {{ color: {theme.muted}; }}
    #lessonCard QPushButton#answer:checked {{ border: 2px solid {theme.accent}; padding: 5px 9px; font-weight: 600; }}
    """


def check_box_rules(scale: float) -> str:
    """Return the rules that let a check box grow with the words beside it.

    `scale`: how much larger text is than on a desk.
    """
    inside = round(14 * scale) - 2
    return f"""
    QCheckBox {{ spacing: {round(6 * scale)}px; }}
    QCheckBox::indicator, QListView::indicator {{ width: {inside}px; height: {inside}px; }}
    """


def focus_rules(theme: Theme) -> str:
    """Return the rules that show which control has the keyboard focus, in another form than checked ones have.

    A frame of two pixels takes the room of the border and of the padding beside it, so that nothing moves; fields, with
    a border that is dark already, have one of three. Where a control is filled with the accent already, a second frame
    stands inside the first. Segments share their borders, and paint a frame of their own (`widgets/choice.Segment`).
    """
    frame, twice = f"border: 2px solid {theme.accent}", f"border: 6px double {theme.on_accent}"
    return f"""
    QPushButton:focus, QToolButton:focus {{ {frame}; padding: 5px 9px; }}
    QComboBox:focus, QLineEdit:focus {{ border: 3px solid {theme.accent}; padding: 4px 8px; }}
    QComboBox:focus {{ padding-right: 6px; }}
    QLineEdit[bad="true"]:focus {{ border: 3px solid {theme.wrong}; }}
    QCheckBox {{ border: 2px solid transparent; padding: 1px; min-height: {LEAST_HEIGHT}px; }}
    QCheckBox:focus {{ {frame}; border-radius: 4px; }}
    QPushButton#fold:focus {{ border: 2px solid {theme.accent}; }}
    #modelBar QToolButton:focus {{ border: 2px solid {theme.accent}; padding: 1px 5px; }}
    #leftBar QToolButton:focus {{ border: 2px solid {theme.text}; }}
    #leftBar QToolButton:checked:focus {{ border: 4px solid {theme.text}; }}
    #transport QToolButton:focus {{ {frame}; padding: 0; }}
    #transport QToolButton#play:focus {{ {twice}; }}
    QSlider {{ border: 2px solid transparent; padding: 2px; min-height: {LEAST_HEIGHT - 2}px; }}
    QSlider:focus {{ {frame}; border-radius: {RADIUS}px; }}
    #stations QToolButton:focus {{ border: 2px solid {theme.accent}; padding: 8px 0 10px 0; }}
    QToolButton#lessonButton:focus {{ border: 2px solid {theme.accent}; padding: 1px 6px; }}
    #cardNames QToolButton:focus {{ border: 2px solid {theme.accent}; padding: 1px 0; }}
    QScrollArea {{ border: 2px solid transparent; }}
    QPlainTextEdit:focus {{ border: 3px solid {theme.accent}; }}
    QTextBrowser:focus, QTableView:focus, QScrollArea:focus {{ {frame}; }}
    """
