"""The checks and effects of each part of the rules, from the set-up to the variants, and how a turn goes on."""
