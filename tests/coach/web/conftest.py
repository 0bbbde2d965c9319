"""Fixtures of the page tests: the story, a moved clock, clients that are logged in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client

from decisions import clock
from tests.coach.web import story as stories


@pytest.fixture
def story(db: None) -> Iterator[stories.Story]:
    """The lifter's story, seen on Thursday 26 November at 18:00."""
    told = stories.tell()
    with clock.at(stories.NOW):
        yield told


@pytest.fixture
def lifter(story: stories.Story) -> Client:
    """A browser of the lifter."""
    client = Client()
    client.force_login(story.lifter)
    return client


@pytest.fixture
def stranger(story: stories.Story) -> Client:
    """A browser of another athlete, who must see nothing."""
    client = Client()
    client.force_login(story.stranger)
    return client


@pytest.fixture
def coach(story: stories.Story) -> Client:
    """A browser of the lifter's coach."""
    client = Client()
    client.force_login(story.coach)
    return client
