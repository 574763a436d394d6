"""Effects as data: one definition of what a card does, from which its text is printed and by which it is judged.

`values` (numbers, targets, filters) → `verbs` (what happens) → `abilities` (when, at what cost) is the vocabulary;
`reading` takes it out of YAML and tells faults, `phrases` and `wording` put it into words.
"""
