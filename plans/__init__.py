"""The plan and its operational state: goal, blocks, days, rules; constraints and gates.

Owns what *should* happen and which bounds are in force. Never records what did happen, and never
changes a plan without an approval. Import `plans.domain`, `plans.selectors` and `plans.services`.
"""
