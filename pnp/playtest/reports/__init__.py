"""What a playtest says. In: counts. Out: results with intervals, as text, JSON and one HTML page with plots."""
