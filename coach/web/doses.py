"""How prescribed and planned items read on a page: names, doses, what differs from the plan."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from coach.web import links, steps_chart, wording

if TYPE_CHECKING:
    from decisions.selectors.known import Known

Facts = dict[str, Any]
Cited = Mapping[int, "Known"]

_KILOGRAMS = re.compile(r"(?<![\w.,])(\d+(?:[.,]\d+)?)[ \u00a0]?kg\b", re.ASCII)
_LEADING_KG = re.compile(r"[ \u00a0]?kg\b", re.ASCII)
_UNITS = {"power_w": "W", "hr_bpm": "bpm"}


@dataclass(frozen=True, slots=True)
class StepView:
    """One row of an endurance session: what, how long, at which target."""

    name: str
    amount: str
    target: str
    work: bool


@dataclass(frozen=True, slots=True)
class ItemView:
    """One exercise or effort as prescribed.

    Attributes:
        number: the bare load ("105"), empty without one; `unit` follows it.
        was: what the plan says where the dose differs, empty otherwise.
        headline: the deviation in words, for the Why.
        why: the reason in pieces, with linked numbers.
        evidence: (type, count) of what it cites, strongest first.
        held: titles of the gates that hold it.
    """

    id: str
    slug: str
    name: str
    strength: bool
    scheme: str
    number: str
    unit: str
    aim: str
    rest: str
    cap: str
    was: str
    headline: str
    why: tuple[links.Segment, ...]
    evidence: tuple[tuple[str, int], ...]
    held: tuple[str, ...]
    branches: tuple[Facts, ...]
    steps: tuple[StepView, ...]
    chart: steps_chart.Chart | None

    @property
    def deviates(self) -> bool:
        """Whether it earns a Why: another dose than the plan's, or held by a gate."""
        return bool(self.headline or self.held)

    @property
    def support(self) -> str:
        """Which reps of the range are prescribed, rest and effort limit in one line."""
        return ", ".join(
            part
            for part in (
                self.aim,
                f"rest {self.rest}" if self.rest else "",
                f"RPE up to {self.cap}" if self.cap else "",
            )
            if part
        )


def items_of(
    facts: Facts,
    *,
    units: str,
    distance_unit: str,
    name: Callable[[str], str],
    cited: Cited,
    gates: Mapping[str, Facts],
    query: str = "",
) -> tuple[ItemView, ...]:
    """The items of a prescription, in order.

    Args:
        facts: facts of a prescription.
        units: "kg" or "lb".
        distance_unit: "km" or "mi".
        name: an exercise or modality slug as a name.
        cited: cited events by position.
        gates: gate facts by key.
        query: what links must carry.
    """
    branches = facts.get("branches") or []
    return tuple(
        _item(item, branches, units, distance_unit, name, cited, gates, query)
        for item in facts["items"]
    )


def loose_branches(facts: Facts, units: str = "kg") -> tuple[Facts, ...]:
    """Branches that belong to the session and not to one of its items, in the athlete's unit."""
    ids = {item["id"] for item in facts["items"]}
    found = [branch for branch in facts.get("branches") or [] if branch.get("item") not in ids]
    return tuple(_branch(branch, units) for branch in found)


def branches_of(branches: Sequence[Facts], units: str, item: str) -> tuple[Facts, ...]:
    """Branches of one item in the athlete's unit."""
    return tuple(_branch(branch, units) for branch in branches if branch.get("item") == item)


def _branch(branch: Facts, units: str) -> Facts:
    return {k: in_unit(v, units) if isinstance(v, str) else v for k, v in branch.items()}


def prescribed_reps(item: Mapping[str, Any]) -> str:
    """Which reps of a range are prescribed: "6 prescribed"; empty without a range."""
    per = item.get("reps") if "planned" in item else None
    return f"{per} prescribed" if per is not None and wording.ranged(item) else ""


def line(item: Mapping[str, Any], units: str) -> str:
    """A strength item with all it asks for: "2 × 4–6 (6 prescribed) at 102.5 kg, rest 3:00, RPE up to 8"."""
    scheme, told = wording.scheme(item), prescribed_reps(item)
    loaded = item.get("load_g")
    dose = f"{scheme} ({told})" if told else scheme
    parts = (
        f"{dose} at {wording.load(loaded, units)}" if loaded is not None else dose,
        f"rest {wording.clock(item['rest_s'])}" if item.get("rest_s") else "",
        effort(item),
    )
    return ", ".join(part for part in parts if part)


def effort(item: Mapping[str, Any]) -> str:
    """The effort an item asks for: "RPE up to 8"; empty where it names none."""
    return f"RPE up to {wording.rpe(item['rpe_x10'])}" if item.get("rpe_x10") else ""


def in_unit(text: str, units: str) -> str:
    """A sentence of the record with its loads in the athlete's unit: "plus 2.5 kg" is "plus 5.5 lb"."""
    if units == "kg":
        return text
    return _KILOGRAMS.sub(lambda found: wording.load(_grams(found[1]), units), text)


def _grams(kilograms: str) -> int:
    return round(Decimal(kilograms.replace(",", ".")) * 1000)


def evidence_counts(cited: Sequence[Known]) -> tuple[tuple[str, int], ...]:
    """(evidence type, count) of cited rows, in the order in which types are always shown."""
    order = ("observed", "user_reported", "derived", "estimated", "hypothesis", "unknown")
    found = [item.evidence for item in cited]
    return tuple((kind, found.count(kind)) for kind in order if kind in found)


def target(step: Mapping[str, Any], distance_unit: str) -> str:
    """The target of a step: "4:05 to 4:10/km", "RPE 4", "up to 145 bpm", "open"."""
    kind, low, high = step["target_kind"], step.get("low"), step.get("high")
    if kind == "open" or (low is None and high is None):
        return "open"
    if kind == "pace_s_per_km":
        values = [value for value in (low, high) if value is not None]
        fast, slow = (
            wording.pace(min(values), distance_unit),
            wording.pace(max(values), distance_unit),
        )
        return slow if fast == slow else f"{fast.partition('/')[0]} to {slow}"
    show = wording.rpe if kind == "rpe" else str
    if low is None:
        span = f"up to {show(high)}"
    elif high is None or low == high:
        span = show(low) if low == high else f"from {show(low)}"
    else:
        span = f"{show(low)} to {show(high)}"
    return f"RPE{wording.NBSP}{span}" if kind == "rpe" else f"{span}{wording.NBSP}{_UNITS[kind]}"


def steps_of(item: Mapping[str, Any], distance_unit: str) -> tuple[StepView, ...]:
    """The steps of an endurance item."""
    made = []
    steps = item.get("steps") or []
    for step, work in zip(steps, steps_chart.works(steps), strict=True):
        repeat = step.get("repeat") or 1
        name = wording.capital(str(step["name"]))
        amount = (
            wording.duration(step["duration_s"])
            if step.get("duration_s") is not None
            else wording.distance(step.get("distance_m"), distance_unit)
        )
        told = f"{repeat} {wording.TIMES} {name.lower()}" if repeat > 1 else name
        made.append(StepView(told, amount, target(step, distance_unit), work))
    return tuple(made)


def _item(
    item: Facts,
    branches: Sequence[Facts],
    units: str,
    distance_unit: str,
    name: Callable[[str], str],
    cited: Cited,
    gates: Mapping[str, Facts],
    query: str,
) -> ItemView:
    strength = "exercise" in item
    slug = item["exercise"] if strength else item["modality"]
    rows = [cited[position] for position in item.get("cites") or [] if position in cited]
    load = item.get("load_g")
    was, headline = _deviation(item, units)
    if strength:
        scheme = wording.scheme(item)
        number = wording.load_number(load, units) if load else ""
        unit = units if load else ""
    else:
        scheme, number, unit = wording.duration(item.get("duration_s")), "", ""
        scheme = scheme if item.get("duration_s") is not None else ""
    return ItemView(
        id=str(item["id"]),
        slug=slug,
        name=name(slug),
        strength=strength,
        scheme=scheme,
        number=number,
        unit=unit,
        aim=prescribed_reps(item) if strength else "",
        rest=wording.clock(item["rest_s"]) if item.get("rest_s") is not None else "",
        cap=wording.rpe(item["rpe_x10"]) if item.get("rpe_x10") is not None else "",
        was=was,
        headline=headline,
        why=_in_unit(_why(item, name(slug), rows, query), units),
        evidence=evidence_counts(rows),
        held=tuple(str(gates[key]["title"]) for key in item.get("held_by") or [] if key in gates),
        branches=branches_of(branches, units, item["id"]),
        steps=steps_of(item, distance_unit),
        chart=None if strength else steps_chart.chart(item, name(slug)),
    )


def _why(item: Facts, name: str, rows: Sequence[Known], query: str) -> tuple[links.Segment, ...]:
    """The reason without the name that stands above it already."""
    text = str(item.get("why") or "")
    for lead in (f"{name}: ", f"{name} "):
        if text.startswith(lead):
            text = wording.capital(text.removeprefix(lead))
    return links.prose(text, rows, query) if text else ()


def _in_unit(pieces: tuple[links.Segment, ...], units: str) -> tuple[links.Segment, ...]:
    """Prose in pieces with its loads in the athlete's unit; a linked number keeps its link."""
    if units == "kg":
        return pieces
    texts = [piece.text for piece in pieces]
    for index, piece in enumerate(pieces[:-1]):
        unit = _LEADING_KG.match(texts[index + 1])
        if piece.href and unit:
            texts[index] += " kg"
            texts[index + 1] = texts[index + 1][unit.end() :]
    return tuple(
        replace(piece, text=in_unit(text, units)) for piece, text in zip(pieces, texts, strict=True)
    )


def _deviation(item: Facts, units: str) -> tuple[str, str]:
    """What the plan says instead, short and in words; two empty texts when the dose is the plan's."""
    planned = item.get("planned") or {}
    told, sentence = [], []
    if "load_g" in planned and planned["load_g"] != item.get("load_g"):
        was = wording.load_number(planned["load_g"], units)
        told.append(was)
        sentence.append(
            f"{wording.load_number(item.get('load_g'), units)} instead of the planned {was}"
        )
    if "sets" in planned and planned["sets"] != item.get("sets"):
        told.append(f"{planned['sets']} sets")
        sentence.append(f"{item.get('sets')} instead of {planned['sets']} sets")
    for field, show, words in (
        ("rpe_x10", wording.rpe, "RPE {} instead of {}"),
        ("rest_s", wording.clock, "rest {} instead of {}"),
        ("duration_s", wording.duration, "{} instead of {}"),
    ):
        if field in planned and planned[field] != item.get(field) and planned[field] is not None:
            told.append(
                f"RPE {show(planned[field])}" if field == "rpe_x10" else show(planned[field])
            )
            sentence.append(words.format(show(item.get(field)), show(planned[field])))
    return ", ".join(told), "; ".join(sentence)
