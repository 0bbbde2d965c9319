"""How something came about, step by step: which lane led to which, told in prose and cut to be drawn.

The pages draw it and list it, the API sends it; all three say the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.review.lanes import Edge, Graph, Lane, Node

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST = 4
"""Nodes of one lane before the rest is counted instead of shown."""


def graph(subject: str, lanes: Sequence[Lane]) -> Graph:
    """A graph over lanes: each led to the next filled one; the caption is the list in prose."""
    told = "; ".join(
        f"{lane.title.lower()}: {', '.join(_said(node) for node in lane.nodes)}"
        for lane in lanes
        if lane.nodes
    )
    return Graph(subject, f"{told}.", tuple(lanes), join(lanes))


def join(lanes: Sequence[Lane]) -> tuple[Edge, ...]:
    """Edges that lead every node of a lane to the first node of the next filled lane.

    The last lane fans out: each of its nodes is reached. An edge to or from a waiting node is soft.
    """
    filled = [lane for lane in lanes if lane.nodes]
    edges: list[Edge] = []
    for index in range(len(filled) - 1):
        left, right = filled[index].nodes, filled[index + 1].nodes
        ends = right if index == len(filled) - 2 else right[:1]
        starts = left if len(ends) == 1 else left[:1]
        edges.extend(
            Edge(start.id, end.id, soft="wait" in {start.look, end.look})
            for start in starts
            for end in ends
        )
    return tuple(edges)


def short(whole: Graph, *, most: int = MOST) -> Graph:
    """The same graph with lanes short enough to be drawn; the caption still says all of it."""
    lanes = tuple(shorten(lane, most=most) for lane in whole.lanes)
    return Graph(whole.subject, whole.caption, lanes, join(lanes))


def shorten(lane: Lane, *, most: int = MOST) -> Lane:
    """A lane with at most `most` nodes; the last one counts what is left."""
    if len(lane.nodes) <= most:
        return lane
    rest = len(lane.nodes) - most + 1
    more = Node(f"{lane.nodes[0].id}-more", f"{rest} more", "listed below")
    return Lane(lane.title, (*lane.nodes[: most - 1], more))


def _said(node: Node) -> str:
    return f"{node.title} ({node.sub})" if node.sub else node.title
