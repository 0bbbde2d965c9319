"""Exercise names of Strong, Hevy and watches to slugs of a catalogue that the caller gives.

Only names that mean the same movement with the same implement are listed. Everything else stays
unknown and becomes the athlete's own exercise: never blocked, never filed under something similar.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

CARDIO = {
    "running": "run",
    "running treadmill": "run",
    "treadmill": "run",
    "trail running": "run",
    "jogging": "run",
    "cycling": "ride",
    "cycling indoor": "ride",
    "spinning": "ride",
    "swimming": "swim",
    "walking": "walk",
    "hiking": "hike",
    "rowing": "row",
    "rowing machine": "row",
}
"""Names of a whole endurance session inside a strength log, and its sport."""

_ALIASES = {
    "back_squat_high_bar": "squat barbell|barbell squat|back squat|high bar squat|"
    "squat high bar barbell",
    "back_squat_low_bar": "low bar squat|squat low bar barbell|low bar back squat",
    "box_squat": "box squat barbell",
    "front_squat": "front squat barbell|barbell front squat",
    "safety_bar_squat": "safety bar squat|squat safety bar",
    "goblet_squat": "goblet squat kettlebell|goblet squat dumbbell|squat goblet",
    "hack_squat_machine": "hack squat machine|hack squat",
    "leg_press": "leg press machine|seated leg press|seated leg press machine",
    "bodyweight_squat": "squat bodyweight|air squat|bodyweight squat",
    "bulgarian_split_squat": "bulgarian split squat|bulgarian split squat dumbbell",
    "walking_lunge": "walking lunge barbell|barbell walking lunge",
    "step_up": "step up dumbbell|dumbbell step up",
    "leg_extension": "leg extension machine",
    "deadlift_conventional": "deadlift barbell|deadlift|barbell deadlift|conventional deadlift",
    "deadlift_sumo": "sumo deadlift barbell|sumo deadlift",
    "trap_bar_deadlift": "deadlift trap bar|trap bar deadlift|hex bar deadlift",
    "block_pull": "rack pull barbell|rack pull|block pull",
    "deficit_deadlift": "deficit deadlift barbell",
    "romanian_deadlift": "romanian deadlift barbell|barbell romanian deadlift|rdl",
    "stiff_leg_deadlift": "stiff leg deadlift barbell|straight leg deadlift|stiff legged deadlift",
    "db_romanian_deadlift": "romanian deadlift dumbbell|dumbbell romanian deadlift",
    "good_morning": "good morning barbell|barbell good morning",
    "hip_thrust": "hip thrust barbell|barbell hip thrust",
    "back_extension": "hyperextension|back extension hyperextension|"
    "back extension weighted hyperextension",
    "lying_leg_curl": "lying leg curl machine|leg curl lying machine",
    "seated_leg_curl": "seated leg curl machine|leg curl seated machine",
    "glute_ham_raise": "glute ham raise",
    "bench_press": "bench press barbell|barbell bench press|flat bench press",
    "bench_press_close_grip": "bench press close grip barbell|close grip bench press|"
    "close grip barbell bench press",
    "bench_press_paused": "paused bench press|pause bench press barbell",
    "db_bench_press": "bench press dumbbell|dumbbell bench press",
    "floor_press": "floor press barbell",
    "machine_chest_press": "chest press machine|machine chest press",
    "push_up": "push up|pushup|push up bodyweight",
    "incline_bench_press": "incline bench press barbell|incline barbell bench press",
    "incline_db_press": "incline bench press dumbbell|incline dumbbell bench press|"
    "incline dumbbell press",
    "overhead_press": "overhead press barbell|overhead press|standing military press barbell|"
    "strict military press barbell|standing overhead press barbell|military press",
    "db_shoulder_press": "shoulder press dumbbell|dumbbell shoulder press|overhead press dumbbell",
    "landmine_press": "landmine press",
    "push_press": "push press barbell|push press",
    "dip": "chest dip|triceps dip|dips|parallel bar dip",
    "triceps_pushdown": "triceps pushdown cable|tricep pushdown|triceps pushdown|"
    "triceps pushdown cable straight bar",
    "overhead_triceps_extension": "overhead triceps extension cable|"
    "triceps extension overhead cable|overhead tricep extension cable",
    "pull_up": "pull up|pullup|pull up weighted|weighted pull up",
    "chin_up": "chin up|chinup|chin up weighted|weighted chin up",
    "lat_pulldown": "lat pulldown cable|cable lat pulldown|wide grip lat pulldown",
    "barbell_row": "bent over row barbell|barbell row|bent over barbell row|barbell bent over row",
    "one_arm_db_row": "one arm row dumbbell|dumbbell row|bent over one arm row dumbbell|"
    "single arm dumbbell row|one arm dumbbell row",
    "seated_cable_row": "seated row cable|seated cable row|seated cable row bar grip cable|"
    "seated cable row v grip cable",
    "chest_supported_row": "chest supported row|chest supported row machine",
    "barbell_curl": "bicep curl barbell|biceps curl barbell|barbell curl|barbell biceps curl",
    "hammer_curl": "hammer curl dumbbell|dumbbell hammer curl",
    "lateral_raise": "lateral raise dumbbell|dumbbell lateral raise|side lateral raise",
    "rear_delt_raise": "reverse fly dumbbell|rear delt reverse fly dumbbell|"
    "rear delt raise dumbbell",
    "face_pull": "face pull cable|cable face pull",
    "standing_calf_raise": "standing calf raise machine|calf raise standing machine",
    "seated_calf_raise": "seated calf raise machine|seated calf raise plate loaded",
    "power_clean": "power clean barbell",
    "clean_and_jerk": "clean and jerk barbell|clean jerk",
    "power_snatch": "power snatch barbell",
    "snatch": "snatch barbell",
    "plank": "plank bodyweight|front plank",
    "hanging_leg_raise": "hanging leg raise bodyweight",
    "pallof_press": "pallof press cable|cable pallof press",
}
_BY_NAME = {name: slug for slug, names in _ALIASES.items() for name in names.split("|")}
_NO_LETTER = re.compile(r"[\W_]+")
_NO_SLUG = re.compile(r"[^a-z0-9]+")
_VARIANTS = "\ufe0e\ufe0f"
"""Marks that choose how a picture is drawn and say nothing."""


def resolver(catalogue: Mapping[str, str]) -> Callable[[str], str | None]:
    """A function from a name in a file to a slug, None when nothing is surely the same.

    Args:
        catalogue: name of every known exercise by slug, the athlete's own ones included.
    """
    known = {words: slug for words, slug in _BY_NAME.items() if slug in catalogue}
    known |= {plain(name): slug for slug, name in catalogue.items()}

    @cache
    def slug_for(name: str) -> str | None:
        own = custom_slug(name)
        return known.get(plain(name)) or (own if own in catalogue else None)

    return slug_for


def sport_for(name: str) -> str | None:
    """The endurance sport that an exercise name stands for, None for everything else."""
    return CARDIO.get(plain(name))


def custom_slug(name: str) -> str:
    """A slug for an exercise of the athlete's own: letters, digits, underscores, at most 60.

    The same words give the same slug, whatever their case and punctuation. What a slug cannot hold
    (accents, other scripts, pictures) is told apart by a digest of the name.
    """
    said = _said(name)
    slug = _NO_SLUG.sub("_", plain(name).encode("ascii", "ignore").decode()).strip("_")
    if said.isascii() and 0 < len(slug) <= 60:
        return slug
    digest = hashlib.sha256(said.encode()).hexdigest()[:12]
    return f"{slug[:47].strip('_') or 'exercise'}_{digest}"


def plain(name: str) -> str:
    """A name in lower-case words without accents or punctuation, for comparing names."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return _NO_LETTER.sub(" ", "".join(c for c in letters if not unicodedata.combining(c))).strip()


def _said(name: str) -> str:
    """A name in lower-case words with every letter and picture, without punctuation."""
    letters = unicodedata.normalize("NFKC", name.casefold())
    kept = (
        " " if unicodedata.category(c)[0] in "PZC" else c for c in letters if c not in _VARIANTS
    )
    return " ".join("".join(kept).split())
