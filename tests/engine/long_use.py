"""The property tests of any use, for as many steps as one has patience for.

    python -m tests.engine.long_use 10000

makes that many steps in runs, and as many in sessions (documents, undo, the engineer), that differ from call to call;
says how many there were, and ends with the shortest difference if there is one.
"""

from __future__ import annotations

import sys
import time

from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.arguments import numbers
from tests.engine.run.test_any_use import AnyUse
from tests.session.test_any_use import AnyUseOfASession

STEPS_OF_A_USE = 50


def use(machine: type[AnyUse] | type[AnyUseOfASession], steps: int) -> None:
    """Use what `machine` tests in any way for at least `steps` steps."""
    began, uses = time.monotonic(), 0
    while machine.steps < steps:
        examples = max((steps - machine.steps) // STEPS_OF_A_USE, 4)
        run_state_machine_as_test(
            machine,
            settings=settings(
                max_examples=examples,
                stateful_step_count=STEPS_OF_A_USE,
                deadline=None,
                database=None,
                suppress_health_check=[*HealthCheck],
            ),
        )
        uses += examples
    seconds = time.monotonic() - began
    print(f"{machine.__name__}: {machine.steps} steps in about {uses} uses, {seconds:.0f} s: no difference.")


def main(steps: int) -> None:
    """Use runs, then sessions."""
    use(AnyUse, steps)
    sys.stdout.flush()
    use(AnyUseOfASession, steps)
    print(", ".join(f"{what} {count}" for what, count in sorted(AnyUseOfASession.done.items())))


if __name__ == "__main__":
    main(*numbers(steps=10_000))
