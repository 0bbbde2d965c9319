"""Builds what a workflow knows: slices of the log, selected by rank, packed into a token budget.

Reads events only, never rows, so that a replay from the log sees the same. Ranks and packs; decides
nothing about what is true.
"""
