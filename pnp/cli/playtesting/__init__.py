"""What `pnp playtest` runs and prints: many games, and experiments with them."""
