"""A template and a card become a Frame: texts, shapes, pictures, grids, boards, the rulebook in columns."""
