from __future__ import annotations

import subprocess
import sys

import pytest

from coach.baseline import BASELINE_VERSION, draft
from coach.domain.packet import Packet
from coach.domain.replies import parse
from coach.domain.shapes import SHAPES
from coach.llm.baseline_client import BaselineClient
from coach.llm.port import Budget
from coach.llm.prompts import prompt_for
from tests.coach.domain.packets import Story, key, showcase


def packets() -> dict[str, Packet]:
    story = showcase()
    trained = key(story.today.replace(day=19))
    return {
        "next_prescription": story.packet(),
        "session_analysis": story.packet("session_analysis", trained),
        "strategic_review": story.packet("strategic_review", "2026-W48"),
        "chat": story.packet("chat", "c-1"),
        "import_review": story.packet("import_review", "i-1"),
    }


@pytest.mark.parametrize("workflow", sorted(SHAPES))
def test_its_reply_is_read_like_that_of_any_model(workflow: str) -> None:
    packet = packets()[workflow]
    reply = BaselineClient().complete(prompt_for(packet), shape=SHAPES[workflow], budget=Budget())
    read = parse(reply.text, SHAPES[workflow])
    assert read == draft(Story().situation(workflow, "x")) or read.outcome
    assert reply.model == f"baseline {BASELINE_VERSION}"
    assert (reply.cost_micro, reply.tokens_in, reply.repairs, reply.finish) == (0, None, 0, "stop")


@pytest.mark.parametrize("workflow", sorted(SHAPES))
def test_the_same_packet_gives_the_same_reply(workflow: str) -> None:
    prompt = prompt_for(packets()[workflow])
    one, other = (
        BaselineClient().complete(prompt, shape=SHAPES[workflow], budget=Budget()) for _ in range(2)
    )
    assert one == other


def test_it_never_loads_litellm() -> None:
    code = (
        "import sys; from coach.llm import choose; choose.port_for('baseline'); "
        "choose.port_for('openai/x'); sys.exit('litellm' in sys.modules or 'django' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
