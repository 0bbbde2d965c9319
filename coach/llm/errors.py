"""How a call to a reasoner can end without a draft. Each has a defined end in the workflows.

Messages never hold a prompt, a reply or a key: they go to logs and pages.
"""

from __future__ import annotations


class ModelError(Exception):
    """Base of everything that ends a call without a usable reply."""


class ModelUnavailable(ModelError):
    """Time-out, rate limit, no connection, a server's fault, or litellm not installed: try later.

    Attributes:
        retry_after_s: seconds that the provider asked to wait, None when it said nothing.
    """

    def __init__(self, message: str, *, retry_after_s: int | None = None) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s


class ModelRefused(ModelError):
    """The provider will not answer this call: bad key, filtered content, too long a context."""


class BadReply(ModelError):
    """A reply came, but it is no draft, also after one repair.

    Attributes:
        text: the raw reply, to be stored with the decision, never shown as advice.
        tokens_in, tokens_out, cost_micro: what the failed attempts used; None is unknown.
    """

    def __init__(
        self,
        message: str,
        *,
        text: str = "",
        tokens_in: int | None = None,
        tokens_out: int | None = None,
        cost_micro: int = 0,
    ) -> None:
        super().__init__(message)
        self.text = text
        self.tokens_in = tokens_in
        self.tokens_out = tokens_out
        self.cost_micro = cost_micro


class OverBudget(ModelError):
    """The prompt does not fit the budget that was reserved; nothing was sent."""


class UnknownPort(ModelError):
    """There is no model port of that name."""
