"""Games for programs: Tabletop Simulator, playingcards.io, Cockatrice, a gallery on one page."""
