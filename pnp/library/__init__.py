"""What a game says, read by both wings: cards, decks, constants, switches, the rulebook. Values only, no behaviour."""
