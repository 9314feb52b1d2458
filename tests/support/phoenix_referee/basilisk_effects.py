"""Sectors, villages and the clanhouse for the Basilisk: PP-CO19, PP-CO20."""

from collections.abc import Callable

from tests.support.phoenix_referee.clanhouse import reveal
from tests.support.phoenix_referee.enemy import BASILISK, SECTOR_CARDS
from tests.support.phoenix_referee.facts import (
    LAST_SITE,
    RESOURCES,
    ROW_COST,
    ROW_FP,
    SITE_COST,
    SITE_FP,
    kind_of,
    sector_of,
)
from tests.support.phoenix_referee.revelations import affordable_cards, take
from tests.support.phoenix_referee.state import Game, Outcomes, Task


def pick(kind: str, options: list[str], then: Task) -> Task:
    """A decision of the decider; the answer is added to what follows."""
    return ("basilisk_pick", BASILISK, kind, tuple(options), then)


def basilisk_performs(game: Game, sector: str, _chance: Outcomes) -> None:
    """PP-CO19."""
    game.notes.append(("effect", sector))
    EFFECTS[sector](game)


def gates(game: Game) -> None:
    """PP-E4."""
    game.gain(BASILISK, "lantern")
    slots = [str(slot) for slot in game.used_slots()]
    game.push(pick("basilisk_event_slot", slots, ("basilisk_discards",)))


def capital(game: Game) -> None:
    """PP-E5."""
    game.gain(BASILISK, "scroll", 2)
    game.herald_up(BASILISK)


def rim(game: Game) -> None:
    """PP-E6, PP-CO9: as far as possible, or one step at most and then build."""
    behind = game.frontier - game.pioneer[BASILISK]
    ways = ["explore"] if behind else []
    if behind <= 1 and game.frontier < LAST_SITE and game.can_pay(BASILISK, site_cost(game)):
        ways.append("build")
    game.push(pick("basilisk_alternative", ways, ("basilisk_at_rim",)))


def site_cost(game: Game) -> tuple[str, ...]:
    """12.4, and Act II of the golden road (12.7)."""
    return () if game.act("golden_road", 2) else SITE_COST[game.frontier + 1]


def basilisk_at_rim(game: Game, way: str, _chance: Outcomes) -> None:
    """PP-E15, PP-E16, and Act I of the golden road (12.7)."""
    most = 2 if way == "explore" else 1
    game.pioneer[BASILISK] = min(game.pioneer[BASILISK] + most, game.frontier)
    if way == "explore":
        return
    site = game.frontier + 1
    game.pay(BASILISK, *site_cost(game))
    game.favor(BASILISK, SITE_FP[site] + game.act("golden_road", 1))
    game.villages.append("shrine_tile" if site == LAST_SITE else game.village_pile.pop(0))
    game.pioneer[BASILISK] = site


def shrine(game: Game) -> None:
    """PP-E7, PP-CO19."""
    game.pioneer[BASILISK] = min(game.pioneer[BASILISK] + 1, game.frontier)
    reached = range(game.pioneer[BASILISK] + 1)
    open_villages = [str(position) for position in reached if benefit_has_effect(game, position)]
    game.push(pick("basilisk_village", open_villages, ("basilisk_collects",)))


def springs(game: Game) -> None:
    """PP-E8, PP-CO19."""
    game.push(("basilisk_buys",), ("basilisk_buys",), ("refill",))


def basilisk_buys(game: Game, _chance: Outcomes) -> None:
    """PP-CO19, PP-CO20."""
    game.push(pick("basilisk_card", affordable_cards(game, BASILISK), ("basilisk_bought",)))


def basilisk_bought(game: Game, card: str, _chance: Outcomes) -> None:
    """PP-CO20, and Act I of the silent tide (12.7)."""
    take(game, BASILISK, card, "discard")
    game.favor(BASILISK, int(game.act("silent_tide", 1)))


def clanhouse(game: Game) -> None:
    """PP-CO20."""
    if game.piles[BASILISK]:
        reveal(game, BASILISK)
    ready = ready_to_acquire(game)
    game.push(*([] if ready is None else [replacing(game, ready)]), ("basilisk_shuffles",))


def affordable_ready(game: Game) -> list[str]:
    """Own ready kin whose slot can be paid."""
    coins = game.pool(BASILISK)["coin"]
    row = enumerate(game.row)
    return [kin for slot, kin in row if game.owner(kin) == BASILISK and ROW_COST[slot] <= coins]


def ready_to_acquire(game: Game) -> str | None:
    """PP-CO20 (b): the one that the card names, or the next to the left that can be paid."""
    assert game.enemy is not None
    assert game.enemy.current is not None
    own = [kin for kin in game.row if game.owner(kin) == BASILISK]
    named = own[:1] if SECTOR_CARDS[game.enemy.current][1] == "leftmost" else own
    return next((kin for kin in reversed(named) if kin in affordable_ready(game)), None)


def replacing(game: Game, ready: str) -> Task:
    """PP-CO20 (c)."""
    assert game.enemy is not None
    stack = game.enemy.stack
    on_board = [*game.own_in_sectors(BASILISK), *game.own_on_palace(BASILISK)]
    for options in (
        sorted(kin for kin in stack if kind_of(kin) == "apprentice")[:1],
        [kin for kin in on_board if kind_of(kin) == "apprentice"],
        stack[:1],
    ):
        if options:
            return pick("basilisk_replace", options, ("basilisk_acquires", ready))
    return pick("basilisk_replace", on_board, ("basilisk_acquires", ready))


def basilisk_acquires(game: Game, ready: str, replaced: str, _chance: Outcomes) -> None:
    """PP-CO20, PP-E20: the face is kept."""
    assert game.enemy is not None
    slot = game.row.index(ready)
    game.pay(BASILISK, *["coin"] * ROW_COST[slot])
    game.favor(BASILISK, ROW_FP[slot])
    del game.row[slot]
    game.at[ready] = game.at[replaced]
    game.at[replaced] = "box"
    game.enemy.stack = [ready if kin == replaced else kin for kin in game.enemy.stack]
    if replaced in game.cloaked:
        game.cloaked.discard(replaced)
        game.cloaked.add(ready)


def basilisk_shuffles(game: Game, chance: Outcomes) -> None:
    """PP-CO20 (d)."""
    assert game.enemy is not None
    game.enemy.stack = chance.shuffled(chance.stacks, game.enemy.stack)


EFFECTS: dict[str, Callable[[Game], None]] = {
    "gates": gates,
    "capital": capital,
    "rim": rim,
    "shrine": shrine,
    "springs": springs,
    "clanhouse": clanhouse,
}


def own_unveiled(game: Game) -> list[str]:
    """PP-V2."""
    return [kin for kin in game.own_in_sectors(BASILISK) if kin not in game.cloaked]


def in_lit_sectors(game: Game) -> int:
    """PP-V3."""
    return sum(sector_of(game.at[kin]) in game.highlighted() for kin in game.own_in_sectors(BASILISK))


def benefit_has_effect(game: Game, position: int) -> bool:
    """PP-CO9, PP-CO18, PP-CO19."""
    depends: dict[str, object] = {
        "bandits_lair": game.empty_slots() and game.foreseen_discard,
        "cove_of_the_owl": own_unveiled(game),
        "featherglow": in_lit_sectors(game),
        "the_outpost": game.empty_slots(),
    }
    return bool(depends.get(game.villages[position], True))


def bandits_lair(game: Game) -> None:
    """PP-V1."""
    slots = [str(slot) for slot in game.empty_slots()]
    game.push(pick("basilisk_event_slot", slots, ("basilisk_returns",)), ("basilisk_favor", 3))


def moonforge(game: Game) -> None:
    """PP-V7."""
    game.pioneer[BASILISK] -= 1
    game.push(("gain_shard", BASILISK))


def fortune_city(game: Game) -> None:
    """PP-V4."""
    for kind in RESOURCES:
        game.gain(BASILISK, kind)


BENEFITS: dict[str, Callable[[Game], None]] = {
    "starting_village": lambda game: game.gain(BASILISK, "coin", 2),
    "bandits_lair": bandits_lair,
    "cove_of_the_owl": lambda game: game.push(pick("basilisk_kin", own_unveiled(game), ("basilisk_cloaks",))),
    "featherglow": lambda game: game.favor(BASILISK, in_lit_sectors(game)),
    "fortune_city": fortune_city,
    "lanternquill": lambda game: game.gain(BASILISK, "lantern", 3),
    "loreville": lambda game: game.gain(BASILISK, "scroll", 3),
    "moonforge": moonforge,
    "the_outpost": lambda game: game.push(*[("gain_resource", BASILISK)] * len(game.empty_slots())),
    "town_hall": capital,
    "shrine_tile": lambda game: game.push(("gain_shard", BASILISK)),
}


def basilisk_collects(game: Game, position: str, _chance: Outcomes) -> None:
    """5.6."""
    BENEFITS[game.villages[int(position)]](game)


def basilisk_gains(game: Game, kind: str, _chance: Outcomes) -> None:
    """A resource or shard of a printed kind."""
    game.gain(BASILISK, kind)


def basilisk_favor(game: Game, points: int, _chance: Outcomes) -> None:
    """Printed favor points."""
    game.favor(BASILISK, points)
