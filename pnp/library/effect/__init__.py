"""Effects as data: one definition of what a card does, from which its text is printed and by which it is judged.

A game brings its own words as a `Vocabulary`: classes for its verbs, abilities and modifiers, what more must hold of
them, and how they read. Here stands what any game needs: `vocabulary` (base classes and the registry) → `reading` (out
of YAML, faults in place) → `check` (cards against each other), `phrases` and `wording` (rows of words, joined into
sentences) → `text`.
"""
