"""The lineage of decisions, proposals and prescriptions, read from the log.

Evidence, context, draft, ruling, proposal, approval, write, effect: only what the log
says, and what is still to come as waiting.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from coach.review import sayings
from coach.review.decisions import SURFACE as DECISION
from coach.review.decisions import Decision, decision
from coach.review.lanes import Graph, Lane, Node
from coach.review.proposals import SURFACE as PROPOSAL
from coach.review.steps import graph
from coach.review.words import MONTHS, day, short_date
from decisions.selectors import lineage as kernel

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from coach.review.evidence import Cited
    from coach.review.log import Log
    from decisions.selectors.known import Known

PRESCRIPTION = "training_sessions.prescription"
COMPLETED = "training_sessions.completed"
EFFECTS = frozenset({PRESCRIPTION, PROPOSAL, "plans.gate", "plans.constraint"})
_FIRST = (DECISION, "plans.gate", "plans.constraint")
OUTCOMES = {
    "NO_CHANGE": "No change",
    "MONITOR_ONLY": "Monitor",
    "TACTICAL_ADJUST": "Adjust",
    "ESCALATE_TO_STRATEGIC": "Escalate",
    "PROPOSE_STRUCTURAL": "Propose",
    "BLOCKED_UNKNOWN": "Unknown",
}


def of_decision(log: Log, one: Decision) -> Graph:
    """Evidence, context, draft, gate, decision, effect."""
    lanes = [*_to_decision(log, one), Lane("Effect", _effects(log, one))]
    return graph(f"decision {one.number}", lanes)


def of_proposal(log: Log, item: Known) -> Graph:
    """Evidence, context, draft and ruling, proposal, approval, write and effect."""
    facts = item.facts or {}
    review = (
        decision(log, facts["decision"]) if (DECISION, facts["decision"]) in log.items else None
    )
    lanes = [
        Lane("Evidence", _evidence(review.cited if review else ())),
        Lane("Context", (_context(review),) if review else ()),
        Lane("Draft, ruling", (_draft(review), _rules(review)) if review else ()),
        Lane("Proposal", (_proposal_node(item),)),
        Lane("Approval", (_human(log, facts),)),
        Lane("Write, effect", _writes(log, facts)),
    ]
    return graph(f"proposal {item.key}", lanes)


def of_prescription(log: Log, item: Known) -> Graph:
    """From the evidence to one version of a prescription, and what was done with it."""
    facts = item.facts or {}
    key = str(facts.get("decision") or "")
    lanes: list[Lane] = []
    if (DECISION, key) in log.items:
        lanes = list(_to_decision(log, decision(log, key)))
    title = f"Version {facts.get('version')}: {facts.get('title')}"
    own = Node(
        f"{item.key}-rx", title, _date(log, item), PRESCRIPTION, item.key, item.position, "k"
    )
    lanes.append(Lane("Effect", (own, _done(log, item))))
    return graph(f"prescription {item.key}", lanes)


def behind_plan(log: Log, item: Known) -> tuple[Known, ...]:
    """Applied proposals that wrote what a prescription rests on, newest first."""
    facts = item.facts or {}
    wanted = {str(facts.get("day") or "")}
    wanted |= {one.key for one in log.at_positions(item.basis) if one.surface.startswith("plans.")}
    found = [
        one
        for one in log.of(PROPOSAL)
        if one.facts is not None
        and one.facts["state"] == "APPLIED"
        and one.position <= item.position
        and wanted & {target["key"] for target in one.facts["targets"]}
    ]
    return tuple(sorted(found, key=lambda one: one.position, reverse=True))


def _to_decision(log: Log, one: Decision) -> tuple[Lane, ...]:
    outcome = OUTCOMES.get(str(one.facts["outcome"]), str(one.facts["outcome"]))
    own = Node(
        one.key,
        f"{one.number} {outcome}",
        _moment(log, one.item),
        DECISION,
        one.key,
        one.item.position,
        "solid",
    )
    return (
        Lane("Evidence", _evidence(one.cited)),
        Lane("Context", (_context(one),)),
        Lane("Draft", (_draft(one),)),
        Lane("Rules", (_rules(one),)),
        Lane("Decision", (own,)),
    )


def _draft(one: Decision) -> Node:
    asked = OUTCOMES.get(one.asked_for, "unusable" if one.facts["reply"] else "none")
    model = str(one.facts["model"])
    return Node(f"{one.key}-draft", f"Draft: {asked}", model, DECISION, one.key)


def _rules(one: Decision) -> Node:
    against = one.rules.count("refuses") + one.rules.count("downgrades")
    told = "refuse" if one.facts["ruling"].get("refused") else "limit"
    return Node(
        f"{one.key}-rules",
        f"Rules {told if against else 'hold'}",
        f"{len(one.rules.verdicts)} checked, {against} against",
        DECISION,
        one.key,
        look="k",
    )


def _evidence(cited: Sequence[Cited]) -> tuple[Node, ...]:
    known = sorted(cited, key=lambda line: (line.position is None, _weight(line.surface)))
    return tuple(
        Node(
            f"e{place}",
            f"{line.handle} {line.sentence}",
            line.evidence.replace("_", " ") if line.position is not None else "not known",
            line.surface,
            line.key,
            line.position,
            "" if line.position is not None else "wait",
        )
        for place, line in enumerate(known)
    )


def _weight(surface: str) -> int:
    """Decisions and bounds first, then what was done and said, then the plan."""
    if surface in _FIRST:
        return _FIRST.index(surface)
    return len(_FIRST) if surface.startswith("training_sessions.") else len(_FIRST) + 1


def _context(one: Decision) -> Node:
    left_out = f"{one.read.left_out_count or 'none'} left out"
    return Node(
        f"{one.key}-context", f"{len(one.read.rows)} rows read", left_out, DECISION, one.key
    )


def _proposal_node(item: Known) -> Node:
    facts = item.facts or {}
    return Node(item.key, item.key, str(facts["title"]), PROPOSAL, item.key, item.position, "k")


def _human(log: Log, facts: dict[str, Any]) -> Node:
    closed = facts.get("closed") or {}
    if facts["state"] in {"OPEN", "NEEDS_EVIDENCE"}:
        coach = log.athlete.coach
        return Node("human", coach.get_username() if coach else "nobody", "waiting", look="wait")
    state = str(facts["state"]).lower()
    return Node("human", actor(log, str(closed.get("by") or "")), state, look="solid")


def _writes(log: Log, facts: dict[str, Any]) -> tuple[Node, ...]:
    """What the approval wrote and the prescriptions that rest on it, or what it would write."""
    identity = str((facts.get("closed") or {}).get("decision") or "")
    if facts["state"] != "APPLIED" or not identity:
        return tuple(
            Node(f"t{place}", str(target["key"]), "not written", look="wait")
            for place, target in enumerate(facts["targets"])
        )
    written = [one for one in kernel.written_by(log.stream, identity) if one.surface != PROPOSAL]
    places = {one.position for one in written}
    resting = [one for one in log.of(PRESCRIPTION) if places & set(one.basis)]
    return (
        *(
            Node(f"w{e.position}", sayings.sentence(e), "read back", e.surface, e.key, e.position)
            for e in written
        ),
        *(_effect(one) for one in resting[-2:]),
    )


def _effects(log: Log, one: Decision) -> tuple[Node, ...]:
    """What the decision wrote, which prescriptions rest on it, and the looks still to come."""
    written = [
        item for item in kernel.written_by(log.stream, one.key) if item.position <= log.up_to
    ]
    citing = [
        item
        for item in log.of(PRESCRIPTION)
        if one.item.position in item.basis or one.item.position in (item.facts or {})["cites"]
    ]
    nodes = [_effect(item) for item in _once([*written, *citing]) if item.surface in EFFECTS]
    looks = [
        Node(
            f"look-{place}", f"Look {_day(log, str(look['date']))}", str(look["text"]), look="wait"
        )
        for place, look in enumerate(one.facts["looks"])
        if str(look["date"]) >= log.today
    ]
    return (*nodes, *looks) or (Node("nothing", "Nothing written", "no row changed"),)


def _effect(item: Known) -> Node:
    title = sayings.sentence(item)
    return Node(
        f"x{item.position}",
        title,
        sayings.label(item.surface),
        item.surface,
        item.key,
        item.position,
    )


def _once(items: Iterable[Known]) -> list[Known]:
    return list({item.position: item for item in items}.values())


def _done(log: Log, item: Known) -> Node:
    done = log.items.get((COMPLETED, item.key))
    if done is None or done.facts is None:
        return Node(f"{item.key}-done", "Not done yet", _date(log, item), look="wait")
    status = str(done.facts["status"])
    return Node(
        f"{item.key}-done",
        status.capitalize(),
        _date(log, done),
        COMPLETED,
        item.key,
        done.position,
    )


def _date(log: Log, item: Known) -> str:
    return _day(log, item.local_date.isoformat()) if item.local_date else ""


def _day(log: Log, iso: str) -> str:
    """A date, with its year when that is not the present one."""
    return day(iso) if iso[:4] == log.today[:4] else short_date(iso)


def _moment(log: Log, item: Known) -> str:
    local = item.recorded_at.astimezone(ZoneInfo(log.athlete.zone))
    year = "" if str(local.year) == log.today[:4] else f" {local.year}"
    return f"{local.day} {MONTHS[local.month - 1]}{year}, {local:%H:%M}"


def actor(log: Log, name: str) -> str:
    """An actor in words: the login name of a person of this athlete, else its kind."""
    kind, _, number = name.partition(":")
    people = [log.athlete.user, *([log.athlete.coach] if log.athlete.coach else [])]
    for person in people:
        if kind == "user" and number == str(person.pk):
            return person.get_username()
    return {"user": "somebody else", "run": "a workflow", "token": "an API token"}.get(
        kind, kind.replace("_", " ") or "nobody"
    )
