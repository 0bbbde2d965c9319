"""What can go wrong in the kernel, one class per way. Doors turn these into answers."""

from __future__ import annotations


class DecisionsError(Exception):
    """Base of every refusal of the kernel."""


class InvalidFacts(DecisionsError, ValueError):
    """Input that cannot become facts; names the field."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field
        self.message = message


class OutsideMandate(DecisionsError):
    """The workflow or person may not write this, whatever the gate said."""


class IdentityConflict(DecisionsError):
    """The same intent came again with another payload: a conflict, not a repeat."""


class NotApproved(DecisionsError):
    """A structural write without an unconsumed approval of exactly these bytes."""


class KernelUnsafe(DecisionsError):
    """A trigger of the kernel is missing; nothing is written until it is back."""


class Superseded(DecisionsError):
    """Whoever writes has lost the right to: somebody else has taken the work over."""


class ReadBackMismatch(DecisionsError):
    """What was read back is not what was written; the transaction is rolled back."""


class NotFound(DecisionsError, LookupError):
    """There is nothing under that key, or it is not yours."""


class NotAllowedNow(DecisionsError):
    """The thing exists, but its state does not allow this step; says which state it is in."""
