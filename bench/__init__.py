"""Measures the kernel on scratch databases, in one run, beside a plain insert in the same settings."""
