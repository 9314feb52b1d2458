"""Estimates of placements before any dry run: daytime effects, tonight's rewards, abilities; and drafts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from heapq import nlargest
from typing import Final

from domain.phoenix.card_values import drafted_value, event_value, kept_value
from domain.phoenix.catalogue import (
    CLANHOUSE,
    KIN_TYPE,
    LAST_POSITION,
    PALACE,
    REVELATION,
    ROUNDS,
    SECTOR,
    SITE,
    SPOT,
)
from domain.phoenix.commands import AsymBuyRevelations, AsymChooseFighter
from domain.phoenix.evaluation import (
    ABILITY,
    RANK,
    RESOURCE,
    Rival,
    influences,
    is_open,
    rival,
    rivalry,
    sector_index,
    sector_value,
    shard_values,
)
from domain.phoenix.geometry import adjacent, opposite
from domain.phoenix.ids import (
    SECTOR_INDEX,
    SECTORS,
    SHARDS,
    ForeseenId,
    KinId,
    KinType,
    RevelationId,
    Sector,
    SpotId,
    VillageId,
)
from domain.phoenix.pools import affords
from domain.phoenix.state import Pool, Tile
from domain.phoenix.view import PhoenixView, SeatView

_SECURED: Final = 0.3
"""The share of a sector's value that a guard saves while others can still place kin."""


@dataclass
class Estimates:
    """Estimates for one seat in one position; each table is computed once."""

    view: PhoenixView
    seat: int

    @cached_property
    def own(self) -> SeatView:
        """What belongs to the seat."""
        return self.view.seats[self.seat]

    @cached_property
    def pool(self) -> Pool:
        """What the seat pays from."""
        return self.view.pools[self.own.pool]

    @cached_property
    def left(self) -> int:
        """How many rounds follow this one."""
        return ROUNDS - self.view.round

    @cached_property
    def shards(self) -> tuple[float, ...]:
        """What a shard of each colour is worth to the seat."""
        return self.side.shards

    @cached_property
    def side(self) -> Rival:
        """The seat as it competes at night."""
        return rival(self.view, self.own)

    @cached_property
    def rivals(self) -> list[Rival]:
        """The seats of other sides."""
        return [rival(self.view, other) for other in self.view.seats if other.pool != self.own.pool]

    @cached_property
    def influence(self) -> list[list[int]]:
        """For each sector the influence of each seat."""
        return influences(self.view)

    def placement(self, kin: KinId, spot: SpotId, *, cloaked: bool) -> float:
        """The value of a placement: the effect of the place, tonight's reward, the kin's ability."""
        index = sector_index(spot)
        kind = KIN_TYPE[kin]
        if index is None:
            return self._palace(spot) - 0.5 * ABILITY[kind]
        facts = SPOT[self.view.board.side][spot]
        ability = 0 if cloaked else self.ability(kind, index)
        return (
            self.daytime[index]
            + self.changed(index, self.seat, 1 + cloaked)
            + max(0, ability)
            - (0.7 * ABILITY[kind] if cloaked else 0)
            - RESOURCE * ((facts.price is not None) * self._pays_spots + cloaked * self._pays_cloaks)
        )

    @cached_property
    def _pays_spots(self) -> bool:
        return RevelationId.FREE_PASSAGE not in self.own.revelations

    @cached_property
    def _pays_cloaks(self) -> bool:
        return RevelationId.SILK_CLOAKS not in self.own.revelations

    def changed(self, index: int, seat: int, by: int) -> float:
        """How tonight's value of a sector changes when a seat gets more or less influence there."""
        key = index, seat, by
        if key not in self._changed:
            counts = self.influence[index]
            after = [*counts[:seat], counts[seat] + by, *counts[seat + 1 :]]
            self._changed[key] = self._tonight(index, after) - self._tonight(index, counts)
        return self._changed[key]

    @cached_property
    def _changed(self) -> dict[tuple[int, int, int], float]:
        return {}

    def _tonight(self, index: int, counts: list[int]) -> float:
        value = sector_value(self.view, self.side, index, counts)
        theirs = [sector_value(self.view, other, index, counts) for other in self.rivals]
        return value - rivalry(self.view) * sum(theirs) / len(theirs)

    def _palace(self, spot: SpotId) -> float:
        lit = (SECTOR_INDEX[sector] for sector in self.view.board.highlighted)
        copied = max(self.daytime[index] for index in lit) - RESOURCE
        resource, copies = spot != PALACE and spot.startswith("battlement"), not spot.startswith("outer")
        gained = 0 if resource else RESOURCE
        if copies and (self.pool.lantern or spot == "pinnacle"):
            gained = max(gained, copied + (RESOURCE if spot == "pinnacle" else 0))
        return self.sent(self.own) + gained - 0.2 * (spot != PALACE)

    def sent(self, own: SeatView) -> float:
        """What one more kin on the palace brings a seat tonight."""
        if any(tile.on_palace for tile in own.tiles):
            return 1
        return 1.3 + max(shard_values(self.view.pools[own.pool].shards, self.left))

    @cached_property
    def daytime(self) -> list[float]:
        """The value of the daytime effect of each sector."""
        return [_DAYTIME[sector](self) for sector in SECTORS]

    def net(self, value: Callable[[SeatView], float]) -> float:
        """A value for the seat, minus its share for the others."""
        theirs = [value(other.own) for other in self.rivals]
        return value(self.own) - rivalry(self.view) * sum(theirs) / len(theirs)

    @cached_property
    def best_discard(self) -> float:
        """What discarding the worst foreseen event brings."""
        slots = range(1, 1 + len(self.view.board.foreseen))
        return max(map(self.discarding, slots), default=0)

    @cached_property
    def best_return(self) -> float:
        """What returning the last discarded event brings."""
        discarded = self.view.board.foreseen_discard
        if not discarded or None not in self.view.board.foreseen:
            return 0
        return self._event(discarded[-1])

    def discarding(self, slot: int) -> float:
        """What discarding the event in a foreseen slot brings."""
        card = self.view.board.foreseen[slot - 1]
        return 0 if card is None else -self._event(card)

    def _event(self, card: ForeseenId) -> float:
        return self.net(lambda own: event_value(card, self.view, own))

    def ability(self, kind: KinType, index: int) -> float:
        """The value of an ability that is used in a sector."""
        estimate = _ABILITY.get(kind)
        return 0 if estimate is None else estimate(self, index)

    def best_hit(self, *sectors: int) -> float:
        """The value of the best hit in these sectors."""
        hits = (
            self._hit(own, tile)
            for own in self.view.seats
            for tile in own.tiles
            if sector_index(tile.at) in sectors
        )
        return max(hits, default=0)

    def _hit(self, own: SeatView, tile: Tile) -> float:
        """PP-E11, PP-E12: a cloaked kin loses influence; an unveiled one goes to the palace."""
        index = sector_index(tile.at)
        assert index is not None
        value = self.changed(index, own.seat, -1)
        if tile.cloaked:
            return value
        if own.pool == self.own.pool:
            return value + self.sent(own)
        return value - rivalry(self.view) * self.sent(own) / len(self.rivals)


def _gates(at: Estimates) -> float:
    return RESOURCE + max(0, at.best_discard)


def _capital(at: Estimates) -> float:
    return 2 * RESOURCE + RANK * at.view.heralds.index(at.seat) * 1.5


def _rim(at: Estimates) -> float:
    frontier, pioneer = len(at.view.board.villages) - 1, at.own.pioneer
    if frontier < LAST_POSITION and frontier - pioneer <= 1:
        site = SITE[frontier + 1]
        tools = RevelationId.BUILDERS_TOOLS in at.own.revelations
        if tools or affords(at.pool, site.cost):
            return site.fp - RESOURCE * (len(site.cost) - tools) + 0.5 * (1 + frontier - pioneer)
    return 0.5 * min(2, frontier - pioneer)


def _shrine(at: Estimates) -> float:
    reach = min(at.own.pioneer + 1, len(at.view.board.villages) - 1)
    moved = 0.5 * (reach > at.own.pioneer)
    return moved + max(village_value(at, village) for village in at.view.board.villages[: reach + 1])


def village_value(at: Estimates, village: VillageId) -> float:
    """What the benefit of a village brings now."""
    return _VILLAGE[village](at)


def _moon_heaven(at: Estimates) -> float:
    def gained(index: int) -> Callable[[SeatView], float]:
        return lambda own: (4, 2, 0.9, 1, 0.9, 0.9)[index] if at.influence[index][own.seat] else 0

    return max(at.net(gained(SECTOR_INDEX[sector])) for sector in at.view.board.highlighted)


def _featherglow(at: Estimates) -> float:
    lit = {SECTOR_INDEX[sector] for sector in at.view.board.highlighted}
    return sum(sector_index(tile.at) in lit for tile in at.own.tiles)


def _cove(at: Estimates) -> float:
    own = (index for index in range(len(SECTORS)) if at.influence[index][at.seat])
    return max((at.changed(index, at.seat, 1) for index in own), default=0)


_VILLAGE: Final[Mapping[VillageId, Callable[[Estimates], float]]] = {
    VillageId.STARTING_VILLAGE: lambda _: 2 * RESOURCE,
    VillageId.BANDITS_LAIR: lambda at: 3 + at.best_return if at.view.board.foreseen_discard else 0,
    VillageId.COVE_OF_THE_OWL: _cove,
    VillageId.FEATHERGLOW: _featherglow,
    VillageId.FORTUNE_CITY: lambda _: 3 * RESOURCE + 0.2,
    VillageId.LANTERNQUILL: lambda _: 3 * RESOURCE,
    VillageId.LOREVILLE: lambda _: 3 * RESOURCE,
    VillageId.MOONFORGE: lambda at: max(at.shards) - 0.5,
    VillageId.MOON_HEAVEN: _moon_heaven,
    VillageId.NOMAD_ENCAMPMENT: lambda _: 0.8,
    VillageId.THE_OUTPOST: lambda at: RESOURCE * at.view.board.foreseen.count(None),
    VillageId.TOWN_HALL: _capital,
    VillageId.TWIN_RIVER_TOWN: lambda at: len(at.own.revelations) // 2,
    VillageId.SHRINE_TILE: lambda at: max(at.shards),
}


def _card_gain(at: Estimates, card: RevelationId) -> float:
    """What acquiring a card brings, kept or discarded."""
    facts = REVELATION[card]
    return max(facts.fp, kept_value(card, at.view, at.own)) - RESOURCE * facts.cost


def _card_gains(at: Estimates) -> list[float]:
    """What each card brings that the seat can pay for."""
    cards = (card for card in at.view.board.revelations if card is not None)
    return [_card_gain(at, card) for card in cards if REVELATION[card].cost <= at.pool.scroll]


def best_card(at: Estimates) -> float:
    """What acquiring the best card brings, or 0 if the seat had better acquire none."""
    return max([0.0, *_card_gains(at)])


def _springs(at: Estimates) -> float:
    gains = _card_gains(at)
    return sum(nlargest(2, gains)) + 0.3 * bool(gains)


def _clanhouse(at: Estimates) -> float:
    clan = f"{at.own.clan}."
    row = zip(CLANHOUSE, at.view.board.clanhouse)
    gains = (
        slot.fp - RESOURCE * slot.coins + ABILITY[KIN_TYPE[kin]] * (at.left + 0.5)
        for slot, kin in row
        if kin.startswith(clan) and slot.coins <= at.pool.coin
    )
    # A tile that is revealed lands in one of the last slots, and can be acquired at once.
    unseen = 1.2 * at.left + 0.5 if at.own.clan_pile_size and at.pool.coin > 2 else 0
    return max(max(gains, default=0), unseen) + 0.3 * bool(at.own.clan_pile_size)


_DAYTIME: Final[Mapping[Sector, Callable[[Estimates], float]]] = {
    Sector.GATES: _gates,
    Sector.CAPITAL: _capital,
    Sector.RIM: _rim,
    Sector.SHRINE: _shrine,
    Sector.SPRINGS: _springs,
    Sector.CLANHOUSE: _clanhouse,
}


def _neighbours(index: int) -> tuple[int, ...]:
    return tuple(SECTOR_INDEX[sector] for sector in adjacent(SECTORS[index]))


def _across(index: int) -> int:
    return SECTOR_INDEX[opposite(SECTORS[index])]


def _bard(at: Estimates, index: int) -> float:
    nearby = _neighbours(index)
    unveiled = {sector_index(tile.at) for tile in at.own.tiles if not tile.cloaked}
    return max((at.changed(near, at.seat, 1) for near in nearby if near in unveiled), default=0)


def _diplomat(at: Estimates, index: int) -> float:
    nearby = _neighbours(index)
    moves = (
        at.changed(near, at.seat, -1 - tile.cloaked) + at.changed(index, at.seat, 2 + tile.cloaked)
        for tile in at.own.tiles
        if (near := sector_index(tile.at)) in nearby and near is not None
    )
    return max(moves, default=0) - at.changed(index, at.seat, 1)


def _guard(at: Estimates, index: int) -> float:
    if not at.pool.coin or not is_open(at.view, index):
        return 0
    return _SECURED * at.changed(index, at.seat, 1) * (len(at.own.hand) <= 1) - RESOURCE


def _hermit(at: Estimates, index: int) -> float:
    return max(at.daytime[near] for near in _neighbours(index)) - at.daytime[index]


def _mastermind(at: Estimates, _index: int) -> float:
    hidden = {sector_index(tile.at) for tile in at.own.tiles if tile.cloaked}
    return at.best_hit(*(index for index in hidden if index is not None))


def _nocturnal(at: Estimates, index: int) -> float:
    shard = at.shards[SHARDS.index(SECTOR[SECTORS[index]].shard)]
    return shard - RESOURCE if at.pool.resources else 0


def _pathfinder(at: Estimates, _index: int) -> float:
    return max(0.5, village_value(at, at.view.board.villages[at.own.pioneer]))


def _trickster(at: Estimates, index: int) -> float:
    ready = (kin for kin in at.view.board.clanhouse if kin.startswith(f"{at.own.clan}."))
    return max((at.ability(KIN_TYPE[kin], index) for kin in ready), default=0)


_ABILITY: Final[Mapping[KinType, Callable[[Estimates, int], float]]] = {
    KinType.ARCHER: lambda at, index: at.best_hit(_across(index)),
    KinType.BARD: _bard,
    KinType.CLAIRVOYANT: lambda at, _: max(at.best_discard, at.best_return),
    KinType.COUNCILOR: lambda at, _: 3 if at.view.heralds[0] == at.seat else 2 * RESOURCE,
    KinType.DIPLOMAT: _diplomat,
    KinType.FIGHTER: lambda at, index: at.best_hit(index),
    KinType.GUARD: _guard,
    KinType.HERMIT: _hermit,
    KinType.MASTERMIND: _mastermind,
    KinType.MENTOR: lambda at, _: at.daytime[SECTOR_INDEX[Sector.CLANHOUSE]],
    KinType.MERCHANT: lambda *_: RESOURCE + 0.1,
    KinType.NOCTURNAL: _nocturnal,
    KinType.PATHFINDER: _pathfinder,
    KinType.PHILOSOPHER: lambda at, _: best_card(at),
    KinType.TRICKSTER: _trickster,
}


def draft_value(move: AsymChooseFighter | AsymBuyRevelations) -> float:
    """An estimate of a decision in the draft, whose outcome no dry run can show."""
    if isinstance(move, AsymChooseFighter):
        return ABILITY[KIN_TYPE[KinId(move.kin)] if move.kin else KinType.FIGHTER]
    return sum(drafted_value(card) - RESOURCE * REVELATION[card].cost for card in move.cards or ())
