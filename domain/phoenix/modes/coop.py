"""Allies against the Basilisk: what its seat changes in set-up, turns, night and score (PP-CO1–PP-CO25)."""

from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.kernel.score import LOSS, WIN
from domain.phoenix import basilisk_events as b
from domain.phoenix.agenda import AnyStep, BasiliskTurn, DifficultySet, NextStep, StartRound
from domain.phoenix.enemy_catalogue import (
    ALLY_APPRENTICES,
    BASILISK,
    BASILISK_SEAT,
    BASILISK_SIDES,
    NOT_AGAINST_THE_BASILISK,
    STACK_APPRENTICES,
)
from domain.phoenix.ids import Clan, ModeId, Side, VillageId
from domain.phoenix.modes.mode import Groups, Mode, Places, Token
from domain.phoenix.modes.team import holds_the_token
from domain.phoenix.options import PhoenixOptions
from domain.phoenix.stack import gather, reshuffle
from domain.phoenix.state import Phoenix


def with_the_basilisk(places: Places, _options: PhoenixOptions) -> Places:
    """PP-CO1: the Basilisk is an extra seat, seat 0."""
    return (BASILISK, *places)


def chosen_clan(_none: Clan | None, options: PhoenixOptions) -> Clan | None:
    """PP-CO2: the option, if it is given."""
    return options.basilisk_clan or None


def allies_share(seats: Groups, _first: int) -> Groups:
    """PP-CO4: the Basilisk has its own pool, the allies have one together."""
    return (BASILISK_SEAT,), tuple(range(1, len(seats)))


def around_the_board(printed: tuple[Side | None, ...]) -> tuple[Side | None, ...]:
    """PP-CP1: where the seats sit, if that matters."""
    return printed if None in printed else BASILISK_SIDES[len(printed)]


def in_hand(_printed: int, players: int, seat: int) -> int:
    """PP-CO3, PP-CO6: the apprentices of an ally and of the Basilisk."""
    return STACK_APPRENTICES if seat == BASILISK_SEAT else ALLY_APPRENTICES[players]


def without_three(printed: tuple[VillageId, ...]) -> tuple[VillageId, ...]:
    """PP-CO7: nine village tiles."""
    return tuple(village for village in printed if village not in NOT_AGAINST_THE_BASILISK)


def with_difficulty(printed: tuple[AnyStep, ...]) -> tuple[AnyStep, ...]:
    """PP-CO5: the resources change at the end of set-up."""
    at = next(index for index, step in enumerate(printed) if isinstance(step, StartRound))
    return (*printed[:at], DifficultySet(), *printed[at:])


def automa_turn(printed: NextStep, seat: int) -> NextStep:
    """PP-CO13: the Basilisk's turns are those of an automa."""
    return NextStep(BasiliskTurn(1), automa=BASILISK) if seat == BASILISK_SEAT else printed


def least(kinds: tuple[Token, ...], state: Phoenix, seat: int) -> tuple[Token, ...]:
    """PP-CO10: the Basilisk gains what it has least of."""
    if seat != BASILISK_SEAT:
        return kinds
    pool = state.pool(seat)
    fewest = min(pool.count(kind) for kind in kinds)
    return tuple(kind for kind in kinds if pool.count(kind) == fewest)


def most(kinds: tuple[Token, ...], state: Phoenix, seat: int) -> tuple[Token, ...]:
    """PP-CO10: the Basilisk pays or loses what it has most of."""
    if seat != BASILISK_SEAT or not kinds:
        return kinds
    pool = state.pool(seat)
    highest = max(pool.count(kind) for kind in kinds)
    return tuple(kind for kind in kinds if pool.count(kind) == highest)


def only_allies(printed: bool, seat: int) -> bool:
    """PP-CO9, PP-Q46: for the Basilisk, "may" means must."""
    return printed and seat != BASILISK_SEAT


def stack_returns(told: tuple[Event, ...], state: Phoenix, dice: Dice) -> tuple[Event, ...]:
    """PP-CO24: the Basilisk's kin return to its stack, which is shuffled."""
    played = tuple(tile.kin for tile in state.seats[BASILISK_SEAT].tiles)
    return (*told, reshuffle(played, dice))


def awaken(
    told: tuple[Event, ...], options: PhoenixOptions, clans: tuple[Clan, ...], dice: Dice
) -> tuple[Event, ...]:
    """PP-CO1, PP-CO6: the difficulty, and the stack of a plain game."""
    assert options.difficulty
    awoken = b.BasiliskAwoken(options.difficulty, options.scenario or None)
    return (*told, awoken, *gather(options.scenario or None, clans, dice))


COOP = Mode(
    ModeId.COOP,
    "PP-CO1",
    places=with_the_basilisk,
    enemy_clan=chosen_clan,
    first_seat=lambda _random: BASILISK_SEAT,
    sharing=allies_share,
    sides=around_the_board,
    apprentices=in_hand,
    villages=without_three,
    piles=awaken,
    setup_steps=with_difficulty,
    turn_opens=automa_turn,
    gains=least,
    losses=most,
    may_decline=only_allies,
    dawn=stack_returns,
    side_names=lambda _none: (BASILISK, "allies"),
    tie_break=holds_the_token,
    result=lambda _none, won: WIN if won else LOSS,
)
