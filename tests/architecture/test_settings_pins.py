"""Settings that a fault or an attack once taught somebody: changing one has to be a decision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.db.utils import ConnectionHandler

from coach.settings import database

if TYPE_CHECKING:
    from pathlib import Path


def test_a_task_lost_with_its_worker_is_given_out_again() -> None:
    assert settings.CELERY_TASK_ACKS_LATE is True
    assert settings.CELERY_TASK_REJECT_ON_WORKER_LOST is True
    assert settings.CELERY_WORKER_PREFETCH_MULTIPLIER == 1


def test_no_running_task_is_given_out_a_second_time() -> None:
    transport = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    soft, hard = settings.CELERY_TASK_SOFT_TIME_LIMIT, settings.CELERY_TASK_TIME_LIMIT
    assert soft < hard < transport["visibility_timeout"]
    assert soft > settings.LLM_TIMEOUT_S


def test_lost_tasks_are_looked_for_every_few_seconds() -> None:
    transport = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    assert transport["unacked_restore_interval"] == 5
    assert transport["unacked_restore_throttle"] == 1


def test_a_silent_broker_is_noticed_and_shared_redis_is_not_mixed_up() -> None:
    transport = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    assert transport["socket_timeout"] == 30
    assert transport["socket_keepalive"] is True
    assert transport["global_keyprefix"] == "longitude:"


def test_tasks_carry_json_only_and_keep_no_results() -> None:
    assert settings.CELERY_ACCEPT_CONTENT == ["json"]
    assert settings.CELERY_TASK_IGNORE_RESULT is True
    assert getattr(settings, "CELERY_RESULT_BACKEND", None) is None


def test_sqlite_connections_open_with_every_safeguard(
    tmp_path: Path, django_db_blocker: Any
) -> None:
    config = database(f"sqlite:///{tmp_path / 'pins.sqlite3'}")
    assert config["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert config["OPTIONS"]["timeout"] == 20
    with django_db_blocker.unblock():
        fresh = ConnectionHandler({"default": config})["default"]
        try:
            with fresh.cursor() as cursor:
                state = {}
                for name in ("journal_mode", "synchronous", "foreign_keys", "recursive_triggers"):
                    cursor.execute(f"PRAGMA {name}")
                    state[name] = cursor.fetchone()[0]
        finally:
            fresh.close()
    full = 2
    assert state == {
        "journal_mode": "wal",
        "synchronous": full,
        "foreign_keys": 1,
        "recursive_triggers": 1,
    }


def test_postgresql_connections_are_checked_and_limited() -> None:
    config = database("postgres://somebody@db.example.org/longitude")
    assert config["CONN_HEALTH_CHECKS"] is True
    assert config["CONN_MAX_AGE"] == 60
    assert "-c statement_timeout=30000" in config["OPTIONS"]["options"]
    assert "-c lock_timeout=10000" in config["OPTIONS"]["options"]
    assert "-c idle_in_transaction_session_timeout=60000" in config["OPTIONS"]["options"]


@pytest.mark.postgres
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("statement_timeout", "30s"),
        ("lock_timeout", "10s"),
        ("idle_in_transaction_session_timeout", "1min"),
        ("jit", "off"),
    ],
)
def test_the_postgresql_server_knows_our_limits(name: str, value: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SHOW {name}")
        assert cursor.fetchone() == (value,)


def test_times_are_kept_in_utc() -> None:
    assert settings.USE_TZ is True
    assert settings.TIME_ZONE == "UTC"


@pytest.mark.parametrize("url", ["nonsense", "mysql://somebody@db.example.org/longitude"])
def test_an_unsupported_database_stops_the_start(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
        database(url)
