"""The state of a game: seats, pools, board, enemy and turn. Types only."""

from collections.abc import Iterator
from enum import StrEnum
from functools import cached_property
from typing import Annotated

from msgspec import Struct

from domain.kernel.field_kinds import also
from domain.kernel.tokens import Holdings, Tokens
from domain.phoenix.agenda import PendingStep
from domain.phoenix.catalogue import BUMPED, FORESEEN_SLOTS, ON_PALACE, REVELATION_SLOTS, SECTOR_OF
from domain.phoenix.ids import (
    RESOURCES,
    SHARDS,
    BoardSide,
    Clan,
    Difficulty,
    EnemyCardId,
    ForeseenId,
    KinId,
    ModeId,
    Resource,
    RevelationId,
    ScenarioId,
    Sector,
    Shard,
    Side,
    SpotId,
    VillageId,
)


class Phase(StrEnum):
    """How far the round or the game is."""

    SETUP = "setup"
    DAYTIME = "daytime"
    NIGHTTIME = "nighttime"
    DAWN = "dawn"
    FINISHED = "finished"


class Pool(Struct, frozen=True):
    """Resources and shards that one seat, or a faction together, pays from."""

    coin: int = 0
    scroll: int = 0
    lantern: int = 0
    coral: int = 0
    jade: int = 0
    agate: int = 0

    def count(self, token: Resource | Shard) -> int:
        """How many tokens of a kind it holds."""
        held: int = getattr(self, token)
        return held

    @property
    def resources(self) -> int:
        """How many resources it holds."""
        return self.coin + self.scroll + self.lantern

    @property
    def shards(self) -> tuple[int, int, int]:
        """How many shards it holds, by colour."""
        return self.coral, self.jade, self.agate

    @property
    def holdings(self) -> Holdings:
        """Its resources and shards."""
        resources = (Tokens("resource", kind.value, self.count(kind)) for kind in RESOURCES)
        shards = (Tokens("shard", shard.value, self.count(shard)) for shard in SHARDS)
        return (*resources, *shards)

    @property
    def kinds(self) -> tuple[Resource, ...]:
        """The kinds of resource it holds at least one of."""
        return tuple(kind for kind in RESOURCES if getattr(self, kind))


class Tile(Struct, frozen=True):
    """A kin that was played: where it is, and its face."""

    kin: KinId
    at: Annotated[SpotId, also(BUMPED)]
    cloaked: bool = False

    @property
    def sector(self) -> Sector | None:
        """The sector in which it stands, if it does."""
        return SECTOR_OF.get(self.at)

    @property
    def on_palace(self) -> bool:
        """Whether it is on the palace."""
        return self.at in ON_PALACE


class Draft(Struct, frozen=True):
    """What a seat was dealt in the asymmetric draft, and what it has decided so far (PP-AS1–PP-AS5).

    `fighter` and `bought` mean something once the seat has decided.
    """

    drawn: tuple[KinId, ...] = ()
    pick: KinId | None = None
    fighter: KinId | None = None
    dealt: tuple[RevelationId, ...] = ()
    bought: tuple[RevelationId, ...] = ()
    decided: bool = False


class Seat(Struct, frozen=True, dict=True):
    """Everything that belongs to one seat. `veiled` tells that veil_of_smoke has worked in this round.

    The Basilisk has a `stack` instead of a hand, its top tile first.
    """

    clan: Clan
    pool: int
    hand: tuple[KinId, ...] = ()
    tiles: tuple[Tile, ...] = ()
    clan_pile: tuple[KinId, ...] = ()
    box: tuple[KinId, ...] = ()
    fp: int = 0
    pioneer: int = 0
    revelations: tuple[RevelationId, ...] = ()
    spent: tuple[RevelationId, ...] = ()
    veiled: bool = False
    side: Side | None = None
    draft: Draft | None = None
    stack: tuple[KinId, ...] = ()

    @property
    def unplayed(self) -> tuple[KinId, ...]:
        """Own kin that are still to be placed in this round."""
        return self.hand or self.stack

    @cached_property
    def in_sectors(self) -> tuple[Tile, ...]:
        """Own kin in sector spots, in either face."""
        return tuple(tile for tile in self.tiles if tile.at in SECTOR_OF)

    @cached_property
    def on_palace(self) -> tuple[Tile, ...]:
        """Own kin on the palace."""
        return tuple(tile for tile in self.tiles if tile.at in ON_PALACE)

    def tiles_in(self, sector: Sector) -> Iterator[Tile]:
        """Own kin in a sector, in either face."""
        return (tile for tile in self.tiles if tile.sector is sector)

    def is_in(self, sector: Sector) -> bool:
        """Whether at least one own kin is in a sector."""
        return any(tile.sector is sector for tile in self.tiles)

    def tile(self, kin: KinId) -> Tile | None:
        """Where one of its kin lies, if it was played."""
        return next((tile for tile in self.tiles if tile.kin == kin), None)

    def owns(self, card: RevelationId) -> bool:
        """Whether the seat has kept a revelation card."""
        return card in self.revelations


class Guard(Struct, frozen=True):
    """A guard marker on a sector."""

    seat: int
    sector: Sector


class Board(Struct, frozen=True):
    """The game board and what lies on it. The top of a discard pile is its last card, of a pile its first."""

    side: BoardSide = BoardSide.SMALL
    rotation: int = 0
    palace_level: int = 1
    guards: tuple[Guard, ...] = ()
    clanhouse: tuple[KinId, ...] = ()
    villages: tuple[VillageId, ...] = (VillageId.STARTING_VILLAGE,)
    village_top: VillageId | None = None
    village_pile: tuple[VillageId, ...] = ()
    foreseen: tuple[ForeseenId | None, ...] = (None,) * FORESEEN_SLOTS
    foreseen_pile: tuple[ForeseenId, ...] = ()
    foreseen_discard: tuple[ForeseenId, ...] = ()
    revelations: tuple[RevelationId | None, ...] = (None,) * REVELATION_SLOTS
    revelation_pile: tuple[RevelationId, ...] = ()
    revelation_discard: tuple[RevelationId, ...] = ()
    dragon: int | None = None

    @property
    def frontier(self) -> int:
        """The highest built position of the village track."""
        return len(self.villages) - 1

    @property
    def empty_slots(self) -> tuple[int, ...]:
        """The empty foreseen slots, numbered from 1."""
        return tuple(slot for slot, card in enumerate(self.foreseen, 1) if card is None)

    @property
    def occupied_slots(self) -> tuple[int, ...]:
        """The foreseen slots with a card, numbered from 1."""
        return tuple(slot for slot, card in enumerate(self.foreseen, 1) if card is not None)

    def is_guarded(self, sector: Sector) -> bool:
        """Whether a guard marker is on a sector."""
        return any(guard.sector is sector for guard in self.guards)


class Enemy(Struct, frozen=True):
    """What the Basilisk has besides its seat: the enemy deck, the current card, and the acts of its story.

    `nominations` has for each seat the ally whom it has named as decider (PP-CO8).
    """

    difficulty: Difficulty
    scenario: ScenarioId | None = None
    act: int = 0
    deck: tuple[EnemyCardId, ...] = ()
    discard: tuple[EnemyCardId, ...] = ()
    removed: tuple[EnemyCardId, ...] = ()
    card: EnemyCardId | None = None
    nominations: tuple[int | None, ...] = ()


class Turn(Struct, frozen=True):
    """Whose turn it is, the kin placed in it, and the sector whose daytime effect it gives (None: palace)."""

    number: int = 0
    seat: int = 0
    kin: KinId | None = None
    spot: SpotId | None = None
    daytime: Sector | None = None


class Phoenix(Struct, frozen=True, dict=True):
    """One game. `heralds` are the seats by rank, `order` is the turn order of the round.

    `eligible` are the seats that may be rewarded, by sector (PP-N2). `unscored` are sectors that give nothing
    this night (PP-DR6). `choices` counts the answered choices, so that each one has an id. `away` are the
    seats whose players are absent or have resigned.
    """

    modes: tuple[ModeId, ...] = ()
    seats: tuple[Seat, ...] = ()
    pools: tuple[Pool, ...] = ()
    board: Board = Board()
    heralds: tuple[int, ...] = ()
    token: int = 0
    order: tuple[int, ...] = ()
    round: int = 0
    phase: Phase = Phase.SETUP
    turn: Turn = Turn()
    eligible: tuple[tuple[int, ...], ...] = ()
    unscored: tuple[Sector, ...] = ()
    agenda: tuple[PendingStep, ...] = ()
    choices: int = 0
    enemy: Enemy | None = None
    away: tuple[int, ...] = ()

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.seats)

    def pool(self, seat: int) -> Pool:
        """What a seat pays from."""
        return self.pools[self.seats[seat].pool]

    def rank(self, seat: int) -> int:
        """The rank of a seat's herald; 1 is the highest."""
        return self.heralds.index(seat) + 1

    @cached_property
    def occupants(self) -> dict[SpotId, Tile]:
        """The kin on each spot of the sectors and of the alternative palace."""
        return {tile.at: tile for seat in self.seats for tile in seat.tiles if tile.at != BUMPED}

    @cached_property
    def clan_seats(self) -> dict[str, int]:
        """The seat of each clan."""
        return {seat.clan.value: number for number, seat in enumerate(self.seats)}

    def owner(self, kin: KinId) -> int | None:
        """The seat to whose clan a kin belongs, if that clan plays."""
        return self.clan_seats.get(kin.partition(".")[0])

    def tile(self, kin: KinId) -> Tile | None:
        """Where a kin lies, if it was played."""
        owner = self.owner(kin)
        return None if owner is None else self.seats[owner].tile(kin)

    def tiles_in(self, sector: Sector) -> Iterator[Tile]:
        """All kin in a sector."""
        return (tile for seat in self.seats for tile in seat.tiles if tile.sector is sector)
