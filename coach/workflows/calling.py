"""Asks a reasoner and keeps what was asked and answered; a retry of the same run finds its reply."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from django.conf import settings

from coach.domain.shapes import SHAPES
from coach.llm.errors import ModelError
from coach.llm.port import Budget, ModelPort, Prompt, Reply, estimated_tokens
from coach.llm.prompts import prompt_for
from coach.models import ModelCall
from decisions import clock
from decisions.domain import identity

if TYPE_CHECKING:
    from coach.retrieval.context import Context
    from decisions.models import Athlete
    from decisions.services.guard import Occasion


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
    try:
        reply = port.complete(prompt, shape=SHAPES[seen.packet.workflow], budget=budget)
    except ModelError as error:
        if not forgiving:
            raise
        said = json.dumps({"no reply": type(error).__name__})
        reply = Reply(said, port.name, None, None, 0, 0, finish="error")
    ModelCall.objects.get_or_create(
        identity=name,
        defaults={
            "stream": athlete.stream,
            "decision": intent.identity,
            "purpose": seen.packet.workflow,
            "attempt": ModelCall.objects.filter(decision=intent.identity).count() + 1,
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
    return prompt, reply


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
