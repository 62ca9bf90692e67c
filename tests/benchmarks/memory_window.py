"""A window that trains on XOR without end, and the memory it holds: run as a module, prints JSON."""

from __future__ import annotations

import json
import sys
import time

from perceptron_gui.engine.data.samples import BY_NAME
from perceptron_gui.engine.data.settings import Order, TrainingSettings
from perceptron_gui.gui.app import make_application
from perceptron_gui.session.document import Document
from tests.benchmarks.figures import resident_mb
from tests.benchmarks.picture_window import ready_window, run_for


def measure(order: str, seconds: float, every: float) -> dict[str, object]:
    """Train on XOR in an order without cycles and note the memory at equal intervals."""
    app = make_application()
    window = ready_window()
    window.controller.open_document(Document(BY_NAME["xor"].make(), TrainingSettings(order=Order(order))))
    window.transport.slider.setValue(window.transport.slider.maximum())
    begin, times, memory, rates = time.perf_counter(), [0.0], [resident_mb()], []
    while times[-1] < seconds:
        rates.append(run_for(window, min(every, seconds)))
        times.append(time.perf_counter() - begin)
        memory.append(resident_mb())
    window.controller.history.mark_saved()
    window.close()
    app.processEvents()
    return {"seconds": times, "memory_mb": memory, "visits_per_second": rates}


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], float(sys.argv[2]), float(sys.argv[3]))))
