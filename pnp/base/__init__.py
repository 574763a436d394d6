"""The foundation: units, diagnostics, YAML with places, folders on disk. Nothing about cards or games."""
