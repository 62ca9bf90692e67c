"""Colours, sizes and the style sheet: the tokens of DESIGN §3."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication

RESOURCES = Path(__file__).parents[1] / "resources"
SPACE = 8
RADIUS = 8
TEXT, SMALL = 14, 12
"""Text sizes in pixels."""
COUNTER = 54


@dataclass(frozen=True)
class Theme:
    """The colours of one theme, as #rrggbb."""

    name: str
    background: str
    panel: str
    line: str
    text: str
    muted: str
    accent: str
    on_accent: str
    wrong: str
    good: str
    good_tint: str
    warn: str
    warn_tint: str
    classes: tuple[str, ...]
    tint: float

    @property
    def is_dark(self) -> bool:
        """Whether light text stands on a dark ground."""
        return self.name == "dark"

    def class_colour(self, index: int) -> QColor:
        """Return the colour of a class."""
        return QColor(self.classes[index % len(self.classes)])

    def region_colour(self, index: int) -> QColor:
        """Return the tint of a class's region, opaque on the panel."""
        return blend(self.class_colour(index), QColor(self.panel), self.tint)


LIGHT = Theme(
    name="light",
    background="#f4f4f1",
    panel="#ffffff",
    line="#dcdcd6",
    text="#1d1d1b",
    muted="#6b6b66",
    accent="#2f55d4",
    on_accent="#ffffff",
    wrong="#c0182b",
    good="#14703a",
    good_tint="#e3f4e8",
    warn="#8a4b00",
    warn_tint="#fbeeda",
    classes=(
        "#0072b2",
        "#d55e00",
        "#00785a",
        "#a23b8f",
        "#6a6100",
        "#5145c4",
        "#9b2d20",
        "#3d6b8f",
        "#4d7c0f",
        "#5c5c5c",
    ),
    tint=0.10,
)
DARK = Theme(
    name="dark",
    background="#15171b",
    panel="#1d2025",
    line="#31353c",
    text="#ececea",
    muted="#9da1a8",
    accent="#7aa2ff",
    on_accent="#10131a",
    wrong="#ff6b6b",
    good="#7fe0a2",
    good_tint="#16331f",
    warn="#f0c274",
    warn_tint="#3a2c14",
    classes=(
        "#4da3dd",
        "#f08a4b",
        "#3fc79a",
        "#e08bd0",
        "#d6c54a",
        "#a79bff",
        "#ff8f80",
        "#8fc1e6",
        "#a5d65c",
        "#c4c4c4",
    ),
    tint=0.13,
)
THEMES = {"light": LIGHT, "dark": DARK}


def blend(colour: QColor, ground: QColor, share: float) -> QColor:
    """Return `share` of `colour` on `ground`."""
    return QColor.fromRgbF(
        colour.redF() * share + ground.redF() * (1 - share),
        colour.greenF() * share + ground.greenF() * (1 - share),
        colour.blueF() * share + ground.blueF() * (1 - share),
    )


def load_fonts() -> None:
    """Make the bundled fonts known to Qt."""
    for path in sorted((RESOURCES / "fonts").glob("*.[ot]tf")):
        QFontDatabase.addApplicationFont(str(path))


def text_font(pixels: int = TEXT, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """Return the text font, with figures of one width so that numbers do not jiggle."""
    font = QFont("Inter")
    font.setPixelSize(pixels)
    font.setWeight(weight)
    font.setFeature(QFont.Tag("tnum"), 1)
    return font


def maths_font(pixels: int = 20, is_italic: bool = False, is_bold: bool = False) -> QFont:
    """Return the font of formulas."""
    font = QFont()
    font.setFamilies(["STIX Two Text", "STIX Two Math", "Inter"])
    font.setPixelSize(pixels)
    font.setItalic(is_italic)
    font.setBold(is_bold)
    return font


def apply_theme(app: QApplication, theme: Theme) -> None:
    """Give the whole program the colours of `theme`."""
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
    app.setPalette(palette)
    app.setStyleSheet(style_sheet(theme))


def style_sheet(theme: Theme) -> str:
    """Return Qt's style sheet for `theme`."""
    disabled = blend(QColor(theme.text), QColor(theme.panel), 0.38).name()
    hover = blend(QColor(theme.text), QColor(theme.panel), 0.06).name()
    return f"""
    QMainWindow, QDialog {{ background: {theme.background}; }}
    QMenuBar {{ background: {theme.panel}; border-bottom: 1px solid {theme.line}; padding: 2px 6px; }}
    QMenuBar::item {{ padding: 4px 10px; border-radius: 4px; background: transparent; }}
    QMenuBar::item:selected {{ background: {hover}; }}
    QMenu {{ background: {theme.panel}; border: 1px solid {theme.line}; padding: 4px; }}
    QMenu::item {{ padding: 5px 24px 5px 12px; border-radius: 4px; }}
    QMenu::item:selected {{ background: {theme.accent}; color: {theme.on_accent}; }}
    QMenu::item:disabled {{ color: {disabled}; background: transparent; }}
    QMenu::separator {{ height: 1px; background: {theme.line}; margin: 4px 8px; }}
    QMenu::icon {{ padding-left: 8px; }}
    QToolTip {{ background: {theme.panel}; color: {theme.text}; border: 1px solid {theme.line}; padding: 4px 6px; }}
    #topBar, #leftBar, #transport, #statusLine {{ background: {theme.panel}; }}
    #axesBar {{ background: {theme.panel}; border-top: 1px solid {theme.line}; }}
    #topBar {{ border-bottom: 1px solid {theme.line}; }}
    #leftBar {{ border-right: 1px solid {theme.line}; }}
    #transport, #statusLine {{ border-top: 1px solid {theme.line}; }}
    #statusLine QLabel {{ color: {theme.muted}; font-size: {SMALL}px; }}
    #leftBar QFrame#line {{ background: {theme.line}; max-height: 1px; border: none; margin: 6px 8px; }}
    QLabel#caption {{ color: {theme.muted}; }}
    QPushButton, QToolButton, QComboBox, QLineEdit {{
        background: {theme.panel}; color: {theme.text}; border: 1px solid {theme.line}; border-radius: {RADIUS}px;
        padding: 6px 10px; min-height: 18px; }}
    QPushButton:hover, QToolButton:hover, QComboBox:hover {{ background: {hover}; }}
    QPushButton:focus, QToolButton:focus, QComboBox:focus, QLineEdit:focus {{ border: 1px solid {theme.accent}; }}
    QPushButton:disabled, QToolButton:disabled, QComboBox:disabled, QLineEdit:disabled {{ color: {disabled}; }}
    QLineEdit[bad="true"] {{ border: 1px solid {theme.wrong}; }}
    QToolButton::menu-indicator {{ image: none; width: 0; }}
    QComboBox {{ padding-right: 8px; }}
    QComboBox::drop-down {{ border: none; width: 0px; }}
    QComboBox QAbstractItemView {{ background: {theme.panel}; border: 1px solid {theme.line}; padding: 4px;
        selection-background-color: {theme.accent}; selection-color: {theme.on_accent}; outline: 0; }}
    QCheckBox {{ spacing: 6px; }}
    #modeSwitch QPushButton {{ border-radius: 0; padding: 6px 13px; margin: 0; border-left-width: 0; }}
    #modeSwitch QPushButton#first {{ border-top-left-radius: {RADIUS}px; border-bottom-left-radius: {RADIUS}px;
        border-left-width: 1px; }}
    #modeSwitch QPushButton#last {{ border-top-right-radius: {RADIUS}px; border-bottom-right-radius: {RADIUS}px; }}
    #modeSwitch QPushButton:checked {{ background: {theme.accent}; color: {theme.on_accent};
        border-color: {theme.accent}; font-weight: 600; }}
    #leftBar QToolButton {{ border: 2px solid transparent; padding: 0; background: transparent; }}
    #leftBar QToolButton:hover {{ background: {hover}; }}
    #leftBar QToolButton:focus {{ border: 2px solid {theme.line}; }}
    #leftBar QToolButton:checked {{ border: 2px solid {theme.accent}; background: {theme.background}; }}
    #transport QToolButton {{ border-radius: 19px; padding: 0; }}
    #transport QToolButton#play {{ border-radius: 23px; background: {theme.accent}; border-color: {theme.accent}; }}
    #transport QToolButton#play:disabled {{ background: {theme.line}; border-color: {theme.line}; }}
    #transport QToolButton#play:focus {{ border: 2px solid {theme.text}; }}
    QSlider::groove:horizontal {{ height: 4px; background: {theme.line}; border-radius: 2px; }}
    QSlider::handle:horizontal {{ width: 16px; height: 16px; margin: -6px 0; border-radius: 8px;
        background: {theme.accent}; }}
    QSlider::handle:horizontal:focus {{ border: 2px solid {theme.text}; width: 12px; height: 12px; }}
    QTabBar {{ background: {theme.panel}; }}
    QTabBar::tab {{ background: {theme.panel}; color: {theme.muted}; padding: 10px 14px; border: none;
        border-bottom: 2px solid {theme.line}; font-weight: 500; }}
    QTabBar::tab:selected {{ color: {theme.text}; border-bottom: 2px solid {theme.accent}; font-weight: 600; }}
    QDockWidget > QWidget {{ background: {theme.panel}; }}
    QDockWidget {{ color: {theme.text}; font-weight: 600; }}
    QDockWidget::title {{ background: {theme.panel}; padding: 10px 12px; border-bottom: 1px solid {theme.line}; }}
    QToolBar {{ background: {theme.panel}; border: none; padding: 0; spacing: 0; margin: 0; }}
    QStatusBar {{ background: {theme.panel}; padding: 0; margin: 0; }}
    QStatusBar::item {{ border: none; }}
    QMainWindow::separator {{ background: {theme.line}; width: 1px; height: 1px; }}
    QScrollArea, QScrollArea > QWidget > QWidget#inner {{ background: {theme.panel}; border: none; }}
    QScrollBar:vertical {{ background: transparent; width: 10px; margin: 0; }}
    QScrollBar::handle:vertical {{ background: {theme.line}; border-radius: 5px; min-height: 24px; }}
    QScrollBar::add-line, QScrollBar::sub-line {{ height: 0; width: 0; }}
    QPlainTextEdit, QTextBrowser, QTableView {{ background: {theme.panel}; border: 1px solid {theme.line}; }}
    """
