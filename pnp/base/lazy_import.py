"""Modules that are imported when they are first used. In: a module's name. Out: nothing; the module is known by then.

For modules that others import at their top and that most commands never need. Invariant: whoever uses the module finds
it complete; one that cannot be found stays an ImportError of its importer.
"""

from __future__ import annotations

import sys
from importlib.util import LazyLoader, find_spec, module_from_spec


def import_lazily(name: str) -> None:
    """Let `import name` cost nothing until something of the module is asked for."""
    if name in sys.modules:
        return
    try:
        spec = find_spec(name)
    except ImportError:
        return
    if spec is None or spec.loader is None:
        return
    spec.loader = LazyLoader(spec.loader)
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    parent, _, child = name.rpartition(".")
    if parent:
        setattr(sys.modules[parent], child, module)
