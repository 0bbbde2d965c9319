"""Bytes of training files to plain values. No database, no Django, no clock, no network."""
