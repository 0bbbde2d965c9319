"""One table: absolute figures and ratios of one run, and the target beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Figures = dict[str, Any]
Runs = dict[str, dict[int, Figures]]
"""Database to number of items to figures."""

Row = tuple[str, list[str], str]
"""What, one cell per database, and the target (empty where nothing was promised)."""

WRITES = (
    ("append", "append alone", 5),
    ("guarded_update", "guarded write, update", 10),
    ("guarded_new", "guarded write, first of its key", 10),
    ("guarded_structural", "guarded structural edit", 10),
)


def text(runs: Runs, process: Figures) -> str:
    """The table as text."""
    databases = list(runs)
    rows: list[tuple[str, ...]] = [("", *databases, "target")]
    for what, cells, target in _rows(runs, process):
        rows.append((what, *cells, *[""] * (len(databases) - len(cells)), target))
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def _rows(runs: Runs, process: Figures) -> Iterator[Row]:
    sizes = sorted(next(iter(runs.values())))
    few, many = ([figures[size] for figures in runs.values()] for size in sizes)
    yield from _writes(few)
    for size, figures, limit in ((sizes[0], few, 50), (sizes[1], many, 200)):
        yield from _reads(f"{size:,} items", figures, limit)
    for size, figures in ((sizes[0], few), (sizes[1], many)):
        yield from _rebuilds(f"{size:,} items", figures)
    yield "bulk guarded write, per event", _each(many, _number("fill_ms_per_event", "ms")), ""
    memory = process["rss_mb"] if not process["litellm"] else 10**6
    yield "web process, resident", [_judged(memory, 150, "MB")], "<= 150 MB, no litellm"
    yield "manage.py check", [_judged(process["check_s"], 2.5, "s")], "<= 2.5 s"


def _writes(few: list[Figures]) -> Iterator[Row]:
    yield "plain ORM insert, p50 / p95", _each(few, _pair("orm_insert")), ""
    for name, words, limit in WRITES:
        yield f"{words}, p50 / p95", _each(few, _pair(name)), ""
        yield "  beside the plain insert", _each(few, _ratio(name, limit)), f"<= {limit} x"
    yield "redelivery, p50 / p95", _each(few, _pair("redelivery")), ""


def _reads(size: str, figures: list[Figures], limit: int) -> Iterator[Row]:
    for percent in (10, 50, 100):
        what = f"whole athlete as of {percent} %, {size}, p50 / p95"
        yield what, _each(figures, _slow(f"as_of_{percent}", limit)), f"<= {limit} ms p95"
    what = f"  django-simple-history as_of 100 %, {size}, p50 / p95"
    yield what, _each(figures, _pair("simple_history_100")), ""
    what = f"a workflow's range as of 100 %, {size}, p50 / p95"
    yield what, _each(figures, _slow("range_100", 10)), "<= 10 ms p95"
    yield "  items in it", _each(figures, lambda f: str(f["items_in_range"])), ""


def _rebuilds(size: str, figures: list[Figures]) -> Iterator[Row]:
    def rate(found: Figures) -> str:
        mark = "" if found["verify_per_second"] >= 15_000 else "  MISSED"
        return f"{found['verify_per_second']:,.0f} events/s{mark}"

    def under(name: str, limit: float) -> list[str]:
        return _each(figures, lambda f: _judged(f[name], limit, "s"))

    yield f"rebuild of all rows, {size}", under("rebuild_s", 5), "<= 5 s"
    yield "  with nothing to do", _each(figures, _number("repair_idle_s", "s")), ""
    yield f"rebuild_state --check, {size}", under("check_s", 1), "<= 1 s"
    yield f"verify_log, {size}", _each(figures, rate), ">= 15,000 events/s"


def _each(figures: list[Figures], cell: Callable[[Figures], str]) -> list[str]:
    return [cell(found) for found in figures]


def _number(name: str, unit: str) -> Callable[[Figures], str]:
    return lambda figures: f"{figures[name]:.2f} {unit}"


def _pair(name: str) -> Callable[[Figures], str]:
    return lambda figures: f"{figures[name]['p50']:.2f} / {figures[name]['p95']:.2f} ms"


def _slow(name: str, limit: float) -> Callable[[Figures], str]:
    def cell(figures: Figures) -> str:
        return f"{figures[name]['p50']:.1f} / {_judged(figures[name]['p95'], limit, 'ms')}"

    return cell


def _ratio(name: str, limit: float) -> Callable[[Figures], str]:
    def cell(figures: Figures) -> str:
        return _judged(figures[name]["p50"] / figures["orm_insert"]["p50"], limit, "x")

    return cell


def _judged(value: float, limit: float, unit: str) -> str:
    shown = f"{value:.2f}" if value < 10 else f"{value:.1f}"
    return f"{shown} {unit}{'' if value <= limit else '  MISSED'}"
