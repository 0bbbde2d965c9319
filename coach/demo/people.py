"""The demo's people: a lifter, a runner, their coach, an administrator. Password `demo`, only in demo mode."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import Permission, User

from decisions.models import Athlete

PASSWORD = "demo"  # noqa: S105 - printed on the login page while DEMO=1
VIEWED = ("decisions", "plans", "training_sessions")


@dataclass(frozen=True, slots=True)
class People:
    """Everybody the demo needs."""

    lifter: Athlete
    runner: Athlete
    coach: User
    admin: User


def make() -> People:
    """Make them, or find them as they are."""
    coach = _user("coach", "Anna", staff=True)
    coach.user_permissions.set(_coach_permissions())
    admin = _user("admin", "Admin", staff=True, superuser=True)
    lifter = _athlete("lifter", "Mia", coach, zone="Europe/Berlin")
    runner = _athlete("runner", "Jon", coach, zone="America/New_York")
    return People(lifter, runner, coach, admin)


def _user(name: str, first: str, *, staff: bool = False, superuser: bool = False) -> User:
    user, made = User.objects.get_or_create(
        username=name,
        defaults={"first_name": first, "is_staff": staff, "is_superuser": superuser},
    )
    if made:
        user.set_password(PASSWORD)
        user.save()
    return user


def _athlete(name: str, first: str, coach: User, *, zone: str) -> Athlete:
    user = _user(name, first)
    athlete, _ = Athlete.objects.get_or_create(
        user=user, defaults={"name": first, "coach": coach, "zone": zone}
    )
    return athlete


def _coach_permissions() -> list[Permission]:
    views = Permission.objects.filter(
        content_type__app_label__in=VIEWED, codename__startswith="view_"
    )
    return [*views, Permission.objects.get(codename="approve_proposal")]
