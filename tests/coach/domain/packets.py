"""Builds packets for tests: a story of facts, in the order in which they became known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from coach.data import packet_policy
from coach.domain.packet import Packet, PacketItem
from coach.domain.situation import Situation, view
from sessions.catalogue import catalogue, evidence_policy

LETTERS = {
    "plans.gate": "G",
    "plans.constraint": "C",
    "plans.plan": "P",
    "plans.block": "P",
    "plans.planned_day": "P",
    "plans.rule": "P",
    "training_sessions.prescription": "R",
    "decisions.decision": "D",
    "decisions.proposal": "D",
    "decisions.finding": "F",
    "decisions.forecast": "F",
    "coach.turn": "H",
}
RANKS = {"P": 2, "G": 3, "C": 3, "R": 4, "E": 5, "F": 6, "D": 7, "H": 7}
MONDAY = date(2026, 11, 2)
"""Start of the block of every story."""

SQUAT = "back_squat_high_bar"


class Story:
    """Facts as they became known. `today` moves with `on`."""

    def __init__(self, today: date = date(2026, 11, 26)) -> None:
        self.today = today
        self.items: list[PacketItem] = []
        self._count: Counter[str] = Counter()
        self._position = 0

    def add(
        self,
        surface: str,
        key: str,
        facts: dict[str, Any],
        *,
        evidence: str = "user_reported",
        on: date | None = None,
        rank: int | None = None,
        sentence: str = "",
    ) -> PacketItem:
        """One item more."""
        self._position += 1
        letter = LETTERS.get(surface, "E")
        self._count[letter] += 1
        day = on or _date_of(facts)
        item = PacketItem(
            handle=f"{letter}{self._count[letter]}",
            rank=rank or RANKS[letter],
            surface=surface,
            key=key,
            position=self._position,
            evidence=evidence,
            local_date=None if day is None else day.isoformat(),
            recorded_at=f"{(day or self.today).isoformat()}T18:00:00Z",
            facts=facts,
            sentence=sentence or f"{surface} {key}",
        )
        self.items.append(item)
        return item

    # --- plan

    def plan(self, *, phase: str = "accumulation", weeks: int = 8, starts: date = MONDAY) -> None:
        """A plan of one block."""
        plan = {"title": "Plan", "goal": "Squat 140 kg", "sport": "strength", "status": "active"}
        self.add("plans.plan", "p", {**plan, "starts_on": starts.isoformat()}, on=starts)
        block = {
            "plan": "p",
            "name": "Build",
            "phase": phase,
            "order": 1,
            "starts_on": starts.isoformat(),
            "weeks": weeks,
            "goal": None,
        }
        self.add("plans.block", "p/01", block, on=starts)

    def day(
        self,
        slug: str,
        items: Sequence[dict[str, Any]],
        *,
        weekday: int = 3,
        sport: str = "strength",
        session_type: str | None = None,
        priority: str = "key",
        minutes: int | None = 60,
        on: date = MONDAY,
        weeks: Sequence[dict[str, Any]] = (),
    ) -> PacketItem:
        """A planned day; Thursday unless said otherwise."""
        facts = {
            "block": "p/01",
            "title": slug.replace("-", " ").capitalize(),
            "sport": sport,
            "session_type": session_type,
            "weekday": weekday,
            "priority": priority,
            "minutes": minutes,
            "items": list(items),
            "weeks": list(weeks),
        }
        return self.add("plans.planned_day", f"p/01/{slug}", facts, on=on)

    def progression(self, *slugs: str, increment_g: int = 2500) -> PacketItem:
        """A double progression for exercises."""
        facts = {
            "plan": "p",
            "kind": "double_progression",
            "applies_to": list(slugs),
            "params": {"increment_g": increment_g},
            "text": "Reps first, then load.",
        }
        return self.add("plans.rule", f"p/{slugs[0]}", facts, on=MONDAY)

    def threshold(
        self, value: int, *, tested_on: date, metric: str = "threshold_pace_s_per_km"
    ) -> PacketItem:
        """A threshold rule for road running."""
        facts = {
            "plan": "p",
            "kind": "threshold",
            "applies_to": ["run_road"],
            "params": {
                "metric": metric,
                "value": value,
                "tested_on": tested_on.isoformat(),
                "source": "a race",
            },
            "text": "Changes only after two tests.",
        }
        return self.add("plans.rule", "p/threshold", facts, on=MONDAY)

    def gate(
        self,
        title: str = "Left knee pain",
        *,
        guards: Sequence[str] = (SQUAT,),
        region: str | None = "left_knee",
        met: int = 1,
        of: int = 3,
        state: str = "open",
        human: bool = False,
        on: date | None = None,
    ) -> PacketItem:
        """A gate."""
        opened = on or self.today - timedelta(days=6)
        criterion = (
            {"kind": "human", "text": "A person says so."}
            if human
            else {
                "kind": "consecutive_exposures",
                "count": of,
                "during_max": 2,
                "next_morning_max": 2,
            }
        )
        facts = {
            "title": title,
            "signal": "review" if human else "pain",
            "region": region,
            "guards": list(guards),
            "criterion": criterion,
            "valid_h": 48,
            "progress": {"met": met, "of": 1 if human else of, "slots": []},
            "state": state,
            "opened_on": opened.isoformat(),
            "closed_on": self.today.isoformat() if state == "closed" else None,
            "closed_because": "cleared" if state == "closed" else None,
            "owner": "coach",
        }
        key = f"{opened.isoformat()}/{len(self.items)}"
        return self.add("plans.gate", key, facts, on=opened)

    def constraint(
        self,
        field: str,
        value: int,
        *,
        operator: str = "<=",
        exercise: str | None = SQUAT,
        starts: date | None = None,
        days: int = 7,
        owner: str = "coach",
        status: str = "active",
    ) -> PacketItem:
        """A constraint, in force today unless said otherwise."""
        first = starts or self.today
        facts = {
            "title": "Cap",
            "field": field,
            "exercise": exercise,
            "region": None,
            "operator": operator,
            "value": value,
            "unit": {"load_g": "g", "rest_s": "s", "duration_s": "s", "distance_m": "m"}.get(
                field, field
            ),
            "reason": "as agreed",
            "starts_on": first.isoformat(),
            "expires_on": (first + timedelta(days=days - 1)).isoformat(),
            "renewals": 0,
            "status": status,
            "owner": owner,
        }
        return self.add(
            "plans.constraint", f"{first.isoformat()}/{len(self.items)}", facts, on=first
        )

    # --- sessions

    def prescription(
        self,
        session_key: str,
        items: Sequence[dict[str, Any]],
        *,
        sport: str = "strength",
        rank: int = 4,
    ) -> PacketItem:
        """A prescription; each item is completed with what a snapshot holds."""
        whole = [
            {
                "planned": {
                    k: v for k, v in item.items() if k not in ("id", "exercise", "reps", "modality")
                },
                "why": None,
                "cites": [],
                "held_by": [],
                **item,
            }
            for item in items
        ]
        facts = {
            "session_key": session_key,
            "version": 1,
            "date": session_key[:10],
            "day": session_key[11:],
            "day_fingerprint": None,
            "title": "Session",
            "sport": sport,
            "session_type": None,
            "items": whole,
            "branches": [],
            "minutes": 60,
            "reason": "as planned",
            "cites": [],
            "outcome": "NO_CHANGE",
            "decision": "d",
            "rests_on": [],
            "changed": None,
            "kept": [],
        }
        on = date.fromisoformat(session_key[:10]) - timedelta(days=1)
        return self.add("training_sessions.prescription", session_key, facts, on=on, rank=rank)

    def completed(
        self,
        session_key: str,
        *,
        sport: str = "strength",
        status: str = "completed",
        prescription: PacketItem | None = None,
        flags: Sequence[str] = (),
        evidence: str = "user_reported",
        **fields: Any,
    ) -> PacketItem:
        """A session as it went."""
        facts = {
            "session_key": session_key,
            "date": session_key[:10],
            "title": "Session",
            "sport": sport,
            "session_type": None,
            "status": status,
            "prescription_version": None if prescription is None else 1,
            "prescription_position": None if prescription is None else prescription.position,
            "started_at": None,
            "ended_at": None,
            "duration_s": None,
            "distance_m": None,
            "avg_hr_bpm": None,
            "avg_power_w": None,
            "climb_m": None,
            "srpe_x10": None,
            "note": None,
            "entry_mode": "edited",
            "source": None,
            "external_id": None,
            "flags": list(flags),
            **fields,
        }
        return self.add("training_sessions.completed", session_key, facts, evidence=evidence)

    def sets(
        self,
        session_key: str,
        exercise: str,
        done: Sequence[tuple[int | None, int | None, int | None]],
        *,
        state: str = "done",
        entry_mode: str = "edited",
    ) -> list[PacketItem]:
        """Work sets as (load_g, reps, rpe_x10)."""
        return [
            self.add(
                "training_sessions.set",
                f"{session_key}#{exercise}-{number}",
                {
                    "session_key": session_key,
                    "date": session_key[:10],
                    "exercise": exercise,
                    "item": None,
                    "order": number,
                    "kind": "work",
                    "load_g": load,
                    "reps": reps,
                    "rpe_x10": rpe,
                    "state": state,
                    "why": None,
                    "entry_mode": entry_mode,
                    "entered": None,
                    "note": None,
                },
            )
            for number, (load, reps, rpe) in enumerate(done, start=1)
        ]

    def pain(
        self,
        day: date,
        value: int | None,
        *,
        region: str = "left_knee",
        moment: str = "during",
        note: str | None = None,
    ) -> PacketItem:
        """A pain report."""
        return self.daily(day, "pain", value, region=region, moment=moment, note=note)

    def daily(
        self,
        day: date,
        kind: str,
        value: int | None = None,
        *,
        region: str | None = None,
        moment: str | None = None,
        text: str | None = None,
        note: str | None = None,
    ) -> PacketItem:
        """Any observation of a day."""
        facts = {
            "date": day.isoformat(),
            "kind": kind,
            "region": region,
            "moment": moment,
            "value": value,
            "text": text,
            "session_key": None,
            "note": note,
        }
        key = f"{day.isoformat()}/{kind}/{region or '-'}/{moment or '-'}"
        return self.add("training_sessions.daily", key, facts)

    def injury(
        self, *, region: str = "knee", side: str | None = "left", update: str | None = None
    ) -> PacketItem:
        """An open injury."""
        facts = {
            "region": region,
            "side": side,
            "title": f"{side} {region}",
            "status": "open",
            "opened_on": self.today.isoformat(),
            "closed_on": None,
            "severity": None,
            "update": update,
        }
        return self.add(
            "training_sessions.injury", f"{self.today.isoformat()}/{region}", facts, on=self.today
        )

    def request(self, text: str, *, on: date | None = None, about: str | None = None) -> PacketItem:
        """A wish of the athlete."""
        day = on or self.today
        facts = {"text": text, "about": about, "on": day.isoformat()}
        return self.add("decisions.request", f"r{len(self.items)}", facts, on=day)

    def decision(
        self,
        subject: str,
        *,
        workflow: str = "session_analysis",
        outcome: str = "NO_CHANGE",
        number: int = 412,
        key: str = "d-412",
    ) -> PacketItem:
        """A recorded decision."""
        facts = {
            "number": number,
            "workflow": workflow,
            "subject": subject,
            "outcome": outcome,
            "summary": "Held.",
            "carried": [],
            "next_look": None,
            "monitor": [],
            "answers": None,
            "occasion": subject,
        }
        return self.add("decisions.decision", key, facts, evidence="derived", on=self.today)

    def proposal(
        self, target: dict[str, Any], *, state: str = "OPEN", number: int = 7
    ) -> PacketItem:
        """A proposal about one target."""
        facts = {
            "number": number,
            "state": state,
            "title": "t",
            "kind": "threshold",
            "targets": [target],
        }
        return self.add(
            "decisions.proposal", f"P-{number:04d}", facts, evidence="derived", on=self.today
        )

    # --- packets

    def packet(
        self, workflow: str = "next_prescription", subject: str = "", *, missing: Sequence[str] = ()
    ) -> Packet:
        """Everything so far, as a workflow sees it."""
        return Packet(
            workflow=workflow,
            subject=subject or f"{self.today.isoformat()}:p/01/lower-a",
            today=self.today.isoformat(),
            zone="Europe/Berlin",
            question="What next?",
            items=tuple(self.items),
            policy=packet_policy(),
            missing=tuple(missing),
        )

    def situation(self, workflow: str = "next_prescription", subject: str = "") -> Situation:
        """The computed view of everything so far."""
        return view(self.packet(workflow, subject), catalogue(), evidence_policy())


def strength(
    item: str = "squat",
    exercise: str = SQUAT,
    *,
    sets: int = 3,
    low: int = 5,
    high: int = 5,
    load_g: int | None = 105_000,
    rpe_x10: int | None = 85,
    rest_s: int | None = 180,
) -> dict[str, Any]:
    """A planned strength item."""
    return {
        "id": item,
        "exercise": exercise,
        "sets": sets,
        "reps_low": low,
        "reps_high": high,
        "load_g": load_g,
        "rpe_x10": rpe_x10,
        "rest_s": rest_s,
    }


def run(
    item: str = "run",
    *,
    steps: Sequence[dict[str, Any]] = (),
    duration_s: int | None = None,
    rpe_x10: int | None = None,
) -> dict[str, Any]:
    """A planned run."""
    return {
        "id": item,
        "modality": "run_road",
        "steps": [
            {
                "name": "run",
                "repeat": 1,
                "duration_s": None,
                "distance_m": None,
                "target_kind": "open",
                "low": None,
                "high": None,
                **step,
            }
            for step in steps
        ],
        "duration_s": duration_s,
        "rpe_x10": rpe_x10,
    }


def key(day: date, slug: str = "lower-a") -> str:
    """Session key of a planned day on a date."""
    return f"{day.isoformat()}:p/01/{slug}"


def showcase(*, with_decision: bool = True, rpe: int = 80) -> Story:
    """A good session under a conservative dose, the knee gate unresolved; the next one is due today.

    Thursdays 12 and 19 November were trained. The plan's own step to 107.5 kg is due on the 26th.
    """
    story = Story(date(2026, 11, 26))
    story.plan()
    story.day("lower-a", [strength()])
    story.progression(SQUAT)
    story.gate(on=date(2026, 11, 12), met=1)
    for day in (date(2026, 11, 12), date(2026, 11, 19)):
        session = key(day)
        dose = story.prescription(session, [{**strength(), "reps": 5}])
        story.completed(session, prescription=dose, srpe_x10=60)
        effort = rpe if day.day == 19 else 90
        story.sets(
            session, SQUAT, [(105_000, 5, effort - 5), (105_000, 5, effort), (105_000, 5, effort)]
        )
        story.pain(day, 1)
    story.pain(date(2026, 11, 20), 1, moment="next_morning")
    if with_decision:
        story.decision(key(date(2026, 11, 19)))
    return story


def _date_of(facts: dict[str, Any]) -> date | None:
    found = facts.get("date")
    return date.fromisoformat(found) if isinstance(found, str) else None
