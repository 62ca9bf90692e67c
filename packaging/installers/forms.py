"""What other programs read, checked against their schemas: the workflows of the continuous integration."""

from __future__ import annotations

import sys
from pathlib import Path

from installers.product import ROOT
from installers.shell import run
from installers.target import Target

WORKFLOWS = ROOT / ".github/workflows"


def build() -> list[Path]:
    """Check all of them; nothing is made."""
    for path in sorted(WORKFLOWS.glob("*.yml")):
        run(sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", path)
    return []


TARGET = Target(
    "forms",
    "the workflows, checked against their schema",
    build,
    systems=("linux", "win32", "darwin"),
)
