"""Issues and revokes tokens. The secret is given back once and never stored."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from coach.api.auth import digest
from coach.models import ApiToken
from coach.models.tokens import SCOPES
from decisions import clock
from decisions.domain.errors import InvalidFacts

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from django.contrib.auth.models import User

MARK = "lgt_"
SHOWN = 12


def issue(
    *, user: User, label: str, scopes: Sequence[str], expires_at: datetime | None
) -> tuple[ApiToken, str]:
    """Make a token for a person; gives the row and the secret, which nobody can read again.

    Raises:
        InvalidFacts: no label, no scope, an unknown scope, or an end that has passed.
    """
    if not label.strip():
        raise InvalidFacts("label", "is missing: say what will use it")
    if not scopes or set(scopes) - set(SCOPES):
        raise InvalidFacts("scopes", f"must be some of {', '.join(SCOPES)}")
    now = clock.now()
    if expires_at is not None and expires_at <= now:
        raise InvalidFacts("expires_at", "has passed already")
    secret = f"{MARK}{secrets.token_urlsafe(32)}"
    token = ApiToken.objects.create(
        user=user,
        label=label.strip(),
        prefix=secret[:SHOWN],
        digest=digest(secret),
        scopes=sorted(set(scopes)),
        created_at=now,
        expires_at=expires_at,
    )
    return token, secret


def revoke(token: ApiToken) -> bool:
    """End a token for good; False when it had ended already."""
    changed = ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=clock.now())
    return changed == 1
