"""A lineage ready for a template: drawn and listed, every node with its page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse

from coach.review.decisions import SURFACE as DECISION
from coach.review.steps import short
from coach.web.lineage import Picture, draw

if TYPE_CHECKING:
    from coach.review.lanes import Graph, Node

Listing = tuple[tuple[str, tuple[tuple["Node", str], ...]], ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A lineage with its picture and the same as a list of (lane, (node, address))."""

    graph: Graph
    picture: Picture
    listing: Listing


def drawn(graph: Graph, query: str = "") -> Drawn:
    """Draw and list a lineage; links keep whose record is read, and as of when."""
    listing = tuple(
        (lane.title, tuple((node, href(node, query)) for node in lane.nodes))
        for lane in graph.lanes
    )
    return Drawn(graph, draw(short(graph), lambda node: href(node, query)), listing)


def href(node: Node, query: str = "") -> str:
    """The page of what a node stands for; empty for what is still to come."""
    if node.surface == DECISION and node.key:
        return f"{reverse('decision', args=[node.key])}{query}"
    if node.position is not None:
        return f"{reverse('row', args=[node.position])}{query}"
    return ""
