"""The layout language: YAML trees read into typed elements, styles, conditions and themes."""
