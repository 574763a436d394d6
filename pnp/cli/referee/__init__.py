"""`pnp referee …`: a record is opened, lines are judged, and the answer holds what its viewer may know."""
