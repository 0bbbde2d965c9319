"""Which port a name means: `baseline`, or any provider of litellm by its model name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.llm.baseline_client import BaselineClient
from coach.llm.errors import UnknownPort
from coach.llm.litellm_client import LitellmClient

if TYPE_CHECKING:
    from coach.llm.port import ModelPort


def port_for(name: str, *, api_base: str = "", api_key: str = "") -> ModelPort:
    """The port of a name.

    Args:
        name: `baseline`, or a litellm model name with its provider, such as `openai/my-model`.
        api_base: address of the provider, from the environment only.
        api_key: key of the provider, from the environment only; bound to `api_base`.

    Raises:
        UnknownPort: the name is neither.
    """
    if name == "baseline":
        return BaselineClient()
    provider, slash, model = name.partition("/")
    if not slash or not provider or not model or not name.isprintable():
        raise UnknownPort(f"no model port is called {name[:80]!r}")
    return LitellmClient(name, api_base=api_base, api_key=api_key)
