"""One installation for all journeys: its database made by a process, web server and worker as real ones.

What was started here is ended here, by its id. Nothing is shared with the tests' own database.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings

MADE_S, END_S = 120.0, 20.0
READY = "worker: ready"
PR_SET_PDEATHSIG = 1


@dataclass(frozen=True, slots=True)
class Site:
    """A running installation.

    Attributes:
        url: without a slash at its end.
        zone: of everybody in it.
        today: the date in that zone, ISO.
        tokens: secret of a token with every scope, by username.
        folder: its data directory, with the logs of its processes.
    """

    folder: Path
    url: str
    zone: str
    today: str
    tokens: dict[str, str]

    def said(self) -> str:
        """What web server and worker complained about."""
        return "\n".join(path.read_text() for path in sorted(self.folder.glob("*.log")))

    def ask(
        self, name: str, path: str, body: Any = None, *, method: str = "GET", **headers: str
    ) -> tuple[int, Any, dict[str, str]]:
        """Call the API below an athlete with their token; gives status, content and headers."""
        sent = {"Authorization": f"Bearer {self.tokens[name]}", "Content-Type": "application/json"}
        sent |= {key.replace("_", "-"): value for key, value in headers.items()}
        request = urllib.request.Request(
            f"{self.url}/api/v1/athletes/{name}{path}",
            data=None if body is None else json.dumps(body).encode(),
            headers=sent,
            method=method,
        )
        try:
            with urllib.request.urlopen(request, timeout=END_S) as answer:
                return answer.status, json.load(answer), dict(answer.headers)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error), dict(error.headers)


@contextmanager
def running(folder: Path) -> Iterator[Site]:
    """An installation in a folder of its own, with web server and worker."""
    env = _environment(folder)
    made = subprocess.run(
        [sys.executable, "-m", "tests.browser.staging"],
        cwd=settings.BASE_DIR,
        env=env,
        capture_output=True,
        text=True,
        timeout=MADE_S,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    with socket.create_server(("127.0.0.1", 0), backlog=64) as listening, ExitStack() as started:
        worker = started.enter_context(_worker(env, folder))
        started.enter_context(_web(listening, env, folder))
        _wait_for(worker)
        host, port = listening.getsockname()
        yield Site(folder, f"http://{host}:{port}", **json.loads(made.stdout))


def _environment(folder: Path) -> dict[str, str]:
    """The tests' settings with a database in a file."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "PYTHONUNBUFFERED": "1",
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "TEST_DATABASE_URL": f"sqlite:///{folder / 'longitude.sqlite3'}",
        "TEST_DATA_DIR": str(folder),
        "LOG_LEVEL": "WARNING",
    }


@contextmanager
def _web(listening: socket.socket, env: dict[str, str], folder: Path) -> Iterator[None]:
    """The web server on a socket that listens already: who asks too early waits in its queue."""
    command = [
        *(sys.executable, "-m", "gunicorn", "coach.wsgi:application", "--threads", "4"),
        *("--bind", f"fd://{listening.fileno()}", "--graceful-timeout", "5"),
        *("--log-level", "warning", "--no-control-socket"),
    ]
    with (folder / "web.log").open("wb") as log:
        process = subprocess.Popen(
            command,
            cwd=settings.BASE_DIR,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            pass_fds=[listening.fileno()],
            preexec_fn=_die_with_the_tests,
        )
        try:
            yield
        finally:
            _end(process)


@contextmanager
def _worker(env: dict[str, str], folder: Path) -> Iterator[subprocess.Popen[str]]:
    with (folder / "worker.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "worker", "--interval", "0.25"],
            cwd=settings.BASE_DIR,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            preexec_fn=_die_with_the_tests,
        )
        try:
            yield process
        finally:
            _end(process)


def _die_with_the_tests() -> None:
    """Let the kernel end this process should the tests be killed without a word."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def _wait_for(worker: subprocess.Popen[str]) -> None:
    """Wait for the worker's own word."""
    assert worker.stdout
    assert READY in worker.stdout.readline(), "the worker did not start"


def _end(process: subprocess.Popen[Any]) -> None:
    """Ask a process to end, wait, kill it when it does not."""
    process.terminate()
    try:
        process.communicate(timeout=END_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
