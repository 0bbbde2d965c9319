"""`manage.py up` starts two real processes and leaves none behind, however it ends."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.request import urlopen

import pytest
from django.conf import settings

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

SECONDS = 60


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of an installation that has its database."""
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "coach.settings",
        "ENV_FILE": os.devnull,
        "DATA_DIR": str(tmp_path_factory.mktemp("data")),
        "DATABASE_URL": "",
        "DEMO": "0",
    }
    migrate = [sys.executable, "manage.py", "migrate", "-v", "0"]
    subprocess.run(migrate, cwd=settings.BASE_DIR, env=environment, check=True)
    return environment


@pytest.fixture
def environment(installation: dict[str, str]) -> dict[str, str]:
    return installation | {"PORT": str(free_port())}


@pytest.fixture
def running(environment: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    """The command, started and answering."""
    process = start(environment)
    try:
        wait_until_it_answers(process)
        yield process
    finally:
        for pid in (*descendants(process.pid), process.pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        process.wait(SECONDS)
        if process.stdout:
            process.stdout.close()


def wait_until_it_answers(process: subprocess.Popen[str]) -> None:
    assert process.stdout
    lines = []
    for line in process.stdout:
        lines.append(line)
        if "Ctrl-C stops it" in line:
            return
    pytest.fail(f"it ended with {process.wait(SECONDS)}: {''.join(lines)}")


def start(environment: dict[str, str], *options: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "manage.py", "up", *options],
        cwd=settings.BASE_DIR,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def descendants(pid: int) -> list[int]:
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            found += [*descendants(child), child]
    return found


def wait_until_gone(pids: list[int]) -> None:
    """Wait for processes that are not our children; a process that stays fails the test."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            handle = os.pidfd_open(pid)
            try:
                ready, _, _ = select.select([handle], [], [], SECONDS)
                assert ready, f"process {pid} is still there"
            finally:
                os.close(handle)


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_a_request_to_stop_ends_web_server_and_worker(
    running: subprocess.Popen[str], by: signal.Signals
) -> None:
    children = descendants(running.pid)
    assert len(children) >= 3  # gunicorn, its process, the worker
    running.send_signal(by)
    assert running.wait(SECONDS) == 0
    wait_until_gone(children)


def test_it_ends_with_an_error_when_the_worker_dies(running: subprocess.Popen[str]) -> None:
    children = descendants(running.pid)
    worker = next(pid for pid in children if b"\0worker\0" in cmdline(pid))
    os.kill(worker, signal.SIGKILL)
    assert running.wait(SECONDS) == 1
    wait_until_gone(children)


def test_nothing_outlives_it_even_when_it_is_killed(running: subprocess.Popen[str]) -> None:
    children = descendants(running.pid)
    running.kill()
    running.wait(SECONDS)
    wait_until_gone(children)


def test_a_taken_port_is_named_before_anything_starts(
    environment: dict[str, str], tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", int(environment["PORT"]))):
        process = start(environment | {"DATA_DIR": str(tmp_path)}, "--prepare")
        output, _ = process.communicate(timeout=SECONDS)
    assert process.returncode == 1
    assert f"127.0.0.1:{environment['PORT']} cannot be used" in output
    assert "Set PORT" in output
    assert not (tmp_path / "longitude.sqlite3").exists()


def test_it_prepares_a_fresh_installation_up_to_its_static_files(
    environment: dict[str, str], tmp_path: Path
) -> None:
    process = start(environment | {"DATA_DIR": str(tmp_path)}, "--prepare")
    try:
        wait_until_it_answers(process)
        root = f"http://127.0.0.1:{environment['PORT']}"
        with urlopen(f"{root}/admin/login/", timeout=SECONDS) as answer:
            page = answer.read().decode()
        address = page.split('rel="stylesheet" href="', 1)[1].split('"', 1)[0]
        with urlopen(root + address, timeout=SECONDS) as answer:
            assert answer.status == 200
            assert "immutable" in answer.headers["Cache-Control"]
    finally:
        process.terminate()
        process.communicate(timeout=SECONDS)
    assert process.returncode == 0


def cmdline(pid: int) -> bytes:
    return Path(f"/proc/{pid}/cmdline").read_bytes()
