"""What is chosen for a picture or a film: of what it is, in which form, how large, how fast."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from perceptron_gui.frozen import Frozen, asdict, replace
from perceptron_gui.translation import N_

CANVAS, PAGE = "canvas", "page"
"""The plane alone; the plane with what stands over it, beside this step. Anything else is the name of a panel."""
SCALES = (1, 2, 4)
SIZE, SMALLEST, LARGEST = (1280, 800), (320, 240), (7680, 4320)
"""Pixels of a picture without a window: as long as nobody asks for others, at least, and at most."""
PAPERS = (N_("A4"), N_("Letter"))


class PictureForm(Frozen):
    """A form in which a picture is written."""

    name: str  # its suffix without the dot
    text: str  # what the dialog calls it; marked for translation

    @property
    def suffix(self) -> str:
        """With its dot."""
        return f".{self.name}"


PNG = PictureForm("png", N_("PNG: dots, for slides and the web"))
SVG = PictureForm("svg", N_("SVG: lines and text, to go on with in a drawing program"))
PDF = PictureForm("pdf", N_("PDF: one page, to print"))
FORMS = {form.name: form for form in (PNG, SVG, PDF)}


def _sensible(kept: Mapping[str, object], known: Mapping[str, Sequence[object]]) -> dict[str, object]:
    """Return what makes sense of what was remembered. `known`: the values that fields may have, by their names."""
    found = {name: kept[name] for name, values in known.items() if kept.get(name) in values}
    return {name: value for name, value in found.items() if type(value) is type(known[name][0])}


class PictureChoice(Frozen):
    """What somebody wants of a picture."""

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
        """Return what was remembered; what makes no sense takes its default.

        `kept`: as `kept` returns it, perhaps damaged.
        """
        known = {"form": tuple(FORMS), "scale": SCALES, "paper": PAPERS, "is_on_white": (False, True)}
        what = kept.get("what")
        return replace(cls(what=what if isinstance(what, str) else PAGE), **_sensible(kept, known))


class Every(StrEnum):
    """What is between two places of a film."""

    VISIT = "visit"
    MISTAKE = "mistake"
    EPOCH = "epoch"


GIF, MP4, FOLDER = "gif", "mp4", "/"
FILMS = (GIF, MP4)
FORM_TEXTS = {
    GIF: N_("GIF: for slides and the web"),
    MP4: N_("MP4: a film, packed by ffmpeg"),
    FOLDER: N_("PNG: a folder of pictures"),
}
EVERY_TEXTS = {Every.MISTAKE: N_("every mistake"), Every.VISIT: N_("every visit"), Every.EPOCH: N_("every epoch")}
SLOWEST, FASTEST, USUAL_FPS = 0.1, 50.0, 4.0
MOST_FRAMES, USUAL_FRAMES = 10_000, 200
VIEWS = (PAGE, CANVAS)
RATES = (1, 2, 4, 8, 12, 25)
"""Pictures a second that the dialog offers."""


class FilmChoice(Frozen):
    """What somebody wants of an animation."""

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
        """Return what was remembered; what makes no sense takes its default.

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
        """What the command that paints it is told (C9)."""
        choice = self.choice
        last = "end" if self.last is None else str(self.last)
        told = {"from": self.first, "to": last, "every": choice.every, "fps": choice.fps, "most-frames": choice.most}
        told |= {"view": choice.what, "size": "x".join(map(str, self.size)), "scale": choice.scale}
        return [f"--{name}={value}" for name, value in told.items()] + [f"--theme={self.theme}"]
