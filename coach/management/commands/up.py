"""Starts the web server and one worker, and stops both together.

It owns these child processes and nothing else: Ctrl-C or TERM ends them, the end of one ends
the other, and none of them outlives this command.
"""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

if TYPE_CHECKING:
    from types import FrameType

GRACE_S = 25.0  # A worker may finish the piece of work it has begun.
PR_SET_PDEATHSIG = 1
MANAGE = (sys.executable, str(settings.BASE_DIR / "manage.py"))


class Command(BaseCommand):
    help = "Runs the web server and a worker until Ctrl-C."

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument(
            "--prepare",
            action="store_true",
            help="First migrate, collect static files and, with DEMO=1, add the demo data.",
        )
        parser.add_argument(
            "--no-worker",
            action="store_true",
            help="Start the web server alone: workers run elsewhere.",
        )

    def handle(self, *, prepare: bool, no_worker: bool, **options: Any) -> None:
        stop = threading.Event()
        _on_signals(stop)
        _refuse_taken_port(settings.HOST, settings.PORT)
        if prepare:
            _prepare(stop)
        if not stop.is_set():
            commands = {"web server": _web(), "worker": (*MANAGE, "worker")}
            if no_worker:
                del commands["worker"]
            self._serve(commands, stop)

    def _serve(self, commands: dict[str, tuple[str, ...]], stop: threading.Event) -> None:
        children = {name: _start(*command) for name, command in commands.items()}
        try:
            self._announce(children["web server"], stop)
            while not stop.wait(0.2):
                for name, child in children.items():
                    if child.poll() is not None:
                        raise CommandError(f"The {name} ended (exit code {child.returncode}).")
        finally:
            _end(children.values())
        self.stdout.write("Stopped.")

    def _announce(self, web: subprocess.Popen[bytes], stop: threading.Event) -> None:
        """Say where it is, as soon as it answers."""
        host = "127.0.0.1" if settings.HOST == "0.0.0.0" else settings.HOST  # noqa: S104
        while web.poll() is None and not stop.wait(0.1):
            try:
                socket.create_connection((host, settings.PORT), timeout=1).close()
            except OSError:
                continue
            self.stdout.write(f"\n  Longitude is on http://{host}:{settings.PORT}\n")
            if settings.DEMO:
                self.stdout.write("  Demo logins: lifter, runner, coach, admin (password: demo)\n")
            self.stdout.write("  Ctrl-C stops it.\n\n")
            self.stdout.flush()
            return


def _on_signals(stop: threading.Event) -> None:
    def ask_to_stop(_signal: int, _frame: FrameType | None) -> None:
        stop.set()

    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, ask_to_stop)


def _refuse_taken_port(host: str, port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            message = f"{host}:{port} cannot be used ({error.strerror}). Set PORT to another one."
            raise CommandError(message) from error


def _prepare(stop: threading.Event) -> None:
    steps: list[tuple[str, ...]] = [("migrate", "--noinput", "-v", "0")]
    if not settings.DEBUG and settings.STATIC_ROOT.is_relative_to(settings.DATA_DIR):
        # Elsewhere they came with the image.
        steps.append(("collectstatic", "--noinput", "-v", "0"))
    if settings.DEMO:
        steps.append(("seed_demo",))
    for step in steps:
        child = _start(*MANAGE, *step)
        while child.poll() is None and not stop.wait(0.1):
            pass
        if stop.is_set():
            _end([child])
            return
        if child.returncode:
            raise CommandError(f"`manage.py {step[0]}` failed (exit code {child.returncode}).")


def _web() -> tuple[str, ...]:
    address = f"{settings.HOST}:{settings.PORT}"
    if settings.DEBUG:
        return (*MANAGE, "runserver", "--noreload", address)
    return (
        sys.executable,
        *("-m", "gunicorn", "coach.wsgi:application"),
        *("--bind", address, "--workers", str(settings.WEB_PROCESSES), "--threads", "4"),
        *("--graceful-timeout", "10", "--log-level", "warning", "--no-control-socket"),
    )


def _start(*command: str) -> subprocess.Popen[bytes]:
    """Start a child in a group of its own, so that Ctrl-C reaches it only through us."""
    return subprocess.Popen(  # noqa: S603
        command,
        cwd=settings.BASE_DIR,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        stdin=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=_die_with_parent if sys.platform == "linux" else None,
    )


def _die_with_parent() -> None:
    """Let the kernel end this child should the parent be killed without a word."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def _end(children: Any) -> None:
    """Ask every child to end, wait, and kill the group of one that does not."""
    running = [child for child in children if child.poll() is None]
    for child in running:
        child.terminate()
    for child in running:
        try:
            child.wait(GRACE_S)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
