"""Asks a reasoner and keeps what was asked and answered; a retry of the same run finds its reply."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.conf import settings

from coach.domain.shapes import SHAPES
from coach.llm.errors import BadReply, ModelError
from coach.llm.port import Budget, ModelPort, Prompt, Reply, estimated_tokens
from coach.llm.prompts import prompt_for
from coach.models import ModelCall
from decisions import clock
from decisions.domain import identity

if TYPE_CHECKING:
    from uuid import UUID

    from coach.retrieval.context import Context
    from decisions.models import Athlete
    from decisions.services.guard import Occasion

LONGEST = 150_000
"""Characters of a reply that are kept; a draft may have fewer."""


def ask(
    athlete: Athlete, intent: Occasion, seen: Context, port: ModelPort, *, forgiving: bool
) -> tuple[Prompt, Reply]:
    """The prompt of a context and the reply to it.

    Args:
        forgiving: answer with an empty reply, which is no draft, instead of raising.

    Raises:
        ModelError: the reasoner gave nothing.
    """
    prompt = prompt_for(seen.packet)
    name = identity.name("call", str(intent.identity), port.name, seen.fingerprint)
    kept = ModelCall.objects.filter(identity=name).first()
    if kept is not None:
        return prompt, _reply(kept)
    asked = estimated_tokens(prompt.system + prompt.text)
    budget = Budget(tokens_in=asked, timeout_s=settings.LLM_TIMEOUT_S)
    attempt = ModelCall.objects.filter(decision=intent.identity).count() + 1
    try:
        reply = port.complete(prompt, shape=SHAPES[seen.packet.workflow], budget=budget)
    except ModelError as error:
        reply = _failed(error, port)
        if not forgiving:
            lost = identity.name("call", str(name), f"attempt {attempt}")
            _keep(lost, attempt, athlete, intent, seen, prompt, reply)
            raise
    reply = replace(reply, text=storable(reply.text))
    _keep(name, attempt, athlete, intent, seen, prompt, reply)
    return prompt, reply


def storable(text: str) -> str:
    """A reply as both databases can hold it: cut, and without what is no character."""
    whole = text.replace("\x00", "\N{REPLACEMENT CHARACTER}")
    whole = whole.encode("utf-8", "replace").decode()
    return whole[:LONGEST] if whole.strip() else json.dumps({"no reply": "empty"})


def _failed(error: ModelError, port: ModelPort) -> Reply:
    """What is kept of a call that gave no draft: the raw reply, where there was one."""
    used: dict[str, Any] = {"tokens_in": None, "tokens_out": None, "cost_micro": 0}
    text = json.dumps({"no reply": type(error).__name__})
    if isinstance(error, BadReply):
        used = {name: getattr(error, name) for name in used}
        text = error.text or text
    return Reply(storable(text), port.name, **used, latency_ms=0, finish="error")


def _keep(
    name: UUID,
    attempt: int,
    athlete: Athlete,
    intent: Occasion,
    seen: Context,
    prompt: Prompt,
    reply: Reply,
) -> None:
    ModelCall.objects.get_or_create(
        identity=name,
        defaults={
            "stream": athlete.stream,
            "decision": intent.identity,
            "purpose": seen.packet.workflow,
            "attempt": attempt,
            "prompt_id": prompt.id,
            "prompt_version": prompt.version,
            "prompt_hash": prompt.hash,
            "context_fingerprint": seen.fingerprint,
            "model": reply.model,
            "reply": reply.text,
            "tokens_in": reply.tokens_in,
            "tokens_out": reply.tokens_out,
            "cost_micro": reply.cost_micro,
            "latency_ms": reply.latency_ms,
            "repairs": reply.repairs,
            "finish": reply.finish,
            "called_at": clock.now(),
        },
    )


def _reply(kept: ModelCall) -> Reply:
    return Reply(
        text=kept.reply,
        model=kept.model,
        tokens_in=kept.tokens_in,
        tokens_out=kept.tokens_out,
        cost_micro=kept.cost_micro,
        latency_ms=kept.latency_ms,
        finish=kept.finish,
        repairs=kept.repairs,
    )
