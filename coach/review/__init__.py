"""What a page or an answer says about records, worked out by code: diffs, evidence, lineage.

`log`, `rows`, `decisions`, `proposals` and `lineage` read the log; the rest is pure. Nothing here
decides or writes anything.
"""

from __future__ import annotations
