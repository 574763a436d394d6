"""Importing: tables that people kept elsewhere become card databases.

table_reader (a file's ImportedTable, by text, workbook or json_table) → columns → values → decks → folder.
"""
