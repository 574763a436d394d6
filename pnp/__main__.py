"""`python -m pnp`: the command `pnp`, where its script is not on the path.

Invariant: Python puts the current folder first among the places where modules are looked for; it is taken out again, so
that no file that happens to lie there is imported in the name of a library.
"""

import os
import sys

if sys.path[0] == os.getcwd() != os.path.dirname(os.path.dirname(os.path.abspath(__file__))):
    del sys.path[0]

from pnp.cli.main import console

if __name__ == "__main__":
    sys.exit(console())
