"""Pure vocabulary of the coach: packets, drafts and the computed view of a packet. No I/O, no clock."""

from __future__ import annotations
