"""`python -m pnp`: the command `pnp`, where its script is not on the path."""

import sys

from pnp.ui.cli.main import console

if __name__ == "__main__":
    sys.exit(console())
