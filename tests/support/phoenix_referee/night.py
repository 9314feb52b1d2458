"""Nighttime and dawn: section 7, PP-T14."""

from collections.abc import Iterable, Sequence

from tests.support.phoenix_referee.enemy import BASILISK
from tests.support.phoenix_referee.facts import COLOR_OF, SECTORS, on_palace, sector_of
from tests.support.phoenix_referee.placement import dragon_sectors
from tests.support.phoenix_referee.shared import discard
from tests.support.phoenix_referee.state import Game, Outcomes


def night(game: Game, _chance: Outcomes) -> None:
    """PP-N1, PP-N2, PP-N6."""
    game.phase, game.placed = "nighttime", None
    game.guards = set()
    game.eligible = [
        tuple(seat for seat in range(game.players) if game.is_in(seat, sector)) for sector in SECTORS
    ]
    game.unscored = set()
    game.notes.append(("night", *game.eligible))
    game.push(
        ("night_cards",),
        ("night_events",),
        *([] if game.dragon is None else [("dragon_wakes",)]),
        *(("score_sector", sector) for sector in SECTORS),
        ("score_palace",),
        ("night_ends",),
    )


def night_cards(game: Game, _chance: Outcomes) -> None:
    """PP-N3, PP-RC15."""
    for seat in game.order:
        if "clear_skies" in game.owned[seat]:
            game.favor(seat, min(3, len(game.empty_slots())))
    if game.act("silent_tide", 3):
        game.favor(BASILISK, 2 * len(game.used_slots()))


def night_events(game: Game, _chance: Outcomes) -> None:
    """PP-N4."""
    for slot in reversed(game.used_slots()):
        card = str(game.slots[slot - 1])
        skips = {BASILISK} if game.act("silent_tide", 3) else set()
        seats = [seat for seat in game.order if seat not in skips]
        game.push(*(("event", seat, card) for seat in seats), ("event_done", slot))


def event_done(game: Game, slot: int, _chance: Outcomes) -> None:
    """PP-N4."""
    discard(game, slot)


def dragon_wakes(game: Game, _chance: Outcomes) -> None:
    """PP-DR4 to PP-DR6."""
    pair = dragon_sectors(game)
    total = sum(game.influence(seat, sector) for seat in range(game.players) for sector in pair)
    threshold = 8 if game.players == 4 else 7
    if total >= threshold:
        for seat in game.order:
            for sector in pair:
                if game.is_in(seat, sector):
                    game.gain(seat, COLOR_OF[sector])
    else:
        game.unscored = set(pair)
    game.notes.append(("dragon", total, threshold, frozenset(game.unscored)))


def score_sector(game: Game, sector: str, _chance: Outcomes) -> None:
    """PP-N8, PP-N9, PP-N10."""
    if sector in game.unscored:
        return
    eligible = game.eligible[SECTORS.index(sector)]
    influence = [game.influence(seat, sector) for seat in range(game.players)]
    if game.act("ember_court", 3) and game.is_in(BASILISK, sector):
        influence[BASILISK] += 1
    winner = majority(game, eligible, influence)
    if eligible:
        game.notes.append(("sector", sector, frozenset(eligible), tuple(influence), winner))
    rewards = [("reward", seat, sector) for seat in game.order if seat in eligible]
    game.push(*rewards, *([] if winner is None else [("bonus", winner, sector)]))


def majority(game: Game, eligible: Iterable[int], influence: Sequence[int]) -> int | None:
    """PP-N9; 12.7: in Act III of the hidden grove the Basilisk wins every tie."""
    able = [seat for seat in eligible if influence[seat] > 0]
    first = BASILISK if game.act("hidden_grove", 3) else None
    return min(able, key=lambda seat: (-influence[seat], seat != first, game.rank(seat)), default=None)


def reward(game: Game, seat: int, sector: str, _chance: Outcomes) -> None:
    """PP-N8."""
    if sector == "gates":
        game.favor(seat, 4)
    elif sector == "capital":
        game.favor(seat, 2)
    elif sector == "shrine":
        game.push(("gain_resource", seat))
    else:
        game.gain(seat, {"rim": "scroll", "springs": "lantern", "clanhouse": "coin"}[sector])


def bonus(game: Game, seat: int, sector: str, _chance: Outcomes) -> None:
    """PP-N8."""
    game.gain(seat, COLOR_OF[sector])


def score_palace(game: Game, _chance: Outcomes) -> None:
    """PP-N8, PP-N11, PP-RC21."""
    kin = [len(game.own_on_palace(seat)) for seat in range(game.players)]
    influence = [
        count + ("palace_favour" in game.owned[seat]) if count else 0 for seat, count in enumerate(kin)
    ]
    eligible = [seat for seat in game.order if kin[seat]]
    winner = majority(game, eligible, influence)
    if eligible:
        game.notes.append(("palace", None, frozenset(eligible), tuple(influence), winner))
    rewards = [("palace_reward", seat, kin[seat]) for seat in eligible]
    shard = [("gain_shard", BASILISK)] if game.act("golden_road", 3) else []
    game.push(*rewards, *([] if winner is None else [("token", winner)]), *shard)


def palace_reward(game: Game, seat: int, kin: int, _chance: Outcomes) -> None:
    """PP-N8."""
    game.favor(seat, kin)
    game.push(("gain_shard", seat))


def token(game: Game, seat: int, _chance: Outcomes) -> None:
    """PP-N12."""
    game.token = seat


def night_ends(game: Game, chance: Outcomes) -> None:
    """PP-T14, PP-T15, PP-CO24."""
    if game.round == 3:
        game.phase = "finished"
        return
    for kin, at in list(game.at.items()):
        if sector_of(at) is not None or on_palace(at) or at == "bumped":
            game.put(kin, "stack" if game.is_basilisk(game.owner(kin)) else "hand")
    if game.enemy is not None:
        stack = [kin for kin in game.kin_of(BASILISK) if game.at[kin] == "stack"]
        game.enemy.stack = chance.shuffled(chance.stacks, stack)
    game.veiled = set()
    if not game.palace_alt:
        game.level += 1
    game.push(("start_round", game.round + 1))
