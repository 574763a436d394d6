"""What the rules refuse and do: a module for each phase, for what cards give, and for the order of the phases."""
