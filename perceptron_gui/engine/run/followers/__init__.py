"""What is computed of a run while it goes on: averages, votes, the best weights, one class against the rest."""
