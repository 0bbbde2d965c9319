"""Exposures: one training of one exercise, read from the events about its session.

Joins the sets, the session, the prescription that was in force and pain during and on the next
morning. Reads only; changes nothing and fills no gap.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from statistics import median
from typing import TYPE_CHECKING

from decisions.domain.evidence import Evidence, weakest
from sessions.domain import e1rm, plausibility
from sessions.domain.catalogue import Exercise
from sessions.domain.exposure import Exposure, Prescribed
from sessions.domain.gathered import Gathered
from sessions.domain.pain_records import pain_of, worst
from sessions.domain.records import Recorded, about_one_set
from sessions.domain.worksets import SESSION_QUARANTINE, WorkSet

if TYPE_CHECKING:
    from sessions.domain.policy import EvidencePolicy

BEST_OF = timedelta(days=90)

Lookup = Callable[[str], Exercise | None]


def exposures(
    records: Iterable[Recorded],
    *,
    policy: EvidencePolicy,
    lookup: Lookup,
    asked: Sequence[str] | None = None,
) -> tuple[Exposure, ...]:
    """Every exposure in the records, oldest first.

    Args:
        records: items of this app's surfaces, in any order; others are ignored.
        policy: limits for flags.
        lookup: an exercise of the catalogue by slug.
        asked: body regions whose pain counts; by default those that the exercise loads.
    """
    found = Gathered.sorted_out(records)
    best: dict[str, list[tuple[date, int]]] = defaultdict(list)
    usual: dict[str, int] = {}
    result = []
    for session_key, slug in found.sessions():
        exposure = _exposure(found, session_key, slug, lookup(slug), asked)
        exposure = _flagged(exposure, found, lookup(slug), policy, best[slug], usual.get(slug))
        estimate = e1rm.best(exposure.work, lookup(slug)).value
        if estimate is not None:
            best[slug].append((exposure.day, estimate))
        loads = [work.load_g for work in exposure.done if work.usable and work.load_g]
        if loads:
            usual[slug] = round(median(loads))
        result.append(exposure)
    return tuple(result)


def _exposure(
    found: Gathered,
    session_key: str,
    slug: str,
    exercise: Exercise | None,
    asked: Sequence[str] | None,
) -> Exposure:
    everything = sorted(found.sets[session_key], key=lambda r: ((r.facts or {})["order"], r.key))
    slugs = list(dict.fromkeys((r.facts or {})["exercise"] for r in everything))
    rows = [r for r in everything if _is_work(r, slug)]
    work = tuple(_work(row) for row in rows)
    day = found.day(session_key)
    where = tuple(asked) if asked is not None else (exercise.regions if exercise else ())
    during = pain_of(found.pain, where, day, "during", session_key)
    morning = pain_of(found.pain, where, day + timedelta(days=1), "next_morning", session_key)
    session, version = found.completed.get(session_key), found.in_force(session_key)
    basis = [*rows, *during, *morning]
    basis += [record for record in (session, version) if record is not None]
    return Exposure(
        day=day,
        session_key=session_key,
        exercise=slug,
        rank=slugs.index(slug) + 1,
        status=found.status(session_key),
        work=work,
        prescribed=_prescribed(version, slug) if version else None,
        pain_during=worst(during),
        pain_next_morning=worst(morning),
        evidence=_evidence(work, exercise),
        confirmed=any(w.confirmed for w in work),
        flags=tuple(f for f in found.session_flags(session_key) if not about_one_set(f)),
        positions=tuple(sorted({record.position for record in basis})),
    )


def _flagged(
    exposure: Exposure,
    found: Gathered,
    exercise: Exercise | None,
    policy: EvidencePolicy,
    best: list[tuple[date, int]],
    usual: int | None,
) -> Exposure:
    prescribed = exposure.prescribed.load_g if exposure.prescribed else None
    before = [value for day, value in best if exposure.day - BEST_OF <= day < exposure.day]
    checked = set(found.session_flags(exposure.session_key))
    work = []
    for one in exposure.work:
        sure = plausibility.checked_flag(one.key.rpartition("#")[2]) in checked
        flags = plausibility.set_flags(
            load_g=one.load_g,
            reps=one.reps,
            exercise=exercise,
            expected_g=prescribed or usual,
            policy=policy,
            checked=sure,
        )
        estimate = e1rm.of_set(replace(one, flags=flags), exercise).value
        top = max(before, default=None)
        flags += plausibility.e1rm_flags(estimate, top, policy, checked=sure)
        work.append(replace(one, flags=flags))
    every = {*exposure.flags, *(flag for one in work for flag in one.flags)}
    unsound = any(not one.usable for one in work) or bool(SESSION_QUARANTINE & every)
    return replace(
        exposure,
        work=tuple(work),
        flags=tuple(sorted(every)),
        evidence=Evidence.UNKNOWN if unsound else exposure.evidence,
    )


def _prescribed(record: Recorded, slug: str) -> Prescribed | None:
    facts = record.facts or {}
    items = [item for item in facts["items"] if item.get("exercise") == slug]
    if not items:
        return None
    one = items[0] if len(items) == 1 else {}
    return Prescribed(
        version=facts["version"],
        position=record.position,
        sets=sum(item["sets"] for item in items),
        reps=one.get("reps"),
        reps_low=one.get("reps_low"),
        reps_high=one.get("reps_high"),
        load_g=one.get("load_g"),
        rpe_x10=one.get("rpe_x10"),
        rest_s=one.get("rest_s"),
    )


def _is_work(record: Recorded, slug: str) -> bool:
    facts = record.facts or {}
    return bool(facts["exercise"] == slug and facts["kind"] == "work")


def _work(record: Recorded) -> WorkSet:
    facts = record.facts or {}
    return WorkSet(
        key=record.key,
        position=record.position,
        order=facts["order"],
        load_g=facts["load_g"],
        reps=facts["reps"],
        rpe_x10=facts["rpe_x10"],
        state=facts["state"],
        entry_mode=facts["entry_mode"],
        evidence=record.evidence,
    )


def _evidence(work: Sequence[WorkSet], exercise: Exercise | None) -> Evidence:
    loaded = exercise is None or exercise.load_basis == "external"
    trained = [one for one in work if one.trained]
    if any(one.reps is None or (loaded and one.load_g is None) for one in trained):
        return Evidence.UNKNOWN
    return weakest(*(one.evidence for one in work))
