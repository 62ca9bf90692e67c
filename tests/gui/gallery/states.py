"""Every state of the window worth a look. A new feature adds its entries here: sheet, name, way, looks."""

from __future__ import annotations

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.features.feature_map import POLY2, POLY3
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order
from perceptron_gui.engine.run.many_runs import Variation
from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.gui.style.looks import EYES
from perceptron_gui.session.view.switches import NOTES
from tests.gui.gallery import ways
from tests.gui.gallery.classes import CLASSES
from tests.gui.gallery.curves import CURVES
from tests.gui.gallery.hall import HALL
from tests.gui.gallery.held_out import HELD_OUT
from tests.gui.gallery.imports import IMPORTS
from tests.gui.gallery.lessons import LESSONS
from tests.gui.gallery.painting import PAINTING
from tests.gui.gallery.plots import PLOTS
from tests.gui.gallery.point_table import POINT_TABLE
from tests.gui.gallery.state import (
    BIG,
    EVERYWHERE,
    FOR_A_HALL,
    IN_ALL_THEMES,
    OLD,
    SMALL,
    USUAL,
    State,
    Way,
    looks,
)
from tests.gui.gallery.stations import STATIONS
from tests.gui.gallery.ways import MODES, after, ended, list_of, opened, points, scattered, shown, with_panel
from tests.gui.gallery.worked import WORKED

PANELS = ("step", "curves", "dual", "table", "theorem", "weights", "features")
MENUS = ("file", "edit", "points", "run", "view", "lessons", "help")
AT_A_MISTAKE = opened("two-classes")
WINDOW = [
    State("window", "opening example, second mistake", AT_A_MISTAKE, looks=EVERYWHERE),
    State("window", "letters twice as large", after(AT_A_MISTAKE, "view.text_size_largest"), looks=looks(sizes=(BIG,))),
    *(
        State("eyes", name, after(opened("iris-three", 6, Mode.MULTICLASS), f"view.eyes_{name}"), looks=IN_ALL_THEMES)
        for name in EYES
    ),
]
MISTAKES = [
    State("modes", f"{mode.value} at a mistake", opened(MODES[mode], 3, mode), looks=FOR_A_HALL) for mode in Mode
] + [
    State("modes", "batch at a mistake", lambda s: (s.open("two-classes", order=Order.BATCH), s.mistakes(2))),
    State("modes", "binary with three classes", opened("three-classes", 3)),
    State("modes", "without bias", lambda s: (s.open("through-origin", bias=False), s.mistakes(2))),
    *(State("modes", f"iris in {mode.value}", opened("iris", 6, mode)) for mode in Mode),
    State("modes", "w in front of errors", ways.w_on_errors, looks=EVERYWHERE),
]
ENDS = [
    State("ends", "fresh", lambda s: s.open("two-classes"), looks=FOR_A_HALL),
    State("ends", "converged", ended("two-classes"), looks=FOR_A_HALL),
    State("ends", "converged, random order", ended("two-classes", order=Order.RANDOM)),
    State("ends", "converged, batch", ended("two-classes", order=Order.BATCH)),
    State("ends", "converged, three classes", ended("three-classes", mode=Mode.MULTICLASS)),
    State("ends", "cycle", ended("xor"), looks=FOR_A_HALL),
    State("ends", "cycle in a small hall", ended("xor"), looks=looks(("projector",), (SMALL,))),
    State("ends", "many mistakes in a small hall", ended("narrow"), looks=looks(("projector",), (SMALL,))),
    State("ends", "update limit", ended("narrow", max_updates=7), looks=FOR_A_HALL),
    State("ends", "epoch limit", ended("ring", max_epochs=5), looks=FOR_A_HALL),
    State("ends", "weight limit", ways.too_large, looks=FOR_A_HALL),
    State("ends", "pass done", ended("two-classes", order=Order.ONLINE), looks=FOR_A_HALL),
    State("ends", "back in the past", after(ended("two-classes"), "run.previous_mistake", "run.previous_mistake")),
]
VARIANTS = ("show.averaged", "show.voted", "show.pocket")
BEYOND = [
    State("beyond", "a margin, converged", ended("two-classes", beta=2.0), looks=FOR_A_HALL),
    State("beyond", "a margin in multiclass", ended("three-classes", mode=Mode.MULTICLASS, beta=2.0)),
    State("beyond", "all variants", after(ended("two-classes"), *VARIANTS), looks=FOR_A_HALL),
    State("beyond", "all variants of three classes", after(ended("three-classes", mode=Mode.MULTICLASS), *VARIANTS)),
]
AGES = [(22, 19000), (35, 20000), (26, 43000), (47, 25000), (58, 95000), (50, 88000), (30, 120000), (27, 57000)]
UNLIKE = Dataset.of(AGES, [0, 0, 0, 1, 1, 1, 1, 0], features=["age", "pay"])
OWN_AXES = ("view.own_scales",)
DATA = [
    State("data", "empty plane", lambda s: s.show(Dataset.empty()), looks=FOR_A_HALL),
    State("data", "one point", shown(points([(1, 1)], [1]), 1)),
    State("data", "one class", shown(points([(1, 1), (2, 1), (1, 2)], [1, 1, 1]), 1), looks=FOR_A_HALL),
    State("data", "dense", shown(scattered(10_000), 3), looks=FOR_A_HALL),
    State("data", "ten classes", shown(scattered(60, 10), 6, Mode.MULTICLASS), looks=FOR_A_HALL),
    State("data", "far from the origin", shown(scattered(30, middle=1e6), 2)),
    State("data", "tiny", shown(scattered(30, scale=1e-9), 2)),
    State("data", "huge", shown(scattered(30, scale=1e11), 2)),
    State("data", "long names", shown(ways.long_named()), looks=FOR_A_HALL),
    State("data", "long names, multiclass", shown(ways.long_named(), 1, Mode.MULTICLASS)),
    State("data", "many in one place", shown(points([(1, 1)] * 5 + [(2, 3)] * 3 + [(2, 3)], [0] * 5 + [1] * 3 + [0]))),
    State("data", "one feature", shown(Dataset.of([[1.0], [2.0], [4.0], [5.0]], [0, 0, 1, 1]), 1)),
    State("data", "axes of unlike units, offered", lambda s: s.show(UNLIKE), looks=FOR_A_HALL),
    *(
        State("data", f"axes of their own, {mode.value}", after(shown(UNLIKE, 5, mode), *OWN_AXES), looks=FOR_A_HALL)
        for mode in Mode
    ),
    State("data", "iris in dual, many mistakes", opened("iris-three", 60, Mode.DUAL), looks=FOR_A_HALL),
]
AT_A_MISTAKE_IN = {mode: opened(MODES[mode], 4, mode) for mode in Mode}
TO_PANELS = {
    "at a long run's end": ended("narrow", mode=Mode.DUAL),
    "of iris": opened("iris", 9, Mode.MULTICLASS),
    "with long names": shown(ways.long_named()),
    "at the start": lambda s: s.open("two-classes"),
    "of rounded numbers": shown(scattered(20, scale=1 / 3), 5),
}
PANELS_OPEN = [
    State("panels", f"{panel} in {mode.value}", way, acts=ways.bring(panel), looks=IN_ALL_THEMES)
    for panel in PANELS
    for mode, way in AT_A_MISTAKE_IN.items()
] + [
    *(State("panels", f"{p} {name}", way, acts=ways.bring(p)) for name, way in TO_PANELS.items() for p in PANELS),
    State("panels", "none", after(AT_A_MISTAKE, "view.panels")),
]
THEOREM = [
    State("theorem", name, with_panel(way, "theorem"), looks=FOR_A_HALL)
    for name, way in {
        "at the end": ended("two-classes"),
        "batch": ended("two-classes", order=Order.BATCH),
        "three classes": ended("three-classes", mode=Mode.MULTICLASS),
        "start weights": ways.start_weights,
        "without bias": ended("through-origin", bias=False),
        "not separable": ended("xor"),
        "narrow": ended("narrow"),
        "no points": lambda s: s.show(Dataset.empty()),
        "one class": shown(points([(1, 1), (2, 1)], [1, 1]), 1),
        "tiny": shown(scattered(30, scale=1e-9), 2),
        "huge": shown(scattered(30, scale=1e11), 2),
        "all switches on": after(ended("two-classes"), "show.linear", "show.ones", "show.influence"),
    }.items()
]
WEIGHTS = [
    State("weights", name, ways.in_weight_space(way), looks=FOR_A_HALL)
    for name, way in {
        "sphere at the end": ended("two-classes"),
        "sphere at a mistake, pointed at and tried": ways.pointing(opened("two-classes", 4), (0.3, 0.4, -0.8)),
        "flat map": ways.flat_map(ended("two-classes")),
        "a cycle": ended("xor"),
        "plane of w": ways.pointing(lambda s: (s.open("through-origin", bias=False), s.mistakes(2)), (1.0, -0.5)),
        "plane of w at the start": lambda s: s.open("through-origin", bias=False, initial=(1.0, -0.5)),
        "plane of one feature and bias": shown(Dataset.of([[1.0], [2.0], [4.0], [5.0]], [0, 0, 1, 1]), 3),
        "a pair of three classes": ended("three-classes", mode=Mode.MULTICLASS),
        "a narrow margin": ended("narrow"),
        "many points": shown(scattered(10_000), 3),
        "one point": shown(points([(1, 2)], [1]), 1),
    }.items()
] + [
    State(
        "weights",
        "three features without bias",
        ways.in_weight_space(lambda s: s.show(Dataset.of([[1, 2, 0], [0, 1, 3], [-1, 0, -2]], [1, 1, 0]), bias=False)),
    )
]
IN_DUAL = {name: opened(name, 4, Mode.DUAL) for name in ("two-classes", "textbook", "iris-petals")}
DUAL_SEEN = [
    State("dual", "rings by α", after(opened("iris-petals", 30, Mode.DUAL), "show.rings"), looks=FOR_A_HALL),
    *(
        State("dual", name, ways.gram_matrix(way, lit), looks=FOR_A_HALL)
        for name, way, lit in (
            ("Gram matrix with numbers", IN_DUAL["textbook"], None),
            ("Gram matrix, a pair pointed at", IN_DUAL["two-classes"], (3, 7)),
            ("Gram matrix by class", after(IN_DUAL["iris-petals"], "show.by_class"), None),
            ("Gram matrix of a Gaussian kernel", ways.ring_by_kernel, (2, 2)),
            ("Gram matrix of very many points", after(shown(scattered(10_000), 3, Mode.DUAL), "show.by_class"), None),
        )
    ),
    State("dual", "Gram matrix, a point more", ways.one_more_point(ways.gram_matrix(IN_DUAL["textbook"]))),
    State("dual", "Gram matrix without points", with_panel(lambda s: s.show(Dataset.empty(), mode=Mode.DUAL), "gram")),
    State("dual", "both forms", with_panel(IN_DUAL["two-classes"], "both"), looks=FOR_A_HALL),
    State("dual", "one form of a kernel", with_panel(ways.ring_by_kernel, "both")),
    State("dual", "both forms at the start", with_panel(lambda s: s.open("iris", mode=Mode.DUAL), "both")),
]
COMPARED = [
    State("runs", "three prepared runs", ways.pair_pinned, looks=FOR_A_HALL),
    State("runs", "a fan of orders", ways.fan_trained(Variation.ORDERS), looks=IN_ALL_THEMES),
    State("runs", "a fan of starts", ways.fan_trained(Variation.STARTS, "textbook")),
    State("runs", "a fan without an end", ways.fan_trained(Variation.ORDERS, "xor", max_epochs=1000)),
    State("runs", "best line of a cycle", after(ended("xor"), "show.pocket"), looks=FOR_A_HALL),
    State("runs", "hidden while it asks", after(ways.pair_pinned, "run.predict")),
]
ON_MENU = looks(("light", "dark"), (USUAL,)) + looks(("projector",), (OLD,))
MENUS_OPEN = [
    *(State("menus", name, AT_A_MISTAKE, lambda s, n=name: s.menu(n), ON_MENU) for name in MENUS),
    State("menus", "orders", AT_A_MISTAKE, list_of("order"), ON_MENU),
    State("menus", "examples", AT_A_MISTAKE, list_of("examples"), ON_MENU),
    State("menus", "examples of a topic", AT_A_MISTAKE, ways.topic("No line will do"), looks(("dark",), (USUAL,))),
    State("menus", "which class is +", opened("three-classes"), list_of("positive"), ON_MENU),
    State(
        "menus",
        "which long class is +",
        shown(scattered(9, 3).with_classes([*ways.LONG_CLASSES, "C"])),
        list_of("positive"),
    ),
    State("menus", "of a class", AT_A_MISTAKE, ways.class_menu),
    State("menus", "of a point", AT_A_MISTAKE, lambda s: s.menu_on_canvas(*s.window.controller.document.dataset.X[0])),
    State("menus", "of the plane", AT_A_MISTAKE, lambda s: s.menu_on_canvas(-1.5, 2.5)),
    State(
        "menus",
        "examples in the data menu",
        AT_A_MISTAKE,
        ways.submenu("points", "Examples"),
        looks(sizes=(SMALL, USUAL)),
    ),
    State("menus", "recent files", ways.recent, ways.submenu("file", "Recent files")),
]
DIALOGS = [
    State("dialogs", "rules", AT_A_MISTAKE, ways.rules, ON_MENU),
    State(
        "dialogs",
        "rules in multiclass",
        opened("iris", 1, Mode.MULTICLASS),
        ways.rules,
    ),
    State("dialogs", "rules with a problem", AT_A_MISTAKE, ways.bad_rules, ON_MENU),
    State("dialogs", "gallery of examples", AT_A_MISTAKE, ways.gallery, EVERYWHERE),
    State("dialogs", "last row of the gallery", AT_A_MISTAKE, ways.end_of_gallery, ON_MENU),
    State("dialogs", "points to order", AT_A_MISTAKE, ways.generator, EVERYWHERE),
    State("dialogs", "points to order with a problem", AT_A_MISTAKE, ways.bad_generator, ON_MENU),
    State("dialogs", "export picture", AT_A_MISTAKE, ways.export_picture("png"), ON_MENU),
    State("dialogs", "export picture with its forms", AT_A_MISTAKE, ways.forms_of_picture, ON_MENU),
    State("dialogs", "export animation", AT_A_MISTAKE, ways.export_film, ON_MENU),
    State("dialogs", "export picture as PDF", AT_A_MISTAKE, ways.export_picture("pdf")),
    State("dialogs", "keys", AT_A_MISTAKE, lambda s: s.window.actions_by_id["help.keys"].trigger(), ON_MENU),
    State("dialogs", "keys that were searched", AT_A_MISTAKE, ways.searched("help.keys", "point"), ON_MENU),
    State("dialogs", "guide", AT_A_MISTAKE, ways.searched("help.guide", ""), EVERYWHERE),
    State("dialogs", "guide that was searched", AT_A_MISTAKE, ways.searched("help.guide", "mistake"), EVERYWHERE),
    State("dialogs", "about", AT_A_MISTAKE, lambda s: s.window.actions_by_id["help.about"].trigger(), ON_MENU),
    State("dialogs", "unsaved points", AT_A_MISTAKE, ways.unsaved, ON_MENU),
    State("dialogs", "a bad file", AT_A_MISTAKE, ways.complaint, ON_MENU),
    State("dialogs", "a fault", AT_A_MISTAKE, ways.failed, ON_MENU),
    State("dialogs", "rename a class", AT_A_MISTAKE, lambda s: s.commands.palette.ask_name(0), ON_MENU),
]
IN_A_QUESTION = after(AT_A_MISTAKE, "run.predict")
QUESTIONS = [
    *(
        State(
            "predict", f"question in {mode.value}", after(opened(MODES[mode], 2, mode), "run.predict"), looks=FOR_A_HALL
        )
        for mode in Mode
    ),
    *(State("predict", f"answer in {mode.value}", ways.answered(mode), looks=FOR_A_HALL) for mode in Mode),
    *(
        State("predict", f"which way in {mode.value}", opened(MODES[mode], 2, mode), acts=ways.asking_which_way)
        for mode in Mode
    ),
    *(State("predict", f"that way in {mode.value}", ways.answered(mode, True), looks=FOR_A_HALL) for mode in Mode),
    *(State("predict", f"{panel} during a question", IN_A_QUESTION, acts=ways.bring(panel)) for panel in PANELS),
]
THEOREM_SHOWN = ("show.street", "show.radius", "show.optimum", "show.right_angle", "show.distance")
INSIDE = points([(0, 0), (3, 0), (0, 3), (1, 1), (-1, 2.5), (4, 0.4)], [1, 1, 1, 0, 0, 1])
GEOMETRY = [
    State("geometry", "street, radius and θ*", after(ended("two-classes"), *THEOREM_SHOWN), looks=EVERYWHERE),
    State("geometry", "without bias", after(ended("through-origin", bias=False), *THEOREM_SHOWN), looks=FOR_A_HALL),
    State("geometry", "of iris", after(opened("iris-petals", 3), *THEOREM_SHOWN)),
    State("geometry", "three classes", after(opened("three-classes", 3, Mode.MULTICLASS), *THEOREM_SHOWN)),
    State("geometry", "distance of a point", ways.measured, looks=FOR_A_HALL),
    State("geometry", "segments that cross", after(opened("xor"), "show.witness"), looks=FOR_A_HALL),
    State("geometry", "a point inside", after(shown(INSIDE, 2), "show.witness"), looks=FOR_A_HALL),
    State(
        "geometry",
        "opposite points in one place",
        after(shown(points([(0, 0), (3, 0), (0, 3), (3, 0)], [1, 1, 0, 0]), 2), "show.witness"),
        looks=IN_ALL_THEMES,
    ),
    State(
        "geometry",
        "vectors that balance",
        after(shown(points([(1, 0), (-1, 1), (1, 2)], [1, 1, 0]), 1, bias=False), "show.witness"),
        looks=FOR_A_HALL,
    ),
    State("geometry", "why among many", after(opened("ring", 3), "show.witness"), looks=FOR_A_HALL),
]
AT_WORK = [
    State("hands", "playing", ways.playing),
    State("hands", "a point under the mouse", AT_A_MISTAKE, looks=FOR_A_HALL, acts=ways.hovering),
    State("hands", "coordinates being typed", AT_A_MISTAKE, looks=FOR_A_HALL, acts=ways.typing_coordinates),
    State("hands", "long sums in full", after(ended("narrow", mode=Mode.DUAL), "show.full")),
    State("hands", "a point being dragged", AT_A_MISTAKE, acts=ways.dragging),
    State("hands", "points selected", ways.selected, looks=IN_ALL_THEMES),
    State("hands", "cursor of the keyboard", ways.keyboard_cursor),
    State("hands", "brush", after(AT_A_MISTAKE, "tools.brush")),
    State("hands", "eraser", after(AT_A_MISTAKE, "tools.erase")),
    State("hands", "zoomed in", ways.zoomed),
    State("hands", "last influences", ways.influence),
    State("hands", "start weights", ways.start_weights, looks=FOR_A_HALL),
    State("hands", "a learning rate that is none", ways.bad_eta, looks=IN_ALL_THEMES),
]


def turned(action: str) -> Way:
    """Return what writes a window in other symbols."""
    return lambda stage: stage.do(action)


IN_SYMBOLS = {
    "step": AT_A_MISTAKE,
    "dual": shown(BY_NAME["textbook"].make(), 4, Mode.DUAL, eta=0.5),
    "theorem": with_panel(after(ended("two-classes"), *THEOREM_SHOWN), "theorem"),
}
SYMBOLS = [
    *(
        State("symbols", f"{name}, {notes.name}", way, acts=turned(notes.action), looks=looks())
        for name, way in IN_SYMBOLS.items()
        for notes in NOTES[name != "step" :]
    ),
    *(
        State("symbols", f"{name}, objective", after(way, "view.symbols_objective"))
        for name, way in {
            "three classes": opened("three-classes", 3, Mode.MULTICLASS),
            "long numbers": shown(scattered(30, scale=1e11), 2),
            "a kernel": shown(BY_NAME["ring"].make(), 5, Mode.DUAL, kernel=Kernel(KernelName.RBF)),
            "weight space": ways.in_weight_space(opened("two-classes")),
        }.items()
    ),
    State("symbols", "in the hall, online", after(AT_A_MISTAKE, "view.symbols_online"), looks=FOR_A_HALL),
    State("symbols", "rules, objective", after(AT_A_MISTAKE, "view.symbols_objective"), acts=ways.rules, looks=looks()),
]


CONTROLS = {
    "a mode": lambda s: s.window.top.modes[Mode.DUAL],
    "rules": lambda s: s.window.top.rules,
    "examples": lambda s: s.window.top.examples,
    "a tool": lambda s: s.window.left.tools["select"],
    "a class": lambda s: s.window.left.classes[0],
    "play": lambda s: s.window.transport.buttons["run.play"],
    "speed": lambda s: s.window.transport.slider,
}
FOCUS = [
    State(
        "focus",
        f"on {name}",
        AT_A_MISTAKE,
        acts=ways.focus_on(find),
        looks=IN_ALL_THEMES,
    )
    for name, find in CONTROLS.items()
]
AT_DEGREE_2 = [
    State("features", "XOR solved at degree 2", ended("xor", features=POLY2), looks=FOR_A_HALL),
    State("features", "a mistake at degree 3", shown(BY_NAME["ring"].make(), 5, features=POLY3)),
    State("features", "three classes", shown(BY_NAME["three-classes"].make(), 3, Mode.MULTICLASS, features=POLY2)),
    State(
        "features",
        "a score, feature by feature",
        with_panel(shown(BY_NAME["ring"].make(), 5, features=POLY2), "features"),
        looks=EVERYWHERE,
    ),
    State("features", "the list", AT_A_MISTAKE, list_of("features"), ON_MENU),
    State("features", "a list of one's own", AT_A_MISTAKE, ways.features, ON_MENU),
    State("features", "a list that makes no sense", AT_A_MISTAKE, ways.bad_features, ON_MENU),
]
BY_HAND = [
    State("by hand", "beside the run", after(opened("two-classes", 3), "run.by_hand"), looks=EVERYWHERE),
    State("by hand", "all variants beside it", after(ended("two-classes"), *VARIANTS, "run.by_hand"), looks=FOR_A_HALL),
    State("by hand", "points that no line separates", after(ended("xor"), "run.by_hand")),
    State("by hand", "empty plane", after(lambda s: s.show(Dataset.empty()), "run.by_hand")),
    State("by hand", "one class", after(shown(points([(1, 1), (2, 1), (1, 2)], [1, 1, 1]), 1), "run.by_hand")),
    State("by hand", "far from the origin", after(shown(scattered(30, middle=1e6), 2), "run.by_hand")),
    State("by hand", "tiny", after(shown(scattered(30, scale=1e-9), 2), "run.by_hand")),
    State(
        "by hand",
        "many in one place",
        after(shown(points([(1, 1)] * 5 + [(2, 3)] * 3 + [(2, 3)], [0] * 5 + [1] * 3 + [0])), "run.by_hand"),
    ),
    State("by hand", "one feature", after(shown(Dataset.of([[1.0], [2.0], [4.0]], [0, 0, 1]), 1), "run.by_hand")),
    State("by hand", "without bias", after(lambda s: s.open("through-origin", bias=False), "run.by_hand")),
]
HIDDEN_LABELS = [
    State("hidden labels", f"{mode.value} online", ways.online_with_hidden_labels(mode), looks=FOR_A_HALL)
    for mode in Mode
]
STATES = (
    *BY_HAND,
    *HIDDEN_LABELS,
    *WINDOW,
    *HALL,
    *MISTAKES,
    *ENDS,
    *BEYOND,
    *DATA,
    *PANELS_OPEN,
    *THEOREM,
    *WEIGHTS,
    *DUAL_SEEN,
    *CLASSES,
    *COMPARED,
    *MENUS_OPEN,
    *LESSONS,
    *DIALOGS,
    *IMPORTS,
    *WORKED,
    *QUESTIONS,
    *GEOMETRY,
    *AT_WORK,
    *CURVES,
    *PLOTS,
    *AT_DEGREE_2,
    *HELD_OUT,
    *PAINTING,
    *POINT_TABLE,
    *SYMBOLS,
    *FOCUS,
    *STATIONS,
)
