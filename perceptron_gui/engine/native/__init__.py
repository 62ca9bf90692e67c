"""The compiled loop over visits, built and loaded; it knows nothing of trainers."""
