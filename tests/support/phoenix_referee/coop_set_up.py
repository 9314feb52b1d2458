"""Set-up of co-operative and solo games: PP-CO1 to PP-CO7, PP-CP1, PP-SO1 to PP-SO3."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tests.support.phoenix_referee.enemy import (
    ACT_ONE_TILES,
    ALLY_APPRENTICES,
    BASILISK,
    DIFFICULTY_RESOURCES,
    NOT_IN_COOP,
    RANDOM_SPECIALISTS,
    SCENARIO_CLAN,
    SECTOR_CARDS,
    SIDES_AGAINST_BASILISK,
    STACK_SIZE,
    TWISTS,
    Enemy,
)
from tests.support.phoenix_referee.facts import (
    CARD_ORDER,
    COLORS,
    FORESEEN,
    PILE_TYPES,
    RESOURCES,
    VILLAGES,
    kind_of,
)
from tests.support.phoenix_referee.state import Game

SMALL, LARGE = 3, 4
"""12.1: spots of each sector."""


@dataclass(frozen=True)
class DealtAgainstBasilisk:
    """What chance decided before the first decision; seat 0 of clans and piles is the Basilisk."""

    clans: Sequence[str]
    clan_piles: Sequence[Sequence[str]]
    stack: Sequence[str]
    deck: Sequence[str]
    villages: Sequence[str]
    foreseen: Sequence[str]
    cards: Sequence[str]


def set_up_coop(dealt: DealtAgainstBasilisk, enemy: Enemy, *, palace_alt: bool) -> Game:
    """PP-CO1 to PP-CO7, PP-SO2, PP-SO3; then the difficulty (PP-CO5) and round 1."""
    alone = enemy.allies == 1
    count = enemy.allies + 1
    spots = SMALL if alone else LARGE
    game = Game(
        players=count,
        clans=list(dealt.clans),
        spots=spots,
        team=False,
        palace_alt=palace_alt,
        asymmetric=False,
        token=BASILISK,
        dragon=None,
        enemy=enemy,
    )
    assert len(set(dealt.clans)) == len(dealt.clans) == count
    assert Counter(dealt.villages) == Counter(VILLAGES - NOT_IN_COOP)
    assert Counter(dealt.foreseen) == Counter(FORESEEN)
    assert Counter(dealt.cards) == Counter(CARD_ORDER)
    assert Counter(dealt.deck) == Counter([*SECTOR_CARDS, *TWISTS])
    game.order, game.heralds = list(range(count)), list(range(count))
    game.fp, game.pioneer, game.owned = [0] * count, [0] * count, [[] for _ in range(count)]
    game.level = 3 if palace_alt else 1
    game.sides = list(SIDES_AGAINST_BASILISK[enemy.allies]) if palace_alt else []
    enemy.acts = [] if enemy.scenario is None else [1]
    share_out(game, enemy)
    lay_out_allies(game, enemy, dealt.clan_piles)
    lay_out_basilisk(game, enemy, dealt)
    game.village_pile = list(dealt.villages)
    if alone:
        game.villages.append(game.village_pile.pop(0))
    game.foreseen_pile, game.card_pile, enemy.deck = list(dealt.foreseen), list(dealt.cards), list(dealt.deck)
    change = DIFFICULTY_RESOURCES[enemy.difficulty]
    unit = ("difficulty_resources", BASILISK, 1 if change > 0 else -1)
    game.push(("open_clanhouse",), ("open_cards",), *[unit] * abs(change), ("start_round", 1))
    return game


def share_out(game: Game, enemy: Enemy) -> None:
    """PP-CO1, PP-CO4, PP-SO3: one side and one pool for the allies; 2 more of each against a single one."""
    game.factions = [(BASILISK,), enemy.ally_seats]
    game.pool_of = [0] + [1] * enemy.allies
    one = dict(zip(RESOURCES, (4, 3, 2))) | dict.fromkeys(COLORS, 0)
    own = dict(one) if enemy.allies > 1 else one | dict(zip(RESOURCES, (6, 5, 4)))
    game.pools = [own, {kind: enemy.allies * units for kind, units in one.items()}]


def lay_out_allies(game: Game, enemy: Enemy, piles: Sequence[Sequence[str]]) -> None:
    """PP-CO3, PP-S7."""
    game.piles = [[] for _ in game.clans]
    for seat in enemy.ally_seats:
        clan = game.clans[seat]
        for number in range(1, 6):
            in_hand = number <= ALLY_APPRENTICES[enemy.allies]
            game.at[f"{clan}.apprentice.{number}"] = "hand" if in_hand else "box"
        game.at[f"{clan}.fighter"] = "hand"
        assert Counter(piles[seat]) == Counter(f"{clan}.{kind}" for kind in PILE_TYPES)
        game.at.update((kin, "pile") for kin in piles[seat])
        game.piles[seat] = list(piles[seat])


def lay_out_basilisk(game: Game, enemy: Enemy, dealt: DealtAgainstBasilisk) -> None:
    """PP-CO2, PP-CO6, PP-SO3, 12.7."""
    clan = game.clans[BASILISK]
    assert enemy.scenario is None or clan == SCENARIO_CLAN[enemy.scenario]
    named = () if enemy.scenario is None else ACT_ONE_TILES[enemy.scenario]
    specialists = [kind_of(kin) for kin in dealt.stack if kind_of(kin) in PILE_TYPES]
    assert set(named) <= set(specialists)
    assert len(specialists) - len(named) == RANDOM_SPECIALISTS[enemy.style][enemy.allies]
    others = {f"{clan}.fighter", *(f"{clan}.apprentice.{number}" for number in (1, 2, 3))}
    assert Counter(dealt.stack) == Counter([*others, *(f"{clan}.{kind}" for kind in specialists)])
    assert len(dealt.stack) == STACK_SIZE[enemy.allies]
    pile = dealt.clan_piles[BASILISK]
    assert Counter(pile) == Counter(f"{clan}.{kind}" for kind in PILE_TYPES - set(specialists))
    game.at.update((kin, "stack") for kin in dealt.stack)
    game.at.update((f"{clan}.apprentice.{number}", "box") for number in (4, 5))
    game.at.update((kin, "pile") for kin in pile)
    game.piles[BASILISK], enemy.stack = list(pile), list(dealt.stack)
