"""What the Basilisk's kin do: PP-CO11, PP-CO18, and the acts about hits (12.7)."""

from collections.abc import Callable

from tests.support.phoenix_referee.basilisk_effects import (
    affordable_ready,
    benefit_has_effect,
    clanhouse,
    pick,
)
from tests.support.phoenix_referee.enemy import BASILISK
from tests.support.phoenix_referee.facts import COLOR_OF, across, kind_of, near, on_palace, sector_of
from tests.support.phoenix_referee.revelations import affordable_cards
from tests.support.phoenix_referee.shared import discard
from tests.support.phoenix_referee.state import Game, Outcomes


def ally_kin_in(game: Game, *sectors: str) -> list[str]:
    """PP-CO11: what the Basilisk can hit in these sectors."""
    return [kin for sector in sectors for kin in game.kin_in(sector) if game.owner(kin) != BASILISK]


def archer_targets(game: Game, sector: str) -> list[str]:
    """PP-K2."""
    return ally_kin_in(game, across(sector))


def fighter_targets(game: Game, sector: str) -> list[str]:
    """PP-K7."""
    return ally_kin_in(game, sector)


def mastermind_targets(game: Game, _sector: str) -> list[str]:
    """PP-K10."""
    own = [kin for kin in game.own_in_sectors(BASILISK) if kin in game.cloaked]
    return ally_kin_in(game, *{str(sector_of(game.at[kin])) for kin in own})


def bard_targets(game: Game, sector: str) -> list[str]:
    """PP-K3, PP-CO11."""
    return [kin for kin in diplomat_kin(game, sector) if kin not in game.cloaked]


def diplomat_kin(game: Game, sector: str) -> list[str]:
    """Own kin in the adjacent sectors."""
    return [kin for kin in game.own_in_sectors(BASILISK) if sector_of(game.at[kin]) in near(sector)]


def empty_spots(game: Game, sector: str) -> list[str]:
    """Of a sector, the lowest number first."""
    return [spot for spot in game.all_spots() if sector_of(spot) == sector and not game.taken(spot)]


def clairvoyant_ways(game: Game, _sector: str) -> list[str]:
    """PP-K4."""
    ways = ["discard"] if game.used_slots() else []
    return [*ways, "return"] if game.empty_slots() and game.foreseen_discard else ways


def pathfinder_ways(game: Game, _sector: str) -> list[str]:
    """PP-K14, PP-CO18."""
    position = game.pioneer[BASILISK]
    ways = ["explore"] if position < game.frontier else []
    return [*ways, "collect"] if benefit_has_effect(game, position) else ways


def trickster_kin(game: Game, sector: str) -> list[str]:
    """PP-K16, PP-CO18."""
    own = [kin for kin in game.row if game.owner(kin) == BASILISK]
    return [kin for kin in own if is_performable(game, kind_of(kin), sector)]


PERFORMABLE: dict[str, Callable[[Game, str], object]] = {
    "apprentice": lambda _game, _sector: False,
    "archer": archer_targets,
    "bard": bard_targets,
    "clairvoyant": clairvoyant_ways,
    "councilor": lambda _game, _sector: True,
    "diplomat": lambda game, sector: diplomat_kin(game, sector) and empty_spots(game, sector),
    "fighter": fighter_targets,
    "guard": lambda game, _sector: game.can_pay(BASILISK, ["coin"]),
    "hermit": lambda _game, _sector: True,
    "mastermind": mastermind_targets,
    "mentor": lambda game, _sector: game.piles[BASILISK] or affordable_ready(game),
    "merchant": lambda _game, _sector: True,
    "nocturnal": lambda game, _sector: game.resources(BASILISK),
    "pathfinder": pathfinder_ways,
    "philosopher": lambda game, _sector: affordable_cards(game, BASILISK),
    "trickster": trickster_kin,
}
"""PP-CO18."""


def is_performable(game: Game, kind: str, sector: str) -> bool:
    """PP-CO18: with the tile already in its spot."""
    return bool(PERFORMABLE[kind](game, sector))


def councilor(game: Game, _sector: str) -> None:
    """PP-K5."""
    if game.rank(BASILISK) == 1:
        game.favor(BASILISK, 3)
    else:
        game.gain(BASILISK, "scroll", 2)


def guard(game: Game, sector: str) -> None:
    """PP-K8, PP-CO22."""
    game.pay(BASILISK, "coin")
    game.guards.add((BASILISK, sector))


def nocturnal(game: Game, sector: str) -> None:
    """PP-K13, PP-CO10."""
    game.push(("lose_resource", BASILISK), ("basilisk_gains", COLOR_OF[sector]))


def trickster(game: Game, sector: str) -> None:
    """PP-K16."""
    game.push(pick("basilisk_ready_kin", trickster_kin(game, sector), ("basilisk_borrows", sector)))


def philosopher(game: Game, _sector: str) -> None:
    """PP-K15, PP-CO20."""
    game.push(("basilisk_buys",), ("refill",))


def hitting(targets: Callable[[Game, str], list[str]]) -> Callable[[Game, str], None]:
    """PP-CO11: the decider picks what is hit."""
    return lambda game, sector: game.push(pick("basilisk_target", targets(game, sector), ("basilisk_hits",)))


ABILITIES: dict[str, Callable[[Game, str], None]] = {
    "archer": hitting(archer_targets),
    "bard": lambda game, sector: game.push(
        pick("basilisk_kin", bard_targets(game, sector), ("basilisk_cloaks",))
    ),
    "clairvoyant": lambda game, sector: game.push(
        pick("basilisk_alternative", clairvoyant_ways(game, sector), ("basilisk_foresees",))
    ),
    "councilor": councilor,
    "diplomat": lambda game, sector: game.push(
        pick("basilisk_kin", diplomat_kin(game, sector), ("basilisk_moves", sector))
    ),
    "fighter": hitting(fighter_targets),
    "guard": guard,
    "hermit": lambda game, sector: game.push(
        pick("basilisk_sector", list(near(sector)), ("basilisk_wanders",))
    ),
    "mastermind": hitting(mastermind_targets),
    "mentor": lambda game, _sector: clanhouse(game),
    "merchant": lambda game, _sector: game.push(("gain_resource", BASILISK)),
    "nocturnal": nocturnal,
    "pathfinder": lambda game, sector: game.push(
        pick("basilisk_alternative", pathfinder_ways(game, sector), ("basilisk_travels",))
    ),
    "philosopher": philosopher,
    "trickster": trickster,
}


def basilisk_ability(game: Game, kind: str, sector: str, _chance: Outcomes) -> None:
    """PP-CO17."""
    note_ability(game, kind)
    ABILITIES[kind](game, sector)


def note_ability(game: Game, kind: str) -> None:
    """The kin that was placed uses this ability."""
    assert game.placed is not None
    game.notes.append(("ability", game.placed[0], kind))


def basilisk_borrows(game: Game, sector: str, ready: str, _chance: Outcomes) -> None:
    """PP-K16."""
    note_ability(game, kind_of(ready))
    ABILITIES[kind_of(ready)](game, sector)


def basilisk_hits(game: Game, kin: str, _chance: Outcomes) -> None:
    """PP-E11, PP-E12, PP-PA8."""
    game.push(("basilisk_has_hit", kin))
    game.hit(kin)


def basilisk_has_hit(game: Game, kin: str, _chance: Outcomes) -> None:
    """12.7: Act I and Act II of the ember court."""
    if game.act("ember_court", 1) and on_palace(game.at[kin]):
        game.favor(BASILISK, 1)
    if game.act("ember_court", 2):
        game.push(("gain_resource", BASILISK))


def basilisk_cloaks(game: Game, kin: str, _chance: Outcomes) -> None:
    """PP-E14."""
    game.cloaked.add(kin)


def basilisk_foresees(game: Game, way: str, _chance: Outcomes) -> None:
    """PP-K4."""
    slots = game.used_slots() if way == "discard" else game.empty_slots()
    then = "basilisk_discards" if way == "discard" else "basilisk_returns"
    game.push(pick("basilisk_event_slot", [str(slot) for slot in slots], (then,)))


def basilisk_discards(game: Game, slot: str, _chance: Outcomes) -> None:
    """PP-EV1."""
    discard(game, int(slot))


def basilisk_returns(game: Game, slot: str, _chance: Outcomes) -> None:
    """PP-K4, PP-V1."""
    game.slots[int(slot) - 1] = game.foreseen_discard.pop()


def basilisk_moves(game: Game, sector: str, kin: str, _chance: Outcomes) -> None:
    """PP-K6, PP-CO11."""
    game.put(kin, empty_spots(game, sector)[0])


def basilisk_wanders(game: Game, sector: str, _chance: Outcomes) -> None:
    """PP-K9."""
    assert game.placed is not None
    game.placed = (*game.placed[:2], sector)


def basilisk_travels(game: Game, way: str, _chance: Outcomes) -> None:
    """PP-K14."""
    if way == "explore":
        game.pioneer[BASILISK] += 1
    else:
        game.push(("basilisk_collects", str(game.pioneer[BASILISK])))
