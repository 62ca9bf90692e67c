"""The features of the window beside the plane, one module or folder each; none imports another."""
