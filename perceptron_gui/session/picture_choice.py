"""What is chosen for a picture: of what it is, in which form, how large, and on which paper."""

from __future__ import annotations

from collections.abc import Mapping

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
    def of(cls, kept: Mapping[str, object]) -> PictureChoice:
        """Return what was remembered; what makes no sense takes its default.

        `kept`: as `kept` returns it, perhaps damaged.
        """
        known: dict[str, tuple[object, ...]] = {
            "form": tuple(FORMS),
            "scale": SCALES,
            "paper": PAPERS,
            "is_on_white": (False, True),
        }
        good = {
            name: value
            for name, values in known.items()
            if (value := kept.get(name)) in values and type(value) is type(values[0])
        }
        what = kept.get("what")
        return replace(cls(what=what if isinstance(what, str) else PAGE), **good)
