"""Lanes of nodes and the edges between them, as plain values. Data, no drawing and no rules."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Node:
    """One step.

    Attributes:
        id: unique in its graph; an edge names it.
        title, sub: two short lines.
        surface, key, position: the thing behind it, empty and None when there is none.
        look: `` for a step, `k` for a ruling step, `solid` for the decision, `wait` for what is
            still to come.
    """

    id: str
    title: str
    sub: str = ""
    surface: str = ""
    key: str = ""
    position: int | None = None
    look: str = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """A step led to another; `soft` for one that has not happened."""

    start: str
    end: str
    soft: bool = False


@dataclass(frozen=True, slots=True)
class Lane:
    """A column with a title and its nodes from top to bottom."""

    title: str
    nodes: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Graph:
    """Lanes in the order of happening and the edges between their nodes.

    Attributes:
        subject: what it is the lineage of.
        caption: the whole of it in one sentence.
    """

    subject: str
    caption: str
    lanes: tuple[Lane, ...]
    edges: tuple[Edge, ...] = ()
