from __future__ import annotations

import json
import os
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from coach.domain.packet import Packet
from coach.domain.replies import parse
from coach.domain.shapes import SHAPES, AnalysisShape
from coach.llm import litellm_client
from coach.llm.errors import BadReply, ModelRefused, ModelUnavailable, OverBudget
from coach.llm.port import Budget, Prompt

GOOD = json.dumps(
    {
        "outcome": "NO_CHANGE",
        "summary": "Nothing follows from one session.",
        "reasons": [{"text": "One session is one observation.", "cites": []}],
        "considered": [{"outcome": "NO_CHANGE", "why": "Enough.", "chosen": True}],
    }
)
SHAPE = SHAPES["session_analysis"]
PROMPT = Prompt(
    id="session_analysis",
    version="1",
    system="Draft.",
    text="data",
    packet=Packet("session_analysis", "s", "2026-11-26", "UTC", "?", ()),
)


class RateLimitError(Exception):
    response = SimpleNamespace(headers={"retry-after": "7"})


class AuthenticationError(Exception):
    pass


class Stub(ModuleType):
    """Stands in for litellm: plays a script of (text, finish) pairs and errors."""

    def __init__(self, script: list[Any], *, cost: float | None = 0.000123, usage: Any = (11, 7)):
        super().__init__("litellm")
        self.script = list(script)
        self.cost = cost
        self.usage = usage
        self.calls: list[dict[str, Any]] = []

    def completion(self, **call: Any) -> Any:
        self.calls.append(call)
        step = self.script.pop(0)
        if isinstance(step, Exception):
            raise step
        text, finish = step
        usage = self.usage and SimpleNamespace(
            prompt_tokens=self.usage[0], completion_tokens=self.usage[1]
        )
        message = SimpleNamespace(content=text, refusal=None)
        choice = SimpleNamespace(message=message, finish_reason=finish)
        return SimpleNamespace(choices=[choice], usage=usage, model="local-8b 2026-10")

    def completion_cost(self, *, completion_response: Any) -> float:
        if self.cost is None:
            raise ValueError("not in the price map")
        return self.cost


def client(
    monkeypatch: pytest.MonkeyPatch, script: list[Any], **kwargs: Any
) -> tuple[litellm_client.LitellmClient, Stub]:
    stub = Stub(script, **kwargs)
    monkeypatch.setitem(sys.modules, "litellm", stub)
    return litellm_client.LitellmClient("openai/local-8b", api_base="http://127.0.0.1:1/v1"), stub


def test_it_returns_a_valid_draft_with_what_it_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    port, stub = client(monkeypatch, [(GOOD, "stop")])
    reply = port.complete(PROMPT, shape=SHAPE, budget=Budget(timeout_s=9))
    assert parse(reply.text, AnalysisShape).outcome == "NO_CHANGE"
    assert (reply.tokens_in, reply.tokens_out, reply.cost_micro) == (11, 7, 123)
    assert (reply.repairs, reply.finish) == (0, "stop")
    assert reply.model == "openai/local-8b (local-8b 2026-10)"
    assert stub.calls[0]["timeout"] == 9


def test_it_pins_what_keeps_a_call_from_running_away(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in litellm_client.ENVIRONMENT:
        monkeypatch.delenv(name, raising=False)
    port, stub = client(monkeypatch, [(GOOD, "stop")])
    port.complete(PROMPT, shape=SHAPE, budget=Budget())
    call = stub.calls[0]
    assert (call["num_retries"], call["max_retries"], call["stream"]) == (0, 0, False)
    assert call["max_tokens"] == Budget().tokens_out
    assert call["response_format"]["json_schema"]["schema"]["additionalProperties"] is False
    assert "tools" not in call
    assert {name: os.environ[name] for name in litellm_client.ENVIRONMENT} == (
        litellm_client.ENVIRONMENT
    )


@pytest.mark.parametrize(
    "first",
    [
        pytest.param(("Do more squats!", "stop"), id="prose"),
        pytest.param((GOOD[:60], "length"), id="cut-off"),
        pytest.param((GOOD, "length"), id="whole-but-unfinished"),
        pytest.param(("", "stop"), id="empty"),
        pytest.param((GOOD.replace("NO_CHANGE", "DELETE_PLAN"), "stop"), id="unknown-outcome"),
        pytest.param((GOOD[:-1] + ', "session": null}', "stop"), id="field-of-another-workflow"),
    ],
)
def test_it_lets_a_model_repair_its_reply_once(
    monkeypatch: pytest.MonkeyPatch, first: tuple[str, str]
) -> None:
    port, stub = client(monkeypatch, [first, (GOOD, "stop")])
    reply = port.complete(PROMPT, shape=SHAPE, budget=Budget())
    assert (reply.repairs, reply.text) == (1, GOOD)
    assert (reply.tokens_in, reply.cost_micro) == (22, 246)
    assert "not accepted" in stub.calls[1]["messages"][-1]["content"]


def test_it_gives_up_after_one_repair_and_keeps_the_reply(monkeypatch: pytest.MonkeyPatch) -> None:
    port, stub = client(monkeypatch, [("no", "stop"), ("still no", "stop"), (GOOD, "stop")])
    with pytest.raises(BadReply, match="not JSON") as refused:
        port.complete(PROMPT, shape=SHAPE, budget=Budget())
    assert len(stub.calls) == 2
    assert (refused.value.text, refused.value.cost_micro) == ("still no", 246)


def test_it_does_not_repair_beyond_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    port, stub = client(monkeypatch, [("no", "stop"), (GOOD, "stop")])
    with pytest.raises(BadReply):
        port.complete(PROMPT, shape=SHAPE, budget=Budget(cost_micro=200))
    assert len(stub.calls) == 1


@pytest.mark.parametrize(
    ("cost", "usage"),
    [
        pytest.param(None, (11, 7), id="model-not-in-the-price-map"),
        pytest.param(0.0, (11, 7), id="price-of-nothing"),
        pytest.param(0.000123, None, id="no-usage"),
        pytest.param(0.000123, (0, 0), id="usage-of-nothing"),
    ],
)
def test_it_counts_an_unknown_price_as_the_most_allowed(
    monkeypatch: pytest.MonkeyPatch, cost: float | None, usage: Any
) -> None:
    port, _ = client(monkeypatch, [(GOOD, "stop")], cost=cost, usage=usage)
    reply = port.complete(PROMPT, shape=SHAPE, budget=Budget(cost_micro=5_000))
    assert reply.cost_micro == 5_000


def test_an_unknown_price_still_allows_one_repair(monkeypatch: pytest.MonkeyPatch) -> None:
    port, stub = client(monkeypatch, [("no", "stop"), (GOOD, "stop")], cost=None)
    reply = port.complete(PROMPT, shape=SHAPE, budget=Budget(cost_micro=5_000))
    assert (reply.repairs, reply.cost_micro, len(stub.calls)) == (1, 5_000, 2)


def test_it_says_when_to_come_back_after_a_rate_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    port, stub = client(monkeypatch, [RateLimitError("key sk-secret is over its limit")])
    with pytest.raises(ModelUnavailable, match="RateLimitError") as refused:
        port.complete(PROMPT, shape=SHAPE, budget=Budget())
    assert refused.value.retry_after_s == 7
    assert "sk-secret" not in str(refused.value)
    assert len(stub.calls) == 1


def test_it_tells_a_refusal_from_an_outage(monkeypatch: pytest.MonkeyPatch) -> None:
    port, _ = client(monkeypatch, [AuthenticationError("bad key")])
    with pytest.raises(ModelRefused):
        port.complete(PROMPT, shape=SHAPE, budget=Budget())
    port, _ = client(monkeypatch, [(GOOD, "content_filter")])
    with pytest.raises(ModelRefused):
        port.complete(PROMPT, shape=SHAPE, budget=Budget())
    port, _ = client(monkeypatch, [Exception("tenacity import failed")])
    with pytest.raises(ModelUnavailable):
        port.complete(PROMPT, shape=SHAPE, budget=Budget())


def test_it_sends_nothing_that_exceeds_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    port, stub = client(monkeypatch, [(GOOD, "stop")])
    with pytest.raises(OverBudget):
        port.complete(PROMPT, shape=SHAPE, budget=Budget(tokens_in=2))
    assert stub.calls == []


def test_it_is_unavailable_where_litellm_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "litellm", None)
    port = litellm_client.LitellmClient("openai/local-8b")
    with pytest.raises(ModelUnavailable, match="not installed"):
        port.complete(PROMPT, shape=SHAPE, budget=Budget())
