"""What a page of a lesson hides and locks: which parts go, what cannot be done, which edits are refused (L1)."""

from functools import cached_property

from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.actions import ACTIONS, EXPORT, KERNEL, MODE, TRANSFORM, Action
from perceptron_gui.session.document import Document
from perceptron_gui.session.exercises.exercise import hide_future
from perceptron_gui.session.lessons.lesson import Page
from perceptron_gui.session.output.exports import STEP_FORMATS
from perceptron_gui.session.worker.training_worker import Finding
from perceptron_gui.translation import tr

TOLD_BY = {"counter": ("run",), "verdict": ("why", "bound"), "bound": ("why",)}
"""Parts that would tell what another one hides."""
TELLING = {
    "verdict": ("show.street", "show.optimum", "show.witness"),
    "bound": ("show.radius",),
    "run": ("run.pin",),
    "model": ("show.right_angle",),
    "form": ("show.rings", "show.terms"),
}
"""Actions that would show on the plane what a part hides."""
POINT_EDITS = ("file.import", "file.preview", "edit.cut", "edit.paste", "edit.delete", "edit.duplicate", "edit.clear")
COPIES = ("edit.copy", "edit.copy_view", *(form.action for form in STEP_FORMATS))


def changed_by(action: Action) -> str:
    """Return the part that an action changes; "" for none that can be locked."""
    kind = action.id.partition(".")[0]
    if kind == "tools":
        return "tools"
    if kind == "data" or action.group == TRANSFORM or action.id in POINT_EDITS:
        return "points"
    if action.group in (MODE, KERNEL) or action.id in ("run.features", "run.rules"):
        return "rules"
    return "timeline" if action.is_time or action.id.startswith("run.predict") else ""


def tells_run(action: Action) -> bool:
    """Whether an action would take along what is hidden: pictures, programs, prints and copies of the run."""
    return action.id in (*COPIES, "file.print") or (action.group == EXPORT and action.id != "file.export")


class PageRules(Frozen, dict=True):
    """What a page lets be seen and done."""

    hide: frozenset[str] = frozenset()  # names of parts, those with them that would tell what these hide
    lock: frozenset[str] = frozenset()  # names of parts that stay as they are
    station: str | None = None  # the one that is shown, whatever it tells
    asks_next: bool = False  # whether a question about the next visit is open: it does not come before the answer
    takes_plane: bool = False  # whether an open question is answered by changing what is on the plane
    asks: bool = False  # whether the page has a question: no exercise asks beside it whose labels are hidden
    proves: bool = False  # whether the plane shows why the points are separable or not: that was asked, and answered

    @cached_property
    def closed(self) -> frozenset[str]:
        """The ids of all actions that cannot be done."""
        return frozenset(action.id for action in ACTIONS if self._closes(action))

    def _closes(self, action: Action) -> bool:
        changed = changed_by(action)
        if changed in self.lock or (self.asks_next and changed == "timeline") or (self.hide and tells_run(action)):
            return True
        return any(action.id in TELLING.get(part, ()) for part in self.hide)

    def left_on(self, switches: frozenset[str]) -> frozenset[str]:
        """Return those of some switches that tell nothing that is hidden."""
        return switches - {name.partition(".")[2] for name in self.closed}

    @property
    def holds_run(self) -> bool:
        """Whether the run stays where it is."""
        return self.asks_next or "timeline" in self.lock

    @property
    def tells_places(self) -> bool:
        """Whether f may be told of a place that is pointed at."""
        return not self.hide & {"step", "model"}

    def refusal(self, now: Document, wanted: Document) -> str:
        """Say why a document may not take the place of another; "" where it may."""
        if "points" in self.lock and wanted.dataset is not now.dataset:
            return tr("You cannot change the points on this page.")
        # With other points another class may be +, or be named as such, unasked.
        positive = wanted.settings.positive if wanted.dataset is now.dataset else now.settings.positive
        if "rules" in self.lock and replace(wanted.settings, positive=positive) != now.settings:
            return tr("You cannot change the rules on this page.")
        return ""

    def found(self, finding: Finding) -> Finding:
        """Return what may be told of an analysis of the points."""
        analysis = finding.analysis
        if analysis is None or not self.hide & {"verdict", "bound"}:
            return finding
        verdict = None if "verdict" in self.hide else analysis.verdict
        return replace(finding, analysis=replace(analysis, verdict=verdict, bound=None))

    def seen(self, snapshot: Snapshot) -> Snapshot:
        """Return what may be seen of a run."""
        found = hide_future(snapshot) if self.asks_next else snapshot
        if "counter" in self.hide:
            found = replace(found, stop=None, cycle=None)  # how it ends, and after how many mistakes
        return replace(found, ticks=None) if self.hide & {"counter", "timeline"} else found


def rules_of(page: Page, is_open: bool) -> PageRules:
    """Return what a page lets be seen and done. `is_open`: whether its question is not answered yet."""
    hide = page.hide | {part for name in page.hide for part in TOLD_BY.get(name, ()) if part != page.station}
    lock = page.lock | (hide & {"tools", "rules", "timeline"})
    ask = page.ask
    if ask is None:
        return PageRules(hide, lock, page.station)
    if not is_open:
        return PageRules(hide, lock, page.station, asks=True, proves=ask.is_proved)
    return PageRules(hide, lock, page.station, asks=True, asks_next=ask.is_before, takes_plane=ask.takes_plane)
