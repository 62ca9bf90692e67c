"""The user's preferences: theme, speed, the window's place. A damaged file is set aside."""

import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from perceptron_gui.files.file_work import FileError, reason, tell
from perceptron_gui.files.program.policy import SETTINGS, Policy
from perceptron_gui.frozen import Frozen, asdict, field, replace
from perceptron_gui.session.folders import config_folder
from perceptron_gui.session.view.switches import BRIEF, DESKTOP, KEPT, LETTERS_ON, OWN_SYMBOLS, is_offered
from perceptron_gui.session.view.view_state import USUAL_SPEED, ViewState, speed_at
from perceptron_gui.translation import tr

VERSION = 1
FILE_NAME = "preferences.json"
LATEST = 2**34
"""Seconds since 1970 after which no window was closed: in the year 2514. Not every system tells later dates."""
LARGEST_FILE = 2**20
"""Bytes beyond which a file is no preferences of ours."""
CHOSEN = ("theme", "text_size", "letters", "spoken", "symbols")
"""What is chosen of alternatives that the next start finds as it was left, by its name in the view state."""
MOST_RECENT = 8
"""Files that are remembered."""
SEALED = ("geometry",)
"""What Qt wrote, and must get back unchanged: what is damaged can make it read memory that is not its own."""


class Preferences(Frozen):
    """Remembered choices, all with a good default."""

    # names of what is chosen of `session.view.switches.ALTERNATIVES`
    theme: str = DESKTOP
    text_size: str = DESKTOP
    letters: str = LETTERS_ON
    spoken: str = BRIEF
    symbols: str = OWN_SYMBOLS
    language: str = ""  # that the user has chosen, one of `files/program/languages.py`; "" is the desktop's
    # names of what a policy may set and the user has chosen, be it as the desktop has it (C12)
    chosen: tuple[str, ...] = ()
    speed: int = USUAL_SPEED  # place of the speed slider that the user has chosen himself; a session brings its own
    geometry: str = ""  # the window's place and size, as Qt writes it, in hexadecimal digits
    has_side_panel: bool = True  # whether there are panels beside the canvas
    # name of the page in front, or that was before the panels were put away; "" where there was none
    front_panel: str = ""
    hall_card: str = ""  # name of the card that the hall saw last; "" where there was none
    panel_width: int = 0  # its width in pixels; 0 is the usual one
    done_hints: tuple[str, ...] = ()  # names of what is told on the plane until it was done once
    folder: str = ""  # where files were opened or saved last
    # whether the kept switches of `session/view/switches.py` are on, by name; those missing are as at the first start
    switches: Mapping[str, bool] = field(default_factory=dict)
    is_stillness_wished: bool = False  # by the desktop, when the switches were kept
    recent: tuple[str, ...] = ()  # files that were open, the newest first
    resume: str = ""  # whether a start offers the last file, as the user has chosen: one of policy.ON and OFF
    last: str = ""  # the file of the last session, if that is offered; "" for none
    last_closed: int = 0  # when that ended, in seconds since 1970
    # what was chosen for the last picture (`session/output/picture_choice.py`)
    picture: Mapping[str, object] = field(default_factory=dict)
    # what was chosen for the last animation (`session/output/picture_choice.py`)
    film: Mapping[str, object] = field(default_factory=dict)
    policy: Policy = Policy()  # of the machine, with what this start was asked for; it is read, and never kept

    def held(self, name: str) -> str:
        """Return the value of one of `policy.SETTINGS` that holds now (C12); "" or "desktop" is as the desktop."""
        own = getattr(self, name, "") or DESKTOP
        is_chosen = name in self.chosen or own != DESKTOP
        return self.policy.value(name, SETTINGS[name].read(own) if is_chosen else "")

    def choosing(self, name: str, value: str) -> "Preferences":
        """Return preferences in which the user has chosen the value of a setting that a policy may set."""
        chosen = tuple(sorted({*self.chosen, name}))
        policy = replace(self.policy, asked={**self.policy.asked, name: ""})  # the option has had its time
        return replace(self, **{name: value}, chosen=chosen, policy=policy)

    @property
    def view_state(self) -> ViewState:
        """The view state with which the window starts."""
        values: dict[str, Any] = {name: getattr(self, name) for name in CHOSEN} | {"theme": self.held("theme")}
        chosen = {name: value for name, value in values.items() if is_offered(name, value)}
        state = ViewState(
            speed=speed_at(self.speed),
            **chosen,
            has_side_panel=self.has_side_panel,
            card=self.hall_card,
            is_stillness_wished=self.is_stillness_wished,
        )
        for name, is_on in self.switches.items():
            state = state.switched(name, is_on)
        return state

    def with_view_state(self, state: ViewState) -> "Preferences":
        """Return preferences that keep theme, switches and side panel of a view state, but not its speed.

        What a policy, an option or nobody has chosen is not kept as if the user had (C12).
        """
        switches = {name: state.shows(name) for name in sorted(KEPT)}
        now = self if state.theme == self.view_state.theme else self.choosing("theme", state.theme)
        names = {*CHOSEN, "has_side_panel", "is_stillness_wished"} - SETTINGS.keys()
        return replace(now, **{name: getattr(state, name) for name in names}, switches=switches, hall_card=state.card)

    def since(self, begun: "Preferences") -> "Preferences":
        """Return what the file holds now, with what a window has changed: another one may have written since.

        `begun`: what that window would have kept when it was new; it counts where there is no file.
        """
        kept, changed = load_preferences() if preferences_path().exists() else begun, dict[str, Any]()
        for name in [each for each in self.__struct_fields__ if getattr(self, each) != getattr(begun, each)]:
            own, before, there = (getattr(each, name) for each in (self, begun, kept))
            if isinstance(own, tuple) and there != before:  # what is new here, then what is there and not given up here
                others = [each for each in there if each in own or each not in before]
                own = tuple(dict.fromkeys([*(each for each in own if each not in before), *others, *own]))
            changed[name] = {**there, **dict(own.items() - before.items())} if isinstance(own, dict) else own
        return replace(kept, **changed)


def preferences_path() -> Path:
    """Return the path of the user's preferences."""
    return config_folder() / FILE_NAME


def load_preferences(path: Path | None = None) -> Preferences:
    """Read the preferences; what is missing, damaged or of the wrong kind takes its default.

    `path`: the file; None is the user's own.
    """
    data = _read(path or preferences_path())
    if data.get("version") != VERSION:
        return Preferences()
    defaults = Preferences()
    if data.get("seal") != _seal(data.get("geometry"), data.get("layout", "")):  # an earlier version wrote both
        data = {name: value for name, value in data.items() if name not in SEALED}
    good = {
        name: data[name]
        for name in Preferences.__struct_fields__
        if type(data.get(name)) is type(getattr(defaults, name)) and _is_usable(data[name])
    }
    switches = good.get("switches", {})
    good["switches"] = {name: switches[name] for name in KEPT & switches.keys() if isinstance(switches[name], bool)}
    good["chosen"] = _names(data.get("chosen"))
    good["recent"] = _names(data.get("recent"))[:MOST_RECENT]
    good["done_hints"] = _names(data.get("done_hints"))
    if not 0 <= good.get("last_closed", 0) <= LATEST:
        del good["last_closed"]
    return Preferences(**good)


def _names(values: object) -> tuple[str, ...]:
    """Return the texts in a list; none where it is no list."""
    texts = values if isinstance(values, list) else []
    return tuple(name for name in texts if isinstance(name, str) and _is_usable(name))


def _read(path: Path) -> dict[str, Any]:
    """Return the JSON object in a file; empty where it is no ordinary file of a sensible size with one object."""
    try:
        if not path.is_file() or path.stat().st_size > LARGEST_FILE:
            return {}
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def _seal(*written: object) -> int:
    """Return a number that changes when what Qt wrote is damaged."""
    return zlib.crc32(repr(written).encode("ascii", "backslashreplace"))


def _is_usable(value: object) -> bool:
    """Whether `value` is not a text that Qt aborts at: half a pair of surrogates; nor does NUL stand in a path."""
    return not isinstance(value, str) or not any(letter == "\0" or "\ud800" <= letter <= "\udfff" for letter in value)


def save_preferences(preferences: Preferences, path: Path | None = None) -> bool:
    """Write the preferences, whole or not at all.

    `path`: the file; None is the one from which they are loaded at the start. Returns False where the folder cannot be
    written, which is said on standard error: the window closes.
    """
    from perceptron_gui.files.atomic import write_bytes  # when a window closes: no start needs it (A9)

    target = path or preferences_path()
    kept = {name: value for name, value in asdict(preferences).items() if name != "policy"}
    data = {"version": VERSION, **kept, "seal": _seal(preferences.geometry, "")}
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        write_bytes(str(target), json.dumps(data, indent=1).encode())
    except (OSError, FileError) as error:
        why = error.reason if isinstance(error, FileError) else reason(error)
        tell(tr("The settings could not be saved for the next start because {reason}.").format(reason=why))
        return False
    return True
