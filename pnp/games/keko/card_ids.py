"""The cards that have a rule each beside those of their verbs: the founding document's own."""

from __future__ import annotations

SEED_CARDS = {
    "ptawmt": "KEK-C1",
    "cha_os": "KEK-C2",
    "lord_quiggs": "KEK-C3",
    "krystal_battery": "KEK-C4",
    "catastrophic_draggy": "KEK-C5",
    "deffilwynes_snare": "KEK-C6",
    "quiggs_intuition": "KEK-C7",
}
