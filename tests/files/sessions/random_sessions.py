"""Sessions of any kind, for properties: strategies that know the rules of the values, not the file."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from perceptron_gui.engine.data.dataset import Dataset, Part, with_part
from perceptron_gui.engine.data.features.feature_map import FeatureMap
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import LARGEST_SEED, Mode, Order, TrainingSettings
from perceptron_gui.frozen import replace
from perceptron_gui.session.document import Document, Place
from perceptron_gui.session.exercises.exercise_registry import EXERCISES, OPTIONS
from perceptron_gui.session.saved.saved_session import CanvasView, SavedSession
from perceptron_gui.session.view.switches import NAMES
from perceptron_gui.session.view.view_state import LETTERS, SPEEDS, Pin, Tool, ViewState

LARGEST = 1e12
values = st.one_of(
    st.integers(-99, 99).map(lambda v: v / 10),
    st.floats(-LARGEST, LARGEST, allow_nan=False),
    st.sampled_from([0.1 + 0.2, 5e-324, -LARGEST, -0.0, 1e-7]),
)
positive = st.floats(1e-300, LARGEST) | st.sampled_from([0.1, 0.75, LARGEST])
letters = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
texts = st.text(letters, max_size=20)
names = st.text(letters, min_size=1, max_size=12) | st.sampled_from(
    ["[", "{", ",", '"', "\\", "\u2028", "日本", "=1+1"]
)
kernels = st.builds(Kernel, st.sampled_from(KernelName), st.integers(1, 10), positive, positive)


@st.composite
def datasets(draw: Any) -> Dataset:
    """Return points in 1 to 4 features and 2 to 10 classes, perhaps none."""
    d, n = draw(st.integers(1, 4)), draw(st.integers(0, 8))
    classes = draw(st.lists(names, min_size=2, max_size=10, unique=True))
    features = draw(st.lists(names, min_size=d, max_size=d, unique=True))
    rows = draw(st.lists(st.lists(values, min_size=d, max_size=d), min_size=n, max_size=n))
    labels = draw(st.lists(st.integers(0, len(classes) - 1), min_size=n, max_size=n))
    rounded = draw(st.sets(st.integers(0, n - 1))) if n else set()
    dataset = Dataset.of(rows or [[]], labels, classes, features, rounded)
    held_out = (
        draw(st.dictionaries(st.integers(1, n - 1), st.sampled_from([Part.VALIDATION, Part.TEST]))) if n > 1 else {}
    )
    for index, part in held_out.items():
        dataset = with_part(dataset, [index], part)
    return dataset


@st.composite
def rules(draw: Any, dataset: Dataset) -> TrainingSettings:
    """Return rules that some points can be trained by."""
    mode, bias = draw(st.sampled_from(Mode)), draw(st.booleans())
    kernel = Kernel() if mode is Mode.PRIMAL else draw(kernels)
    features = draw(st.sampled_from(["identity", "poly2", "x1, x1^2", "sin(x1) + 0.5*x1"]))
    features = "identity" if kernel.is_curved else features
    names = FeatureMap.read(features).names(dataset.features)
    n_entries = int(bias) if kernel.is_curved else len(names) + bias
    has_start = mode.is_binary and n_entries and draw(st.booleans())
    return TrainingSettings(
        mode=mode,
        order=draw(st.sampled_from(Order)),
        eta=draw(positive),
        bias=bias,
        initial=tuple(draw(st.lists(values, min_size=n_entries, max_size=n_entries))) if has_start else None,
        positive=draw(st.none() | st.integers(0, len(dataset.classes) - 1)),
        max_epochs=draw(st.none() | st.integers(1, 10**18)),
        max_updates=draw(st.none() | st.integers(1, 10**18)),
        seed=draw(st.integers(0, LARGEST_SEED)),
        features=FeatureMap.read(features),
        kernel=kernel,
        beta=draw(st.just(0.0) | positive),
    )


@st.composite
def views(draw: Any, document: Document) -> ViewState:
    """Return a view's state that a document can have."""
    n = document.dataset.n_samples
    chosen = draw(st.lists(st.sampled_from(range(n)), unique=True)) if n else []
    pinned = draw(st.lists(st.sampled_from(LETTERS), unique=True, max_size=2))
    return ViewState(
        speed=draw(st.sampled_from(SPEEDS)),
        selection=tuple(chosen),
        tool=draw(st.sampled_from(Tool)),
        current_class=draw(st.integers(0, len(document.dataset.classes) - 1)),
        pauses_at_mistake=draw(st.booleans()),
        pauses_at_epoch=draw(st.booleans()),
        pauses_at_point=draw(st.booleans()) and len(chosen) == 1,
        marked_visit=draw(st.none() | st.integers(1, 2**62)),
        exercise=draw(st.sampled_from(["", *(entry.name for entry in EXERCISES)])),
        exercise_options=draw(st.frozensets(st.sampled_from([option.name for option in OPTIONS]))),
        switches=draw(st.frozensets(st.sampled_from(sorted(NAMES)))),
        has_side_panel=draw(st.booleans()),
        pins=tuple(Pin(letter, draw(rules(document.dataset))) for letter in pinned),
    )


@st.composite
def sessions(draw: Any) -> SavedSession:
    """Return a session that a window can have."""
    dataset = draw(datasets())
    document = Document(title=draw(texts), note=draw(texts)).with_dataset(dataset)
    document = replace(document, settings=draw(rules(dataset)))
    document = document.with_settings(document.settings)
    arrivals = sorted(draw(st.lists(st.integers(0, 2**62), max_size=dataset.n_samples)))
    edges = draw(st.tuples(values, values, values, values))
    return SavedSession(
        document,
        Place(draw(st.integers(0, 2**62)), tuple(arrivals), draw(st.sampled_from(["", "0f" * 32]))),
        draw(views(document)),
        CanvasView(*edges, axes=draw(st.tuples(st.integers(0, 3), st.integers(0, 3)))),
        tuple(draw(st.lists(texts, max_size=3))),
    )
