"""Words that flow over columns and pages: the rulebook and *How to play*, in blocks that stay whole."""
