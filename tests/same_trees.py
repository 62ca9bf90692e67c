"""What a change of form changed in substance: `python -m tests.same_trees BASE [HEAD]` compares two commits.

Every function, class and statement of a module is read as a syntax tree without docstrings and imports, wherever it
stands: one that was moved to another module, or got another docstring, is the same. What is left is printed, and must
be what was intended; exit status 1 where there is anything. Without HEAD the files count as they lie.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.arguments import command_line

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "perceptron_gui"


def pieces(source: str) -> Iterator[tuple[str, str]]:
    """Yield name and tree of each function and class of a module, methods on their own, and of its other statements."""
    yield from _pieces(_bare(ast.parse(source)).body, "")


def _pieces(body: list[ast.stmt], within: str) -> Iterator[tuple[str, str]]:
    for node in body:
        if isinstance(node, ast.Import | ast.ImportFrom) or _is_for_types(node):
            continue
        if isinstance(node, ast.ClassDef):
            inner, node.body = node.body, []
            yield within + node.name, ast.dump(node)
            yield from _pieces(inner, f"{within}{node.name}.")
        else:
            yield within + (getattr(node, "name", "") or ast.unparse(node).partition("\n")[0]), ast.dump(node)


def _is_for_types(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


class _Bare(ast.NodeTransformer):
    """Leaves out strings that stand alone, and imports."""

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if isinstance(getattr(node, "body", None), list):
            node.body = [each for each in node.body if not _is_told(each)] or [ast.Pass()]  # type: ignore[attr-defined]
        return node


def _is_told(node: ast.stmt) -> bool:
    is_string = (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    )
    return is_string or isinstance(node, ast.Import | ast.ImportFrom)


def _bare(tree: ast.Module) -> ast.Module:
    bare = _Bare().visit(tree)
    assert isinstance(bare, ast.Module)
    return bare


def pieces_at(revision: str | None) -> Counter[tuple[str, str]]:
    """Return the pieces of the whole program at a commit, or in the working tree."""
    if revision is None:
        sources = [path.read_text(encoding="utf-8") for path in sorted((ROOT / PACKAGE).rglob("*.py"))]
    else:
        names = _git("ls-tree", "-r", "--name-only", revision, PACKAGE).split()
        sources = [_git("show", f"{revision}:{name}") for name in names if name.endswith(".py")]
    return Counter(piece for source in sources for piece in pieces(source))


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def main() -> int:
    """Print what differs."""
    parser = command_line()
    parser.add_argument("base")
    parser.add_argument("head", nargs="?")
    given = parser.parse_args()
    base, head = pieces_at(given.base), pieces_at(given.head)
    gone, new = base - head, head - base
    before, after = {name for name, _ in gone}, {name for name, _ in new}
    for title, names in (("changed", before & after), ("gone", before - after), ("new", after - before)):
        for name in sorted(names):
            print(f"{title:8} {name}")
    print(f"the same: {(base & head).total()}; gone or changed: {gone.total()}; new or changed: {new.total()}")
    return 1 if gone or new else 0


if __name__ == "__main__":
    sys.exit(main())
