"""The panel of this step: the visit in formulas."""
