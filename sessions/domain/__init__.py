"""Pure rules about training sessions: no Django, no input or output, no clock."""

from __future__ import annotations
