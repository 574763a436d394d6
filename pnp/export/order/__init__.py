"""A print order, step by step: resolved, composed, painted, checked, laid on sheets, made into files, delivered."""
