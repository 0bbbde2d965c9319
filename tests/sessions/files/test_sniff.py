from __future__ import annotations

from typing import Any

import pytest

from sessions.files.sniff import READABLE, refusal, sniff
from tests.sessions.files import samples


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        pytest.param(samples.a_run(), "fit", id="fit"),
        pytest.param(samples.strong(), "strong_csv", id="strong"),
        pytest.param(b"\xef\xbb\xbf" + samples.strong(), "strong_csv", id="strong-with-a-mark"),
        pytest.param(samples.strong().decode().encode("utf-16"), "strong_csv", id="utf-16"),
        pytest.param(samples.strong().replace(b",", b";"), "strong_csv", id="semicolons"),
        pytest.param(samples.hevy(), "hevy_csv", id="hevy"),
        pytest.param(b"<?xml version='1.0'?><gpx></gpx>", "gpx", id="gpx"),
        pytest.param(b"<TrainingCenterDatabase>", "tcx", id="tcx"),
        pytest.param(b"<!DOCTYPE x [<!ENTITY a 'b'>]><x/>", "xml", id="entities"),
        pytest.param(b"PK\x03\x04rest", "zip", id="zip"),
        pytest.param(b"\x1f\x8b\x08", "gzip", id="gzip"),
        pytest.param(
            b"Date,Exercise,Category,Weight,Weight Unit,Reps", "fitnotes_csv", id="fitnotes"
        ),
        pytest.param(b"", "empty", id="empty"),
        pytest.param(b" \n ", "empty", id="blank"),
        pytest.param(b"a,b,c\n1,2,3", "unknown", id="another-table"),
        pytest.param(b"\x00\x01\x02", "unknown", id="bytes"),
    ],
)
def test_it_tells_a_kind_by_content(data: Any, kind: Any) -> None:
    assert sniff(data) == kind


@pytest.mark.parametrize("name", ["run.gpx", "../../etc/passwd", "x.csv", "\u202egpj.fit", ""])
def test_it_never_asks_the_name(name: Any) -> None:
    found = samples.report(samples.a_run(), name=name)

    assert (found.kind, found.status) == ("fit", "new")


@pytest.mark.parametrize("data", [b"PK\x03\x04rest", b"<gpx/>", b"", b"nothing"])
def test_it_refuses_what_it_cannot_read_with_a_sentence(data: Any) -> None:
    found = samples.report(data, name="holiday.fit")

    assert (found.status, found.sessions) == ("refused", ())
    assert found.errors[0].message == refusal(sniff(data))
    assert found.kind not in READABLE
