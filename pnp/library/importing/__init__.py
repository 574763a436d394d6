"""Importing: tables that people kept elsewhere become card databases.

grid_reader (a file's Grid, by text, workbook or json_table) → columns → values → decks → folder.
"""
