"""A print order from its preparation to the files delivered: manifest, update packs, earlier builds."""
