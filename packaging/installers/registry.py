"""All targets, in the order of the table: a new one is a module with a TARGET, and a line here."""

from __future__ import annotations

from collections.abc import Iterable

from installers import deb, forms, frozen, guide, macos, run_file, stick, wheels, windows
from installers.shell import BuildError
from installers.target import Target

MODULES = (forms, frozen, deb, run_file, windows, macos, wheels, guide, stick)
TARGETS: dict[str, Target] = {module.TARGET.name: module.TARGET for module in MODULES}


def chosen(names: Iterable[str], with_needs: bool = True) -> list[Target]:
    """Return the named targets, each after what it needs; all that are possible where none is named.

    Parameters
    ----------
    names : iterable of str
        As typed.
    with_needs : bool
        Whether what they need is built before them.

    Raises
    ------
    BuildError
        When there is none of that name, or this system cannot build it.
    """
    wanted = list(names) or [target.name for target in TARGETS.values() if target.is_possible]
    found: dict[str, Target] = {}
    for name in wanted:
        if name not in TARGETS:
            raise BuildError(f"there is no target {name!r}; there are: {', '.join(TARGETS)}")
        for each in [*(chosen_needs(name) if with_needs else []), TARGETS[name]]:
            if not each.is_possible:
                raise BuildError(f"{each.name} is built on {' and '.join(each.systems)} only")
            found[each.name] = each
    return list(found.values())


def chosen_needs(name: str) -> list[Target]:
    """Return what a target needs, and what that needs, in the order of building.

    Parameters
    ----------
    name : str
    """
    return [each for need in TARGETS[name].needs for each in [*chosen_needs(need), TARGETS[need]]]
