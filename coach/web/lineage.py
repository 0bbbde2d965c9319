"""Lineage as a picture: where each node and right-angled edge goes, worked out without a browser.

Pure geometry for the lineage templates. What is drawn comes from `coach.review.steps`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from coach.review.lanes import Edge, Graph, Node

LANE = 180
ROW = 48
TOP = 34
WIDTH = 146
HEIGHT = 40
INDENT = 12
ROOM = 17
ROOM_SUB = 21


@dataclass(frozen=True, slots=True)
class Placed:
    """A node with its corner and its two lines, cut to fit."""

    node: Node
    x: int
    y: int
    title: str
    sub: str
    href: str

    @property
    def text_x(self) -> int:
        """Where both lines start."""
        return self.x + 9

    @property
    def title_y(self) -> int:
        """Baseline of the first line."""
        return self.y + 17

    @property
    def sub_y(self) -> int:
        """Baseline of the second line."""
        return self.y + 32


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything that the template needs: lanes as (title, x), edges as (path, soft)."""

    width: int
    height: int
    lanes: tuple[tuple[str, int], ...]
    nodes: tuple[Placed, ...]
    edges: tuple[tuple[str, bool], ...]


def draw(graph: Graph, href: Callable[[Node], str] = lambda _node: "") -> Picture:
    """Place every node and edge of a graph; `href` gives the page of a node.

    Raises:
        ValueError: an edge names a node that is not there.
    """
    rows = max((len(lane.nodes) for lane in graph.lanes), default=0) or 1
    placed: dict[str, Placed] = {}
    for column, lane in enumerate(graph.lanes):
        offset = (rows - len(lane.nodes)) // 2
        for row, node in enumerate(lane.nodes):
            x, y = column * LANE + INDENT, TOP + (offset + row) * ROW
            title, sub = cut(node.title, ROOM), cut(node.sub, ROOM_SUB)
            placed[node.id] = Placed(node, x, y, title, sub, href(node))
    return Picture(
        width=LANE * len(graph.lanes),
        height=TOP + rows * ROW,
        lanes=tuple((lane.title, column * LANE) for column, lane in enumerate(graph.lanes)),
        nodes=tuple(placed.values()),
        edges=tuple((_path(edge, placed), edge.soft) for edge in graph.edges),
    )


def cut(text: str, room: int) -> str:
    """Text cut at a word to fit a node; an ellipsis says that it was cut."""
    if len(text) <= room:
        return text
    head, whole, _ = text[:room].rpartition(" ")
    return f"{(head if whole else text[: room - 1]).rstrip(' ,.:')}…"


def _path(edge: Edge, placed: dict[str, Placed]) -> str:
    start, end = placed.get(edge.start), placed.get(edge.end)
    if start is None or end is None:
        raise ValueError(f"edge {edge.start} to {edge.end}: no such node")
    x1, y1 = start.x + WIDTH, start.y + HEIGHT // 2
    x2, y2 = end.x, end.y + HEIGHT // 2
    return f"M{x1} {y1}H{x2}" if y1 == y2 else f"M{x1} {y1}H{x1 + 16}V{y2}H{x2}"
