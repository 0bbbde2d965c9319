"""Demo data: two athletes, 26 weeks, made only by calling the public services under a moved clock.

Deterministic for a given day. Nothing here writes around a service or knows what a rule will say.
"""
