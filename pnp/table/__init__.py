"""The shell around the referee: one table's record file, its lock, its dealer, and what people may do with it."""
