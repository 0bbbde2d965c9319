"""JSON API v1: bearer tokens with scopes, problem+json, as-of reads, writes that survive retries.

`api` is mounted below /api/v1/. No scope approves anything: that is a person's, in the browser.
"""

from __future__ import annotations

from coach.api import actuals, decided, errors, training, wishes
from coach.api.document import DocumentedAPI
from coach.api.routing import router

DESCRIPTION = """\
What a coach knows and decides about an athlete, and the athlete's own evidence.

Every value says what kind of knowledge it is: observed, user_reported, derived, estimated,
hypothesis or unknown. Unknown has no value; it is never zero. Units are g, m, s, bpm, W; RPE is
in tenths.

`as_of` on a read answers with what was known at that moment. Writes are safe to repeat: sets by
the client's id, everything else by the Idempotency-Key header. Corrections and retractions need
If-Match with the fingerprint that was read; when it moved, 412 says what was reviewed, what stands
now and what was wanted. Refusals are application/problem+json.
"""

# Recording comes first: its addresses end in words that the key of a session could swallow.
OPERATIONS = (actuals, training, decided, wishes)

api = DocumentedAPI(
    title="Longitude",
    version="1",
    description=DESCRIPTION,
    urls_namespace="api-1",
)
errors.install(api)
api.add_router("", router)
