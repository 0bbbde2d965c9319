"""Every entry that a change policy has, and what it holds. Data alone; reading is in `policy`."""

from __future__ import annotations

PAIR = "pair"
WORDS = "words"
COUNT = "count"
LEVELS = "levels"

SHAPE: dict[str, dict[str, str]] = {
    "normalisation": {
        "load_noise_increments_x10": COUNT,
        "duration_noise_s": COUNT,
        "default_increment_g": COUNT,
        "ignore_fields": WORDS,
    },
    "tactical_small": {
        "expires_days": COUNT,
        "load_pct_x10": PAIR,
        "load_increments": PAIR,
        "load_cap_pct_x10": COUNT,
        "sets": PAIR,
        "session_sets_pct_x10": PAIR,
        "reps": PAIR,
        "rpe_x10": PAIR,
        "rest_s": PAIR,
        "duration_pct_x10": PAIR,
        "intensity_pct_x10": PAIR,
        "intervals": PAIR,
        "move_days": PAIR,
        "spacing_h": COUNT,
        "swap": WORDS,
    },
    "tactical_bounded": {
        "expires_days": COUNT,
        "load_pct_x10": PAIR,
        "session_sets_pct_x10": PAIR,
        "drop_exercises": COUNT,
        "duration_pct_x10": PAIR,
        "swap": WORDS,
        "replace_session_by": WORDS,
        "recovery_rpe_x10": COUNT,
        "free_causes": WORDS,
    },
    "recurring": {
        "weekly_sets_pct_x10": PAIR,
        "weekly_minutes_pct_x10": PAIR,
        "frequency_per_week": PAIR,
        "exercise_swaps": COUNT,
    },
    "master_plan": {"block_load_pct_x10": COUNT},
    "hard_stops": {
        "run_over_30_day_longest_pct_x10": LEVELS,
        "weekly_load_over_4_week_mean_pct_x10": LEVELS,
    },
    "drift": {
        "window_days": COUNT,
        "same_direction_changes": COUNT,
        "net_load_pct_x10": COUNT,
        "net_weekly_sets_pct_x10": COUNT,
        "net_weekly_minutes_pct_x10": COUNT,
        "swap_exposures": COUNT,
        "rpe_cap_renewals": COUNT,
        "day_moved_share_of_weeks_pct_x10": COUNT,
        "changes_per_week": COUNT,
        "tactical_share_of_sessions_pct_x10": COUNT,
    },
    "constraints": {"longest_days": COUNT, "renewals": COUNT},
}
"""Every entry that a change policy has, and what it holds."""
