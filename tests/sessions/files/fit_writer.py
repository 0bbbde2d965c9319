"""A tiny FIT encoder for tests: definitions, data, header and checksum, little-endian."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping, Sequence

FORMATS = {"uint8": ("B", 0x02), "enum": ("B", 0x00), "sint32": ("i", 0x85), "uint16": ("H", 0x84)}
FORMATS |= {"uint32": ("I", 0x86), "uint32z": ("I", 0x8C), "byte": ("B", 0x0D)}
FILE_ID, SESSION, LAP, RECORD, ACTIVITY, SET, SPORT = 0, 18, 19, 20, 34, 225, 12

FIELDS: dict[int, dict[str, tuple[int, str]]] = {
    FILE_ID: {
        "type": (0, "enum"),
        "manufacturer": (1, "uint16"),
        "product": (2, "uint16"),
        "serial_number": (3, "uint32z"),
        "time_created": (4, "uint32"),
    },
    SESSION: {
        "timestamp": (253, "uint32"),
        "start_time": (2, "uint32"),
        "start_position_lat": (3, "sint32"),
        "start_position_long": (4, "sint32"),
        "sport": (5, "enum"),
        "sub_sport": (6, "enum"),
        "total_elapsed_time": (7, "uint32"),
        "total_timer_time": (8, "uint32"),
        "total_distance": (9, "uint32"),
        "avg_heart_rate": (16, "uint8"),
        "avg_power": (20, "uint16"),
        "total_ascent": (22, "uint16"),
    },
    LAP: {
        "timestamp": (253, "uint32"),
        "start_time": (2, "uint32"),
        "total_elapsed_time": (7, "uint32"),
        "total_timer_time": (8, "uint32"),
        "total_distance": (9, "uint32"),
        "avg_heart_rate": (15, "uint8"),
    },
    RECORD: {"timestamp": (253, "uint32"), "heart_rate": (3, "uint8"), "distance": (5, "uint32")},
    ACTIVITY: {
        "timestamp": (253, "uint32"),
        "total_timer_time": (0, "uint32"),
        "num_sessions": (1, "uint16"),
        "local_timestamp": (5, "uint32"),
    },
    SET: {
        "timestamp": (254, "uint32"),
        "duration": (0, "uint32"),
        "repetitions": (3, "uint16"),
        "weight": (4, "uint16"),
        "set_type": (5, "uint8"),
        "start_time": (6, "uint32"),
        "category": (7, "uint16"),
        "category_subtype": (8, "uint16"),
        "weight_display_unit": (9, "uint16"),
    },
}

Value = int | Sequence[int]
Message = tuple[int, Mapping[str, Value]]


def fit_file(messages: Iterable[Message]) -> bytes:
    """One FIT file with header and checksum."""
    body = b"".join(definition(n, fields) + data(n, fields) for n, fields in messages)
    return wrapped(body)


def wrapped(body: bytes) -> bytes:
    """Header, body and checksum."""
    head = struct.pack("<BBHI4s", 12, 0x10, 2000, len(body), b".FIT")
    return head + body + struct.pack("<H", checksum(head + body))


def definition(number: int, fields: Mapping[str, Value]) -> bytes:
    """A definition of local message 0."""
    described = [_described(number, name, value) for name, value in fields.items()]
    return struct.pack("<BBBHB", 0x40, 0, 0, number, len(fields)) + b"".join(described)


def data(number: int, fields: Mapping[str, Value]) -> bytes:
    """A message of local type 0."""
    packed = [
        struct.pack(f"<{len(_listed(value))}{_kind(number, name)[0]}", *_listed(value))
        for name, value in fields.items()
    ]
    return b"\x00" + b"".join(packed)


def checksum(content: bytes) -> int:
    """CRC-16 by its definition, bit by bit: an independent check of the reader's table."""
    crc = 0
    for byte in content:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ 0xA001 if crc & 1 else crc >> 1
    return crc


def _described(number: int, name: str, value: Value) -> bytes:
    letter, base = _kind(number, name)
    size = struct.calcsize(letter) * len(_listed(value))
    return struct.pack("<BBB", FIELDS[number][name][0], size, base)


def _kind(number: int, name: str) -> tuple[str, int]:
    return FORMATS[FIELDS[number][name][1]]


def _listed(value: Value) -> Sequence[int]:
    return [value] if isinstance(value, int) else value
