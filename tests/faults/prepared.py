"""Loaded once by the fork server: everything a process needs before it touches a database."""

from __future__ import annotations

import importlib
import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()
importlib.import_module("tests.faults.jobs")
