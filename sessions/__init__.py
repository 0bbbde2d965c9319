"""Everything about one training session or day: prescriptions, actuals, observations, injuries.

The Python package is `sessions`, the app label `training_sessions`: Django's own app owns the label
`sessions`. Imports the kernel (`decisions`), never `plans` and never `coach`.
"""

from __future__ import annotations
