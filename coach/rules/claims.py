"""What a sentence claims about authority, and whether the packet bears it out.

Gates, constraints, approval, medical clearance, freedom from pain and proposals stand as they are
recorded; no wording moves them. A condition ("until a person clears it") claims nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coach.rules import claim_states as states

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from coach.domain.packet import PacketItem
    from coach.domain.situation import Situation

_NEAR = r"[^.;!?\n]{0,80}?"
_DONE = (
    r"(?:closed|cleared|lifted|resolved|passed|met|removed|gone|released|done|finished|off|over)"
)
_GATE = r"\b(?:gates?)\b"
_LIMIT = r"\b(?:constraints?|caps?|limits?|bounds?|restrictions?|ceilings?|suspensions?)\b"
_THE = r"(?:the|your|his|her|this|that|these|those|every|all|both|any)"
_WHO = (
    r"\b(?:coach(?:es)?|trainers?|physio\w*|doctors?|physicians?|therapists?|medics?|surgeons?|gp|"
    r"persons?|people|humans?|somebody|someone|team|clinic\w*|professionals?)\b"
)
_ASSENT = (
    r"(?:approv(?:ed|es)|signed\s+(?:\w+\s+)?off|agreed|authori[sz]ed|permitted|allowed|ok'?d|okayed|"
    r"green-?lit|accepted|consented|endorsed|gave|given|waved|sanctioned)"
)
_TRAIN = (
    r"(?:train|lift|squat|run|ride|swim|press|deadlift|play|progress|load|go|return|resume|start)"
)

_CONDITION = re.compile(
    r"\b(?:until|unless|if|whether|before|once(?!\s+(?:again|more))|as\s+soon\s+as|only\s+when|"
    r"as\s+long\s+as)\b",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"(?:\b(?:not|never|will|would|can|cannot|could|may|might|must|should|"
    r"(?:has|have|needs?|is|are)\s+to|yet\s+to)|n['’]t)\s+"
    r"(?:(?:only|be|been|still|yet|first|then|now|have|get|already)\s+){0,3}\S+$",
    re.IGNORECASE,
)
_NO_ONE = re.compile(r"\b(?:no|nobody|nothing|neither|without)\s+(?:\w+\s+){0,2}$", re.IGNORECASE)
_SENTENCE = re.compile(r"[^.;!?\n]+")


@dataclass(frozen=True, slots=True)
class Claim:
    """One kind of claim: the words that make it, and the state that it needs."""

    words: re.Pattern[str]
    holds: Callable[[states.Told], bool]


def _claim(pattern: str, holds: Callable[[states.Told], bool]) -> Claim:
    return Claim(re.compile(pattern, re.IGNORECASE), holds)


_CLAIMS = (
    _claim(rf"{_GATE}{_NEAR}\b{_DONE}\b", states.gates_closed),
    _claim(rf"\b(?:{_DONE}|opened\s+up)\s+{_THE}\s+(?:\w+\s+){{0,3}}gates?\b", states.gates_closed),
    _claim(r"\bno\s+(?:open\s+|more\s+)?gates?\b(?!\s+is\s+closed)", states.no_gate_open),
    _claim(rf"{_GATE}{_NEAR}\bno\s+longer\b", states.gates_closed),
    _claim(rf"{_GATE}{_NEAR}\b(?:open|opened|watches|guards)\b", states.gate_open),
    _claim(
        rf"{_LIMIT}{_NEAR}\b(?:lifted|removed|gone|expired|ended|waived)\b", states.bounds_ended
    ),
    _claim(rf"{_LIMIT}\s+(?:\w+\s+){{0,2}}(?:no\s+longer|over|off)\b", states.bounds_ended),
    _claim(
        rf"\b(?:lifted|removed|dropped|waived|ended)\s+{_THE}\s+(?:\w+\s+){{0,3}}{_LIMIT}",
        states.bounds_ended,
    ),
    _claim(r"\bno\s+(?:more\s+)?(?:constraints?|restrictions?)\b", states.no_bound_active),
    _claim(rf"{_WHO}{_NEAR}\b{_ASSENT}\b", states.approved),
    _claim(
        r"\b(?:is|was|are|were|been|being|already|now|fully|pre)[\s-]+approved\b", states.approved
    ),
    _claim(r"\bapproved\s+by\b|^\s*approved\b", states.approved),
    _claim(
        r"\b(?:with|has|have|had|got)\s+(?:[\w'’]+\s+){0,4}"
        r"(?:approval|permission|consent|blessing|go-ahead|sign-?off)\b",
        states.approved,
    ),
    _claim(
        r"\b(?:approval|permission|consent|sign-?off)\s+(?:\w+\s+)?(?:was|is|has\s+been)\s+"
        r"(?:given|granted|there|in\s+place|recorded)\b",
        states.approved,
    ),
    _claim(
        rf"\b(?:cleared|safe|fit|free|okay|ok|ready|released)\s+(?:to|for)\s+(?:\w+\s+)?{_TRAIN}\w*\b",
        states.cleared,
    ),
    _claim(
        r"\b(?:you|athlete|he|she|they)(?:['’]re|['’]s|\s+(?:are|is|were|was|have\s+been|has\s+been))"
        r"\s+(?:now\s+|fully\s+|medically\s+|already\s+)*(?:cleared|unrestricted)\b",
        states.cleared,
    ),
    _claim(r"\bmedically\s+(?:cleared|fit|safe|fine)\b", states.cleared),
    _claim(rf"{_WHO}{_NEAR}\b(?:cleared|declared|released)\b", states.cleared),
    _claim(
        r"\bclearance\s+(?:\w+\s+)?(?:was|is|has\s+been)\s+(?:given|granted|recorded|there|on\s+file|"
        r"obtained)\b|\b(?:gave|granted|recorded|obtained|has|have|got|with)\s+(?:\w+\s+){0,2}clearance\b",
        states.cleared,
    ),
    _claim(
        r"\bgreen\s+light\b|\bgood\s+to\s+go\b|\ball[\s-]clear\b|\bnothing\s+(?:\w+\s+){0,2}"
        r"(?:holds|holding|stands|stops|stopping)\b|\bno\s+longer\s+(?:held|gated|guarded|restricted|"
        r"limited|suspended)\b",
        states.cleared,
    ),
    _claim(
        r"\bpain[\s-]?free\b|\bpainless(?:ly)?\b|\bno\s+(?:more\s+|longer\s+any\s+|knee\s+)?pain\b"
        r"|\bwithout\s+(?:any\s+)?pain\b|\bzero\s+pain\b|\bpain\s+(?:\w+\s+){0,3}(?:gone|vanished|"
        r"resolved|disappeared|over)\b|\b(?:no\s+longer|not|n['’]t)\s+hurts?\b|\bhealed\b",
        states.free_of_pain,
    ),
    _claim(r"\binjur(?:y|ies)\b" + _NEAR + rf"\b{_DONE}\b", states.injuries_closed),
    _claim(
        r"\bproposals?\b" + _NEAR + r"\b(?:waits?|waiting|awaits|pending|is\s+open)\b", states.waits
    ),
    _claim(r"\bproposals?\b" + _NEAR + r"\b(?:applied|accepted|approved)\b", states.approved),
)


def hold(text: str, cited: Sequence[PacketItem], situation: Situation, gates: int = 0) -> bool:
    """Whether everything that a text claims about authority is so.

    Args:
        text: one or more sentences.
        cited: the items that it cites.
        gates: how many gates the draft itself opens on sound grounds.
    """
    told = states.Told(text, tuple(cited), situation, gates)
    return all(claim.holds(told) for claim in _made(text))


def _made(text: str) -> Iterator[Claim]:
    for sentence in _SENTENCE.findall(text):
        for claim in _CLAIMS:
            if any(not _hedged(sentence, match) for match in claim.words.finditer(sentence)):
                yield claim


def _hedged(sentence: str, match: re.Match[str]) -> bool:
    """Whether the words are under a condition, denied, or about what may come."""
    before = sentence[: match.start()].rpartition(",")[2]
    upto = before + match[0]
    if _CONDITION.search(upto) or _NO_ONE.search(before):
        return True
    return bool(_DENIED.search(upto))
