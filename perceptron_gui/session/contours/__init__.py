"""Curved boundaries: where f, or the lead of a class, is 0 on the plane that is shown. numpy and contourpy, no Qt."""
