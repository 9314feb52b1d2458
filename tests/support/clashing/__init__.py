"""Two games whose types have the same names and clash on purpose, and a way to register games for a while."""

from collections.abc import Iterator
from contextlib import contextmanager

from domain import games
from domain.kernel.ruleset import Ruleset


@contextmanager
def with_games(*rulesets: Ruleset) -> Iterator[None]:
    """Register games beside those that are registered already, until the end of the block."""
    before = dict(games._current), dict(games._versions)
    try:
        games.register(*rulesets)
        yield
    finally:
        for registry, kept in zip((games._current, games._versions), before):
            registry.clear()
            registry.update(kept)
