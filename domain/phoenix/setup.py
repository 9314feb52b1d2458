"""Sets up board, clans, hands and piles (PP-S1–PP-S14). The order of the draws is part of the log format."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event
from domain.phoenix import basilisk_events as b
from domain.phoenix import events as e
from domain.phoenix import modes
from domain.phoenix.agenda import OpenClanhouse, OpenRevelations
from domain.phoenix.catalogue import (
    APPRENTICES,
    FEW_PLAYERS,
    SPECIALISTS,
    START_COINS,
    START_LANTERNS,
    START_SCROLLS,
    apprentice,
    specialist,
)
from domain.phoenix.clanhouse import reveal
from domain.phoenix.enemy_catalogue import BASILISK_SEAT, SOLO_ALLIES
from domain.phoenix.evolve import evolved
from domain.phoenix.ids import (
    CLANS,
    BoardSide,
    Clan,
    EnemyCardId,
    ForeseenId,
    KinId,
    KinType,
    ModeId,
    RevelationId,
    Style,
)
from domain.phoenix.modes import MODES
from domain.phoenix.modes.mode import Groups, Places
from domain.phoenix.options import ClanChoice, PhoenixOptions, PlayMode
from domain.phoenix.pending import happens, then
from domain.phoenix.revelations import refill
from domain.phoenix.state import Phoenix, Pool


def modes_of(options: PhoenixOptions) -> tuple[ModeId, ...]:
    """The modes that the options enable, in the order in which they are applied."""
    on = {ModeId(name) for name in ("palace_alt", "asymmetric", "dragon") if getattr(options, name)}
    on |= _PLAY_MODES[options.mode]
    if options.style is Style.STORY:
        on.add(ModeId.STORY)
    return tuple(mode for mode in MODES if mode in on)


_PLAY_MODES: Final[Mapping[PlayMode, frozenset[ModeId]]] = {
    PlayMode.STANDARD: frozenset(),
    PlayMode.TEAM: frozenset({ModeId.TEAM}),
    PlayMode.COOP: frozenset({ModeId.COOP}),
    PlayMode.SOLO: frozenset({ModeId.COOP, ModeId.SOLO}),
}


def check_allies(options: PhoenixOptions) -> None:
    """PP-M2: a solo game has one or two allies."""
    if isinstance(options.solo_allies, int) and options.solo_allies not in SOLO_ALLIES:
        raise Rejected("unknown_id", rule="PP-M2", field="solo_allies", id=str(options.solo_allies))


def check_choice(options: PhoenixOptions, choices: Sequence[ClanChoice | None], choice: ClanChoice) -> None:
    """PP-S2, PP-CO2: each clan can be chosen once, and not that of the Basilisk."""
    if any(other is not None and other.clan is choice.clan for other in choices):
        raise Rejected("clan_taken", rule="PP-S2", clan=choice.clan.value)
    if modes.enemy_clan(modes_of(options), options) is choice.clan:
        raise Rejected("clan_taken", rule="PP-CO2", clan=choice.clan.value)


def seating(
    options: PhoenixOptions, choices: Sequence[ClanChoice | None], dice: Dice
) -> tuple[Places, tuple[Clan, ...]]:
    """PP-S2, PP-CO2: the place of each seat, and its clan: the chosen one, or else a random unused one."""
    ids = modes_of(options)
    places = modes.places(ids, options, dice.shuffled(range(len(choices))))
    enemy = modes.enemy_clan(ids, options)
    taken = {enemy, *(choice.clan for choice in choices if choice is not None)}
    left = iter(dice.shuffled([clan for clan in CLANS if clan not in taken]))
    dealt: dict[int | str, Clan] = {}
    for place in (place for place in places if isinstance(place, str)):
        dealt[place] = enemy or next(left)
    for number, choice in enumerate(choices):
        dealt[number] = next(left) if choice is None else choice.clan
    return places, tuple(dealt.pop(place) if place in dealt else next(left) for place in places)


def lay_out(options: PhoenixOptions, clans: tuple[Clan, ...], dice: Dice) -> Iterator[Event]:
    """PP-S1–PP-S12: everything before the first tiles and cards are revealed."""
    ids, players = modes_of(options), len(clans)
    fixed = modes.first_seat(ids)
    first = dice.below(players) if fixed is None else fixed
    yield _board(ids, clans, first)
    automa = modes.piles(ids, options, clans, dice)
    yield from automa
    for seat in _clockwise(players, first):
        if automa and seat == BASILISK_SEAT:
            continue
        pile = dice.shuffled([specialist(clans[seat], kind) for kind in SPECIALISTS])
        yield e.ClanPileShuffled(seat, len(pile), pile, reveals=True)
    villages = dice.shuffled(modes.villages(ids))
    built = 1 if players == FEW_PLAYERS else 0
    top, pile_left = villages[built], villages[built + 1 :]
    yield e.VillagesShuffled(villages[0] if built else None, top, len(pile_left), pile_left, reveals=True)
    foreseen = dice.shuffled(tuple(ForeseenId))
    yield e.ForeseenPileShuffled(len(foreseen), foreseen, reveals=True)
    revelations = dice.shuffled(tuple(RevelationId))
    yield e.RevelationPileShuffled(len(revelations), revelations, reveals=True)
    if automa:
        deck = dice.shuffled(tuple(EnemyCardId))
        yield b.EnemyDeckShuffled(len(deck), deck, reveals=True)
    yield then(*map(happens, modes.setup_steps(ids)))


def _clockwise(players: int, first: int) -> list[int]:
    return [(first + n) % players for n in range(players)]


def _board(ids: tuple[ModeId, ...], clans: tuple[Clan, ...], first: int) -> Event:
    """PP-S1, PP-S3–PP-S6: the board, hands and pools; the first player has the token."""
    players = len(clans)
    groups = modes.sharing(ids, players, first)
    sides = dict(zip(_clockwise(players, first), modes.sides(ids, players)))
    return e.BoardLaidOut(
        ids,
        BoardSide.SMALL if players == FEW_PLAYERS else BoardSide.LARGE,
        modes.first_level(ids),
        tuple(
            e.DealtSeat(
                clan,
                _pool_of(groups, seat),
                *_hand(clan, modes.apprentices(ids, players, seat)),
                sides[seat],
            )
            for seat, clan in enumerate(clans)
        ),
        modes.pools(ids, players, tuple(_pool(len(group)) for group in groups)),
        first,
        modes.dragon(ids),
        reveals=True,
    )


def _pool_of(groups: Groups, seat: int) -> int:
    return next(index for index, group in enumerate(groups) if seat in group)


def _pool(seats: int) -> Pool:
    """PP-S5, PP-TT2: the starting resources of all seats that share the pool."""
    return Pool(coin=START_COINS * seats, scroll=START_SCROLLS * seats, lantern=START_LANTERNS * seats)


def _hand(clan: Clan, in_hand: int) -> tuple[tuple[KinId, ...], tuple[KinId, ...]]:
    """PP-S4, PP-CO3: hand and box; apprentices that are not in hand go to the box."""
    apprentices = tuple(apprentice(clan, number) for number in range(1, APPRENTICES + 1))
    return (*apprentices[:in_hand], specialist(clan, KinType.FIGHTER)), apprentices[in_hand:]


def open_clanhouse(state: Phoenix, _step: OpenClanhouse, _dice: Dice) -> Iterator[Event]:
    """PP-S8: in turn order each seat reveals its top tile."""
    yield e.StepClosed()
    for seat in state.order:
        told = tuple(reveal(state, seat))
        yield from told
        state = evolved(state, *told)


def open_revelations(state: Phoenix, _step: OpenRevelations, dice: Dice) -> Iterator[Event]:
    """PP-S13: the top cards go to the slots."""
    yield e.StepClosed()
    yield from refill(state, dice)
