"""What a process of the application costs: memory of a web process, time of `manage.py check`."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partial
from typing import Any

from bench.timing import seconds

_WEB = """
import json, sys
from coach.wsgi import application
from django.urls import get_resolver
get_resolver().url_patterns
kilobytes = next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmRSS"))
print(json.dumps({"rss_mb": kilobytes / 1024, "litellm": "litellm" in sys.modules}))
"""


def web() -> dict[str, Any]:
    """Resident memory of a web process that knows every address; whether litellm is in it."""
    out = subprocess.run(  # noqa: S603 - our own Python
        [sys.executable, "-c", _WEB], capture_output=True, text=True, check=True
    ).stdout
    return dict(json.loads(out.splitlines()[-1]))


def check_seconds() -> float:
    """Shortest of three runs of `manage.py check`."""
    command = [sys.executable, "manage.py", "check"]
    return min(seconds(partial(_run, command)) for _ in range(3))


def _run(command: list[str]) -> None:
    subprocess.run(command, capture_output=True, check=True)  # noqa: S603 - our own Python
