"""A FIT stream cut into its chained files, with checksums. Never decodes a message.

Several files may stand one behind the other. Each is judged by its own checksum, so that damage in
one does not cost the others.
"""

from __future__ import annotations

from dataclasses import dataclass

from sessions.files.values import Problem

MAX_PARTS = 64


@dataclass(frozen=True, slots=True)
class Part:
    """One FIT file of a stream.

    Attributes:
        offset: where its header begins.
        data: header, body and checksum as far as they are there.
        damage: "" when the checksum fits, `cut` when bytes are missing at its end, `changed` else.
    """

    offset: int
    data: bytes
    damage: str


def split(data: bytes) -> tuple[tuple[Part, ...], tuple[Problem, ...]]:
    """The files of a stream and what is wrong with its structure."""
    parts: list[Part] = []
    problems: list[Problem] = []
    offset = 0
    while offset < len(data):
        size = _size(data, offset)
        if size is None:
            problems.append(Problem(f"byte {offset}", "What follows is not a FIT file."))
            break
        if len(parts) == MAX_PARTS:
            message = f"The file holds more than {MAX_PARTS} FIT files."
            problems.append(Problem(f"byte {offset}", message))
            break
        part = data[offset : offset + size]
        if len(part) < size:
            missing = size - len(part)
            message = f"The file is cut off: {missing} bytes are missing at its end."
            problems.append(Problem(f"byte {offset + len(part)}", message))
            parts.append(Part(offset, part, "cut"))
        elif _checksum(part[:-2]) != int.from_bytes(part[-2:], "little"):
            message = "The checksum does not fit: some bytes of the file have changed."
            problems.append(Problem(f"byte {offset + size - 2}", message))
            parts.append(Part(offset, part, "changed"))
        else:
            parts.append(Part(offset, part, ""))
        offset += size
    return tuple(parts), tuple(problems)


def _size(data: bytes, offset: int) -> int | None:
    """Header, body and checksum in bytes, None when no header stands there."""
    header = data[offset : offset + 12]
    if len(header) < 12 or header[0] not in (12, 14) or header[8:12] != b".FIT":
        return None
    return header[0] + int.from_bytes(header[4:8], "little") + 2


def _checksum(data: bytes) -> int:
    """CRC-16 with the reflected polynomial A001, as the FIT protocol has it."""
    crc = 0
    for byte in data:
        crc = (crc >> 8) ^ _TABLE[(crc ^ byte) & 0xFF]
    return crc


def _table() -> tuple[int, ...]:
    table = []
    for start in range(256):
        value = start
        for _ in range(8):
            value = (value >> 1) ^ 0xA001 if value & 1 else value >> 1
        table.append(value)
    return tuple(table)


_TABLE = _table()
