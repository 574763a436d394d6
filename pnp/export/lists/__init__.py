"""Card lists: CSV, JSON, Markdown and workbooks."""
