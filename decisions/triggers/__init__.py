"""Rules the database enforces: the log only grows, structure needs approval, rows follow it."""
