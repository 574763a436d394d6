"""The data of a game, for printing and for play: cards, decks, constants, switches, rulebook. Values, no behaviour."""
