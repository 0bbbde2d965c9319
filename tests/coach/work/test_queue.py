"""Work is done once per occasion: enqueue twice, claim by rivals, lose a lease, give up."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.conf import settings

from coach.models import Work
from coach.work import lease, queue
from decisions import clock
from decisions.models import Stream

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


@pytest.fixture
def stream() -> Stream:
    return Stream.objects.create(name="athlete:1")


def enqueue(stream: Stream, occasion: str = "one", kind: str = "session_analysis") -> Work:
    return queue.enqueue(stream=stream, kind=kind, subject="2026-03-02:x", occasion=occasion)


def test_the_same_occasion_is_one_row(stream):
    with clock.at(NOON):
        assert enqueue(stream).pk == enqueue(stream).pk
        assert enqueue(stream, "two").pk != enqueue(stream).pk


def test_a_claimed_row_is_not_claimed_again(stream):
    with clock.at(NOON):
        work = enqueue(stream)
        assert queue.claim(work.pk) is not None
        assert queue.claim(work.pk) is None


def test_one_stream_is_worked_on_one_row_at_a_time(stream):
    other = Stream.objects.create(name="athlete:2")
    with clock.at(NOON):
        first, second, elsewhere = enqueue(stream), enqueue(stream, "two"), enqueue(other)
        assert queue.claim(first.pk) is not None
        assert queue.claim(second.pk) is None
        assert queue.claim(elsewhere.pk) is not None


def test_a_lost_lease_is_taken_over_and_the_late_finisher_is_refused(stream):
    with clock.at(NOON):
        late = queue.claim(enqueue(stream).pk)
        assert late is not None
    with clock.at(NOON + queue.LEASE + timedelta(seconds=1)):
        assert queue.due() == [late.pk]
        taken = queue.claim(late.pk)
        assert taken is not None
        assert queue.finish(late, "NO_CHANGE") is False
        assert queue.finish(taken, "NO_CHANGE") is True
    assert Work.objects.get().state == "done"


def test_a_failed_attempt_waits_and_the_last_one_gives_up(stream):
    moment = NOON
    with clock.at(moment):
        work_id = enqueue(stream).pk
    for attempt in range(1, queue.ATTEMPTS + 1):
        with clock.at(moment):
            work = queue.claim(work_id)
            assert work is not None, f"attempt {attempt} could not be claimed"
            assert queue.retry_later(work, "ModelUnavailable: no answer")
            assert queue.due() == []
        moment += timedelta(seconds=301)
    row = Work.objects.get()
    assert row.state == "failed"
    assert row.error == "ModelUnavailable: no answer"


def test_work_that_no_worker_survives_is_given_up_after_the_last_attempt(stream):
    moment = NOON
    with clock.at(moment):
        work_id = enqueue(stream).pk
    for _ in range(queue.ATTEMPTS):
        with clock.at(moment):
            assert queue.claim(work_id) is not None
        moment += queue.LEASE + timedelta(seconds=1)
    with clock.at(moment):
        assert queue.claim(work_id) is None
        assert queue.due() == []
        assert [work.pk for work in queue.give_up_lost()] == [work_id]
        assert queue.give_up_lost() == []
    row = Work.objects.get()
    assert (row.state, row.error) == ("failed", "no worker lived to finish it")


def test_finished_work_is_not_due(stream):
    with clock.at(NOON):
        claimed = queue.claim(enqueue(stream).pk)
        assert claimed is not None
        queue.finish(claimed, "NO_CHANGE")
        assert queue.due() == []
        assert enqueue(stream).state == "done"


def test_a_renewed_lease_runs_from_its_renewal(stream):
    with clock.at(NOON):
        work = queue.claim(enqueue(stream).pk)
        assert work is not None
    with clock.at(NOON + queue.LEASE - timedelta(seconds=1)):
        assert queue.renew(work) is True
    with clock.at(NOON + queue.LEASE + timedelta(seconds=5)):
        assert queue.due() == []
        assert queue.claim(work.pk) is None
    with clock.at(NOON + 2 * queue.LEASE):
        assert queue.claim(work.pk) is not None, "nobody renewed it again"


def test_a_lost_lease_is_not_renewed(stream):
    with clock.at(NOON):
        late = queue.claim(enqueue(stream).pk)
        assert late is not None
    with clock.at(NOON + queue.LEASE + timedelta(seconds=1)):
        taken = queue.claim(late.pk)
        assert taken is not None
        assert queue.renew(late) is False
        assert queue.renew(taken) is True


def test_the_work_of_a_killed_worker_is_taken_up_again_within_half_a_minute():
    sweep = settings.CELERY_BEAT_SCHEDULE["sweep"]["schedule"]
    assert queue.LEASE.total_seconds() + sweep <= 30
    assert 3 * lease.RENEW_S < queue.LEASE.total_seconds() < lease.LONGEST_S
    assert settings.CELERY_TASK_TIME_LIMIT < lease.LONGEST_S
