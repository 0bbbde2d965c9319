"""Makes `tests` a package, so that no installed package of that name hides it.

The folders below have no `__init__.py`, on purpose: pytest imports them by path.
"""
