"""Importing: tables that people kept elsewhere become card databases. grid → columns → values → decks → folder."""
