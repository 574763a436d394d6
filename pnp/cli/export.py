"""`pnp export`. In: a game and a format. Out: card lists on the screen or in a file; files for table-top programs."""

from __future__ import annotations

from pnp.cli.orders import ExportOrder
from pnp.cli.parameters import with_fields


@with_fields
def export(order: ExportOrder) -> None:
    """Export card lists with the source of every value, a gallery of all cards, or files for tabletop programs."""
    from pnp.cli.exporting import export_as_asked

    export_as_asked(order)
