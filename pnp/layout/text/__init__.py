"""Type: markup, measuring, shaping, line breaking and the directions of scripts."""
