"""The words of effects that any declared game may use: players, numbers, cards, verbs, modifiers and triggers."""
