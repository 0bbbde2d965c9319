"""Whole installations: databases made once and copied, web server and worker as real processes.

A process that was started here is ended here, by its id. Nothing is shared but static files.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

DATABASE = "longitude.sqlite3"
BUILD_S, READY_S, END_S = 300.0, 60.0, 30.0


@dataclass(frozen=True, slots=True)
class Site:
    """A running installation.

    Attributes:
        url: without a slash at its end.
        folder: its data directory.
    """

    url: str
    folder: Path


@dataclass(frozen=True, slots=True)
class Templates:
    """Databases to copy, made on demand, once for all processes of pytest-xdist.

    Attributes:
        folder: shared by them; one folder per stage, and the static files.
    """

    folder: Path

    @property
    def static(self) -> Path:
        """The collected static files, the same for every installation."""
        return self.folder / "static"

    def database(self, stage: str) -> Path:
        """The database of a stage of tests.browser.staging; the others stand on "demo"."""
        with self._alone(stage):
            home = self.folder / stage
            done = home / "done"
            if not done.exists():
                shutil.rmtree(home, ignore_errors=True)
                home.mkdir(parents=True)
                if stage != "demo":
                    shutil.copyfile(self.database("demo"), home / DATABASE)
                self._fill(home, stage)
                done.touch()
        return home / DATABASE

    def _fill(self, home: Path, stage: str) -> None:
        made = subprocess.run(
            [sys.executable, "-m", "tests.browser.staging", stage],
            cwd=settings.BASE_DIR,
            env=environment(home, self.static),
            capture_output=True,
            text=True,
            timeout=BUILD_S,
            check=False,
        )
        assert made.returncode == 0, made.stderr

    @contextmanager
    def _alone(self, stage: str) -> Iterator[None]:
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / f"{stage}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


@contextmanager
def running(
    templates: Templates, stage: str, folder: Path, *, worker: bool = True
) -> Iterator[Site]:
    """A copy of a stage, served the way production is, for as long as the block lasts."""
    shutil.copyfile(templates.database(stage), folder / DATABASE)
    env = environment(folder, templates.static)
    with socket.socket() as listening, ExitStack() as started:
        started.callback(shutil.rmtree, folder, ignore_errors=True)
        listening.bind(("127.0.0.1", 0))
        listening.listen(64)
        site = Site(f"http://127.0.0.1:{listening.getsockname()[1]}", folder)
        processes = [started.enter_context(_web(listening, env, folder))]
        if worker:
            command = [sys.executable, "manage.py", "worker", "--interval", "0.1"]
            processes.append(started.enter_context(_process(command, env, folder / "worker.log")))
        _await(f"{site.url}/health/{'ready' if worker else 'live'}/", processes, folder)
        yield site


def environment(folder: Path, static: Path) -> dict[str, str]:
    """What an installation is told: production, with the demo's logins."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": os.environ.get("HOME", "/"),
        "PYTHONUNBUFFERED": "1",
        "ENV_FILE": os.devnull,
        "DATA_DIR": str(folder),
        "STATIC_ROOT": str(static),
        "SECRET_KEY": "only-for-tests-" + "x" * 50,
        "DEBUG": "0",
        "DEMO": "1",
        "ALLOWED_HOSTS": "127.0.0.1",
        "LOG_LEVEL": "WARNING",
    }


@contextmanager
def _web(
    listening: socket.socket, env: dict[str, str], folder: Path
) -> Iterator[subprocess.Popen[bytes]]:
    """The web server on a socket that is open already: nobody can take its port."""
    command = [
        *(sys.executable, "-m", "gunicorn", "coach.wsgi:application"),
        *("--bind", f"fd://{listening.fileno()}", "--threads", "4", "--graceful-timeout", "5"),
        *("--log-level", "warning", "--no-control-socket"),
    ]
    with _process(command, env, folder / "web.log", keep=[listening.fileno()]) as process:
        yield process


@contextmanager
def _process(
    command: list[str], env: dict[str, str], log: Path, keep: list[int] | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    with (
        log.open("wb") as said,
        subprocess.Popen(
            command,
            cwd=settings.BASE_DIR,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
            pass_fds=keep or [],
        ) as process,
    ):
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(END_S)
            except subprocess.TimeoutExpired:
                process.kill()


def _await(url: str, processes: list[subprocess.Popen[bytes]], folder: Path) -> None:
    """Wait until an address answers 200; fail with what the processes said."""
    pause, until = threading.Event(), time.monotonic() + READY_S
    while time.monotonic() < until and all(process.poll() is None for process in processes):
        if _answers(url):
            return
        pause.wait(0.1)
    said = "\n".join(path.read_text() for path in sorted(folder.glob("*.log")))
    raise AssertionError(f"{url} does not answer:\n{said}")


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            return bool(answer.status == 200)
    except urllib.error.HTTPError as error:
        error.close()
        return False
    except OSError:
        return False
