"""What effects do to a table: each verb is resolved here, over zones, counters and questions of any declared game."""
