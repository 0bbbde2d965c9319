"""The application: the only package that knows `plans`, `sessions` and `decisions`.

It imports nothing here: the Celery app is in `coach.celery`, and a process that only shows
pages or runs a command never loads Celery.
"""

from __future__ import annotations
