"""What a reviewer has to say before approving: conflicts answered, news seen, own call first.

Checked on the server at the confirm step and again at approval, whatever the page showed.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coach.review import sayings, spots, typed_text
from coach.review.diff import count, target
from coach.review.words import Units
from decisions import clock, registry
from decisions.domain.canonical import canonical
from decisions.domain.errors import InvalidFacts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.http import HttpRequest, QueryDict

    from coach.review.diff import Counts, TargetDiff
    from coach.web.review_frame import Case

CALLS = {"agree": "do this", "no_change": "no change", "other": "something else"}
_KEPT = "own_calls"
_MOST_KEPT = 30
_LONGEST = 2000
_LONGEST_BECAUSE = 1000
REASON, OWN, SUPERSEDED = "Reason", "Your own version", "Why it is superseded"


@dataclass(frozen=True, slots=True)
class Answers:
    """A reviewer's answers.

    Attributes:
        reason: words that go with the approval.
        conflicts: (index, conflict, why it is superseded) of each answered conflict.
        edits: (surface, key) to the person's own after-state.
        own_call: what they would have done, said before the alternatives were shown.
        missing: what is still to be said before anything can be approved.
        rejects: a conflict stands, so the proposal is to be rejected.
    """

    reason: str
    conflicts: tuple[tuple[int, str, str], ...]
    edits: dict[tuple[str, str], dict[str, Any]]
    own_call: str | None
    missing: tuple[str, ...]
    rejects: bool

    @property
    def told(self) -> str:
        """The reason as it is recorded, with the answers to conflicts."""
        answered = (f"Superseded ({text}): {because}" for _, text, because in self.conflicts)
        return "\n".join(part for part in (self.reason, *answered) if part)


def read(request: HttpRequest, case: Case) -> Answers:
    """Read and check the answers of a submitted form.

    Raises:
        InvalidFacts: an edit is not valid, or a text is too long.
    """
    form = request.POST
    reason = typed_text.plain(REASON, form.get("reason", ""), limit=_LONGEST)
    edits = read_edits(form.get("edits", ""), case)
    own = call_of(request, case)
    missing = []
    conflicts = []
    rejects = False
    for one in case.proposal.conflicts:
        said = form.get(f"conflict-{one.index}", "")
        because = typed_text.plain(
            SUPERSEDED, form.get(f"because-{one.index}", ""), limit=_LONGEST_BECAUSE
        )
        rejects = rejects or said == "stands"
        if said != "superseded":
            missing.append(f"answer the conflict: {one.text}")
        elif not because:
            missing.append(f"say why it is superseded: {one.text}")
        else:
            conflicts.append((one.index, one.text, because))
    if case.proposal.news and form.get("seen") != "yes":
        missing.append("tick that you have seen what became known since")
    if case.proposal.high_risk and own is None:
        missing.append("say your own call first")
    if edits and not reason:
        missing.append("say why you changed it")
    call = own["call"] if own else None
    return Answers(reason, tuple(conflicts), edits, call, tuple(missing), rejects)


def read_edits(text: str, case: Case) -> dict[tuple[str, str], dict[str, Any]]:
    """A person's own version from the hidden field of the confirm step; empty without one.

    Raises:
        InvalidFacts: it is not what the form had written, or not valid for its surface.
    """
    if not text:
        return {}
    entries = typed_text.parsed(OWN, text)
    try:
        edits = {(str(one["surface"]), str(one["key"])): dict(one["after"]) for one in entries}
    except (ValueError, TypeError, KeyError):
        raise InvalidFacts(OWN, "cannot be read") from None
    named = {(one.diff.surface, one.diff.key) for one in case.proposal.targets}
    if set(edits) - named:
        raise InvalidFacts(OWN, "names something that this proposal does not change")
    return {name: checked(name[0], after) for name, after in edits.items()}


def checked(surface: str, after: dict[str, Any]) -> dict[str, Any]:
    """An own after-state, complete and valid.

    Raises:
        InvalidFacts: naming the row and the field.
    """
    try:
        facts = registry.get(surface).validate(after)
        canonical(facts)
    except InvalidFacts as error:
        where = spots.spot(after, error.field.removeprefix("facts."))
        raise InvalidFacts(where, spots.worded(error.message)) from None
    return facts


def written(edits: Mapping[tuple[str, str], dict[str, Any]]) -> str:
    """The hidden field of the confirm step."""
    entries = [{"surface": s, "key": k, "after": after} for (s, k), after in edits.items()]
    return json.dumps(entries, ensure_ascii=False, sort_keys=True) if entries else ""


def writes(case: Case, answers: Answers) -> tuple[tuple[TargetDiff, ...], Counts]:
    """Exactly what an approval would write, the person's own version included."""
    units = Units(case.athlete.units, case.athlete.distance_unit)
    stored = {(one["surface"], one["key"]): one for one in case.proposal.facts["targets"]}
    diffs = tuple(
        target(
            *name,
            sayings.ordered(name[0], one.get("before")),
            sayings.ordered(name[0], answers.edits.get(name, one.get("after"))),
            units,
        )
        for name, one in stored.items()
    )
    return diffs, count(diffs)


def keep_call(request: HttpRequest, case: Case, form: QueryDict) -> str:
    """Keep a reviewer's own call with their session. Gives the call that stands, empty for none."""
    call = form.get("call", "")
    if call not in CALLS:
        return ""
    kept = dict(request.session.get(_KEPT, {}))
    if _name(case) not in kept:
        kept[_name(case)] = {"call": call, "at": clock.now().isoformat()}
        request.session[_KEPT] = dict(list(kept.items())[-_MOST_KEPT:])
    return str(kept[_name(case)]["call"])


def call_of(request: HttpRequest, case: Case) -> dict[str, str] | None:
    """The reviewer's own call on this version of the proposal, None before they made one."""
    found = request.session.get(_KEPT, {}).get(_name(case))
    return found if isinstance(found, dict) else None


def _name(case: Case) -> str:
    return f"{case.athlete.pk}:{case.proposal.key}:{case.proposal.fingerprint}"
