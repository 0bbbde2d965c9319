"""What the processes of the fault tests do. Every job runs in a process of its own and answers in JSON.

Texts are unique per write, so that an effect can be counted by its text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.db.models import CharField

from decisions import models
from decisions.domain.occasions import Target, Written
from decisions.models import Approval, DecisionRecord, Event, Receipt, Stream
from decisions.selectors import known
from decisions.services import guard, proposals, rebuild, rulings, verify
from decisions.services.proposals import Decided
from decisions.services.snapshot import snapshot
from decisions.triggers import compare, upkeep
from plans.models import Block
from tests.decisions import acts

Answer = dict[str, Any]


def migrate() -> Answer:
    """All migrations, as an installation runs them."""
    call_command("migrate", verbosity=0)
    return {"missing": sorted(upkeep.missing())}


def seed() -> Answer:
    """One athlete with a plan of one block, a request, and an open proposal."""
    alice = acts.person("alice")
    acts.edit_plan(alice.stream)
    acts.edit_block(alice.stream)
    acts.say(alice.stream, "a", "as seeded")
    key, reviewed = acts.propose(alice.stream)
    return {
        "stream": alice.stream.pk,
        "coach": alice.coach.pk,
        "proposal": key,
        "reviewed": reviewed,
        "request": acts.seen(alice.stream, "a"),
        "block": acts.seen(alice.stream, "base/01", acts.BLOCK),
        "head": known.head(alice.stream),
    }


def write(
    *, stream: int, occasion: str, texts: dict[str, str], reviewed: str = guard.ABSENT
) -> Answer:
    """One guarded write of one or more requests."""
    targets = [
        Target(surface=acts.REQUEST, key=key, intended=acts.wish(text), reviewed=reviewed)
        for key, text in texts.items()
    ]
    return _said(guard.write(acts.occasion(_stream(stream), occasion), targets))


def edit(*, stream: int, occasion: str, weeks: int, reviewed: str) -> Answer:
    """A coach's own edit of the block."""
    intent = acts.occasion(_stream(stream), occasion, mandate="coach", kind="edit")
    target = Target(
        surface=acts.BLOCK, key="base/01", intended=acts.block(weeks=weeks), reviewed=reviewed
    )
    return _said(guard.edit(intent, [target], reason="a better fit"))


def approve(*, stream: int, coach: int, key: str, reviewed: str) -> Answer:
    """The coach approves."""
    user = User.objects.get(pk=coach)
    return _decided(
        proposals.approve(stream=_stream(stream), key=key, reviewed=reviewed, user=user)
    )


def reject(*, stream: int, coach: int, key: str, reviewed: str) -> Answer:
    """The coach rejects."""
    user = User.objects.get(pk=coach)
    return _decided(
        proposals.reject(
            stream=_stream(stream), key=key, reviewed=reviewed, user=user, reason="not now"
        )
    )


def record(*, stream: int, occasion: str, texts: dict[str, str]) -> Answer:
    """A workflow records a decision together with what it writes."""
    here = _stream(stream)
    intent = acts.occasion(here, occasion, mandate="chat", kind="workflow", actor="run:1")
    targets = [
        Target(
            surface=acts.REQUEST,
            key=key,
            intended=acts.wish(text),
            reviewed=guard.ABSENT,
            evidence="hypothesis",
        )
        for key, text in texts.items()
    ]
    return _said(rulings.record(intent, acts.decision(outcome="NO_CHANGE"), targets=targets))


def write_many(*, stream: int, writer: str, count: int) -> Answer:
    """Several writes in a row, each acknowledged by its text."""
    done = []
    for number in range(count):
        text = f"{writer} {number}"
        answer = write(stream=stream, occasion=text, texts={text: text})
        if answer["outcome"] == "applied":
            done.append(text)
    return {"acknowledged": done}


def write_for_ever(*, stream: int, writer: str, acknowledge: Callable[[str], None]) -> Answer:
    """Writes until killed, and says after every answer what was acknowledged."""
    number = 0
    while True:
        number += 1
        text = f"{writer} {number}"
        write(stream=stream, occasion=text, texts={text: text})
        acknowledge(text)


def raw(*, sql: str) -> Answer:
    """Somebody with a console."""
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return {"rows": cursor.rowcount}


def inspect() -> Answer:
    """The invariants: what is wrong, in words, and the state that the caller may compare."""
    wrong = [f"{p.stream} {p.position}: {p.what}" for s in _streams() for p in _problems(s)]
    wrong += [f"rows of {d.surface} differ" for d in rebuild.check() if not d.clean]
    wrong += [] if rebuild.basis_agrees() else ["the index of what rests on what differs"]
    wrong += [f"trigger {name} is missing" for name in sorted(upkeep.missing())]
    structural = Event.objects.filter(item__surface__in=(acts.PLAN, acts.BLOCK)).count()
    if structural != Approval.objects.count():
        wrong.append(f"{structural} structural events, {Approval.objects.count()} approvals")
    applied = Receipt.objects.filter(outcome="applied").count()
    if applied != Event.objects.count():
        wrong.append(f"{applied} receipts say applied, {Event.objects.count()} events are there")
    numbers = Counter(DecisionRecord.objects.values_list("stream", "number"))
    wrong += [
        f"decision number {n} was given twice" for (_, n), times in numbers.items() if times > 1
    ]
    texts = Counter(
        item.facts["text"]
        for stream in _streams()
        for item in known.events(stream)
        if item.surface == acts.REQUEST and item.facts
    )
    return {
        "wrong": wrong,
        "texts": dict(texts),
        "weeks": [block.weeks for block in Block.objects.all()],
        "proposals": {
            item.key: item.facts["state"]
            for stream in _streams()
            for item in known.known(stream, ranges=[known.Range(acts.PROPOSAL)])
            if item.facts
        },
        "events": Event.objects.count(),
    }


def present(*, stream: int, surface: str, key: str) -> Answer:
    """The present state of one item, as a reviewer sees it."""
    state = known.now(_stream(stream), surface, key)
    return {"fingerprint": state.fingerprint, "facts": state.facts}


def edit_unapproved(*, stream: int, weeks: int, reviewed: str) -> Answer:
    """A structural write without an approval."""
    target = Target(
        surface=acts.BLOCK, key="base/01", intended=acts.block(weeks=weeks), reviewed=reviewed
    )
    return _said(guard.write(acts.occasion(_stream(stream), "careless", mandate="coach"), [target]))


def verify_and_check(*, times: int) -> Answer:
    """A reader that verifies and compares while others write."""
    wrong = []
    for _ in range(times):
        with snapshot():
            wrong += [f"{p.position}: {p.what}" for s in _streams() for p in _problems(s)]
            wrong += [d.surface for d in rebuild.check() if not d.clean]
    return {"wrong": wrong}


def drop_triggers() -> Answer:
    """What is left of a migrate that died, or of an owner's bad idea."""
    if connection.vendor == "sqlite":
        upkeep.drop()
    else:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT DISTINCT c.relname, t.tgname FROM pg_trigger t "
                "JOIN pg_class c ON c.oid = t.tgrelid WHERE t.tgname LIKE 'kernel%'"
            )
            for table, trigger in cursor.fetchall():
                cursor.execute(f"DROP TRIGGER {trigger} ON {table}")
    return {"missing": len(upkeep.missing())}


def repair() -> Answer:
    """Rebuild the rows."""
    return {"repaired": [d.surface for d in rebuild.repair() if not d.clean]}


def remake(*, model: str, field: str) -> Answer:
    """A migration that widens one column and narrows it again: SQLite copies the table each time."""
    changed = getattr(models, model)
    was = changed._meta.get_field(field)
    wider = CharField(max_length=255, null=was.null, default="", blank=True)
    wider.set_attributes_from_name(field)
    wider.model = changed
    upkeep.before_migrate(using="default")
    with connection.schema_editor() as editor:
        editor.alter_field(changed, was, wider)
    with connection.schema_editor() as editor:
        editor.alter_field(changed, wider, was)
    upkeep.after_migrate(using="default")
    return {"missing": sorted(upkeep.missing()), "altered": sorted(compare.altered())}


def _problems(stream: Stream) -> list[verify.Problem]:
    return list(verify.stream_problems(stream))


def _streams() -> list[Stream]:
    return list(Stream.objects.order_by("pk"))


def _stream(pk: int) -> Stream:
    return Stream.objects.get(pk=pk)


def _said(written: Written) -> Answer:
    return {
        "outcome": written.outcome,
        "repeated": written.repeated,
        "positions": [result.position for result in written.results],
        "changed_by": [result.changed_by for result in written.results],
    }


def _decided(decided: Decided) -> Answer:
    closed = decided.facts.get("closed") or {}
    return {"outcome": decided.outcome, "by": closed.get("by"), "at": closed.get("at")}
