"""Tells too little memory from a fault of the program: it is said in a sentence, and nothing is lost."""

import errno

from perceptron_gui.translation import tr

LATE_IMPORT = "failed to map segment"
"""What the system says where a library has no room."""


def is_memory_short(error: BaseException | None) -> bool:
    """Whether an exception says that memory does not suffice."""
    if isinstance(error, ImportError):
        return LATE_IMPORT in str(error)
    return isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM)


def no_memory() -> str:
    """Return the sentence for too little memory."""
    return tr("There is not enough memory for this: use fewer points, features or classes.")
