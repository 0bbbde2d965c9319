"""Numbers, dates and moments as JSON brings them: of their own type, and no moment of the future.

"3", true and 3.0 are no whole numbers here, and no number is a date. Whether a date lies in the
future depends on the athlete's zone: that is the services' to say.
"""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Annotated, Any

from pydantic import AfterValidator, AwareDatetime, BeforeValidator, Field

from decisions import clock
from decisions.domain import dates
from decisions.domain.errors import InvalidFacts

_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_MOMENT = re.compile(
    r"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d(:\d\d(\.\d{1,6})?)?([Zz]|[+-]\d\d:\d\d)", re.ASCII
)


def _date_text(value: Any) -> Any:
    if not isinstance(value, str) or not _DATE.fullmatch(value):
        raise ValueError("must be a date such as 2026-11-26")
    return value


def _moment_text(value: Any) -> Any:
    if not isinstance(value, str) or not _MOMENT.fullmatch(value):
        raise ValueError("must be a moment with its zone, such as 2026-11-26T18:00:00+01:00")
    return value


def _day(value: date) -> date:
    try:
        return dates.day("", value)
    except InvalidFacts as error:
        raise ValueError(error.message) from None


def _happened(value: datetime) -> datetime:
    try:
        return dates.past_moment("", value, now=clock.now())
    except InvalidFacts as error:
        raise ValueError(error.message) from None


Number = Annotated[int, Field(strict=True)]
Whole = Annotated[Number, Field(ge=0, le=10_000_000)]
Day = Annotated[date, BeforeValidator(_date_text), AfterValidator(_day)]
Moment = Annotated[AwareDatetime, BeforeValidator(_moment_text), AfterValidator(_happened)]
