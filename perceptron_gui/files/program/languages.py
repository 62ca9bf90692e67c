"""The languages of the program: a folder each, with a catalogue that a translator edits and the program reads as it is.

A catalogue of all texts is read in 6 ms; one compiled for gettext would take 5, and could be older than its source.
English needs neither.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property
from pathlib import Path

from perceptron_gui import translation

OPTION = "--language"
FOLDER = Path(__file__).parents[2] / "resources/locale"
CATALOGUE = "perceptron_lab.po"
RIGHT_TO_LEFT = frozenset(("ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"))
VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Where a system says which languages are wanted, the first that says so counts."""
PLAIN = ("C", "POSIX")
"""What a script asks for by any but the first of them, to read the same text on every system."""

FIELD = re.compile(r"^([\w-]+): *(.*)$", re.MULTILINE)
PLURAL = re.compile(r"plural=([^;]+)")
ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}


class Catalogue:
    """The texts of a language; where one, or the rule of plurals, is damaged, the text is English.

    `text`: its file, as gettext's tools write it; what is marked fuzzy is left out.
    """

    def __init__(self, text: str) -> None:
        self._texts: dict[str, str] = {}
        self._forms: dict[str, list[str]] = {}
        for key, is_plural, forms in translated(text):
            if is_plural:
                self._forms[key] = forms
            else:
                self._texts[key] = forms[0]
        header = dict(FIELD.findall(self._texts.pop("", "")))
        rule = PLURAL.search(header.get("Plural-Forms", ""))
        self._rule = rule[1] if rule else "n != 1"

    def __bool__(self) -> bool:
        return bool(self._texts or self._forms)

    def texts(self) -> Iterator[str]:
        """Yield what is translated, as `N_` returns it."""
        yield from self._texts
        yield from self._forms

    def gettext(self, message: str) -> str:
        """Return a text, or what it was asked by where it is not translated. `message`: as `N_` returns it."""
        found = self._texts.get(message, message)
        return found if _fields(found) == _fields(message) else message

    def ngettext(self, one: str, many: str, count: int) -> str:
        """Return the form for a count by the rule of the language, or the English one."""
        english, forms = one if count == 1 else many, self._forms.get(one)
        if forms is None:
            return english
        try:
            found = forms[min(self._form_of(count), len(forms) - 1)]
        except (ValueError, ArithmeticError, LookupError):
            return english
        # "two points" needs no number.
        return found if _fields(found) | {"count"} == _fields(many) | {"count"} else english

    @cached_property
    def _form_of(self) -> Callable[[int], int]:
        """Return which form goes with a count. Raises `ValueError` where the rule is none."""
        from gettext import c2py  # whoever counts nothing needs no rule

        return c2py(self._rule)


@cache
def _fields(text: str) -> frozenset[str | None]:
    """Return what is filled in where in a text; {None} where that cannot be read."""
    if "{" not in text and "}" not in text:
        return frozenset()
    from string import Formatter  # only where another language is spoken

    try:
        parts = [*Formatter().parse(text)]
    except ValueError:
        return frozenset({None})
    return frozenset(
        name + f"!{kind}:{spec}".removeprefix("!None:") for _, name, spec, kind in parts if name is not None
    )


def entries(text: str) -> Iterator[tuple[str, str, bool, list[str]]]:
    """Yield context, English text, whether it counts, and the translations of every entry that is not fuzzy.

    `text`: of the file, in which entries stand apart by empty lines.
    """
    for entry in text.split("\n\n"):
        # Nine of ten: a line each, and nothing to note. A start reads them all.
        before, _, rest = entry.partition('msgid "')
        one, is_plain, other = rest.partition('"\nmsgstr "')
        if is_plain and "\n" not in one + other and "fuzzy" not in before and "msgctxt" not in before:
            yield "", unquoted(one), False, [unquoted(other[:-1])]
            continue
        context, parts, is_plural = "", [""], False
        for line in entry.split("\n"):
            if line.startswith("#"):
                if line.startswith("#,") and "fuzzy" in line:
                    break
                continue
            word, _, quoted = line.partition('"')
            if word == "msgctxt ":
                context = unquoted(quoted[:-1])
            elif not word:
                parts[-1] += unquoted(quoted[:-1])
            elif word == "msgid ":
                parts[-1] = unquoted(quoted[:-1])
            else:
                is_plural = is_plural or word == "msgid_plural "
                parts.append(unquoted(quoted[:-1]))
        else:
            if len(parts) > 1:
                yield context, parts[0], is_plural, parts[1 + is_plural :]


def translated(text: str) -> Iterator[tuple[str, bool, list[str]]]:
    """Yield what is translated, as `N_` returns it, whether it counts, and the translations; the header is that of "".

    `text`: see `entries`.
    """
    for context, one, is_plural, forms in entries(text):
        is_whole = is_plural and all(forms)
        if is_whole or forms[0]:
            yield translation.N_(one, context), is_whole, forms


def unquoted(text: str) -> str:
    """Return what stands between quotes."""
    return re.sub(r"\\(.)", lambda found: ESCAPES.get(found[1], found[1]), text) if "\\" in text else text


def read(language: str) -> Catalogue | None:
    """Return the catalogue of a language; None where there is none, or where nothing is translated yet."""
    return Catalogue(_text_of(language)) or None


def _text_of(language: str) -> str:
    """Return the file of a language; an empty text where there is none that can be read."""
    try:
        return (FOLDER / language / CATALOGUE).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""


def known() -> tuple[str, ...]:
    """Return all languages that have a folder, and English, in the order of their names."""
    return tuple(sorted({path.parent.name for path in FOLDER.glob(f"*/{CATALOGUE}")} | {translation.ENGLISH}))


def names() -> dict[str, str]:
    """Return the languages in which something is translated, each with its name in itself."""
    found = {name: _name_of(name) for name in known()}
    return {translation.ENGLISH: "English", **{name: said for name, said in found.items() if said}}


def _name_of(language: str) -> str:
    """Return the name of a language in itself, its code where its header has none; "" where nothing is translated.

    The rest of its catalogue is not looked at: that would take ten times as long.
    """
    header, is_spoken = None, False
    for key, _, forms in translated(_text_of(language)):
        if key:
            is_spoken = True
        else:
            header = forms[0]
        if is_spoken and header is not None:
            break
    said = dict(FIELD.findall(header or "")).get("X-Name", "")
    return (said or language) if is_spoken else ""


def named(code: str) -> str:
    """Return the language that a code names, of another country or script where there is no nearer one; "" for none.

    `code`: as systems write it and people type it: "de_AT.UTF-8", "PT", "pt-BR", "zh-Hans-CN".
    """
    name = re.split(r"[.@]", code)[0].replace("-", "_").lower()
    alike = [each for each in known() if each.lower().split("_")[0] == name.split("_")[0]]
    return next((each for each in alike if each.lower() == name), "".join(alike[:1]))


def codes() -> str:
    """Return the regular expression of all codes that name a language, for a JSON Schema."""
    first = sorted({name.lower().split("_")[0] for name in known()})
    in_any_case = ("".join(f"[{letter}{letter.upper()}]" for letter in name) for name in first)
    return f"({'|'.join(in_any_case)})([-_.@].*)?"


def fitting(wanted: Iterable[str]) -> str:
    """Return the language to speak to somebody who wants some, the dearest first; English where none is known.

    `wanted`: codes, see `named`.
    """
    for code in wanted:
        if re.split(r"[.@]", code)[0] in PLAIN:
            return translation.ENGLISH
        if language := named(code):
            return language
    return translation.ENGLISH


def of_system() -> list[str]:
    """Return the languages that the system is set to, without asking Qt."""
    said = [value for name in VARIABLES if (value := os.environ.get(name, ""))]
    if next((value for value in said if value != os.environ.get(VARIABLES[0])), "") in PLAIN:
        return [*PLAIN]
    if said:
        return said[0].split(":")
    if sys.platform == "win32":
        import ctypes
        import locale

        return [locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")]
    return []


def speak(language: str) -> None:
    """Say everything in a language from now on. `language`: one of `known`."""
    catalogue = read(language) if language != translation.ENGLISH else None
    if catalogue is None:
        translation.use(None)
    else:
        translation.use(catalogue, language, is_leftwards=language.split("_")[0] in RIGHT_TO_LEFT)


def option() -> list[str]:
    """Return what lets another process of the program speak the same language."""
    return [OPTION, translation.language()]
