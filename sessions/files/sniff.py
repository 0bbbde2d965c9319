"""What kind of file some bytes are, by content alone. Never trusts a name or an extension."""

from __future__ import annotations

from sessions.files.values import Unreadable

MAX_BYTES = 16 * 1024 * 1024
"""Larger files are refused before anything is read."""

READABLE = frozenset({"fit", "strong_csv", "hevy_csv"})

_STRONG = frozenset({"workout name", "exercise name", "set order"})
_HEVY = frozenset({"exercise_title", "set_index", "start_time"})
_OTHERS = {
    "gpx": "This is a GPX track. GPX files cannot be imported yet.",
    "tcx": "This is a TCX file. TCX files cannot be imported yet.",
    "pwx": "This is a PWX file. PWX files cannot be imported.",
    "xml": "This is an XML file, not a training file that can be imported.",
    "zip": "This is a zip archive. Unpack it and import the files inside.",
    "gzip": "This is a gzip archive. Unpack it and import the file inside.",
    "fitnotes_csv": "This is a FitNotes export. FitNotes files cannot be imported yet.",
    "stronglifts_csv": "This is a StrongLifts export. StrongLifts files cannot be imported yet.",
    "empty": "The file is empty.",
    "unknown": "This is neither a FIT activity nor a Strong or Hevy export.",
}


def sniff(data: bytes) -> str:
    """The kind of a file: one of `READABLE` or of the kinds that `refusal` explains."""
    if not data.strip():
        return "empty"
    if len(data) >= 12 and data[8:12] == b".FIT":
        return "fit"
    if data[:4] == b"PK\x03\x04":
        return "zip"
    if data[:2] == b"\x1f\x8b":
        return "gzip"
    head = text_head(data)
    if head.startswith("<"):
        return _xml(head)
    return _csv(head.splitlines()[0].lower()) if head else "unknown"


def refusal(kind: str) -> str:
    """Why a kind cannot be imported, in one sentence."""
    return _OTHERS.get(kind, _OTHERS["unknown"])


def check_size(data: bytes) -> None:
    """Refuse a file above `MAX_BYTES`.

    Raises:
        Unreadable: the file is too large.
    """
    if len(data) > MAX_BYTES:
        limit = MAX_BYTES // (1024 * 1024)
        raise Unreadable("file", f"The file is larger than {limit} MB, the most that is read.")


def text_head(data: bytes) -> str:
    """The first 4 kB as text without leading space, empty when they are not text."""
    head = data[:4096]
    encoding = "utf-16" if head[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    text = head.decode(encoding, errors="replace")
    return "" if "\x00" in text else text.lstrip()


def _xml(head: str) -> str:
    for kind, mark in (("gpx", "<gpx"), ("tcx", "<trainingcenterdatabase"), ("pwx", "<pwx")):
        if mark in head.lower():
            return kind
    return "xml"


def _csv(line: str) -> str:
    names = {
        cell.strip().strip('"') for cell in line.replace(";", ",").replace("\t", ",").split(",")
    }
    if names >= _STRONG:
        return "strong_csv"
    if names >= _HEVY:
        return "hevy_csv"
    if {"exercise", "category", "weight unit"} <= names:
        return "fitnotes_csv"
    if {"program name", "exercise"} <= names and any(n.startswith("set 1 (") for n in names):
        return "stronglifts_csv"
    return "unknown"
