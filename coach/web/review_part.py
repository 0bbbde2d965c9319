"""One part of the plan, a gate or a constraint under a coach's hand: what was read, and what was typed.

Owns reading the form; writing is done by the services, and every answer has a page elsewhere.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from django.shortcuts import render

from coach.review import edits, entries, form_layout, sayings, spots, typed_text
from coach.review.log import Log
from coach.review.titles import title_of
from coach.review.words import Units
from coach.web import review_names
from decisions import registry
from decisions.domain.canonical import canonical
from decisions.domain.errors import InvalidFacts
from decisions.selectors import known as reader

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.contrib.auth.models import User
    from django.http import HttpRequest, HttpResponse

    from decisions.models import Athlete

Facts = dict[str, Any]
WHY, WHOLE = "Why", "The whole of it as JSON"
FIELD = "f:"
_OCCASION = re.compile(r"[A-Za-z0-9_-]{1,64}")
_FINGERPRINT = re.compile(r"[A-Za-z0-9]{1,64}")
_SHAPES = (entries.DROP, entries.NEW)


class Part:
    """One part under edit, and the form over it.

    Args:
        typed: what the inputs hold; a fresh form is made from the part as it stands now.
    """

    def __init__(
        self,
        request: HttpRequest,
        user: User,
        athlete: Athlete,
        surface: str,
        key: str,
        *,
        typed: Mapping[str, str] | None = None,
    ) -> None:
        self.request = request
        self.athlete = athlete
        self.surface = surface
        self.key = key
        self.user = user
        self.actor = f"user:{user.pk}"
        self.log = Log(athlete)
        self.item = self.log.get(surface, key)
        self.units = Units(athlete.units, athlete.distance_unit)
        inputs = request.POST.items() if typed is None else typed.items()
        self.typed: dict[str, str] = {name: str(text) for name, text in inputs}
        self.reviewed = str(self.typed.get("reviewed") or self.item.fingerprint)
        self.occasion = str(self.typed.get("occasion") or uuid4())

    @cached_property
    def read(self) -> Facts:
        """The facts that the person saw: the version that their form was made from."""
        versions = reader.history(self.athlete.stream, self.surface, self.key)
        seen = [one.facts for one in versions if one.fingerprint == self.reviewed]
        return dict(sayings.ordered(self.surface, (seen and seen[-1]) or self.item.facts) or {})

    def require_sound(self) -> None:
        """Refuse a form that lost its name on the way; it gets a new one.

        Raises:
            InvalidFacts: naming the form.
        """
        sound = _OCCASION.fullmatch(self.typed.get("occasion", ""))
        if sound and _FINGERPRINT.fullmatch(self.reviewed):
            return
        self.occasion, self.reviewed = str(uuid4()), self.item.fingerprint
        raise InvalidFacts("The form", "came back damaged; this is a fresh one, send it again")

    def reason(self, *, limit: int = 2000) -> str:
        """Why, in the coach's words.

        Raises:
            InvalidFacts: nothing was said, or it cannot be kept.
        """
        reason = typed_text.plain(WHY, self.typed.get("reason", ""), limit=limit)
        if not reason:
            raise InvalidFacts(WHY, "is missing: say why you change it")
        return reason

    def after(self) -> Facts:
        """What was typed, field by field, or whole as JSON; complete and valid.

        Raises:
            InvalidFacts: naming the row and the field.
        """
        whole = self.typed.get("whole", "").strip()
        by_whole = bool(whole) and whole != canonical(self.read)
        if by_whole and (self.changes or self.shapes):
            raise InvalidFacts(WHOLE, "was changed and so were the fields: change one of the two")
        facts = self._parsed(whole) if by_whole else self._built()
        try:
            valid = registry.get(self.surface).validate(facts)
            canonical(valid)
        except InvalidFacts as error:
            where = spots.spot(facts, error.field.removeprefix("facts."))
            raise InvalidFacts(where, spots.worded(error.message)) from None
        return dict(valid)

    def _parsed(self, whole: str) -> Facts:
        facts = typed_text.parsed(WHOLE, whole)
        if not isinstance(facts, dict):
            raise InvalidFacts(WHOLE, "must be an object")
        return facts

    def _built(self) -> Facts:
        typed = {
            name.removeprefix(FIELD): text
            for name, text in self.typed.items()
            if name.startswith(FIELD)
        }
        facts = edits.edited(self.read, typed, self.units)
        if not self.shapes:
            return facts
        return entries.rebuilt(facts, self.shapes, review_names.slugs(self.log), self.units)

    @property
    def changes(self) -> dict[str, str]:
        """The inputs over leaves whose text is not the one that the form showed, by their name."""
        typed = {
            name.removeprefix(FIELD): text
            for name, text in self.typed.items()
            if name.startswith(FIELD)
        }
        return {f"{FIELD}{p}": t for p, t in edits.changed(self.read, typed, self.units).items()}

    @property
    def shapes(self) -> dict[str, str]:
        """The tick boxes that take rows out, and the blank rows that were filled."""
        return {
            name: text
            for name, text in self.typed.items()
            if name.startswith(_SHAPES) and text.strip()
        }

    def fresh(self) -> Part:
        """A new form over the part as it stands now that holds what the person typed anew."""
        kept = {**self.changes, **self.shapes, "reason": self.typed.get("reason", "")}
        whole = self.typed.get("whole", "").strip()
        if whole and whole != canonical(self.read):
            kept["whole"] = whole
        parts = (self.request, self.user, self.athlete, self.surface, self.key)
        return Part(*parts, typed=kept)

    def show(
        self,
        template: str,
        *,
        error: InvalidFacts | str | None = None,
        status: int = 0,
        **more: Any,
    ) -> HttpResponse:
        """A page with the form, what was typed, and what is wrong with it."""
        told = {"error": _told(error), **more}
        return render(
            self.request,
            template,
            {**self.context, **told},
            status=status or (422 if error else 200),
        )

    @property
    def context(self) -> Facts:
        """What every template of hand edits is given."""
        whole = canonical(self.read)
        typed = form_layout.Typed(FIELD, self.typed, self.units)
        return {
            "athlete": self.athlete,
            "zone": self.athlete.zone,
            "query": f"?of={self.athlete.user.get_username()}",
            "username": self.athlete.user.get_username(),
            "item": self.item,
            "label": sayings.label(self.surface),
            "title": title_of(self.item.facts, self.key),
            "says": sayings.sentence(self.item),
            "facts": self.item.facts,
            "reviewed": self.reviewed,
            "occasion": self.occasion,
            "layout": form_layout.layout(self.read, typed),
            "names": review_names.known_names(self.log, str(self.read.get("sport", ""))),
            "whole": self.typed.get("whole") or whole,
            "whole_open": self.typed.get("whole", whole).strip() not in {"", whole},
            "reason": self.typed.get("reason", ""),
        }


def _told(error: InvalidFacts | str | None) -> str:
    """A complaint in one sentence: what it is about, then what is wrong."""
    if isinstance(error, InvalidFacts):
        return f"{error.field} {spots.worded(error.message)}"
    return error or ""
