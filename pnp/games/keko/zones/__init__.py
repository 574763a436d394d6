"""Where cards lie: deck, discard pile and hands, the play area, and what is known of the cards nobody has seen."""
