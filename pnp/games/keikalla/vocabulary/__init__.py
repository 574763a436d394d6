"""What a card of Keikalla can do, and how its text reads: the vocabulary in which `cards/keikalla/` writes effects.

verbs (what happens) → abilities (when) → wording (in words) → registry: `VOCABULARY`, which the game hands over.
"""
