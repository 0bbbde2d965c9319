"""Words that stop all training until a person with medical training has looked (rule D1).

Owns the word list. It never diagnoses and never clears: it errs towards stopping, and a plain
denial ("no chest pain") right before the words does not count as a report.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_LIMB = r"(?:legs?|arms?|hands?|foot|feet|face|limbs?|side)"
_SIGNS = (
    (
        "chest pain or pressure",
        r"(?:pain|pressure|tight(?:ness)?|squeez\w+)\s+(?:\w+\s+){0,3}chest",
    ),
    ("chest pain or pressure", r"chest\s+(?:\w+\s+){0,2}(?:pains?|pressure|tight(?:ness)?|hurts?)"),
    ("fainting", r"(?:faint(?:ed|ing)|near[- ]faint\w*|passed out|blacked out|syncope)"),
    ("fainting", r"(?:almost|nearly)\s+(?:faint(?:ed)?|passed out|blacked out|collapsed)"),
    ("palpitations with dizziness", r"palpitations?\b.{0,60}\b(?:dizz\w+|light[- ]?headed\w*)"),
    ("palpitations with dizziness", r"(?:dizz\w+|light[- ]?headed\w*)\b.{0,60}\bpalpitations?"),
    ("sudden severe headache", r"(?:sudden|thunderclap|worst)\s+(?:\w+\s+){0,3}headache"),
    (
        "new weakness or numbness",
        rf"(?:numb(?:ness)?|weakness|paraly\w+)\s+(?:\w+\s+){{0,4}}{_LIMB}",
    ),
    (
        "new weakness or numbness",
        rf"{_LIMB}\s+(?:\w+\s+){{0,3}}(?:numb|went weak|gives? no strength)",
    ),
    ("saddle numbness or bladder control", r"saddle\s+(?:numb\w*|an(?:a)?esthesia)"),
    (
        "saddle numbness or bladder control",
        r"numb\w*\s+(?:\w+\s+){0,3}(?:groin|saddle|between\s+my\s+legs)",
    ),
    (
        "saddle numbness or bladder control",
        r"(?:lost|losing|loss of)\s+(?:\w+\s+){0,2}(?:bladder|bowel)",
    ),
    ("calf swelling with breathlessness", r"calf\b.{0,60}\bswell\w*.{0,80}\b(?:breath\w*)"),
    ("calf swelling with breathlessness", r"swollen\s+calf\b.{0,80}\bbreath\w*"),
    ("dark urine", r"(?:dark|brown|cola[- ]?colou?red|tea[- ]?colou?red)\s+(?:urine|pee|wee)"),
    ("dark urine", r"(?:urine|pee|wee)\s+(?:\w+\s+){0,2}(?:dark|brown|cola\w*)"),
    ("suspected fracture or deformity", r"(?:fractur\w+|broken\s+(?:\w+\s+){0,1}bone|deform\w+)"),
    ("suspected fracture or deformity", r"bone\s+(?:\w+\s+){0,2}(?:broke|snapped|stick\w*\s+out)"),
    ("confusion or collapse in heat", r"(?:confus\w+|collaps\w+)\b.{0,60}\b(?:heat|hot|sun)"),
    ("confusion or collapse in heat", r"(?:heat|hot|sun)\b.{0,60}\b(?:confus\w+|collaps\w+)"),
    ("collapse", r"(?:i|he|she|athlete)\s+collapsed"),
)
_SIGN_RES = tuple((name, re.compile(rf"\b{pattern}\b", re.IGNORECASE)) for name, pattern in _SIGNS)
_DENIAL = re.compile(
    r"(?:\bno|\bnot|\bnever|\bwithout|\bdenies|\bany|n't|n’t)\s+(?:\w+\s+){0,2}$", re.IGNORECASE
)
_PLAIN_ANY = re.compile(r"\bany\s+(?:\w+\s+){0,2}$", re.IGNORECASE)
_NEGATED = re.compile(r"(?:\bno|\bnot|\bnever|\bwithout|n't|n’t)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RedFlag:
    """A sign and the words that named it."""

    sign: str
    words: str


def red_flags(text: str) -> tuple[RedFlag, ...]:
    """The signs that a text reports, each once, in the order of the list."""
    plain = " ".join(text.split())
    found: dict[str, RedFlag] = {}
    for sign, pattern in _SIGN_RES:
        for match in pattern.finditer(plain):
            if sign not in found and not _denied(plain[: match.start()]):
                found[sign] = RedFlag(sign, match.group(0)[:120])
    return tuple(found.values())


def _denied(before: str) -> bool:
    clause = re.split(r"[.;!?]|\bbut\b", before)[-1]
    if _PLAIN_ANY.search(clause):
        return bool(_NEGATED.search(clause))
    return bool(_DENIAL.search(clause))
