"""Effects as data: one definition of what a card does, from which its text is printed and by which it is judged.

A game brings its own words as a `Vocabulary`: classes for its verbs, abilities and modifiers, further checks of them,
and their wording. This package holds what every game needs: `vocabulary` (base classes and the registry) → `reading`
(from YAML, each fault at its place) → `check` (cards against each other), `phrases` and `wording` (rows of words,
joined into sentences) → `text`.
"""
