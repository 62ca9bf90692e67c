"""A lesson that is being made, as a value: its pages are added, moved, changed; and what a question asks of its author.

All acts return another `Draft`, so that undo is going back to a value.
"""

from __future__ import annotations

import types
from collections.abc import Iterator
from itertools import count
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from perceptron_gui.frozen import Frozen, Meta, replace
from perceptron_gui.session.actions import ACTIONS
from perceptron_gui.session.document import Change
from perceptron_gui.session.lessons import lesson as lessons
from perceptron_gui.session.lessons.page_rules import changed_by
from perceptron_gui.session.lessons.questions import KINDS, Choice, choice_of, n_weights
from perceptron_gui.session.lessons.standing import LONGEST_STAY
from perceptron_gui.session.saved import OneOf, required_fields, saved_fields
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.session.wording import counted, together
from perceptron_gui.translation import N_, tr

LOCKABLE = tuple(part for part in lessons.PARTS if part in {*map(changed_by, ACTIONS)})
"""Parts that something can be changed in; points, too, which are a station."""


class Draft(Frozen):
    """A lesson that is being made, and the page that is worked on."""

    lesson: lessons.Lesson = lessons.Lesson()
    number: int = 0  # of the page, from 1; 0 where there is none

    @property
    def page(self) -> lessons.Page | None:
        """The page that is worked on."""
        return self.lesson.pages[self.number - 1] if self.number else None

    @property
    def session(self) -> SavedSession | None:
        """What that page shows."""
        return self.lesson.session_of(self.page) if self.page is not None else None

    @property
    def is_full(self) -> bool:
        """Whether there is no room for another page."""
        lesson = self.lesson
        return len(lesson.pages) >= lessons.MOST_PAGES or len(lesson.sessions) >= lessons.MOST_SESSIONS

    def at(self, number: int) -> Draft:
        """Return the draft with another page to work on. `number`: of the nearest one there is."""
        return replace(self, number=min(max(number, min(len(self.lesson.pages), 1)), len(self.lesson.pages)))

    def with_lesson(self, **changes: Any) -> Draft:
        """Return the draft with other fields of the lesson."""
        return replace(self, lesson=replace(self.lesson, **changes))

    def with_page(self, **changes: Any) -> Draft:
        """Return the draft with other fields of the page that is worked on."""
        assert self.page is not None
        return self._with_pages(self.number, replace(self.page, **changes))

    def _with_pages(self, number: int, *pages: lessons.Page, n_gone: int = 1) -> Draft:
        """Return the draft with pages in the place of others. `number`: of the first that goes."""
        kept = self.lesson.pages
        return self.with_lesson(pages=(*kept[: number - 1], *pages, *kept[number - 1 + n_gone :]))

    # Acts

    def added(self, session: SavedSession, station: str | None) -> Draft:
        """Return the draft with a page after the present one. `session`: what it shows. `station`: in front of it."""
        draft, page = self._seen(session, station, lessons.Page())
        return replace(draft._with_pages(self.number + 1, page, n_gone=0), number=self.number + 1)

    def retaken(self, session: SavedSession, station: str | None) -> Draft:
        """Return the draft whose page shows something else, and says and asks the same."""
        assert self.page is not None
        draft, page = self._seen(session, station, self.page)
        return draft._with_pages(self.number, page)._tidy()

    def moved(self, by: int) -> Draft:
        """Return the draft with its page so many places further down."""
        pages, to = [*self.lesson.pages], self.at(self.number + by).number
        pages.insert(to - 1, pages.pop(self.number - 1))
        return replace(self.with_lesson(pages=tuple(pages)), number=to)

    def duplicated(self) -> Draft:
        """Return the draft with its page twice."""
        assert self.page is not None
        return replace(self._with_pages(self.number + 1, self.page, n_gone=0), number=self.number + 1)

    def removed(self) -> Draft:
        """Return the draft without its page."""
        return self._with_pages(self.number)._tidy().at(self.number)

    def _seen(self, session: SavedSession, station: str | None, page: lessons.Page) -> tuple[Draft, lessons.Page]:
        """Return a draft that has what a page is to show, and the page; pages of one run share a session."""
        session = _saved(session)
        visit = session.place.visit if session.place.visit <= LONGEST_STAY else None
        sessions = self.lesson.sessions
        name = next((name for name, other in sessions.items() if visit is not None and _shares(session, other)), None)
        if name is None:
            name = next(each for each in _names() if each not in sessions)
            sessions = {**sessions, name: session}
        show = session.view.switches - sessions[name].view.switches
        page = replace(page, session=name, visit=visit, station=station, show=show)
        return self.with_lesson(sessions=sessions), page

    def _tidy(self) -> Draft:
        """Return the draft without sessions that an act has left without a page."""
        sessions = self.lesson.sessions
        first = next(iter(sessions), "")
        used = {page.session or first for page in self.lesson.pages}
        return self.with_lesson(sessions={name: each for name, each in sessions.items() if name in used})


def _names() -> Iterator[str]:
    """Yield names of sessions: a to z, then a2 and so on."""
    for turn in count(1):
        yield from (f"{letter}{turn if turn > 1 else ''}" for letter in "abcdefghijklmnopqrstuvwxyz")


def _saved(session: SavedSession) -> SavedSession:
    """Return a session without what no file keeps."""
    view = ViewState(**{name: getattr(session.view, name) for name in saved_fields(ViewState)})
    return replace(session, document=replace(session.document, origin=""), view=view)


def _shares(session: SavedSession, other: SavedSession) -> bool:
    """Whether a session is another one at some visit, with more switches on."""

    def bare(each: SavedSession) -> tuple[object, ...]:
        document = each.document
        names = document.dataset.classes, document.dataset.features, document.settings
        return names, replace(each.view, switches=frozenset()), each.canvas, each.front_panels, each.place.arrivals

    is_same_run = session.document.change_since(other.document) is Change.SAME
    has_switches = other.view.switches <= session.view.switches
    return is_same_run and has_switches and not session.place.arrivals and bare(session) == bare(other)


def with_words(text: lessons.Text, words: str, language: str, own: str) -> lessons.Text:
    """Return a text with other words in a language. `own`: the one of texts that do not say theirs."""
    versions = dict(text.versions)
    if versions.keys() <= {""} and language == own:
        return lessons.Text((("", words),)) if words else lessons.Text()
    if "" in versions:
        versions = {own if tag == "" else tag: said for tag, said in versions.items()}
    versions[language] = words
    return lessons.Text(tuple((tag, said) for tag, said in versions.items() if said))


def words_in(text: lessons.Text, language: str, own: str) -> str:
    """Return the words of a text in one language alone."""
    return dict(text.versions).get(language, dict(text.versions).get("", "") if language == own else "")


def languages_of(lesson: lessons.Lesson) -> list[str]:
    """Return the languages of a lesson's texts, its own first."""
    texts = [lesson.title, *(text for page in lesson.pages for text in (page.text, page.notes))]
    return [*dict.fromkeys([lesson.language, *(tag for text in texts for tag, _ in text.versions if tag)])]


# Questions


class Entry(Frozen):
    """What a question has for its author to say: a field of its kind."""

    name: str
    form: Literal["one", "some", "count", "flag", "text", "texts", "value"]
    names: tuple[str, ...] = ()  # of what can be chosen
    # how many texts there can be, or between what a number lies
    least: int = 0
    most: int = 0
    is_optional: bool = False


def entries_of(kind: type[lessons.Ask]) -> list[Entry]:
    """Return what a kind of question has for its author, in order; plain texts, as a salt, are none of it."""
    found = (_entry(name, hint) for name, hint in saved_fields(kind).items())
    return [entry for entry in found if entry is not None]


def _entry(name: str, hint: Any) -> Entry | None:
    if hint == lessons.Value:
        return Entry(name, "value")
    if hint is bool:
        return Entry(name, "flag")
    if hint is lessons.Text:
        return Entry(name, "text")
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType) and type(None) in inner:
        found = _entry(name, next(each for each in inner if each is not type(None)))
        return None if found is None else replace(found, is_optional=True)
    return _limited(name, *inner) if origin is Annotated else None


def _limited(name: str, kind: Any, *said: Any) -> Entry | None:
    """Return the entry of a field whose type says what can be in it."""
    limits = next((each for each in said if isinstance(each, Meta)), Meta())
    choice = next((each for each in said if isinstance(each, OneOf)), None)
    origin, inner = get_origin(kind), get_args(kind)
    if kind is str and choice is not None:
        return Entry(name, "one", choice.names)
    if kind is int:
        return Entry(name, "count", least=int(limits.ge or 0), most=int(limits.le or 0))
    if origin is frozenset and (found := _entry(name, inner[0])) is not None and found.form == "one":
        return Entry(name, "some", found.names)
    if origin is tuple and inner[0] is lessons.Text:
        return Entry(name, "texts", least=limits.min_length or 0, most=limits.max_length or 0)
    return None


def begun(kind: str, page: SavedSession) -> lessons.Ask:
    """Return a question of a kind to begin with, which fits the page if one does. `page`: what it shows."""
    made = KINDS[kind]
    if made is Choice:
        return choice_of((lessons.Text(),) * 2, 1)
    entries = {entry.name: entry for entry in entries_of(made)}
    return fitting(made(**{name: _first(entries.get(name)) for name in required_fields(made)}), page)


def _first(entry: Entry | None) -> Any:
    """Return what stands in a field at first."""
    if entry is None:
        return ""
    firsts = {"one": entry.names[:1], "some": [frozenset(entry.names[:1])], "texts": [(lessons.Text(),) * entry.least]}
    return next(iter(firsts.get(entry.form, [entry.least])))


def fitting(ask: lessons.Ask, page: SavedSession, keeps: str = "") -> lessons.Ask:
    """Return a question that fits its page, with another value in one field if it needs that; else the same.

    `keeps`: the field that is to stay.
    """
    if not ask.problem(page):
        return ask
    tried = (
        replace(ask, **{entry.name: value})
        for entry in entries_of(type(ask))
        if entry.name != keeps
        for value in _values(entry, page)
    )
    return next((each for each in tried if not each.problem(page)), ask)


def _values(entry: Entry, page: SavedSession) -> list[Any]:
    """Return what may be tried in a field."""
    if entry.form == "value":
        return ["1", ("0",) * n_weights(page.document)]
    tried: dict[str, list[Any]] = {
        "one": [*entry.names],
        "some": [frozenset([each]) for each in entry.names],
        "count": [entry.least],
    }
    return tried.get(entry.form, [])


PART_WORDS = {
    "step": N_("Step"),
    "form": N_("Weights, Dual"),
    "why": N_("Why"),
    "run": N_("Run"),
    "points": N_("Points"),
    "tools": N_("Tools"),
    "rules": N_("Rules"),
    "verdict": N_("Verdict"),
    "bound": N_("Bound"),
    "counter": N_("Counter"),
    "timeline": N_("Timeline"),
    "model": N_("Model line"),
}
"""Stations and other parts, by their names in a file."""
WORDS = {
    "right_or_mistake": N_("Right or a mistake?"),
    "direction": N_("Which way does w move?"),
    "number": N_("A number"),
    "weights": N_("The weights"),
    "separable": N_("Separable or not?"),
    "make": N_("Something to make"),
    "choice": N_("A choice"),
    "vary": N_("Different numbers for each student"),
    # L10n: what a question asks for
    "of": N_("What"),
    "f": N_("f at a point"),
    "alpha": N_("α"),
    "loss": N_("the loss L"),
    "errors": N_("how many points are wrong"),
    "mistakes": N_("mistakes by the end"),
    "bound": N_("the bound on mistakes"),
    "margin": N_("the margin γ̂"),
    "point": N_("Point"),
    "of_class": N_("Class"),
    # L10n: how many digits a typed number needs
    "digits": N_("Decimals"),
    # L10n: at which visit a question asks
    "at": N_("When"),
    "page": N_("on this page"),
    "end": N_("at the end of the run"),
    "after_visit": N_("on this page"),
    "form": N_("Form"),
    "w": N_("w and b"),
    "theta": N_("θ"),
    "W": N_("W, a row for each class"),
    # L10n: what is to be made by the student
    "goal": N_("Goal"),
    "not_separable": N_("the points are not separable"),
    "mistakes_at_most": N_("the run makes at most this many mistakes"),
    "mistakes_at_least": N_("the run makes at least this many mistakes"),
    "cycle": N_("the weights repeat"),
    "margin_at_least": N_("the margin γ̂ is at least this large"),
    "may": N_("Students may change"),
    "points": N_("the points"),
    "order": N_("the order of the visits"),
    "start": N_("the start weights"),
    "value": N_("Value"),
    "options": N_("Options (mark the right one)"),
    "why": N_("Why it is right"),
}
"""What kinds of questions, their fields and the names in these are called; a new one is called by its name."""


def words_of(name: str) -> str:
    """Return what a kind of question, a field of one, or a name in it is called."""
    return tr(WORDS[name]) if name in WORDS else name.replace("_", " ")


def changes_text(saved: lessons.Lesson | None, now: lessons.Lesson) -> str:
    """Return what differs from the lesson that was saved, in a few sentences. `saved`: None where it is in no file."""
    if saved is None:
        return tr("It has not been saved yet.")
    told, n_more = list[str](), len(now.pages) - len(saved.pages)
    if n_more > 0:
        told.append(counted("You added {count} page.", "You added {count} pages.", n_more))
    elif n_more < 0:
        told.append(counted("You deleted {count} page.", "You deleted {count} pages.", -n_more))
    else:
        n_other = sum(one != other for one, other in zip(saved.pages, now.pages, strict=True))
        if n_other:
            told.append(counted("You changed {count} page.", "You changed {count} pages.", n_other))
        elif saved.sessions != now.sessions:
            told.append(tr("You changed what a page shows."))
    if saved.title != now.title:
        told.append(tr("You changed the title."))
    return together(*told) or tr("You changed its language or planned minutes.")
