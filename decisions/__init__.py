"""The governance kernel: streams, the event log, guarded writes, decisions, proposals, replay.

It knows nothing about training and imports nothing of ours. Other apps use `decisions.registry`,
`decisions.domain`, `decisions.models`, `decisions.selectors` and `decisions.services`.
"""
