"""The definition of a mode: an object that overrides named parts of the printed rules."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.phoenix.agenda import AnyStep, NextStep
from domain.phoenix.enemy_catalogue import EnemyCard
from domain.phoenix.ids import Clan, KinId, ModeId, Resource, Sector, Shard, Side, VillageId
from domain.phoenix.options import PhoenixOptions
from domain.phoenix.palace import Palace
from domain.phoenix.state import Phoenix, Pool

Groups: TypeAlias = tuple[tuple[int, ...], ...]
"""The seats that share a pool, for each pool."""
Places: TypeAlias = tuple[int | str, ...]
"""For each seat the place of its player, or its automa."""
Visit: TypeAlias = Callable[[Phoenix, EnemyCard, KinId], Iterator[Event]]
"""How the Basilisk uses the palace: with its card, and the kin that it places there."""
Token: TypeAlias = Resource | Shard


def _same(printed: Any, *_: Any) -> Any:
    """The default: the printed rule."""
    return printed


@dataclass(frozen=True)
class Mode:
    """Each field is a function that takes the result so far; the default returns it unchanged.

    Before the game: `places` has the holder of each seat; `enemy_clan` is the clan of the Basilisk if the
    options name it. `first_seat` is the seat that starts, None for a random one. `sharing` groups the seats
    that share a pool, starting from the first player; `pools` are those at the start, by the number of seats.
    `sides` are the edges of the board at which the seats sit, in turn order. `apprentices` is how many a seat
    has in hand, `villages` the tiles in the game.
    `first_level` is the level of the palace in round 1. `piles` shuffles what the automa has, for its clan.
    `setup_steps` are the steps of setup, in order. `draft_scrolls` is what a seat may spend in the draft.

    By day: `round_begins` is what happens before events are foreseen. `turn_opens` is the first step of a
    turn. `turn_steps` follow the daytime effect of the kin just placed. `palace` is how the palace works,
    `visit` how the Basilisk uses it. `gains` and `losses` are the kinds among which a seat may pick;
    `may_decline` says whether it may do without something optional. `names_deciders` says whether the allies
    may name the one who decides for the Basilisk.

    By night: `night_steps` are its steps, in order. `resolvers` are the seats that resolve an event. `scored`
    are the sectors scored this night. `influence` counts in a sector, `tie_rank` decides equal influence;
    larger wins. `dawn` follows the return of all kin.

    At the end: `side_names` has the names of the sides, None if they need none. `tie_break` ranks equal
    sides; larger wins. `result` is the word for the outcome, if the game has one beside ranks.
    """

    id: ModeId
    rule: str
    places: Callable[[Places, PhoenixOptions], Places] = _same
    enemy_clan: Callable[[Clan | None, PhoenixOptions], Clan | None] = _same
    first_seat: Callable[[int | None], int | None] = _same
    sharing: Callable[[Groups, int], Groups] = _same
    pools: Callable[[tuple[Pool, ...], int], tuple[Pool, ...]] = _same
    sides: Callable[[tuple[Side | None, ...]], tuple[Side | None, ...]] = _same
    apprentices: Callable[[int, int, int], int] = _same
    villages: Callable[[tuple[VillageId, ...]], tuple[VillageId, ...]] = _same
    first_level: Callable[[int], int] = _same
    piles: Callable[[tuple[Event, ...], PhoenixOptions, tuple[Clan, ...], Dice], tuple[Event, ...]] = _same
    dragon: Callable[[int | None], int | None] = _same
    setup_steps: Callable[[tuple[AnyStep, ...]], tuple[AnyStep, ...]] = _same
    draft_scrolls: Callable[[int, Pool], int] = _same
    round_begins: Callable[[tuple[Event, ...], Phoenix, int], tuple[Event, ...]] = _same
    turn_opens: Callable[[NextStep, int], NextStep] = _same
    turn_steps: Callable[[tuple[NextStep, ...], Phoenix], tuple[NextStep, ...]] = _same
    palace: Callable[[Palace], Palace] = _same
    visit: Callable[[Visit], Visit] = _same
    gains: Callable[[tuple[Token, ...], Phoenix, int], tuple[Token, ...]] = _same
    losses: Callable[[tuple[Token, ...], Phoenix, int], tuple[Token, ...]] = _same
    may_decline: Callable[[bool, int], bool] = _same
    names_deciders: Callable[[bool], bool] = _same
    night_steps: Callable[[tuple[NextStep, ...], Phoenix], tuple[NextStep, ...]] = _same
    resolvers: Callable[[tuple[int, ...], Phoenix], tuple[int, ...]] = _same
    scored: Callable[[tuple[Sector, ...], Phoenix], tuple[Sector, ...]] = _same
    influence: Callable[[int, Phoenix, int, Sector], int] = _same
    tie_rank: Callable[[int, Phoenix, int], int] = _same
    dawn: Callable[[tuple[Event, ...], Phoenix, Dice], tuple[Event, ...]] = _same
    side_names: Callable[[tuple[str, ...] | None], tuple[str, ...] | None] = _same
    tie_break: Callable[[int, Phoenix, tuple[int, ...]], int] = _same
    result: Callable[[str | None, bool], str | None] = _same
