"""What a thing of the plan is called on a page: its own title or name, else its key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

METRICS = {
    "threshold_pace_s_per_km": "Threshold pace",
    "ftp_w": "Functional threshold power",
    "lthr_bpm": "Threshold heart rate",
}


def title_of(facts: Mapping[str, Any] | None, key: str) -> str:
    """A title, a name, the metric of a threshold, the text of another rule, else the key."""
    told = facts or {}
    metric = (told.get("params") or {}).get("metric") if told.get("kind") == "threshold" else None
    named = told.get("title") or told.get("name") or METRICS.get(str(metric)) or told.get("text")
    return str(named or key)
