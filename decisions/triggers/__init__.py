"""Rules that the database itself enforces: the log only grows, structure needs approval, rows follow events."""
