"""What happens when a stream grew: with Redis a worker is woken, without it the worker looks anyway."""

from __future__ import annotations

import logging

from django.conf import settings

logger = logging.getLogger(__name__)


def hear(stream_id: int) -> None:
    """Wake a Celery worker. A lost ring loses nothing: the sweeper follows every stream."""
    if not settings.REDIS_URL:
        return
    from kombu.exceptions import OperationalError

    from coach.tasks import follow_stream

    try:
        follow_stream.delay(stream_id)
    except (OSError, OperationalError) as error:
        logger.warning("the doorbell could not be rung: %s", type(error).__name__)
