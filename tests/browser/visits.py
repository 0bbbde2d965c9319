"""One person's browser, watched: what its console says, and whom it talks to."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, WebError

from tests.browser.installations import Site

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}
PATIENCE_S = 30.0
_REFUSED = re.compile(r"Failed to load resource: .* status of 4\d\d")
"""What the browser itself says about a page that is refused on purpose."""


@dataclass
class Watch:
    """What went wrong in a browser context; empty when nothing did."""

    wrong: list[str] = field(default_factory=list)

    def over(self, context: BrowserContext) -> None:
        """Listen to everything that a context does."""
        context.on("request", self._requested)
        context.on("console", self._said)
        context.on("weberror", self._failed)

    def _requested(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme in ("http", "https", "ws", "wss") and parts.hostname != "127.0.0.1":
            self.wrong.append(f"asked {parts.hostname} for {request.url}")

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not _REFUSED.match(message.text):
            self.wrong.append(f"console: {message.text}")

    def _failed(self, error: WebError) -> None:
        self.wrong.append(f"script: {error.error}")


def log_in(page: Page, site: Site, name: str, to: str = "/") -> None:
    """Log in as one of the demo's people, on the way to a page."""
    page.goto(f"{site.url}/login/?next={to}")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill("demo")
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url(lambda url: "/login/" not in url)


def eventually(page: Page, holds: Callable[[], bool], patience_s: float = PATIENCE_S) -> None:
    """Reload a page until something holds; for pages that cannot refresh themselves."""
    pause, until = threading.Event(), time.monotonic() + patience_s
    while not holds():
        assert time.monotonic() < until, page.inner_text("main")
        pause.wait(0.25)
        page.reload()
