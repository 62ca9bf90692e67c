"""The catalogue of visible text, read without Babel: what the source marks, and what the file holds."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache

import jinja2
from jinja2 import nodes as template_nodes

import dev
from perceptron_gui.translation import N_
from tests.sources import PACKAGE, PATHS, name_of, nodes

KEYWORDS = {word.partition(":")[0] for word in dev.CATALOGUE_KEYWORDS}
PLURALS = {word.partition(":")[0] for word in dev.CATALOGUE_KEYWORDS if word.endswith(":1,2")}
"""The keywords, and those of two texts; the others may have a context after theirs."""
Text = tuple[str, str | None]
"""A text, after its context if it has one, and its plural if it has one."""


@cache
def modules() -> dict[str, tuple[ast.AST, ...]]:
    """Return the nodes of every module by its path from the package's folder."""
    return {path.relative_to(PACKAGE).as_posix(): nodes(path) for path in PATHS}


def calls(module: tuple[ast.AST, ...]) -> Iterator[tuple[str, list[ast.expr]]]:
    """Yield the name of every call of a keyword, with the arguments that are text."""
    for node in module:
        name = name_of(node.func) if isinstance(node, ast.Call) else ""
        if name in KEYWORDS:
            yield name, node.args[:2]


def literal(argument: ast.expr) -> str | None:
    """Return the text of a literal; None where it is worked out."""
    return argument.value if isinstance(argument, ast.Constant) and isinstance(argument.value, str) else None


@cache
def template_calls() -> dict[str, list[list[str | None]]]:
    """Return the arguments that are text of every call of a keyword in a template, by the template's path."""
    found: dict[str, list[list[str | None]]] = {}
    for path in sorted((PACKAGE / "resources/programs").rglob("*.jinja")):
        tree = jinja2.Environment().parse(path.read_text(encoding="utf-8"))
        made = found[path.relative_to(PACKAGE).as_posix()] = []
        for call in tree.find_all(template_nodes.Call):
            if isinstance(call.node, template_nodes.Name) and call.node.name in KEYWORDS:
                arguments = call.args[: 1 + (call.node.name in PLURALS)]
                made.append([each.value if isinstance(each, template_nodes.Const) else None for each in arguments])
    return found


@cache
def written() -> frozenset[Text]:
    """Return every text that the source marks."""
    found: set[Text] = set()
    for name, arguments in (call for module in modules().values() for call in calls(module)):
        first, second = (*map(literal, arguments), None)[:2]
        if first is not None:
            found.add((first, second) if name in PLURALS else (N_(first, second or ""), None))
    made = (texts for each in template_calls().values() for texts in each)
    found |= {(first, texts[0] if texts else None) for first, *texts in made if first is not None}
    return frozenset(found)


@cache
def collected() -> frozenset[Text]:
    """Return every text of the catalogue."""
    found: set[Text] = set()
    for entry in dev.CATALOGUE.read_text(encoding="utf-8").split("\n\n"):
        texts: dict[str, str] = {}
        last = ""
        for line in entry.splitlines():
            keyword, _, quoted = line.partition(" ")
            if line.startswith('"'):
                texts[last] += ast.literal_eval(line)
            elif keyword in ("msgctxt", "msgid", "msgid_plural", "msgstr"):
                last = keyword
                texts[keyword] = ast.literal_eval(quoted)
        if texts.get("msgid"):
            found.add((N_(texts["msgid"], texts.get("msgctxt", "")), texts.get("msgid_plural")))
    return frozenset(found)
