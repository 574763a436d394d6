"""Importing: tables that people keep elsewhere become card databases.

table_reader (a file's ImportedTable, by text, workbook or json_table) → columns → values → decks → folder.
"""
