"""The options of an exported picture or animation: subject, format, size, speed.

For an animation the run is replayed place by place in the calling thread (P9).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import count
from queue import SimpleQueue

from perceptron_gui.engine.data.dataset import trained_part
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.frozen import Frozen, asdict, replace
from perceptron_gui.session.document import Document, Place, first_points, way_back
from perceptron_gui.session.worker.publication import Publication
from perceptron_gui.session.worker.scheduler import FAR, Answer, Mailbox, WorkerMessage
from perceptron_gui.translation import N_

CANVAS, PAGE = "canvas", "page"
"""The plane alone; the plane with what stands over it, beside this step. Anything else is the name of a panel."""
SCALES = (1, 2, 4)
SIZE, SMALLEST, LARGEST = (1280, 800), (320, 240), (7680, 4320)
"""Pixels of a picture without a window: as long as nobody asks for others, at least, and at most."""
# L10n: a size of paper
PAPERS = (N_("A4"), N_("Letter"))


class PictureForm(Frozen):
    """A form in which a picture is written."""

    name: str  # its suffix without the dot
    text: str  # what the dialog calls it; marked for translation

    @property
    def suffix(self) -> str:
        """With its dot."""
        return f".{self.name}"


PNG = PictureForm("png", N_("PNG: pixels, for slides and the web"))
SVG = PictureForm("svg", N_("SVG: lines and text, to edit in a drawing program"))
PDF = PictureForm("pdf", N_("PDF: one page, to print"))
FORMS = {form.name: form for form in (PNG, SVG, PDF)}


def _sensible(kept: Mapping[str, object], known: Mapping[str, Sequence[object]]) -> dict[str, object]:
    """Return the valid ones of the remembered options. `known`: the values that fields may have, by their names."""
    found = {name: kept[name] for name, values in known.items() if kept.get(name) in values}
    return {name: value for name, value in found.items() if type(value) is type(known[name][0])}


class PictureChoice(Frozen):
    """The options of an exported picture, as preferences keep them."""

    what: str = PAGE  # CANVAS, PAGE or the name of a panel
    form: str = PNG.name  # one of FORMS
    scale: int = 2  # dots of a PNG to a pixel of the screen, one of SCALES
    paper: str = PAPERS[0]  # of a PDF, one of PAPERS
    is_on_white: bool = False  # whether it is light on white whatever the theme

    def kept(self) -> dict[str, object]:
        """Return what preferences remember of it."""
        return asdict(self)

    @classmethod
    def of(cls, kept: Mapping[str, object]) -> "PictureChoice":
        """Return the remembered choice, with defaults for what is invalid.

        `kept`: as `kept` returns it, perhaps damaged.
        """
        known = {"form": tuple(FORMS), "scale": SCALES, "paper": PAPERS, "is_on_white": (False, True)}
        what = kept.get("what")
        return replace(cls(what=what if isinstance(what, str) else PAGE), **_sensible(kept, known))


class Every(StrEnum):
    """The step between two frames of an animation."""

    VISIT = "visit"
    MISTAKE = "mistake"
    EPOCH = "epoch"


GIF, MP4, FOLDER = "gif", "mp4", "/"
FILMS = (GIF, MP4)
FORM_TEXTS = {
    GIF: N_("GIF: for slides and the web"),
    MP4: N_("MP4: a video, made with ffmpeg"),
    FOLDER: N_("PNG: a folder of pictures"),
}
EVERY_TEXTS = {Every.MISTAKE: N_("every mistake"), Every.VISIT: N_("every visit"), Every.EPOCH: N_("every epoch")}
SLOWEST, FASTEST, USUAL_FPS = 0.1, 50.0, 4.0
MOST_FRAMES, USUAL_FRAMES = 10_000, 200
VIEWS = (PAGE, CANVAS)
RATES = (1, 2, 4, 8, 12, 25)
"""Pictures a second that the dialog offers."""


class FilmChoice(Frozen):
    """The options of an exported animation, as preferences keep them."""

    form: str = GIF  # one of FORM_TEXTS
    every: str = Every.MISTAKE  # what is between two pictures: one of Every
    fps: int = 4  # pictures a second, one of RATES
    most: int = USUAL_FRAMES  # pictures at most, from 2 to MOST_FRAMES
    what: str = PAGE  # what is animated: one of VIEWS
    scale: int = 1  # dots to a pixel of the screen, one of SCALES

    def kept(self) -> dict[str, object]:
        """Return what preferences remember of it."""
        return asdict(self) | {"every": str(self.every)}

    @classmethod
    def of(cls, kept: Mapping[str, object]) -> "FilmChoice":
        """Return the remembered choice, with defaults for what is invalid.

        `kept`: as `kept` returns it, perhaps damaged.
        """
        known: dict[str, Sequence[object]] = {"what": VIEWS, "form": tuple(FORM_TEXTS), "fps": RATES, "scale": SCALES}
        known |= {"every": [each.value for each in Every], "most": range(2, MOST_FRAMES + 1)}
        return replace(cls(), **_sensible(kept, known))


class Film(Frozen):
    """An animation of a part of a run."""

    choice: FilmChoice
    first: int = 0  # visits completed at its beginning
    last: int | None = None  # and at its end; None for that of the run
    theme: str = "light"  # its colours
    size: tuple[int, int] = SIZE  # pixels of the screen that it has, at least SMALLEST and at most LARGEST

    @property
    def options(self) -> list[str]:
        """The command-line options that paint this animation (C9)."""
        choice = self.choice
        last = "end" if self.last is None else str(self.last)
        told = {"from": self.first, "to": last, "every": choice.every, "fps": choice.fps, "most-frames": choice.most}
        told |= {"view": choice.what, "size": "x".join(map(str, self.size)), "scale": choice.scale}
        return [f"--{name}={value}" for name, value in told.items()] + [f"--theme={self.theme}"]


SLICE = 1e7
"""Work between two looks, in multiply-adds: 10 to 200 ms."""
Look = Callable[[Run], object]


def see_nobody(run: Run) -> None:
    """Do nothing: the callback of who needs no progress."""


class Shot(Frozen):
    """What is shown at one place of a run."""

    snapshot: Snapshot
    # what was computed of the whole run up to there: averages, votes, the best of all weights
    answers: tuple[Answer, ...]


class Replay:
    """Replays a run and returns what each place shows, in the calling thread.

    `wants`: what of it is wanted. `place`: where points came in the middle of the run, they come again. `look`: gets
    the run now and then in long work; may raise.
    """

    def __init__(self, document: Document, wants: Wants, place: Place | None = None, look: Look = see_nobody) -> None:
        trained, place = trained_part(document.dataset), place or Place()
        self._look = look
        self._mailbox: Mailbox[WorkerMessage] = Mailbox()
        self._answers: SimpleQueue[tuple[int, Answer]] = SimpleQueue()
        # Where nobody waits for the next one, every second is a new one: all is worked out at every place.
        self._clock = count().__next__
        self._publication = Publication(self._mailbox, self._answers, self._clock)
        self._publication.wants = wants
        self._publication.set_document(document, 1)
        self.run = Run(first_points(trained, place), document.named_settings)
        if place.arrivals:
            for _ in way_back(self.run, trained, place):
                look(self.run)

    def go_to_end(self) -> int:
        """Go on until the run stops or closes its cycle, and return the visit."""
        self._advance(FAR)
        return self.run.visit

    def at(self, visit: int) -> Shot:
        """Return the view after a number of visits, or after the last visit of a shorter run.

        `visit`: visits completed; in batch order at the end of a pass.
        """
        run = self.run
        if visit < run.visit:
            run.seek(visit)
        self._advance(visit - 1)
        if run.visit < visit and run.stop is None:
            run.visit_once()
        if run.last is None and run.visit:
            run.seek(run.visit)
        self._publication.put_run(run)
        self._publication.put_surveys(run, self._clock())
        snapshot, answers = self._mailbox.take(), []
        while not self._answers.empty():
            answers.append(self._answers.get_nowait()[1])
        assert isinstance(snapshot, Snapshot)
        return Shot(snapshot, tuple(answers))

    def places(self, first: int, last: int | None, every: Every) -> Sequence[int]:
        """Return the places of a film, the first and the last among them; the cursor is at the last then.

        `first`: visits completed at its beginning. `last`: and at its end, unless the run ends before; None for that.
        `every`: what is between two places.
        """
        if every is not Every.MISTAKE:
            self._advance(FAR if last is None else last)
        if every is Every.VISIT:
            return range(min(first, self.run.visit), self.run.visit + 1)
        self._advance(first)
        found = [min(first, self.run.visit)]
        return [*found, *(self._epochs(first) if every is Every.EPOCH else self._mistakes(first, last))]

    def _epochs(self, first: int) -> Iterator[int]:
        end = self.run.visit
        while first < end:
            first = min(self.run.stages.pass_end_after(first), end)
            yield first

    def _mistakes(self, first: int, last: int | None) -> Iterator[int]:
        self.run.seek(first)
        until = FAR if last is None else last
        while self.run.visit < until and self.run.stop is None:
            self.run.advance(until, updates=self.run.state.updates + 1)
            self._look(self.run)
            yield self.run.visit

    def _advance(self, visit: int) -> None:
        while self.run.visit < visit and self.run.stop is None:
            self.run.advance(visit, SLICE)
            self._look(self.run)


def thinned(places: Sequence[int], most: int) -> list[int]:
    """Return no more places than wanted, evenly chosen, the first and the last among them.

    `places`: visits, ascending. `most`: at least 2.
    """
    n = len(places)
    if n <= most:
        return [*places]
    return [places[i * (n - 1) // (most - 1)] for i in range(most)]
