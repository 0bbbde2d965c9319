"""Settings for the tests: the real ones with a throw-away data directory.

SQLite in memory, unless TEST_DATABASE_URL names another database.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path

_SET_FOR_TESTS = {
    "ENV_FILE": os.devnull,
    "DEBUG": "0",
    "DEMO": "0",
    "HTTPS": "0",
    "SECRET_KEY": "only-for-tests-" + "x" * 50,
    "ALLOWED_HOSTS": "testserver,localhost,127.0.0.1",
    "CSRF_TRUSTED_ORIGINS": "",
    "BEHIND_PROXY": "0",
    "DATABASE_URL": os.environ.get("TEST_DATABASE_URL") or "sqlite:///:memory:",
    "REDIS_URL": "",
    "LLM_MODEL": "baseline",
    "LLM_API_BASE": "",
    "LLM_API_KEY": "",
}
os.environ.update(_SET_FOR_TESTS)
if "TEST_DATA_DIR" in os.environ:
    os.environ["DATA_DIR"] = os.environ["TEST_DATA_DIR"]
else:
    THROW_AWAY_DIR = Path(tempfile.mkdtemp(prefix="longitude-tests-"))
    atexit.register(shutil.rmtree, THROW_AWAY_DIR, ignore_errors=True)
    os.environ["DATA_DIR"] = str(THROW_AWAY_DIR)

from coach.settings import *  # noqa: E402, F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
WHITENOISE_AUTOREFRESH = True  # Serve static files where they lie: nothing is collected here.
WHITENOISE_USE_FINDERS = True
