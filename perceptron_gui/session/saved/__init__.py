"""A session as it is saved: values of several owners side by side, and the place of the run."""
