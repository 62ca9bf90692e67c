"""The licences of Debian's packages, by what these say of themselves: a file each, which machines can read in most."""

from __future__ import annotations

import re

from installers.shell import BuildError

FORMAT = "copyright-format/1.0"
ALL_FILES = "*"
FILES_OF = {"libuuid1": "libuuid/*"}
"""Which files of its source a library is made of, where that is made for more."""
NAMES = {
    "BSD-3-clause": "BSD-3-Clause",
    "BSD-3-clause or GPL-2": "BSD-3-Clause OR GPL-2.0-only",
    "BSD-variant": "bzip2-1.0.6",
    "PD": "LicenseRef-public-domain",
    "ZPL-2.1": "ZPL-2.1",
    "Zlib": "Zlib",
    "zlib": "Zlib",
}
"""Debian's names and those of SPDX; one that is missing must be added here, and its words looked at."""
FREE_OF_CHARGE = re.compile(r"Permission\s+is\s+hereby\s+granted,\s+free\s+of\s+charge,\s+to\s+any\s+person")
NO_ADVERTISING = re.compile(r"Except\s+as\s+contained\s+in\s+this\s+notice,\s+the\s+names?\s+of")
WITH_NOTICE = re.compile(r"Permission\s+to\s+use,\s+copy,\s+modify,\s+and\s+distribute\s+this\s+software")
MIT = re.compile(r"(Expat|MIT|X11)\b")


def licence_of(package: str, text: str) -> str:
    """Return an SPDX expression.

    Parameters
    ----------
    package : str
        Its name.
    text : str
        What its file ``copyright`` says.

    Raises
    ------
    BuildError
        When nobody has looked at such a licence yet.
    """
    is_for_machines = FORMAT in text.partition("\n")[0]
    found = _named(text, FILES_OF.get(package, ALL_FILES)) if is_for_machines else _by_words(text)
    if not found:
        raise BuildError(
            f"the licence of {package} is not known in installers/debian_licences.py: look at it, and add it"
        )
    return found


def _named(text: str, files: str) -> str:
    """Return the licence of some files; Debian's name for MIT tells not whether advertising is excepted, as in X11."""
    paragraphs = [dict(_fields(paragraph)) for paragraph in re.split(r"\n\s*\n", text)]
    name, _, words = next(
        (each["License"] for each in paragraphs if files in each.get("Files", "").split()), ""
    ).partition("\n")
    name = name.strip()
    if MIT.match(name):
        elsewhere = (each["License"] for each in paragraphs if "Files" not in each and "License" in each)
        return _by_words(words or next((each for each in elsewhere if each.partition("\n")[0].strip() == name), ""))
    return NAMES.get(name, "")


def _fields(paragraph: str) -> list[tuple[str, str]]:
    """Return the names and values of a paragraph; what is indented goes on."""
    return re.findall(r"^([A-Za-z-]+):[ \t]*((?:.*)(?:\n[ \t].*)*)", paragraph, re.MULTILINE)


def _by_words(text: str) -> str:
    """Return the licences whose words stand in a text."""
    n_free, n_x11 = len(FREE_OF_CHARGE.findall(text)), len(NO_ADVERTISING.findall(text))
    is_there = {"MIT": n_free > n_x11, "X11": 0 < n_x11 <= n_free, "HPND": WITH_NOTICE.search(text) is not None}
    return " AND ".join(name for name, is_found in is_there.items() if is_found)
