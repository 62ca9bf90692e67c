"""The loop of a program: which point comes next, and when it stops (P4, P7)."""

from __future__ import annotations

from collections.abc import Callable

from perceptron_gui.engine.data.settings import Order
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.session.programs.arithmetic import Arithmetic
from perceptron_gui.session.programs.learners import Learner
from perceptron_gui.session.programs.task import Task
from perceptron_gui.session.programs.text import aside, comment, indented
from perceptron_gui.session.wording import grouped
from perceptron_gui.translation import tr

SHUFFLED = """words = np.random.Philox(key=seed, counter=[0, epochs, 0, 0]).random_raw(len(X))
order = np.argsort(words, kind="stable").tolist()"""
RANDOM = "words = np.random.Philox(key=seed, counter=[0, 0, 1, 0])"
PAUSED = "unfinished"
"""Status of a program that stops where the run stood, or after very many visits."""


def loop_lines(task: Task, numbers: Arithmetic, learner: Learner) -> list[str]:
    """Return the lines that train."""
    counts = ["visits", "mistakes", "updates", *["near_misses"] * bool(task.settings.beta)]
    if task.settings.order.has_epochs:
        counts.insert(0, "epochs")
    lines = [" = ".join(counts) + " = 0", f"status = {repr(PAUSED) if task.last_visit == 0 else None}"]
    if task.run.stop is Stop.CYCLE:
        state = learner.state
        lines += [
            comment(
                tr(
                    "The states at the ends of passes, with the epoch and the mistakes there: one that comes "
                    "back makes a cycle."
                )
            ),
            f"seen = {{{state}: (0, 0)}}",
        ]
    if task.last_visit is not None:
        lines += [comment(_why_paused(task))]
    return [*lines, *LOOPS[task.settings.order](task, numbers, learner)]


def _why_paused(task: Task) -> str:
    words = tr("It stops after visit {visit}, where the run stood when this was written.")
    if not task.is_veiled:
        words = tr("It stops after visit {visit}: more of them take this program minutes.")
    return words.format(visit=grouped(task.last_visit or 0))


def _judged(task: Task, numbers: Arithmetic, learner: str) -> str:
    """Return the lines that judge point i and learn from it."""
    if not task.settings.beta:
        return "\n".join(["if margin(i) <= 0:", "    mistakes += 1", indented(learner, 1)])
    lines = ["m = margin(i)", f"if m <= {numbers.threshold}:", "    mistakes += m <= 0", "    near_misses += m > 0"]
    return "\n".join([*lines, indented(learner, 1)])


def _passes(task: Task, numbers: Arithmetic, learner: Learner) -> list[str]:
    is_shuffled, limit = task.settings.order is Order.SHUFFLED, task.settings.max_updates
    learned = ["updates += 1", learner.update]
    if limit is not None:
        learned += [f"if updates == {limit}:", '    status = "update_limit"', "    break"]
    places = "order" if is_shuffled else "range(len(X))"
    before = ["updates_before = updates"] * (task.settings.order is not Order.ONLINE)
    body = [*[SHUFFLED] * is_shuffled, *before, f"for i in {places}:", "    visits += 1"]
    body += [indented(_judged(task, numbers, "\n".join(learned)), 1), *_pause(task)]
    return _epochs(task, learner, body)


def _epochs(task: Task, learner: Learner, body: list[str]) -> list[str]:
    """Return the loop over passes around what a pass does; it ends where a pass learned nothing."""
    if task.settings.order is Order.ONLINE:
        # Every point was shown once, whatever else was reached with the last of them (P7).
        lines = ["epochs = 1", *body, "if visits == len(X):", f'    status = "{Stop.PASS_DONE.value}"']
        return ["if status is None:", indented("\n".join(lines), 1)] if task.last_visit == 0 else lines
    lines = ["epochs += 1", *body, *_ends(task, learner)]
    return ["while status is None:", indented("\n".join(lines), 1)]


def _ends(task: Task, learner: Learner) -> list[str]:
    """Return how a pass ends the run: nothing was learned, the weights came back, or there were enough."""
    lines = ["if updates == updates_before:", f'    status = "{Stop.CONVERGED.value}"']
    if task.run.stop is Stop.CYCLE:
        lines += [f"elif {learner.state} in seen:", f'    status = "{Stop.CYCLE.value}"']
    lines += [f"elif epochs == {task.settings.max_epochs}:", f'    status = "{Stop.EPOCH_LIMIT.value}"']
    if task.run.stop is Stop.CYCLE:
        lines += ["else:", f"    seen[{learner.state}] = (epochs, mistakes)"]
    may_break = task.last_visit is not None or task.settings.max_updates is not None
    return ["if status is None:", indented("\n".join(lines), 1)] if may_break else lines


def _pause(task: Task) -> list[str]:
    if task.last_visit is None:
        return []
    return [f"    if visits == {task.last_visit}:", f'        status = status or "{PAUSED}"', "        break"]


def _batch(task: Task, numbers: Arithmetic, learner: Learner) -> list[str]:
    body = ["updates_before = updates", "wrong = []", "for i in range(len(X)):", "    visits += 1"]
    body += [indented(_judged(task, numbers, "wrong.append(i)"), 1), *_pause(task)]
    body += [aside("if wrong and visits % len(X) == 0:", tr("all points of the pass have been shown"))]
    body += ["    updates += 1", indented(learner.batch, 1)]
    if (limit := task.settings.max_updates) is not None:
        body += [f"    if updates == {limit}:", '        status = status or "update_limit"']
    return _epochs(task, learner, body)


def _random(task: Task, numbers: Arithmetic, learner: Learner) -> list[str]:
    chosen = f"wrong = np.flatnonzero(margins() <= {numbers.threshold}).tolist()"
    counted = ["mistakes += 1"]
    if task.settings.beta:
        counted = ["is_near_miss = margin(i) > 0", "near_misses += is_near_miss", "mistakes += not is_near_miss"]
    body = [chosen, "if not wrong:", f'    status = "{Stop.CONVERGED.value}"']
    body += [f"elif updates == {task.settings.max_updates}:", f'    status = "{Stop.UPDATE_LIMIT.value}"']
    if task.last_visit is not None:
        body += [f"elif visits == {task.last_visit}:", f'    status = "{PAUSED}"']
    learned = ["i = wrong[words.random_raw() % len(wrong)]", *counted, "visits += 1", "updates += 1", learner.update]
    body += ["else:", indented("\n".join(learned), 1)]
    return [RANDOM, "while status is None:", indented("\n".join(body), 1)]


Loop = Callable[[Task, Arithmetic, Learner], list[str]]
LOOPS: dict[Order, Loop] = {
    Order.CYCLIC: _passes,
    Order.SHUFFLED: _passes,
    Order.RANDOM: _random,
    Order.BATCH: _batch,
    Order.ONLINE: _passes,
}
