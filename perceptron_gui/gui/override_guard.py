"""An exception in what Qt calls ends there: it is told like any other, and Qt gets an answer to go on with (A11)."""

import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from importlib import import_module
from types import FunctionType, MethodDescriptorType

from shiboken6 import Shiboken

Method = Callable[..., object]


def guard_overrides() -> None:
    """Guard, in every class of Python's that is made from now on, each method that has the name of one of Qt's.

    PySide passes on an exception of such a method as Python 3.11 has it. One raised in C, as by ``int("x")``, is no
    more than a type and a text until somebody catches it, and with that PySide ends the process.
    """
    setattr(Shiboken.Object, "__init_subclass__", classmethod(_guard))  # noqa: B010 — mypy takes it for a method


def telling(call: Callable[[], object]) -> Callable[[], None]:
    """Return what `QTimer.singleShot` can call: it loses an exception, or lets it come out of what is called next."""

    def told() -> None:
        try:
            call()
        except Exception as error:
            _tell(error)

    return told


def qts_own(kind: type, name: str) -> MethodDescriptorType | None:
    """Return the method of Qt's that a class has under a name, below all overrides, if any."""
    found = (vars(base).get(name) for base in kind.__mro__)
    return next((each for each in found if isinstance(each, MethodDescriptorType)), None)


def _guard(kind: type[Shiboken.Object], /, **given: object) -> None:
    """Put a guarded method in the place of each override of a new class, and of those that a mixin brings into it."""
    super(Shiboken.Object, kind).__init_subclass__(**given)
    for owner in kind.__mro__:
        if owner is kind or not (issubclass(owner, Shiboken.Object) or owner is object):
            own = {name for name, value in vars(owner).items() if isinstance(value, FunctionType) and name[0] != "_"}
            for name in {name for base in kind.__mro__[1:] for name in own & vars(base).keys()}:
                if qts_own(kind, name) and getattr(kind, name) is vars(owner)[name]:
                    setattr(kind, name, _guarded(vars(owner)[name], kind, name))


def _guarded(method: FunctionType, kind: type, name: str) -> Method:
    @wraps(method)
    def guarded(this: object, /, *args: object, **kwargs: object) -> object:
        try:
            return method(this, *args, **kwargs)
        except Exception as error:
            _tell(error)
        return _safe_answer(kind, name, this, args)

    return guarded


def _tell(error: Exception) -> None:
    """Tell an exception, and let go of what it keeps: a painter among that ends the process with its picture."""
    try:
        sys.excepthook(type(error), error, error.__traceback__)
    except Exception:  # it must not go through Qt, either: the window that tells may be gone
        sys.__excepthook__(type(error), error, error.__traceback__)
    traceback.clear_frames(error.__traceback__)


def _safe_answer(kind: type, name: str, this: object, args: tuple[object, ...]) -> object:
    """Return what Qt can go on with: an event was not taken, and a question gets the answer of the class below."""
    returned = _returned(qts_own(kind, name))
    if returned in (None, bool):  # asking again could do again what was half done
        return False if returned else None
    with suppress(Exception):
        return getattr(super(kind, this), name)(*args)
    with suppress(Exception):
        return returned()
    return None


def _returned(method: MethodDescriptorType | None) -> Callable[[], object] | None:
    """Return the type of what a method of Qt's returns."""
    with suppress(Exception):
        # A part of shiboken6 that has no types and that nobody promises.
        found = import_module("shibokensupport.signature").get_signature(method)
        returned = (found[0] if isinstance(found, list) else found).return_annotation
        return returned if callable(returned) else None
    return None
