"""The adapter with the real litellm against a server of this machine. Skipped where it is not installed."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from typing import Any

import pytest

from coach.domain.packet import Packet
from coach.domain.shapes import SHAPES
from coach.llm.errors import BadReply, ModelRefused, ModelUnavailable
from coach.llm.litellm_client import LitellmClient
from coach.llm.port import Budget, Prompt, Reply

pytestmark = [
    pytest.mark.skipif(find_spec("litellm") is None, reason="the extra `llm` is not installed"),
    pytest.mark.filterwarnings("ignore"),
]

GOOD = json.dumps(
    {
        "outcome": "NO_CHANGE",
        "summary": "Nothing follows.",
        "reasons": [{"text": "One session."}],
        "considered": [{"outcome": "NO_CHANGE", "why": "Enough.", "chosen": True}],
    }
)
TEXTS = {
    "prose": "Do more squats!",
    "half": GOOD[:50],
    "fenced": f"```json\n{GOOD}\n```",
    "empty": "",
}
PROMPT = Prompt("chat", "1", "Draft.", "data", Packet("chat", "s", "2026-11-26", "UTC", "?", ()))


class Provider(BaseHTTPRequestHandler):
    """An OpenAI-compatible server; the name of the model picks what it does."""

    protocol_version = "HTTP/1.1"
    asked: list[dict[str, Any]] = []
    given_up = threading.Event()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Stay quiet."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.asked.append(asked)
        model = asked["model"]
        match model:
            case "rate":
                self._answer(429, {"error": {"message": "slow down"}}, {"retry-after": "3"})
            case "broken":
                self._answer(500, {"error": {"message": "boom"}})
            case "key":
                self._answer(401, {"error": {"message": "bad key"}})
            case "html":
                self._answer(200, None)
            case _:
                if model == "slow":
                    self.given_up.wait(4)
                self._answer(200, _completion(model))

    def _answer(self, status: int, body: Any, headers: dict[str, str] | None = None) -> None:
        raw = b"<html>no json</html>" if body is None else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(raw)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        with suppress(ConnectionError):  # The caller may have given up.
            self.wfile.write(raw)


def _completion(model: str) -> dict[str, Any]:
    finish = "length" if model in ("half", "unfinished") else "stop"
    message = {"role": "assistant", "content": TEXTS.get(model, GOOD)}
    answer: dict[str, Any] = {
        "id": "c",
        "object": "chat.completion",
        "created": 1,
        "model": model,
        "choices": [{"index": 0, "finish_reason": finish, "message": message}],
    }
    if model != "silent":
        answer["usage"] = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
    return answer


@pytest.fixture(scope="module")
def provider() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Provider)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    Provider.given_up.set()
    server.shutdown()
    server.server_close()


def ask(provider: str, model: str, *, timeout_s: int = 20) -> Reply:
    Provider.asked.clear()
    port = LitellmClient(f"openai/{model}", api_base=provider, api_key="k")
    return port.complete(PROMPT, shape=SHAPES["chat"], budget=Budget(timeout_s=timeout_s))


@pytest.mark.parametrize("model", ["good", "fenced"])
def test_it_returns_a_draft(provider: str, model: str) -> None:
    reply = ask(provider, model)
    assert (reply.tokens_in, reply.tokens_out, reply.repairs) == (11, 7, 0)
    assert reply.cost_micro == Budget().cost_micro  # A model without a known price.
    (asked,) = Provider.asked
    assert asked["response_format"]["type"] == "json_schema"


@pytest.mark.parametrize("model", ["prose", "half", "empty", "unfinished"])
def test_a_reply_that_is_no_draft_is_asked_for_once_more_at_most(provider: str, model: str) -> None:
    with pytest.raises(BadReply):
        ask(provider, model)
    assert len(Provider.asked) == 2


@pytest.mark.parametrize("model", ["rate", "broken", "html"])
def test_an_outage_is_one_call_and_unavailable(provider: str, model: str) -> None:
    with pytest.raises(ModelUnavailable):
        ask(provider, model)
    assert len(Provider.asked) == 1


def test_a_bad_key_is_a_refusal(provider: str) -> None:
    with pytest.raises(ModelRefused):
        ask(provider, "key")


def test_a_slow_model_is_given_up(provider: str) -> None:
    began = time.monotonic()
    with pytest.raises(ModelUnavailable):
        ask(provider, "slow", timeout_s=1)
    assert time.monotonic() - began < 3.5


def test_no_connection_is_unavailable() -> None:
    port = LitellmClient("openai/x", api_base="http://127.0.0.1:9/v1", api_key="k")
    with pytest.raises(ModelUnavailable):
        port.complete(PROMPT, shape=SHAPES["chat"], budget=Budget(timeout_s=5))


def test_a_provider_that_counts_nothing_is_not_free(provider: str) -> None:
    reply = ask(provider, "silent")
    assert (reply.tokens_in, reply.cost_micro) == (None, Budget().cost_micro)
