from __future__ import annotations

import pytest

from coach.domain.packet import Packet
from coach.domain.shapes import SHAPES
from coach.llm.choose import port_for
from coach.llm.errors import BadReply, ModelUnavailable, UnknownPort
from coach.llm.port import Budget, Prompt, estimated_tokens
from coach.llm.scripted import ScriptedClient

PROMPT = Prompt("chat", "1", "", "", Packet("chat", "s", "2026-11-26", "UTC", "?", ()))


def test_it_knows_the_built_in_coach_and_any_provider() -> None:
    assert port_for("baseline").name == "baseline"
    assert port_for("openai/local-8b", api_base="http://127.0.0.1:1/v1").name == "openai/local-8b"


@pytest.mark.parametrize("name", ["", "gpt", "/x", "x/", "openai/x\nevil", "Baseline"])
def test_it_refuses_a_name_that_means_nothing(name: str) -> None:
    with pytest.raises(UnknownPort):
        port_for(name)


def test_the_double_says_its_lines_in_order_and_keeps_what_it_was_asked() -> None:
    double = ScriptedClient(["one", BadReply("no draft"), "two"])

    def ask() -> str:
        return double.complete(PROMPT, shape=SHAPES["chat"], budget=Budget()).text

    assert ask() == "one"
    with pytest.raises(BadReply):
        ask()
    assert ask() == "two"
    with pytest.raises(ModelUnavailable, match="ended"):
        ask()
    assert double.prompts == [PROMPT] * 4


def test_tokens_are_rather_over_than_underestimated() -> None:
    assert estimated_tokens("") == 1
    assert estimated_tokens("a" * 300) == 101
    assert estimated_tokens("½" * 300) > 200
