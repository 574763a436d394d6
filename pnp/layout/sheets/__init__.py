"""Faces on paper: imposition, marks, boards in tiles, boxes, booklets, components and their sheets."""
