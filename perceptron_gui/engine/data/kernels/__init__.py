"""The kernels, one file each, which owns all that the program knows of it; `engine.data.kernel` lists them (D5)."""
