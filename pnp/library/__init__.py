"""What a game says, read by both wings: cards, decks, constants, switches and the rulebook. Values only, no behaviour."""
