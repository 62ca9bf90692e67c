"""Point at stiff sentences in changed lines: `python3 dev.py check` prints how many there are, and never fails for it.

This lists them: documentation, docstrings, comments, visible texts and lessons, in the lines that git says have changed
since this branch left the main branch. On the main branch, these are the lines of the last commit and what came after
it. Read each sentence aloud. If you would say it like that, leave it.
"""

from __future__ import annotations

import ast
import io
import json
import re
import subprocess
import tokenize
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from tests.arguments import command_line
from tests.sources import ROOT

MOST_WORDS = 34
MAIN = ("main", "origin/main", "master", "origin/master")
"""Names of the main branch; the first one that exists counts."""
OTHER_LANGUAGES = ("resources/locale/", "packaging/website/front/")
SHOWN = {"tr", "N_", "ntr", "counted"}
"""Functions whose first two arguments are visible texts, or say which text is meant."""

STUMBLES = {
    "name the person or thing, instead of Who … or What …": r"^(?:Who|Whose|What)(?:so)?(?:ever)?(?: \S+){5,}(?<!\?)$",
    "name what is returned": r"^(?:Return|Yield)s? (?:what|who|whose|where|does|that of|those (?:of|that))\b",
    "if or when, instead of Where": r"^Where (?!possible|necessary)(?:\S+ ){4,}\S+(?<!\?)$",
    "If there is, instead of Is there": r"^(?:Is|Are|Was|Were) [^?]*, [^?]*$",
    "begin with who does what, instead of Of": r"^Of (?!course\b)",
    "again": r"\banew\b",
    "wrong, a problem": r"\bamiss\b",
    "otherwise, or": r"[;,] else\b|^Else\b|\belse[;:]",
    "next to, at the same time, besides": r"\b[Bb]eside\b",
    "is or there is, instead of stands": r"\bst(?:ands?|ood) (?:in|on|at|there|above|below|behind|by itself)\b",
    "has, instead of wears": r"\bwears?\b|\bwore\b",
    "says, shows": r"\b(?:is|are|was|were) told\b|\btells? of\b|\btold from\b",
    "say what it does, instead of is about": r"\b(?:is|are|was|were) about\b(?! to\b| the same\b| [\d≈])",
    "at random, by accident": r"\bby chance\b",
    "automatically": r"\bwithout a word\b",
    "always": r"\bin any case\b",
    "must, should": r"\b(?:is|are|was|were) to be\b",
    "you, instead of one": r"\bone (?:types|sees|reads|wants|likes|chooses)\b",
    "fix": r"\b[Mm]end(?:s|ed|ing)?\b",
    "action": r"\bdeeds?\b",
    "two sentences": r"\b(?:of|for|in) (?:which|whom)\b.*\b(?:which|whom|whose)\b",
}
"""Expressions to look for in a sentence, each below the words that are usually better."""

MASKED = re.compile(r"`[^`]*`|\$[^$\n]+\$|(?<=\])\([^)\s]*\)")
"""Code, formulas and targets of links."""
EMPHASIS = re.compile(r"\*+|(?<!\w)_+(?=\w)")
END = re.compile(r"(?<![.\s](?:e\.g|i\.e|etc))(?<!\bvs)[.!?…][\"'”’)]*\s+(?=[\"'“‘(]*[A-ZÀ-Þ0-9◦θαη])|\n\s*\n")
"""The end of a sentence, if another one follows."""
ITEM = re.compile(r"\s*(?:[-+*]|\d+\.)\s+|\s*>\s?|#+\s+")


class Passage(NamedTuple):
    """A piece of text that somebody reads, with its first and its last line in the file."""

    text: str
    first: int
    last: int


class Sentence(NamedTuple):
    """A sentence with its lines, and the reasons to read it aloud."""

    text: str
    lines: range
    stumbles: tuple[str, ...]


def stumbles(sentence: str) -> tuple[str, ...]:
    """Return the reasons to read a sentence aloud."""
    long = (f"shorter: it has over {MOST_WORDS} words",) * (len(sentence.split()) > MOST_WORDS)
    return (*(words for words, pattern in STUMBLES.items() if re.search(pattern, sentence)), *long)


def sentences(passage: Passage) -> Iterator[Sentence]:
    """Yield the sentences of a passage; code and formulas in them count as one word."""
    # As many line breaks as before: they say in which line a sentence is.
    masked = MASKED.sub(lambda found: "◦" + "\n" * found[0].count("\n"), passage.text)
    text = EMPHASIS.sub("", masked)
    is_line_by_line = passage.last - passage.first == passage.text.rstrip("\n").count("\n")
    begin = 0
    for end in [*(found.end() for found in END.finditer(text)), len(text)]:
        piece, lines = text[begin:end], range(passage.first, passage.last + 1)
        if is_line_by_line:
            first = passage.first + text.count("\n", 0, begin + len(piece) - len(piece.lstrip()))
            lines = range(first, first + piece.strip().count("\n") + 1)
        words = " ".join(piece.split())
        begin = end
        if re.search("[a-z]{2}", words):
            yield Sentence(words, lines, stumbles(words))


def passages_of_markdown(text: str) -> Iterator[Passage]:
    """Yield paragraphs, headings, items of lists and cells of tables; no code."""
    found: list[str] = []
    is_code = False
    for number, line in enumerate([*text.splitlines(), ""], 1):
        is_fence = line.lstrip().startswith(("```", "~~~"))
        is_row = line.startswith("|")
        begins = ITEM.match(line)
        if found and (is_fence or is_code or is_row or begins or not line.strip() or _is_indented(line, found)):
            yield Passage("\n".join(found), number - len(found), number - 1)
            found = []
        is_code ^= is_fence
        if is_fence or is_code or _is_indented(line, found):
            continue
        if is_row:
            yield from (Passage(cell.strip(), number, number) for cell in line.strip("|").split("|"))
        elif begins and begins[0].startswith("#"):
            yield Passage(line[begins.end() :], number, number)
        elif line.strip():
            found.append(line[begins.end() :] if begins else line)


def _is_indented(line: str, before: list[str]) -> bool:
    return not before and line.startswith("    ")


def passages_of_python(text: str) -> Iterator[Passage]:
    """Yield docstrings, comments and visible texts; nothing if Python cannot read the file."""
    try:
        tree = ast.parse(text)
        tokens = [*tokenize.generate_tokens(io.StringIO(text).readline)]
    except (SyntaxError, tokenize.TokenError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            yield from _literal(node.value)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SHOWN:
            for argument in node.args[:2]:
                yield from _literal(argument)
    comments = {
        token.start[0]: token.string.lstrip("#: ")
        for token in tokens
        if token.type == tokenize.COMMENT and token.line.lstrip().startswith("#")
    }
    for first in [line for line in comments if line - 1 not in comments]:
        last = first
        while last + 1 in comments:
            last += 1
        yield Passage("\n".join(comments[line] for line in range(first, last + 1)), first, last)


def _literal(node: ast.expr) -> Iterator[Passage]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield Passage(node.value, node.lineno, node.end_lineno or node.lineno)


def passages_of_lesson(text: str) -> Iterator[Passage]:
    """Yield the English texts of a lesson, each of which has a line of its own."""
    for number, line in enumerate(text.splitlines(), 1):
        if found := re.fullmatch(r'\s*"en":\s*(".*"),?\s*', line):
            yield Passage(json.loads(found[1]), number, number)


READERS = {".md": passages_of_markdown, ".py": passages_of_python, ".lesson": passages_of_lesson}


def _git(root: Path, *words: str) -> str | None:
    """Return the output of git; None if there is no git, or it refuses."""
    command = ["git", "-c", "core.quotepath=off", *words]
    try:
        done = subprocess.run(command, cwd=root, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.decode(errors="replace")


def base_of(root: Path = ROOT) -> str | None:
    """Return the commit where this branch left the main branch; on the main branch, the last commit but one."""
    head = _git(root, "rev-parse", "HEAD")
    branch = (_git(root, "branch", "--show-current") or "").strip()
    for main in MAIN:
        common = _git(root, "merge-base", "HEAD", main)
        if common is not None:
            # A checkout without a branch, as machines make it, may be one of the main branch.
            is_main = branch == main.rpartition("/")[2] or (not branch and common == head)
            found = _git(root, "rev-parse", "--verify", "--quiet", "HEAD~1") if is_main else common
            return found.strip() if found else None
    return None


def changed_lines(root: Path, base: str) -> dict[str, set[int]] | None:
    """Return the lines that are new since a commit, by file; None without git."""
    diff = _git(root, "diff", "--unified=0", "--no-color", "--no-ext-diff", "--src-prefix=a/", "--dst-prefix=b/", base)
    new = _git(root, "ls-files", "--others", "--exclude-standard", "-z")
    if diff is None or new is None:
        return None
    found: dict[str, set[int]] = {}
    name = ""
    for line in diff.splitlines():
        if line.startswith("+++ "):
            name = line.removeprefix("+++ b/").rstrip("\t")
        elif hunk := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line):
            first, count = int(hunk[1]), int(hunk[2] or 1)
            found.setdefault(name, set()).update(range(first, first + count))
    for name in filter(None, new.split("\0")):
        path = root / name
        if path.suffix in READERS and path.is_file():
            found[name] = set(range(1, path.read_bytes().count(b"\n") + 2))
    return found


def changed_sentences(root: Path, lines: Mapping[str, set[int]]) -> Iterator[tuple[str, Sentence]]:
    """Yield each sentence with a changed line, and the name of its file."""
    for name, changed in sorted(lines.items()):
        path = root / name
        is_other = any(folder in name for folder in OTHER_LANGUAGES)
        if is_other or path.suffix not in READERS or not path.is_file():
            continue
        for passage in READERS[path.suffix](path.read_text(encoding="utf-8", errors="replace")):
            yield from ((name, each) for each in sentences(passage) if changed.intersection(each.lines))


def report(root: Path, base: str | None, is_short: bool) -> Iterator[str]:
    """Yield the lines to print: none without git. `is_short`: only how many there are."""
    base = base or base_of(root)
    lines = changed_lines(root, base) if base else None
    if lines is None:
        return
    found = [*changed_sentences(root, lines)]
    stiff = [(name, each) for name, each in found if each.stumbles]
    for name, each in () if is_short else stiff:
        yield f"{name}:{each.lines.start}: {'; '.join(each.stumbles)}\n    {each.text}"
    more = "; python -m tests.voice lists them" if is_short and stiff else ""
    yield f"{'voice':<11} {len(stiff)} of {len(found)} changed sentences to read aloud{more}"


def main() -> None:
    """Print the report."""
    parser = command_line()
    parser.add_argument("--count", action="store_true", help="only say how many there are")
    parser.add_argument("base", nargs="?", help="a commit: look at the lines that are new since then")
    chosen = parser.parse_args()
    for line in report(ROOT, chosen.base, chosen.count):
        print(line)


if __name__ == "__main__":
    main()
