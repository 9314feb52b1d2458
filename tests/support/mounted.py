"""Phoenix Palace beside the games that ship with Emberlog, as long as it is not one of them."""

from collections.abc import Iterator
from contextlib import contextmanager

import schema.catalogue
import schema.narration
import schema.texts
from domain.games import RULESETS
from domain.phoenix.ruleset import PHOENIX
from tests.support.clashing import with_games


@contextmanager
def phoenix_mounted() -> Iterator[None]:
    """Register Phoenix Palace until the end of the block."""
    if PHOENIX.name in RULESETS:
        yield
        return
    with with_games(PHOENIX):
        _forget()
        yield
    _forget()


def _forget() -> None:
    """Texts are kept by the name of a game: those of a name that was unknown until now, and the reverse."""
    for kept in (
        schema.texts.texts,
        schema.texts._catalogue,
        schema.texts._rows,
        schema.narration._known,
        schema.catalogue.ruleset,
    ):
        kept.cache_clear()
