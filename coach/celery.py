"""The Celery app: a doorbell for the work table, never the place where work is kept.

Its settings are the `CELERY_*` names in `coach.settings`; tasks live in `coach.tasks`.
"""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "coach.settings")

app = Celery("coach")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["coach"])
