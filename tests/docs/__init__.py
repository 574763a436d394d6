"""The pages of docs/ as a whole: their links, and the walk from an empty folder to a playtest."""
