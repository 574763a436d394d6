"""Sheets as sources: the cards of a deck in a csv, xlsx or ods that is read anew each time, and edited in its cells."""
