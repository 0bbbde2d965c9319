"""Commands: a report for people, the same as JSON, and an exit code that can be trusted."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command, get_commands, load_command_class
from django.db import connection

from decisions import clock
from decisions.management.reporting import ReportingCommand
from decisions.models import Item, Request, Stream
from decisions.services import health
from decisions.triggers import upkeep
from tests.decisions import acts, tampering

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def run(name: str, *arguments: str) -> tuple[int, str]:
    """Exit code and what was printed."""
    out = StringIO()
    try:
        call_command(name, *arguments, stdout=out, stderr=StringIO())
    except CommandError as error:
        return error.returncode, out.getvalue() + str(error)
    return 0, out.getvalue()


def reported(name: str, *arguments: str) -> tuple[int, Any]:
    """Exit code and the JSON object."""
    out = StringIO()
    code = 0
    try:
        call_command(name, *arguments, "--json", stdout=out, stderr=StringIO())
    except CommandError as error:
        code = error.returncode
    return code, json.loads(out.getvalue())


@pytest.fixture
def log(alice: acts.Person) -> Stream:
    """Three facts at noon and a plan an hour later."""
    with clock.at(NOON):
        for key in ("a", "b", "c"):
            acts.say(alice.stream, key, f"about {key}")
    with clock.at(NOON + timedelta(hours=1)):
        acts.edit_plan(alice.stream)
    return alice.stream


def test_verify_log_says_that_the_log_holds(log: Stream) -> None:
    code, facts = reported("verify_log")
    assert (code, facts["ok"], facts["events"], facts["problems"]) == (0, True, 4, [])
    assert facts["heads"][log.name]["position"] == 4
    assert run("verify_log") == (0, "4 events in 1 streams: the log holds.\n")


def test_verify_log_names_the_first_bad_stream_and_position(log: Stream) -> None:
    with tampering.without_triggers():
        acts.execute("UPDATE decisions_event SET zone = 'x' WHERE position = 2")
        code, facts = reported("verify_log")
        assert (code, facts["ok"]) == (1, False)
        assert facts["problems"][0]["stream"] == log.name
        assert facts["problems"][0]["position"] == 2
        code, text = run("verify_log")
        assert code == 1
        assert f"first bad: stream {log.name}, position 2" in text


def test_verify_log_can_look_at_one_stream(log: Stream, bob: acts.Person) -> None:
    acts.say(bob.stream, "b")
    with tampering.without_triggers():
        acts.execute("UPDATE decisions_event SET zone = 'x' WHERE stream_id = %s", [bob.stream.pk])
        assert run("verify_log", "--stream", log.name)[0] == 0
        assert run("verify_log", "--stream", bob.stream.name)[0] == 1
    assert run("verify_log", "--stream", "nobody:1")[0] == 2


def test_an_anchor_written_today_shows_a_tail_that_was_cut_tomorrow(
    log: Stream, tmp_path: Path
) -> None:
    anchor = str(tmp_path / "anchor.json")
    assert run("verify_log", "--write-anchor", anchor)[0] == 0
    acts.say(log, "d")
    assert run("verify_log", "--anchor", anchor)[0] == 0
    with tampering.without_triggers():
        tampering.cut_tail(3)
        acts.execute("UPDATE decisions_stream SET head = 3")
        assert run("verify_log")[0] == 0
        code, facts = reported("verify_log", "--anchor", anchor)
        assert (code, facts["problems"][0]["position"]) == (1, 4)


def test_no_anchor_is_written_over_a_bad_log(log: Stream, tmp_path: Path) -> None:
    anchor = tmp_path / "anchor.json"
    with tampering.without_triggers():
        acts.execute("UPDATE decisions_event SET zone = 'x'")
        assert run("verify_log", "--write-anchor", str(anchor))[0] == 1
    assert not anchor.exists()


@pytest.mark.parametrize("text", ["", "[]", "{", '{"a": 1}', '{"a": {"position": "x"}}'])
def test_an_anchor_that_cannot_be_read_is_not_taken_for_a_good_log(
    log: Stream, tmp_path: Path, text: str
) -> None:
    anchor = tmp_path / "anchor.json"
    assert run("verify_log", "--anchor", str(anchor))[0] == 2
    anchor.write_text(text, encoding="utf-8")
    assert run("verify_log", "--anchor", str(anchor))[0] == 2
    assert run("verify_log", "--write-anchor", str(tmp_path / "no" / "where"))[0] == 2


def test_rebuild_state_check_tells_differences_and_writes_nothing(log: Stream) -> None:
    assert run("rebuild_state", "--check") == (0, "4 items: rows and log agree.\n")
    tampering.suspend()
    acts.execute("UPDATE decisions_request SET text = 'hacked' WHERE key = 'b'")
    acts.execute("DELETE FROM decisions_request WHERE key = 'c'")
    tampering.restore()
    before = list(Request.objects.order_by("pk").values_list())
    code, facts = reported("rebuild_state", "--check")
    assert (code, facts["ok"], facts["wrote"]) == (1, False, False)
    told = next(s for s in facts["surfaces"] if s["surface"] == acts.REQUEST)
    assert told["missing"] == [Item.objects.get(key="c").pk]
    assert told["different"] == [Item.objects.get(key="b").pk]
    assert list(Request.objects.order_by("pk").values_list()) == before
    assert "1 missing, 0 surplus, 1 different" in run("rebuild_state", "--check")[1]


def test_rebuild_state_repairs_says_what_it_did_and_ends_well(log: Stream) -> None:
    before = list(Request.objects.order_by("pk").values_list())
    tampering.suspend()
    acts.execute("DELETE FROM decisions_request")
    tampering.restore()
    code, facts = reported("rebuild_state")
    assert (code, facts["ok"], facts["wrote"]) == (0, True, True)
    assert len(next(s for s in facts["surfaces"] if s["surface"] == acts.REQUEST)["missing"]) == 3
    assert list(Request.objects.order_by("pk").values_list()) == before
    assert run("rebuild_state") == (0, "4 items: rows and log agree.\n")


def test_known_at_tells_what_was_known_then(log: Stream) -> None:
    code, facts = reported("known_at", "alice", "2026-03-01T12:00:00Z")
    assert (code, facts["position"]) == (0, 3)
    assert [item["key"] for item in facts["items"]] == ["a", "b", "c"]
    assert facts["items"][0]["facts"] == acts.wish("about a")
    assert facts["items"][0]["recorded_at"] == "2026-03-01T12:00:00+00:00"
    code, text = run("known_at", "alice", "2026-03-01T14:00:00+01:00")
    assert code == 0
    assert "4 items known at position 4" in text
    assert "asked on 2026-11-30: about a" in text
    assert run("known_at", "alice", "2026-03-01T11:59:59Z")[1].startswith("0 items")


def test_known_at_can_be_asked_about_one_surface(log: Stream) -> None:
    asked = ("alice", "2026-03-02T00:00:00Z", "--surface")
    _, facts = reported("known_at", *asked, acts.PLAN)
    assert [item["surface"] for item in facts["items"]] == [acts.PLAN]
    assert run("known_at", *asked, "no.such")[0] == 2


@pytest.mark.parametrize(
    ("time", "words"),
    [
        ("2026-03-01T12:00:00", "needs a zone"),
        ("2026-03-01", "needs a zone"),
        ("yesterday", "is not a moment"),
        ("2999-01-01T00:00:00Z", "has not passed yet"),
    ],
)
def test_known_at_refuses_a_time_that_has_no_answer(log: Stream, time: str, words: str) -> None:
    code, text = run("known_at", "alice", time)
    assert code == 2
    assert words in text


def test_known_at_does_not_know_everybody(log: Stream) -> None:
    assert run("known_at", "mallory", "2026-03-01T12:00:00Z")[0] == 2


def states(*arguments: str) -> tuple[int, dict[str, str]]:
    code, facts = reported("doctor", *arguments)
    return code, {finding["name"]: finding["state"] for finding in facts["findings"]}


def test_doctor_finds_nothing_bad_in_a_good_installation(log: Stream) -> None:
    code, found = states()
    assert code == 0, found
    assert {"settings", "migrations", "triggers", "log", "rows", "data directory"} <= set(found)
    assert set(found.values()) <= {"ok", "warning"}
    code, text = run("doctor")
    assert code == 0
    assert "triggers" in text


def test_doctor_sees_a_missing_trigger(log: Stream) -> None:
    name = min(n for n in upkeep.names(connection) if n.startswith("kernel_decisions_receipt"))
    with tampering.undone():
        tampering.drop(name, "decisions_receipt")
        code, found = states()
        assert (code, found["triggers"]) == (1, "bad")
        assert name in run("doctor")[1]


def test_doctor_sees_a_bad_head_and_a_bad_row(log: Stream) -> None:
    with tampering.without_triggers():
        acts.execute("UPDATE decisions_event SET zone = 'x' WHERE position = 4")
        acts.execute("UPDATE decisions_request SET text = 'hacked'")
        code, found = states()
        assert code == 1
        assert (found["log"], found["rows"], found["triggers"]) == ("bad", "bad", "bad")


def test_doctor_sees_a_data_directory_that_is_not_there(
    log: Stream, settings: Any, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path / "gone"
    code, found = states()
    assert (code, found["data directory"]) == (1, "bad")


def test_doctor_warns_of_a_clock_that_ran_ahead(log: Stream) -> None:
    with clock.at(datetime(2999, 1, 1, tzinfo=UTC)):
        acts.say(log, "from the future")
    code, found = states()
    assert (code, found["clock"]) == (0, "warning")


def test_a_check_that_breaks_is_bad_and_the_others_still_run(
    log: Stream, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken_check() -> Any:
        raise OSError("the disk is gone\nfor good")

    monkeypatch.setattr(health, "_more", [])
    health.register(broken_check)
    health.register(broken_check)
    code, facts = reported("doctor")
    assert code == 1
    assert facts["findings"][-1] == {
        "name": "broken check",
        "state": "bad",
        "detail": "could not be checked: the disk is gone",
    }
    assert len([f for f in facts["findings"] if f["name"] == "broken check"]) == 1


@pytest.mark.postgres
def test_doctor_warns_when_the_application_owns_the_log(log: Stream) -> None:
    assert states()[1]["database owner"] == "warning"


def test_every_command_of_the_kernel_documents_its_exit_codes_and_speaks_json(
    capsys: pytest.CaptureFixture[str],
) -> None:
    ours = [name for name, app in get_commands().items() if app == "decisions"]
    assert {"verify_log", "rebuild_state", "known_at", "doctor"} <= set(ours)
    for name in ours:
        command = load_command_class("decisions", name)
        if not isinstance(command, ReportingCommand):
            continue
        with pytest.raises(SystemExit):
            command.create_parser("manage.py", name).parse_args(["--help"])
        text = capsys.readouterr().out
        assert "exit codes: 0" in text
        assert "--json" in text
