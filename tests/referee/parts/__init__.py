"""Tests of parts of games: small games made from each keep the promises, and rule as their players expect."""
