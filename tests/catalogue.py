"""The catalogue of visible text, read without Babel: what the source marks, and what the file holds."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache

import jinja2
from jinja2 import nodes as template_nodes

import dev
from tests.sources import PACKAGE, PATHS, name_of, nodes

ARGUMENTS = {
    name: len(places.split(",")) for name, _, places in (word.partition(":") for word in dev.CATALOGUE_KEYWORDS)
}
"""How many arguments of each keyword are text."""
Text = tuple[str, str | None]
"""A text, and its plural if it has one."""


@cache
def modules() -> dict[str, tuple[ast.AST, ...]]:
    """Return the nodes of every module by its path from the package's folder."""
    return {path.relative_to(PACKAGE).as_posix(): nodes(path) for path in PATHS}


def calls(module: tuple[ast.AST, ...]) -> Iterator[tuple[str, list[ast.expr]]]:
    """Yield the name of every call of a keyword, with the arguments that are text."""
    for node in module:
        name = name_of(node.func) if isinstance(node, ast.Call) else ""
        if name in ARGUMENTS:
            yield name, node.args[: ARGUMENTS[name]]


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
            if isinstance(call.node, template_nodes.Name) and call.node.name in ARGUMENTS:
                arguments = call.args[: ARGUMENTS[call.node.name]]
                made.append([each.value if isinstance(each, template_nodes.Const) else None for each in arguments])
    return found


@cache
def written() -> frozenset[Text]:
    """Return every text that the source marks."""
    marked = [[literal(each) for each in arguments] for module in modules().values() for _, arguments in calls(module)]
    marked += [texts for each in template_calls().values() for texts in each]
    return frozenset((first, texts[0] if texts else None) for first, *texts in marked if first is not None)


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
            elif keyword in ("msgid", "msgid_plural", "msgstr"):
                last = keyword
                texts[keyword] = ast.literal_eval(quoted)
        if texts.get("msgid"):
            found.add((texts["msgid"], texts.get("msgid_plural")))
    return frozenset(found)
