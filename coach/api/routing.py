"""The one router of the API: operations of one address have to share it, whatever module they live in."""

from __future__ import annotations

from ninja import Router

from coach.api.closed import closed

router = Router()
router.add_decorator(closed)
