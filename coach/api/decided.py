"""Reading decisions, proposals and lineage. Nothing here decides anything."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse

from coach.api import reading
from coach.api.auth import Bearer
from coach.api.facts import fact
from coach.api.routing import router
from coach.api.schemas import (
    Change,
    Decision,
    Evidence,
    Lineage,
    Link,
    Page,
    Proposal,
    Step,
)
from coach.review import decisions, lineage, proposals
from coach.review.lanes import Graph


@router.get(
    "/athletes/{athlete}/decisions",
    response=Page,
    auth=Bearer("decisions:read"),
    tags=["decisions"],
    operation_id="list_decisions",
)
def list_decisions(
    request: HttpRequest,
    athlete: str,
    workflow: str | None = None,
    cursor: reading.Cursor = None,
    limit: reading.Limit = 50,
    as_of: reading.AsOf = None,
) -> Page:
    """Decisions, newest first; no change is one like any other."""
    log = reading.log_of(request, athlete, as_of)
    items = sorted(log.of(decisions.SURFACE), key=lambda one: one.position, reverse=True)
    kept = [one for one in items if workflow in {None, (one.facts or {})["workflow"]}]
    return reading.page(kept, cursor, limit)


@router.get(
    "/athletes/{athlete}/decisions/{key}",
    response=Decision,
    auth=Bearer("decisions:read"),
    tags=["decisions"],
    operation_id="get_decision",
)
def get_decision(
    request: HttpRequest, athlete: str, key: UUID, as_of: reading.AsOf = None
) -> Decision:
    """One decision with the evidence it cites by type, what was read, and its lineage."""
    log = reading.log_of(request, athlete, as_of)
    one = decisions.decision(log, str(key))
    return Decision(
        decision=fact(one.item),
        number=one.number,
        outcome=str(one.facts["outcome"]),
        summary=str(one.facts["summary"]),
        evidence={
            group.evidence: [
                Evidence(
                    handle=line.handle,
                    position=line.position,
                    evidence=line.evidence,
                    says=line.sentence,
                    mode=line.mode,
                    state=line.state,
                    surface=line.surface,
                    key=line.key,
                )
                for line in group.items
            ]
            for group in one.groups
        },
        read=[row.position for row in one.read.rows],
        left_out={line.why: line.count for line in one.read.left_out},
        missing=list(one.read.missing),
        lineage=_lineage(lineage.of_decision(log, one)),
    )


@router.get(
    "/athletes/{athlete}/proposals",
    response=Page,
    auth=Bearer("proposals:read"),
    tags=["decisions"],
    operation_id="list_proposals",
)
def list_proposals(
    request: HttpRequest,
    athlete: str,
    state: str | None = None,
    cursor: reading.Cursor = None,
    limit: reading.Limit = 50,
    as_of: reading.AsOf = None,
) -> Page:
    """Proposals, newest first."""
    log = reading.log_of(request, athlete, as_of)
    kept = [
        one
        for one in log.of(proposals.SURFACE)[::-1]
        if state in {None, (one.facts or {})["state"]}
    ]
    return reading.page(kept, cursor, limit)


@router.get(
    "/athletes/{athlete}/proposals/{key}",
    response=Proposal,
    auth=Bearer("proposals:read"),
    tags=["decisions"],
    operation_id="get_proposal",
)
def get_proposal(
    request: HttpRequest,
    response: HttpResponse,
    athlete: str,
    key: str,
    as_of: reading.AsOf = None,
) -> Proposal:
    """One proposal with its diff, made by code, and whether the plan moved since."""
    log = reading.log_of(request, athlete, as_of)
    one = proposals.proposal(log, key)
    response["ETag"] = f'"{one.fingerprint}"'
    return Proposal(
        proposal=fact(one.item),
        state=one.state,
        risk=str(one.facts["risk"]),
        changes=[
            Change(
                surface=target.diff.surface,
                key=target.diff.key,
                path=change.path,
                kind=change.kind,
                before=change.old,
                after=change.new,
            )
            for target in one.targets
            for change in target.diff.changes
        ],
        plan_unchanged=one.fresh,
        facts_since=len(one.news),
        lineage=_lineage(lineage.of_proposal(log, one.item)),
    )


@router.get(
    "/athletes/{athlete}/lineage/{path:session_key}",
    response=list[Lineage],
    auth=Bearer("decisions:read"),
    tags=["decisions"],
    operation_id="get_lineage",
)
def get_lineage(
    request: HttpRequest, athlete: str, session_key: str, as_of: reading.AsOf = None
) -> list[Lineage]:
    """How a prescription came about, then every applied proposal that its plan rests on."""
    log = reading.log_of(request, athlete, as_of)
    item = log.get(lineage.PRESCRIPTION, session_key)
    behind = lineage.behind_plan(log, item)
    graphs = [lineage.of_prescription(log, item), *(lineage.of_proposal(log, p) for p in behind)]
    return [_lineage(graph) for graph in graphs]


def _lineage(graph: Graph) -> Lineage:
    return Lineage(
        subject=graph.subject,
        says=graph.caption,
        lanes=[lane.title for lane in graph.lanes],
        steps=[
            Step(
                id=node.id,
                lane=lane.title,
                title=node.title,
                detail=node.sub,
                surface=node.surface,
                key=node.key,
                position=node.position,
                waiting=node.look == "wait",
            )
            for lane in graph.lanes
            for node in lane.nodes
        ],
        links=[
            Link(start=edge.start, end=edge.end, happened=not edge.soft) for edge in graph.edges
        ],
    )
