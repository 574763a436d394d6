"""What a card of Keko Chronicles can do, and how its text reads: the vocabulary in which `cards/keko/` writes effects.

values (numbers, targets, filters) → verbs (what happens) → modifiers, abilities (when, at what cost) → inflection,
wording (in words), check (what must hold) → registry: `VOCABULARY`, which the game hands over.
"""
