"""The key of a session in an address. What cannot be one is no address: 404 before any page is asked."""

from __future__ import annotations

from django.urls.converters import PathConverter

from sessions.domain import keys


class SessionKey(PathConverter):
    """A date, a colon and a name, which may hold slashes."""

    def to_python(self, value: str) -> str:
        """The key as it is.

        Raises:
            ValueError: it cannot be one.
        """
        return keys.checked_session(value)
