"""Faults for programs. In: a Diagnostic. Out: plain values, as `--json` prints them."""

from __future__ import annotations

from typing import Any

from pnp.base.diagnostics import Diagnostic

NOTE = "note"  # the severity of what is no fault, not even a strict one


def fault_values(item: Diagnostic) -> dict[str, Any]:
    """A fault as plain values."""
    return {
        "file": item.span.file,
        "line": item.span.line,
        "column": item.span.column,
        "severity": item.severity,
        "code": item.code,
        "message": item.message,
        "hint": item.hint,
    }
