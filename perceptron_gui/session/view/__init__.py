"""How a document is looked at, and with which tools."""
