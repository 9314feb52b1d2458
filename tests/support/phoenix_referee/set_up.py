"""Set-up: section 3, with what each mode changes in it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tests.support.phoenix_referee.clanhouse import reveal
from tests.support.phoenix_referee.facts import CARD_ORDER, COLORS, FORESEEN, PILE_TYPES, SIDES, VILLAGES
from tests.support.phoenix_referee.revelations import refill
from tests.support.phoenix_referee.state import Game, Outcomes


@dataclass(frozen=True)
class Dealt:
    """What chance decided before the first decision."""

    clans: Sequence[str]
    token: int
    clan_piles: Sequence[Sequence[str]]
    villages: Sequence[str]
    foreseen: Sequence[str]
    cards: Sequence[str]
    picks: Sequence[str]


def set_up(dealt: Dealt, *, team: bool, palace_alt: bool, asymmetric: bool, dragon: bool) -> Game:
    """PP-S1 to PP-S14, PP-AS1, PP-TT1, PP-TT2, PP-PA1, PP-PA3, PP-DR1."""
    count = len(dealt.clans)
    first = dealt.token
    game = Game(
        count,
        list(dealt.clans),
        3 if count == 2 else 4,
        team,
        palace_alt,
        asymmetric,
        first,
        0 if dragon else None,
    )
    assert len(set(dealt.clans)) == count
    assert Counter(dealt.villages) == Counter(VILLAGES)
    assert Counter(dealt.foreseen) == Counter(FORESEEN)
    assert Counter(dealt.cards) == Counter(CARD_ORDER)
    game.order = [(first + step) % count for step in range(count)]
    game.heralds = list(game.order)
    game.fp, game.pioneer, game.owned = [0] * count, [0] * count, [[] for _ in range(count)]
    game.level = 3 if palace_alt else 1
    game.sides = [SIDES[count][game.order.index(seat)] for seat in range(count)] if palace_alt else []
    start = {"coin": 4, "scroll": 3, "lantern": 2, **dict.fromkeys(COLORS, 0)}
    if team:
        one = tuple(sorted((first, (first - 1) % 4)))
        two = tuple(sorted(((first + 1) % 4, (first + 2) % 4)))
        game.factions = [(one[0], one[1]), (two[0], two[1])]
        game.pool_of = [0 if seat in one else 1 for seat in range(4)]
        game.pools = [{kind: 2 * units for kind, units in start.items()} for _ in range(2)]
    else:
        game.pool_of = list(range(count))
        game.pools = [dict(start) for _ in range(count)]
    for seat, clan in enumerate(game.clans):
        for number in range(1, 6):
            game.at[f"{clan}.apprentice.{number}"] = "hand" if number < 5 or count == 2 else "box"
        game.at[f"{clan}.fighter"] = "hand"
        pile = dealt.clan_piles[seat]
        assert Counter(pile) == Counter(f"{clan}.{kind}" for kind in PILE_TYPES)
        game.at.update((kin, "pile") for kin in pile)
        game.piles.append(list(pile))
    game.village_pile = list(dealt.villages)
    if count == 2:
        game.villages.append(game.village_pile.pop(0))
    game.foreseen_pile, game.card_pile = list(dealt.foreseen), list(dealt.cards)
    game.push(("open_clanhouse",), ("open_cards",), ("start_round", 1))
    if asymmetric:
        game.todo.clear()
        game.push(
            ("draw_kin", tuple(dealt.picks)),
            ("open_clanhouse",),
            ("deal_cards",),
            ("open_cards",),
            ("resolve_draft",),
            ("start_round", 1),
        )
    return game


def open_clanhouse(game: Game, _chance: Outcomes) -> None:
    """PP-S8."""
    for seat in game.order:
        reveal(game, seat)


def open_cards(game: Game, chance: Outcomes) -> None:
    """PP-S13."""
    refill(game, chance)
