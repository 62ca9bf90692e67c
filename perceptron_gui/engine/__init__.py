"""What docs/spec.md says, in numpy and the standard library: no Qt, files, threads or clocks."""
