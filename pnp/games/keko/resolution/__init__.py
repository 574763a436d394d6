"""How what was announced is resolved: the loop that runs until somebody must decide, and their answers."""
