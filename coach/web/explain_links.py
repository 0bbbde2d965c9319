"""A lineage ready for a template: drawn and listed, every node with its page."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.urls import reverse

from coach.review import steps
from coach.review.decisions import SURFACE as DECISION
from coach.web.lineage import Picture, draw
from coach.web.told import told

if TYPE_CHECKING:
    from coach.review.lanes import Graph, Node
    from coach.web.told import Reader

Listing = tuple[tuple[str, tuple[tuple["Node", str], ...]], ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A lineage with its picture and the same as a list of (lane, (node, address))."""

    graph: Graph
    picture: Picture
    listing: Listing


def drawn(graph: Graph, query: str = "", reader: Reader | None = None) -> Drawn:
    """Draw and list a lineage in the units of its reader; links keep whose record is read, as of when."""
    graph = graph if reader is None else _told(graph, reader)
    listing = tuple(
        (lane.title, tuple((node, href(node, query)) for node in lane.nodes))
        for lane in graph.lanes
    )
    return Drawn(graph, draw(steps.short(graph), lambda node: href(node, query)), listing)


def _told(whole: Graph, reader: Reader) -> Graph:
    """The same lineage with its sentences as this person reads them."""
    return steps.graph(
        whole.subject,
        [
            replace(lane, nodes=tuple(_said(node, reader) for node in lane.nodes))
            for lane in whole.lanes
        ],
    )


def _said(node: Node, reader: Reader) -> Node:
    return replace(node, title=told(node.title, reader), sub=told(node.sub, reader))


def href(node: Node, query: str = "") -> str:
    """The page of what a node stands for; empty for what is still to come."""
    if node.surface == DECISION and node.key:
        return f"{reverse('decision', args=[node.key])}{query}"
    if node.position is not None:
        return f"{reverse('row', args=[node.position])}{query}"
    return ""
