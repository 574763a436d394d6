"""How what was announced comes true: the loop that runs until somebody must decide, and their answers."""
