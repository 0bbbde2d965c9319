"""The geometry of a lineage."""

from __future__ import annotations

import pytest

from coach.review.lanes import Edge, Graph, Lane, Node
from coach.review.steps import graph, join, shorten
from coach.web.lineage import cut, draw


def lanes() -> tuple[Lane, ...]:
    return (
        Lane("Evidence", tuple(Node(f"e{n}", f"E{n}") for n in range(3))),
        Lane("Context", (Node("c", "31 rows", "6 left out"),)),
        Lane("Proposal", ()),
        Lane("Effect", (Node("x", "Rx"), Node("w", "look", look="wait"))),
    )


def test_every_evidence_leads_to_the_context_and_the_context_to_every_effect() -> None:
    pairs = {(edge.start, edge.end) for edge in join(lanes())}
    assert pairs == {("e0", "c"), ("e1", "c"), ("e2", "c"), ("c", "x"), ("c", "w")}


def test_an_edge_to_what_is_still_to_come_is_soft() -> None:
    assert [edge.end for edge in join(lanes()) if edge.soft] == ["w"]


def test_no_two_nodes_overlap_and_all_fit() -> None:
    picture = draw(graph("s", lanes()))
    corners = [(placed.x, placed.y) for placed in picture.nodes]
    assert len(set(corners)) == len(corners)
    assert all(x + 146 <= picture.width and y + 40 <= picture.height for x, y in corners)


def test_edges_are_right_angled() -> None:
    picture = draw(graph("s", lanes()))
    assert len(picture.edges) == 5
    assert all(set(path) <= set("MHV 0123456789") for path, _ in picture.edges)


def test_an_edge_to_nowhere_is_refused() -> None:
    with pytest.raises(ValueError, match="no such node"):
        draw(Graph("s", "c", lanes(), (Edge("e0", "nobody"),)))


def test_long_text_is_cut_at_a_word() -> None:
    assert cut("Split squat at most 2 x 16 kg", 20) == "Split squat at most…"
    assert cut("short", 20) == "short"
    assert len(cut("x" * 80, 20)) == 20


def test_a_long_lane_counts_the_rest() -> None:
    lane = Lane("Evidence", tuple(Node(f"e{n}", f"E{n}") for n in range(9)))
    assert [node.title for node in shorten(lane).nodes] == ["E0", "E1", "E2", "6 more"]
    assert shorten(lanes()[0]) == lanes()[0]


def test_the_caption_says_the_whole_lineage_in_order() -> None:
    told = graph("s", lanes()).caption
    assert told == "evidence: E0, E1, E2; context: 31 rows (6 left out); effect: Rx, look."
