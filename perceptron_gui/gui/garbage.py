"""Garbage is collected on the window's thread, when Qt has nothing left to do."""

import gc

from PySide6.QtCore import QAbstractEventDispatcher, QObject

DUE = (700, 10, 10)
"""Objects made since the last collection, and collections before the next older generation's turn: Python's own."""


class GarbageCollector(QObject):
    """Collects what circles of references keep, between events, in the place of Python's own times.

    Python collects whenever some thread makes an object. On the training thread that may delete a widget, which only
    the window's thread may do; and inside of Qt's own locks (`QObject::disconnect` asks PySide) it waits for a lock
    that its own thread holds, for ever.

    `parent`: lives as long as garbage is to be collected. `heap`: gives back to the system what is free then.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        from perceptron_gui.gui.heap import Heap  # imported only here: ctypes comes with numpy (A9)

        gc.disable()
        self.heap = Heap()
        QAbstractEventDispatcher.instance().aboutToBlock.connect(self.collect)

    def collect(self) -> None:
        """Collect the oldest generation whose turn it is, if any."""
        counts = gc.get_count()
        due = [generation for generation, most in enumerate(DUE) if counts[generation] > most]
        if due:
            gc.collect(max(due))
            if max(due) == len(DUE) - 1:
                self.heap.give_back()

    def set_aside(self) -> None:
        """Look no more at what is there by now and stays: modules, and the parts of the window."""
        gc.freeze()
