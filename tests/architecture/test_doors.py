"""Ways round the import rules that a linter of imports cannot see."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from django.apps import apps
from django.conf import settings

if TYPE_CHECKING:
    from pathlib import Path

OURS = {
    "coach": "coach",
    "plans": "plans",
    "training_sessions": "sessions",
    "decisions": "decisions",
}
MAY_POINT_AT = {
    "coach": {"coach", "plans", "sessions", "decisions"},
    "plans": {"plans", "decisions"},
    "sessions": {"sessions", "decisions"},
    "decisions": {"decisions"},
}


def calls_of(name: str) -> list[str]:
    """Where our code calls something by that name, `a.b.name(...)` included."""
    found = []
    for package in MAY_POINT_AT:
        for path in sorted((settings.BASE_DIR / package).rglob("*.py")):
            if "migrations" not in path.parts:
                found += [f"{path.relative_to(settings.BASE_DIR)}:{n}" for n in _calls(path, name)]
    return found


def _calls(path: Path, name: str) -> list[int]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and name in {getattr(node.func, "attr", None), getattr(node.func, "id", None)}
    ]


def test_no_code_outside_migrations_looks_a_model_up_by_its_name() -> None:
    assert calls_of("get_model") == []


def test_no_code_listens_to_signals_of_single_rows() -> None:
    assert calls_of("receiver") == []


def test_foreign_keys_point_down_and_never_sideways() -> None:
    wrong = []
    for model in apps.get_models(include_auto_created=True):
        source = OURS.get(model._meta.app_label)
        if source is None:
            continue
        for field in model._meta.get_fields():
            if not field.concrete or not isinstance(field.related_model, type):
                continue
            target = OURS.get(field.related_model._meta.app_label)
            if target and target not in MAY_POINT_AT[source]:
                wrong.append(
                    f"{model._meta.label}.{field.name} -> {field.related_model._meta.label}"
                )
    assert wrong == []


def test_the_sessions_app_keeps_its_own_label() -> None:
    assert apps.get_app_config("training_sessions").name == "sessions"
    assert apps.get_app_config("sessions").name == "django.contrib.sessions"


def test_beat_rings_tasks_that_exist_in_our_own_celery_app() -> None:
    from coach import celery, tasks

    names = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert names == {tasks.sweep.name, tasks.tick.name}
    assert {type(celery.app.tasks[name]).app for name in names} == {celery.app}


def test_a_task_always_belongs_to_our_app_and_its_broker() -> None:
    """A shared task in a process that never imported `coach.celery` rings a broker nobody set."""
    importers = [
        str(path.relative_to(settings.BASE_DIR))
        for package in MAY_POINT_AT
        for path in sorted((settings.BASE_DIR / package).rglob("*.py"))
        if "shared_task" in path.read_text(encoding="utf-8")
    ]
    assert importers == []
