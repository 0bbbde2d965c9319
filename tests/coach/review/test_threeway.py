"""Reviewed, now, wanted."""

from __future__ import annotations

from coach.review.threeway import blocking, moved, three_way

REVIEWED = {"weekday": 5, "distance_m": 16000, "title": "Long run", "minutes": 90}
NOW = {"weekday": 5, "distance_m": 18000, "title": "Long run", "minutes": 100}
WANTED = {"weekday": 6, "distance_m": 16000, "title": "Long run", "minutes": 100}


def test_it_gives_a_verdict_per_path() -> None:
    rows = {row.path: row for row in three_way(REVIEWED, NOW, WANTED)}
    assert rows["weekday"].verdict == "could be written"
    assert rows["distance_m"].verdict == "moved, blocks"
    assert rows["minutes"].verdict == "already as wanted"
    assert "title" not in rows


def test_it_counts_what_moved_and_what_blocks() -> None:
    rows = three_way(REVIEWED, NOW, WANTED)
    assert (moved(rows), blocking(rows)) == (2, 1)


def test_it_shows_all_three_texts() -> None:
    row = next(r for r in three_way(REVIEWED, NOW, WANTED) if r.path == "distance_m")
    assert (row.reviewed, row.now, row.wanted) == ("16\u00a0km", "18\u00a0km", "16\u00a0km")


def test_it_blocks_when_the_thing_is_gone() -> None:
    rows = three_way({"title": "a"}, None, {"title": "b"})
    assert [(r.now, r.verdict) for r in rows] == [("not there", "moved, blocks")]


def test_it_is_empty_when_nothing_moved_and_nothing_was_wanted() -> None:
    assert three_way(REVIEWED, REVIEWED, REVIEWED) == ()
