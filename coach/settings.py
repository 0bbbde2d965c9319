"""Settings of one installation: everything that may differ comes from the environment.

`.env.example` lists the variables. A bad value stops the start and names the variable.
What is pinned here for safety has an assertion in tests/architecture/test_settings_pins.py.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from coach import env

BASE_DIR = Path(__file__).resolve().parent.parent
env.read_file(Path(env.text("ENV_FILE", str(BASE_DIR / ".env"))))

# --- This installation -------------------------------------------------------------------

DEBUG: bool = env.flag("DEBUG")
DEMO: bool = env.flag("DEMO")  # Demo logins work only while this is on.
HTTPS: bool = env.flag("HTTPS")  # Served over https, by a proxy or directly.
HOST: str = env.text("HOST", "127.0.0.1")
PORT: int = env.integer("PORT", 8000, low=1, high=65535)
WEB_PROCESSES: int = env.integer("WEB_PROCESSES", 1, low=1, high=64)
DATA_DIR = Path(env.text("DATA_DIR", str(BASE_DIR / "data"))).resolve()
DATA_DIR.mkdir(parents=True, exist_ok=True)

SECRET_KEY: str = env.kept_secret("SECRET_KEY", DATA_DIR / "secret_key")
ALLOWED_HOSTS: list[str] = env.listing("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS: list[str] = env.listing("CSRF_TRUSTED_ORIGINS")

# The model that words drafts. "baseline" is the built-in coach: no key, no network.
LLM_MODEL: str = env.text("LLM_MODEL", "baseline")
LLM_API_BASE: str = env.text("LLM_API_BASE")
LLM_API_KEY: str = env.text("LLM_API_KEY")
LLM_TIMEOUT_S: int = env.integer("LLM_TIMEOUT_S", 60, low=1, high=150)

# --- Django ------------------------------------------------------------------------------

INSTALLED_APPS: list[str] = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "simple_history",
    "django_htmx",
    "ninja",
    "decisions",
    "plans",
    "sessions",  # App label `training_sessions`: the label `sessions` is Django's.
    "coach",
]

MIDDLEWARE: list[str] = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
]

ROOT_URLCONF = "coach.urls"
WSGI_APPLICATION = "coach.wsgi.application"
ASGI_APPLICATION = "coach.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

LANGUAGE_CODE = "en-gb"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"  # Stored and computed in UTC; pages show each athlete's own zone.

LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
AUTH_PASSWORD_VALIDATORS: list[dict[str, Any]] = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# --- Database ----------------------------------------------------------------------------

_SQLITE_OPTIONS: dict[str, Any] = {
    # A writer that starts with a read and upgrades later meets "database is locked";
    # BEGIN IMMEDIATE makes it queue instead.
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
        # Without it INSERT OR REPLACE deletes a row without running its DELETE trigger.
        " PRAGMA recursive_triggers=ON;"
    ),
}
_POSTGRES_TIMEOUTS: dict[str, int] = {
    "statement_timeout": env.integer("PG_STATEMENT_TIMEOUT_MS", 30_000, low=0, high=3_600_000),
    "lock_timeout": env.integer("PG_LOCK_TIMEOUT_MS", 10_000, low=0, high=3_600_000),
    "idle_in_transaction_session_timeout": 60_000,
}


def database(url: str) -> dict[str, Any]:
    """Connection settings for a `sqlite:///…` or `postgres://…` address, safeguards included."""
    try:
        config: dict[str, Any] = dict(dj_database_url.parse(url, conn_health_checks=True))
    except (dj_database_url.ParseError, ValueError) as error:
        raise ImproperlyConfigured(f"DATABASE_URL cannot be read: {error}") from error
    options = config.setdefault("OPTIONS", {})
    config["CONN_MAX_AGE"] = 60  # Opening costs: SQLite reads the whole schema, triggers included.
    match config["ENGINE"]:
        case "django.db.backends.sqlite3":
            options.update(_SQLITE_OPTIONS)
        case "django.db.backends.postgresql":
            limits = " ".join(f"-c {name}={ms}" for name, ms in _POSTGRES_TIMEOUTS.items())
            # Compiling a query takes a second; none of ours runs that long.
            options["options"] = f"{options.get('options', '')} {limits} -c jit=off".strip()
        case engine:
            raise ImproperlyConfigured(f"DATABASE_URL: {engine} is not supported.")
    return config


DATABASES: dict[str, dict[str, Any]] = {
    "default": database(env.text("DATABASE_URL", f"sqlite:///{DATA_DIR / 'longitude.sqlite3'}")),
}

# --- Work: the table is the truth, Celery is the doorbell ---------------------------------

REDIS_URL: str = env.text("REDIS_URL")  # Empty: `manage.py worker` does the work, no Redis.

CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
    # Longer than any task may run, or a running task is handed out a second time.
    "visibility_timeout": 600,
    # Look for lost tasks every 5 s; kombu's own rhythm would be about 100 s.
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_timeout": 30,
    "socket_connect_timeout": 10,
    "socket_keepalive": True,
    "global_keyprefix": "longitude:",
}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 180
CELERY_TASK_SOFT_TIME_LIMIT = 170
CELERY_TASK_IGNORE_RESULT = True
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SERIALIZER = "json"
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    # A beat that was missed is dropped: the next one finds the same work. A lease and a sweep
    # are how long work waits whose worker was killed.
    "sweep": {"task": "coach.tasks.sweep", "schedule": 10, "options": {"expires": 10}},
    "tick": {"task": "coach.tasks.tick", "schedule": 60, "options": {"expires": 60}},
}
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "celerybeat-schedule")
CELERY_TIMEZONE = "UTC"

# --- Static files ------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = Path(env.text("STATIC_ROOT", str(DATA_DIR / "static")))
STORAGES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "django.contrib.staticfiles.storage.StaticFilesStorage"
            if DEBUG
            else "whitenoise.storage.CompressedManifestStaticFilesStorage"
        ),
    },
}
MEDIA_ROOT = DATA_DIR / "files"
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024

# --- Security ----------------------------------------------------------------------------

CONTENT_SECURITY_POLICY: dict[str, Any] = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"

_SECURE = HTTPS and not DEBUG
SESSION_COOKIE_SECURE = _SECURE
CSRF_COOKIE_SECURE = _SECURE
SECURE_SSL_REDIRECT = _SECURE
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if _SECURE else 0
if env.flag("BEHIND_PROXY"):  # Only where a proxy sets or strips this header itself.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

SILENCED_SYSTEM_CHECKS: list[str] = [
    # HSTS for subdomains and preload bind a whole domain for good: the owner of the domain
    # decides that at the proxy, not one application on one host.
    "security.W005",
    "security.W021",
]

# --- Logging -----------------------------------------------------------------------------

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        name: {"level": env.text("LOG_LEVEL", "INFO").upper()}
        for name in ("coach", "plans", "sessions", "decisions")
    },
}
