"""What a setting that makes no sense is refused with."""


class SettingsError(ValueError):
    """A setting that makes no sense; the message is one plain sentence for the user."""
