"""Pages of a lesson: every kind of question, much text, parts that are hidden, a hall, the lecturer's window."""

from __future__ import annotations

import tempfile
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from perceptron_gui.files.atomic import FileStamp
from perceptron_gui.files.lessons.lesson_file import LessonFile
from perceptron_gui.files.lessons.shipped import shipped
from perceptron_gui.files.program.policy import Policy
from perceptron_gui.frozen import replace
from perceptron_gui.gui.features.lessons import LessonCommands
from perceptron_gui.gui.language import LanguageMenu
from perceptron_gui.session.lessons.lesson import STATIONS, Lesson, Page
from perceptron_gui.session.lessons.questions import choice_of
from perceptron_gui.translation import tr
from tests.gui.features.lessons import made
from tests.gui.gallery.hall import LOOKS as IN_A_HALL
from tests.gui.gallery.stage import Stage
from tests.gui.gallery.state import EVERYWHERE, FOR_A_HALL, IN_ALL_THEMES, OLD, USUAL, State, Way
from tests.gui.gallery.ways import submenu

SIXTY_WORDS = (
    "Let $αᵢ$ count the mistakes at the point $xᵢ$. Then $w = Σ αᵢ yᵢ xᵢ$ and $b = Σ αᵢ yᵢ$, whatever the order of the "
    "visits was. Nothing but a mistake ever changes $w$, and a mistake only adds a point or takes it away. To judge a "
    "point $x$ the run therefore needs no more than $f(x) = Σ αⱼ yⱼ (xⱼ·x) + b$, and these products are all there is."
)


def commands_of(stage: Stage) -> LessonCommands:
    """Return what plays lessons in a window."""
    found: LessonCommands = stage.commands.late["lessons"].made
    return found


def on(*pages: Page) -> Way:
    """Play a lesson of pages, on the first."""

    def reach(stage: Stage) -> None:
        play(stage, made.lesson(*pages))

    return reach


def play(stage: Stage, lesson: Lesson) -> None:
    """Play a lesson, with nothing answered yet."""
    commands = commands_of(stage)
    read = LessonFile(lesson, f"{hash(lesson.pages[0].text):x}".strip("-"), FileStamp(0, 0, 0, 0))
    commands.open(shipped()["two-forms"], read)
    commands.player.now.kept = replace(commands.player.now.kept, told=(), left=(), page=1)
    commands.player.show()
    stage.wait(lambda: commands.player.asked is not None)
    stage.settle()


def shown_me(page: Page) -> Way:
    """Play a page, and have it said what is right."""

    def reach(stage: Stage) -> None:
        on(page)(stage)
        commands_of(stage).player.card.ask.show_me.click()
        stage.settle()

    return reach


def lecturing(stage: Stage) -> None:
    """Open the lecturer's window."""
    stage.do("lessons.lecturer")


WITH_NOTES = replace(made.QUESTIONS["weights"], notes=made.text("Ask for the rule first: $w$ moves by $y x$."))


def offered(stage: Stage) -> None:
    """Offer to go on with a lesson, as a start does."""
    stage.commands.hints.offer("Go on with “Why it ends” (page 4 of 12)", lambda: None)


def of_a_class(stage: Stage) -> None:
    """Open the menu of lessons where a policy adds two, of which one cannot be read."""
    folder, kept = Path(tempfile.gettempdir(), "class-of-lessons"), stage.window.preferences
    folder.mkdir(exist_ok=True)
    (folder / "week-3.lesson").write_bytes(shipped()["two-forms"].read_bytes())
    (folder / "week-4.lesson").write_text("{")
    stage.window.preferences = replace(kept, policy=Policy(entries={"lessons": str(folder)}))
    submenu("lessons", "Open a lesson")(stage)
    stage.window.preferences = kept
    menu = next(each for each in stage.window.findChildren(QMenu) if each.title() == tr("Open a lesson"))
    stage.wait(lambda: len(menu.actions()) > len(shipped()) + 1)


def locked_language(stage: Stage) -> None:
    """Open a menu of languages in which a policy leaves no choice."""
    menu = LanguageMenu(
        stage.window, "en", Policy(entries={"language": "en", "locked": ["language"]}).why_locked("language")
    )
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.popup(stage.window.mapToGlobal(stage.window.rect().center()))


def contents(stage: Stage) -> None:
    """Open the list of pages."""
    commands_of(stage).player.card.place.click()


def making(page: Page) -> Way:
    """Make a lesson, with a page to work on; another one is amiss."""

    def opens(stage: Stage) -> None:
        maker = stage.commands.late["making"].made
        maker.make(made.lesson(page, Page("three", 10**6), *made.QUESTIONS.values()), None)
        maker.turn_preview(True)
        stage.wait(lambda: maker.window.flaws.count() and commands_of(stage).player.asked is not None)
        stage.settle()

    return opens


def ask_in_view(kind: str) -> Way:
    """Make a question of a kind; its fields are in view."""

    def opens(stage: Stage) -> None:
        making(made.QUESTIONS[kind])(stage)
        window = stage.commands.late["making"].made.window
        window.area.ensureWidgetVisible(window.form.ask)

    return opens


def nothing(stage: Stage) -> None:
    """Leave the window as it is."""


FOR_MAKING = (("light", USUAL), ("dark", USUAL), ("projector", OLD))
MUCH = replace(made.QUESTIONS["weights"], text=made.text(SIXTY_WORDS), visit=3)
LONG = ("how many points there are and how many features each of them has, with the bias counted as one more", "γ")
LONG_OPTIONS = replace(made.QUESTIONS["choice"], ask=choice_of([*map(made.text, LONG)], 1))
NOTHING = frozenset({*STATIONS, "tools", "rules", "verdict", "bound", "counter", "timeline", "model"})
LESSONS = [
    State("lessons", "of a class, in the menu", lambda s: s.open("two-classes"), of_a_class, FOR_A_HALL),
    State("lessons", "a language that is locked", lambda s: s.open("two-classes"), locked_language, IN_ALL_THEMES),
    *(State("lessons", f"{kind}, asked", on(page), looks=FOR_A_HALL) for kind, page in made.QUESTIONS.items()),
    *(State("lessons", f"{kind}, shown", shown_me(page)) for kind, page in made.QUESTIONS.items()),
    State("lessons", "sixty words and three fields", on(MUCH, *made.QUESTIONS.values()), looks=EVERYWHERE),
    State("lessons", "sixty words in a hall", on(MUCH, *made.QUESTIONS.values()), looks=IN_A_HALL),
    State("lessons", "long options", on(LONG_OPTIONS), looks=FOR_A_HALL),
    State("lessons", "everything is hidden", on(replace(MUCH, ask=None, hide=NOTHING)), looks=FOR_A_HALL),
    State(
        "lessons", "contents", on(MUCH, *made.QUESTIONS.values()), lambda s: commands_of(s).player.card.place.click()
    ),
    State("lessons", "for the lecturer", on(WITH_NOTES, *made.QUESTIONS.values()), lecturing, IN_ALL_THEMES),
    State("lessons", "left in the middle", offered, looks=FOR_A_HALL),
    State("lessons", "making one", nothing, making(MUCH), FOR_MAKING),
    *(State("lessons", f"making {kind}", nothing, ask_in_view(kind), FOR_MAKING) for kind in made.QUESTIONS),
]
