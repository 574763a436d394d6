"""From YAML to values, entry by entry. In: documents with places. Out: Cards, Rules and so on; faults in a Report."""
