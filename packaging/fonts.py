"""Cut down the fonts of scripts that Inter has not: ``python packaging/fonts.py [FOLDER]``, with fontTools.

FOLDER is where Debian's fonts-noto-cjk, fonts-noto-core and fonts-noto-ui-core lie, /usr/share/fonts by default.
Makes what ``perceptron_gui/resources/fonts`` has of Noto, and gives the fonts of text what they lack: figures of one
width without a feature, the marks of direction, and Inter small triangles. Every form that text is set in has its
character, by which a PDF can be searched and copied. Its README says what is kept. The same files make the same.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

RESOURCES = Path(__file__).parents[1] / "perceptron_gui/resources"
STYLES = ("Regular", "Bold")
LINE = (0.969, -0.272)
"""Above and below the baseline, as parts of the size: a line as high as Inter's, whose letters stand in it too."""
FORMULA_LINE = (0.762, -0.238)
"""That of STIX Two Text, whose letters stand between the signs of STIX Two Math."""
TEXTS = (".po", ".md", ".txt", ".lesson")
ROWS = range(0xB0, 0xF8)
"""Of the table of GB 2312: 3 755 common characters, and 3 008 more, in which many names are written."""
BLANKS = [*map(ord, " \u00a0\u3000")]
SIGNS = [*range(0x3001, 0x3020), *range(0xFF01, 0xFF5F), 0x30FB, 0xFFE5]
"""Punctuation as wide as a character."""
ARABIC = [*range(0x0600, 0x0660), *range(0x066A, 0x0700), 0x200C, 0x200D, 0x200E, 0x200F]
"""Without figures: they are 0 to 9 in every language here."""
RAISED = range(0x1D2C, 0x1D6B)
"""Raised letters, as in Xᵀ."""
NOT_AS_WIDE = "-*"
"""Signs of words, to which Inter's feature for figures of one width gives their width, too."""
AMONG_FIGURES = "+−=≠<>≤≥≈~±×÷"
"""Signs that are as high as figures: Inter's own are in the middle of small letters, until a feature raises them."""
FEATURES = ["ccmp", "kern", "locl", "mark", "mkmk"]
"""Of the fonts of text: what composes and places letters. Others put forms that have no character in their place."""
FORMS = {"init": "initial", "medi": "medial", "fina": "final"}
"""Features of letters that join, and what Unicode calls the characters for such forms."""
PRESENTED = [*range(0xFB50, 0xFE00), *range(0xFE70, 0xFEFF)]
"""Characters for forms of Arabic letters."""
LAST = 0xFFFF
"""Of the characters that Qt looks for when it writes which one a form in a PDF stands for."""
DIRECTIONS = (0x200E, 0x200F, *range(0x2066, 0x206A))
"""Marks that are not seen: a line with one is made higher by whatever font of the system has it."""
SMALLER = {"▶": "▸", "▼": "▾", "▲": "▴", "◀": "◂"}
"""Triangles of buttons and paths through menus, by the large ones that Inter has; a desktop's would be of any size."""
SMALL, MIDDLE = 0.55, 0.3125
"""Of the size of the large ones; and how far above the baseline their middle is, as a part of the size."""
NAMES = [0, 1, 2, 3, 4, 5, 6, 13, 14]


def characters() -> list[int]:
    """Return what the Chinese fonts have: the table, and whatever else the texts of the program are written with."""
    table = [_decoded(row, place) for row in ROWS for place in range(0xA1, 0xFF)]
    folders = (RESOURCES / "locale", RESOURCES / "lessons")
    files = (path for folder in folders for path in folder.rglob("*") if path.suffix in TEXTS)
    written = {ord(each) for path in files for each in path.read_text(encoding="utf-8") if "\u2e80" <= each <= "\u9fff"}
    return sorted({*BLANKS, *SIGNS, *written, *(ord(each) for each in table if each)})


def _decoded(row: int, place: int) -> str:
    return bytes((row, place)).decode("gb2312", errors="ignore")


def cut(path: Path, number: int, wanted: list[int], *, joins: bool) -> TTFont:
    """Return what is wanted of a font.

    `number`: of the font in a collection, or −1. `joins`: whether its letters have other forms beside one another.
    """
    font = TTFont(path, fontNumber=number, lazy=True, recalcTimestamp=False)
    options = Options(hinting=False, name_IDs=NAMES, notdef_outline=True)
    if not joins:
        options.layout_features = []
    options.drop_tables += ["vhea", "vmtx", "VORG", "BASE"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=wanted)
    subsetter.subset(font)
    return font


def keep_lines(font: Any, line: tuple[float, float] = LINE) -> None:
    """Let lines with letters of a font be as high as all others. `line`: above and below the baseline."""
    above, below = (round(part * font["head"].unitsPerEm) for part in line)
    header, windows = font["hhea"], font["OS/2"]
    header.ascent = windows.sTypoAscender = windows.usWinAscent = above
    header.descent = windows.sTypoDescender = below
    windows.usWinDescent = -below
    header.lineGap = windows.sTypoLineGap = 0


def rename(font: Any, before: str, after: str) -> None:
    """Give a font the name of what it was cut down to."""
    for record in font["name"].names:
        if record.nameID not in (0, 13, 14):
            record.string = str(record).replace(before, after).replace(before.replace(" ", ""), after.replace(" ", ""))


def set_figures(font: Any) -> None:
    """Let figures be of one width, and signs among them as wide and as high, without a feature.

    Signs of words stay as they are: at a hyphen words would come apart. A font that has been set so stays as it is.
    """
    wide, high = _replaced(font, "tnum"), _replaced(font, "case")
    for table in font["cmap"].tables:
        for code, name in table.cmap.items():
            if chr(code) not in NOT_AS_WIDE:
                among = high.get(name, name) if chr(code) in AMONG_FIGURES else name
                table.cmap[code] = wide.get(among, among)


def _lookups(font: Any, *tags: str) -> Iterator[Any]:
    """Yield the tables of some features, and those that they lead to."""
    table = font["GSUB"].table
    features = [each.Feature for each in table.FeatureList.FeatureRecord if each.FeatureTag in tags]
    for index in table.LookupList.closure_lookups([index for each in features for index in each.LookupListIndex]):
        for part in table.LookupList.Lookup[index].SubTable:
            yield getattr(part, "ExtSubTable", part)


def _replaced(font: Any, *tags: str) -> dict[str, str]:
    """Return which form features put in the place of another one; none where the font has them not."""
    return {before: after for part in _lookups(font, *tags) for before, after in getattr(part, "mapping", {}).items()}


def _characters(font: Any) -> dict[str, str]:
    """Return the character of each form: the first, as Qt has it."""
    return {name: chr(code) for code, name in sorted(font.getBestCmap().items(), reverse=True)}


def _name(font: Any, code: int, form: str) -> None:
    """Give a form a character, unless it has one or the font has another form for that."""
    for table in font["cmap"].tables:
        if code <= LAST and form not in table.cmap.values():
            table.cmap.setdefault(code, form)


def name_composed(font: Any) -> None:
    """Give letters that are composed with their accents the characters that they are together."""
    characters = _characters(font)
    for first, ligature in _ligatures(_lookups(font, "ccmp")):
        parts = [characters.get(each, "") for each in (first, *ligature.Component)]
        whole = unicodedata.normalize("NFC", "".join(parts))
        if all(parts) and len(whole) == 1:
            _name(font, ord(whole), ligature.LigGlyph)


def _ligatures(parts: Iterator[Any]) -> Iterator[tuple[str, Any]]:
    """Yield what is one form instead of several, by the first of them."""
    for part in parts:
        for first, ligatures in getattr(part, "ligatures", {}).items():
            for ligature in ligatures:
                yield first, ligature


def name_joined(font: Any) -> None:
    """Give letters that join Unicode's characters for such forms, which stand for the letters themselves."""
    codes = {unicodedata.decomposition(chr(code)): code for code in PRESENTED}
    letters = {name: f"{ord(each):04X}" for name, each in _characters(font).items()}
    joined = dict[str, tuple[str, str]]()
    for feature, kind in FORMS.items():
        for before, after in _replaced(font, feature).items():
            if before in letters:
                joined[after] = kind, letters[before]
    for form, (kind, letter) in joined.items():
        _name(font, codes.get(f"<{kind}> {letter}", LAST + 1), form)
    for first, ligature in _ligatures(_lookups(font, "rlig")):
        parts = [joined[each] for each in (first, *ligature.Component) if each in joined]
        if len(parts) > len(ligature.Component):
            kind = "isolated" if parts[0][0] == "initial" else "final"
            written = " ".join(letter for _, letter in parts)
            _name(font, codes.get(f"<{kind}> {written}", LAST + 1), ligature.LigGlyph)


def keep_named(font: Any, *tags: str) -> None:
    """Let features put no form that has no character in the place of one that has."""
    named = {*font.getBestCmap().values()}
    for part in _lookups(font, *tags):
        if hasattr(part, "mapping"):
            kept = {before: after for before, after in part.mapping.items() if named.issuperset(_each(after))}
            part.mapping = kept
        elif hasattr(part, "ligatures"):
            for first, ligatures in part.ligatures.items():
                part.ligatures[first] = [each for each in ligatures if each.LigGlyph in named]


def keep_reached(font: Any) -> None:
    """Leave out the features that text does not need, and whatever only they reach."""
    options = Options(layout_features=FEATURES, hinting=True, glyph_names=True, name_IDs=["*"], notdef_outline=True)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=font.getBestCmap())
    subsetter.subset(font)


def _each(after: str | list[str]) -> list[str]:
    """Return the forms that something is replaced by."""
    return [after] if isinstance(after, str) else after


def mark_directions(font: Any) -> None:
    """Let the marks of direction be of this font: as wide as nothing."""
    for table in font["cmap"].tables:
        table.cmap.update(dict.fromkeys(DIRECTIONS, table.cmap[0x200B]))


def add_triangles(font: Any) -> None:
    """Let small triangles be of this font: the large ones, scaled."""
    names, outlines, widths = font.getBestCmap(), font["glyf"], font["hmtx"]
    for large, small in SMALLER.items():
        whole, made = names[ord(large)], f"uni{ord(small):04X}"
        up = MIDDLE * font["head"].unitsPerEm - SMALL * (outlines[whole].yMin + outlines[whole].yMax) / 2
        pen = TTGlyphPen(outlines)
        pen.addComponent(whole, (SMALL, 0, 0, SMALL, 0, round(up)))
        outlines[made] = pen.glyph()
        outlines[made].recalcBounds(outlines)
        widths[made] = round(SMALL * widths[whole][0]), outlines[made].xMin
        for table in font["cmap"].tables:
            table.cmap[ord(small)] = made


def main(folder: Path) -> None:
    """Make all of them, and say how large they are."""
    target = RESOURCES / "fonts"
    for path in sorted({*target.glob("Inter-*.ttf"), *target.glob("STIXTwoText-*.otf")}):
        font = TTFont(path, recalcTimestamp=False)
        set_figures(font)
        name_composed(font)
        mark_directions(font)
        if "glyf" in font:
            add_triangles(font)
        keep_named(font, *FEATURES)
        keep_reached(font)
        font.save(path)
    path = target / "STIXTwoMath-Regular.otf"
    signs = TTFont(path, recalcTimestamp=False)
    keep_lines(signs, FORMULA_LINE)
    signs.save(path)
    for style in STYLES:
        chinese = cut(folder / f"opentype/noto/NotoSansCJK-{style}.ttc", 2, characters(), joins=False)
        rename(chinese, "Noto Sans CJK SC", "Noto Sans SC")
        arabic = cut(folder / f"truetype/noto/NotoSansArabicUI-{style}.ttf", -1, [*BLANKS[:2], *ARABIC], joins=True)
        name_joined(arabic)
        keep_named(arabic, "ccmp")
        raised = cut(folder / f"truetype/noto/NotoSans-{style}.ttf", -1, [*BLANKS[:2], *RAISED], joins=False)
        rename(raised, "Noto Sans", "Noto Sans Raised")  # a desktop has the whole of it, with higher lines
        for name, font in (("NotoSansSC", chinese), ("NotoSansArabicUI", arabic), ("NotoSansRaised", raised)):
            keep_lines(font)
            path = target / f"{name}-{style}.{'otf' if 'CFF ' in font else 'ttf'}"
            font.save(path)
            print(f"{path.name}: {len(font.getBestCmap())} characters, {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("/usr/share/fonts"))
