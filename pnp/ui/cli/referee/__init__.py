"""`pnp referee …`: a record is opened, lines are judged, and people are answered as the one who asks may know it."""
