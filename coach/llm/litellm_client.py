"""The only place that knows litellm, imported inside the call: seconds and 200 MB otherwise never paid.

Owns time-outs, refusal of unfinished replies, one repair and cost. It never retries a failed call
(the work queue does), follows no tool call, and lets no message of a provider into its errors.
"""

from __future__ import annotations

import importlib
import os
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coach.domain.replies import UnreadableReply, parse
from coach.llm.errors import BadReply, ModelError, ModelRefused, ModelUnavailable, OverBudget
from coach.llm.port import Budget, Prompt, Reply, estimated_tokens

if TYPE_CHECKING:
    from coach.domain.shapes import Shape

ENVIRONMENT = {
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "HF_HUB_OFFLINE": "1",
    "LITELLM_MODE": "PRODUCTION",
    "LITELLM_TELEMETRY": "False",
    "DISABLE_AIOHTTP_TRANSPORT": "True",
}
"""Set before the import: without them the import reaches for the network."""

_REFUSALS = (
    "AuthenticationError",
    "PermissionDeniedError",
    "ContextWindowExceededError",
    "ContentPolicyViolationError",
    "NotFoundError",
    "BadRequestError",
    "UnprocessableEntityError",
)
_SHOWN_REPLY = 4_000


@dataclass(frozen=True, slots=True)
class _Answer:
    text: str
    model: str
    tokens_in: int | None
    tokens_out: int | None
    cost_micro: int | None
    latency_ms: int
    finish: str


class LitellmClient:
    """Any provider of litellm behind the port.

    Args:
        model: name with its provider, such as `openai/my-model`.
        api_base: its address, empty for the provider's own.
        api_key: its key, empty for none.
    """

    def __init__(self, model: str, *, api_base: str = "", api_key: str = "") -> None:
        self._model = model
        self._api_base = api_base
        self._api_key = api_key

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model

    def complete(self, prompt: Prompt, *, shape: Shape, budget: Budget) -> Reply:
        """Ask the provider, validate strictly, and let it repair its reply once.

        Raises:
            OverBudget: the prompt is larger than reserved; nothing was sent.
            ModelUnavailable: try later. ModelRefused: it will not answer.
            BadReply: no draft came, also after one repair.
        """
        if estimated_tokens(prompt.system + prompt.text) > budget.tokens_in:
            raise OverBudget("the prompt is larger than the tokens reserved for it")
        litellm = _load()
        messages = [
            {"role": "system", "content": prompt.system},
            {"role": "user", "content": prompt.text},
        ]
        first = self._ask(litellm, messages, shape, budget)
        problem = _problem(first, shape)
        if problem is None:
            return _reply((first,), budget)
        if first.cost_micro is not None and first.cost_micro * 2 > budget.cost_micro:
            raise _bad(problem, (first,), budget)
        second = self._ask(litellm, [*messages, *_repair(first, problem)], shape, budget)
        problem = _problem(second, shape)
        if problem is not None:
            raise _bad(problem, (first, second), budget)
        return _reply((first, second), budget)

    def _ask(
        self, litellm: Any, messages: list[dict[str, str]], shape: Shape, budget: Budget
    ) -> _Answer:
        started = time.monotonic()
        try:
            response = litellm.completion(
                model=self._model,
                messages=messages,
                api_base=self._api_base or None,
                api_key=self._api_key or None,
                response_format=_response_format(shape),
                temperature=0,
                max_tokens=budget.tokens_out,
                timeout=budget.timeout_s,
                num_retries=0,
                max_retries=0,
                stream=False,
            )
        except Exception as error:  # noqa: BLE001 - a provider may raise anything
            raise _translated(error) from None
        latency_ms = int((time.monotonic() - started) * 1000)
        return _answer(litellm, response, self._model, latency_ms)


def _response_format(shape: Shape) -> dict[str, Any]:
    """The reply's JSON schema. Not `strict`: that dialect has no patterns and no open objects."""
    schema = {"name": shape.__name__, "schema": shape.model_json_schema(), "strict": False}
    return {"type": "json_schema", "json_schema": schema}


def _load() -> Any:
    """Import litellm with its network switched off.

    Raises:
        ModelUnavailable: it is not installed.
    """
    for name, value in ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    try:
        litellm: Any = importlib.import_module("litellm")
    except ImportError:
        raise ModelUnavailable("litellm is not installed; install the extra `llm`") from None
    litellm.suppress_debug_info = True
    litellm.telemetry = False
    return litellm


def _translated(error: Exception) -> ModelError:
    """A provider's error as one of ours; only its class is told, its message may hold anything."""
    kinds = {cls.__name__ for cls in type(error).__mro__}
    name = type(error).__name__
    if kinds.isdisjoint(_REFUSALS):
        return ModelUnavailable(
            f"the model could not be reached ({name})", retry_after_s=_wait(error)
        )
    return ModelRefused(f"the model refused the call ({name})")


def _wait(error: Exception) -> int | None:
    headers = getattr(getattr(error, "response", None), "headers", None)
    try:
        return max(0, min(int(headers["retry-after"]), 3_600)) if headers else None
    except (KeyError, ValueError, TypeError):
        return None


def _answer(litellm: Any, response: Any, model: str, latency_ms: int) -> _Answer:
    try:
        choice = response.choices[0]
        text = choice.message.content or ""
        finish = str(choice.finish_reason or "unknown")
        refusal = getattr(choice.message, "refusal", None)
    except (AttributeError, IndexError, TypeError):
        raise BadReply("the reply has no content") from None
    if refusal or finish == "content_filter":
        raise ModelRefused("the model declined to answer")
    usage = getattr(response, "usage", None)
    return _Answer(
        text=str(text),
        model=f"{model} ({getattr(response, 'model', None) or 'version unknown'})"[:120],
        tokens_in=_count(usage, "prompt_tokens"),
        tokens_out=_count(usage, "completion_tokens"),
        cost_micro=_cost(litellm, response, usage),
        latency_ms=latency_ms,
        finish=finish,
    )


def _count(usage: Any, field: str) -> int | None:
    """Tokens used; a provider that says nothing reports 0, which is unknown and not free."""
    value = getattr(usage, field, None)
    return value if isinstance(value, int) and value > 0 else None


def _cost(litellm: Any, response: Any, usage: Any) -> int | None:
    """Millionths of the currency, None where the price or the use is unknown."""
    if _count(usage, "completion_tokens") is None:
        return None
    try:
        micro = int(litellm.completion_cost(completion_response=response) * 1_000_000)
    except Exception:  # noqa: BLE001 - whatever the price table says no to, the price is unknown
        return None
    return micro if micro > 0 else None


def _spent(answers: tuple[_Answer, ...], budget: Budget) -> int:
    """What a call counts as: an unknown price is the most that was allowed, not nothing."""
    known = [answer.cost_micro for answer in answers]
    if None in known:
        return budget.cost_micro
    return sum(cost for cost in known if cost is not None)


def _problem(answer: _Answer, shape: Shape) -> str | None:
    """Why an answer is no draft, None when it is one."""
    if answer.finish != "stop":
        return f"the reply is unfinished ({answer.finish[:40]})"
    try:
        parse(answer.text, shape)
    except UnreadableReply as error:
        return str(error)
    return None


def _repair(answer: _Answer, problem: str) -> list[dict[str, str]]:
    asked = (
        f"That was not accepted: {problem}. Send the whole draft again as one JSON object of the "
        "given schema, with nothing around it."
    )
    return [
        {"role": "assistant", "content": answer.text[:_SHOWN_REPLY]},
        {"role": "user", "content": asked},
    ]


def _reply(answers: tuple[_Answer, ...], budget: Budget) -> Reply:
    last = answers[-1]
    return Reply(
        text=last.text,
        model=last.model,
        tokens_in=_sum(a.tokens_in for a in answers),
        tokens_out=_sum(a.tokens_out for a in answers),
        cost_micro=_spent(answers, budget),
        latency_ms=sum(a.latency_ms for a in answers),
        finish=last.finish,
        repairs=len(answers) - 1,
    )


def _bad(problem: str, answers: tuple[_Answer, ...], budget: Budget) -> BadReply:
    return BadReply(
        problem,
        text=answers[-1].text,
        tokens_in=_sum(a.tokens_in for a in answers),
        tokens_out=_sum(a.tokens_out for a in answers),
        cost_micro=_spent(answers, budget),
    )


def _sum(values: Any) -> int | None:
    """A total, unknown when a part is."""
    known = list(values)
    return None if any(v is None for v in known) else sum(known)
