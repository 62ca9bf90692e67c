"""The property test of any use, for as many steps as one has patience for.

    python -m tests.engine.long_use 10000

makes that many steps in runs that differ from call to call, says how many there were, and ends with the shortest
difference if there is one.
"""

from __future__ import annotations

import sys
import time

from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.engine.test_any_use import AnyUse

STEPS_OF_A_USE = 50


def main(steps: int) -> None:
    """Use the engine in any way for at least `steps` steps."""
    began, uses = time.monotonic(), 0
    while AnyUse.steps < steps:
        examples = max((steps - AnyUse.steps) // STEPS_OF_A_USE, 4)
        run_state_machine_as_test(
            AnyUse,
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
    print(f"{AnyUse.steps} steps in about {uses} uses, {seconds:.0f} s: no difference.")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
