"""What a run is about: points, settings, built-in sets, and arrays that grow."""
