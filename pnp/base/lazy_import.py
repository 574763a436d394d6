"""Modules that are loaded when they are first used. In: a module's name. Out: nothing; `import` finds the module.

For modules that libraries import at the top and most commands never need. Invariant: whoever uses the module finds it
complete; a missing module is still an ImportError where it is imported.
"""

from __future__ import annotations

import sys
from importlib.util import LazyLoader, find_spec, module_from_spec


def import_lazily(name: str) -> None:
    """Let `import name` cost nothing until an attribute of the module is used."""
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
