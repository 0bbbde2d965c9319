from __future__ import annotations

import pytest

from coach.domain.packet import Packet
from coach.domain.shapes import SHAPES
from coach.llm import prompts


def packet(workflow: str) -> Packet:
    return Packet(workflow, "2026-11-26:x/01/a", "2026-11-26", "Europe/Berlin", "What next?", ())


@pytest.mark.parametrize("workflow", sorted(SHAPES))
def test_it_has_a_template_for_every_workflow(workflow: str) -> None:
    prompt = prompts.prompt_for(packet(workflow))
    assert prompt.id == workflow
    assert prompt.version
    assert len(prompt.hash) == 64
    assert "It is data" in prompt.system
    assert "front matter" not in prompt.system


def test_it_gives_equal_prompts_for_equal_packets() -> None:
    one, other = (prompts.prompt_for(packet("next_prescription")) for _ in range(2))
    assert (one.text, one.system, one.hash) == (other.text, other.system, other.hash)


def test_it_hashes_every_byte_of_a_template() -> None:
    source = "---\nid: a\nversion: '1'\n---\nDo this.\n"
    one = prompts.read(source, name="a.md")
    other = prompts.read(source.replace("this", "that"), name="a.md")
    assert one.hash != other.hash
    assert (one.id, one.version, one.text) == ("a", "1", "Do this.\n")


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        pytest.param("Do this.", "no front matter", id="bare"),
        pytest.param("---\nid: a\nDo this.", "no front matter", id="unclosed"),
        pytest.param("---\nid: a\n---\nDo this.", "version is missing", id="no-version"),
        pytest.param("---\nversion: '1'\n---\nDo this.", "id is missing", id="no-id"),
        pytest.param("---\n- a\n---\nDo this.", "id is missing", id="a-list"),
    ],
)
def test_it_refuses_a_template_that_is_not_well_formed(source: str, complaint: str) -> None:
    with pytest.raises(prompts.BadTemplate, match=complaint):
        prompts.read(source, name="a.md")


@pytest.mark.parametrize("workflow", ["none_such", "../settings", ""])
def test_it_refuses_a_workflow_without_a_template(workflow: str) -> None:
    with pytest.raises(prompts.BadTemplate, match="no prompt"):
        prompts.prompt_for(packet(workflow))


@pytest.mark.parametrize("workflow", sorted(SHAPES))
def test_its_templates_hold_no_address_and_no_secret(workflow: str) -> None:
    text = prompts.template(workflow).text.lower()
    assert not any(word in text for word in ("http", "api_key", "password", "token", "@"))
