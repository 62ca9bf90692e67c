"""The list of what an artefact is made of, for machines: CycloneDX 1.6 as JSON."""

from __future__ import annotations

import datetime
import json
import uuid
from collections.abc import Sequence
from typing import Any

from installers.components import Component
from installers.product import NAME, TITLE, VERSION, commit_time
from installers.shell import BuildError

FORMAT, FORMAT_VERSION = "CycloneDX", "1.6"


def text(parts: Sequence[Component]) -> str:
    """Return the list of components as a file's text; the same parts always give the same one.

    Parameters
    ----------
    parts : sequence of Component
    """
    listed = [_entry(part) for part in parts]
    seed = json.dumps(listed, sort_keys=True) + VERSION
    time = datetime.datetime.fromtimestamp(commit_time(), datetime.UTC)
    main = {"type": "application", "bom-ref": NAME, "name": TITLE, "version": VERSION, "licenses": _licences("MIT")}
    data = {
        "bomFormat": FORMAT,
        "specVersion": FORMAT_VERSION,
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, seed)}",
        "version": 1,
        "metadata": {"timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ"), "component": main},
        "components": listed,
        "dependencies": [{"ref": NAME, "dependsOn": sorted(entry["bom-ref"] for entry in listed)}],
    }
    return json.dumps(data, indent=1) + "\n"


def _entry(part: Component) -> dict[str, Any]:
    entry: dict[str, Any] = {"type": part.kind, "bom-ref": part.purl, "name": part.name, "purl": part.purl}
    if part.version:
        entry["version"] = part.version
    if not part.licence:
        raise BuildError(
            f"nobody knows the licence of {part.name}: look at it, and name it in installers/components.py"
        )
    entry["licenses"] = _licences(part.licence)
    return entry


def _licences(expression: str) -> list[dict[str, Any]]:
    """Return one licence by its name in SPDX; what is more than that, or has no name there, is an expression."""
    is_name = " " not in expression and not expression.startswith("LicenseRef-")
    return [{"license": {"id": expression}}] if is_name else [{"expression": expression}]
