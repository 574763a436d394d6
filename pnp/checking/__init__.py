"""What is wrong with a game: `game` (all), `layouts`, `rules`, `fault_values` (for programs).

Faults of composed faces: `pnp/layout/checks/`.
"""
