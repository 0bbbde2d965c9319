"""Reads of this app. Every one starts from a stream, so nobody reads a stranger's log."""

from __future__ import annotations
