"""The model port: one door to whatever drafts decisions. Only `litellm_client` knows litellm."""

from __future__ import annotations
