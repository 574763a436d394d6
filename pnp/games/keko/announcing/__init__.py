"""Announcing a card, an ability or an answer: whether it is the moment, what is chosen, what it costs."""
