"""The pages: short function views over services and selectors, readable without JavaScript.

A view turns HTTP into one call and the answer into one template. No rule about training and
no write of its own lives here.
"""

from __future__ import annotations
