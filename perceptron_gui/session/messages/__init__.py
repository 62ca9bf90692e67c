"""The sentences that a user reads about values: how a run ended, what was found about the points, where a run is."""
