"""What a card of Keko Chronicles can say, and how it reads: the words of effects, which `cards/keko/` uses as data.

values (numbers, targets, filters) → verbs (what happens) → modifiers, abilities (when, at what cost) → inflection,
wording (in words), check (what must hold) → registry: `VOCABULARY`, which the game hands over.
"""
