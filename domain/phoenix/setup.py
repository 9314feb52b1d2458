"""Sets up board, clans, hands and piles (PP-S1–PP-S14). The order of the draws is part of the log format."""

from collections.abc import Iterator, Sequence

from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event
from domain.phoenix import events as e
from domain.phoenix import modes
from domain.phoenix.catalogue import (
    APPRENTICES,
    CLANS,
    FEW_PLAYERS,
    SPECIALISTS,
    START_COINS,
    START_LANTERNS,
    START_SCROLLS,
    VILLAGE_TILES,
    BoardSide,
    Clan,
    ForeseenId,
    KinId,
    KinType,
    ModeId,
    RevelationId,
    apprentice,
    specialist,
)
from domain.phoenix.clanhouse import reveal
from domain.phoenix.evolve import evolved
from domain.phoenix.modes import MODES
from domain.phoenix.modes.mode import Groups
from domain.phoenix.pending import happens, then
from domain.phoenix.revelations import refill
from domain.phoenix.state import (
    ClanChoice,
    OpenClanhouse,
    OpenRevelations,
    Phoenix,
    PhoenixOptions,
    PlayMode,
    Pool,
)


def modes_of(options: PhoenixOptions) -> tuple[ModeId, ...]:
    """The modes that the options enable, in the order in which they are applied."""
    on = {ModeId(name) for name in ("palace_alt", "asymmetric", "dragon") if getattr(options, name)}
    if options.mode is PlayMode.TEAM:
        on.add(ModeId.TEAM)
    return tuple(mode for mode in MODES if mode in on)


def check_choice(choices: Sequence[ClanChoice | None], choice: ClanChoice) -> None:
    """PP-S2: each clan can be chosen once."""
    if any(other is not None and other.clan is choice.clan for other in choices):
        raise Rejected("clan_taken", rule="PP-S2", clan=choice.clan.value)


def seating(choices: Sequence[ClanChoice | None], dice: Dice) -> tuple[tuple[int, ...], tuple[Clan, ...]]:
    """PP-S2: the place of each seat, and its clan: the chosen one, or else a random unused one."""
    places = dice.shuffled(range(len(choices)))
    taken = {choice.clan for choice in choices if choice is not None}
    left = iter(dice.shuffled([clan for clan in CLANS if clan not in taken]))
    clans = {place: next(left) if choice is None else choice.clan for place, choice in enumerate(choices)}
    return places, tuple(clans[place] for place in places)


def lay_out(ids: tuple[ModeId, ...], clans: tuple[Clan, ...], dice: Dice) -> Iterator[Event]:
    """PP-S1–PP-S12: everything before the first tiles and cards are revealed."""
    players, first = len(clans), dice.below(len(clans))
    yield _board(ids, clans, first)
    for seat in _clockwise(players, first):
        pile = dice.shuffled([specialist(clans[seat], kind) for kind in SPECIALISTS])
        yield e.ClanPileShuffled(seat, len(pile), pile, reveals=True)
    villages = dice.shuffled(VILLAGE_TILES)
    built = 1 if players == FEW_PLAYERS else 0
    top, pile_left = villages[built], villages[built + 1 :]
    yield e.VillagesShuffled(villages[0] if built else None, top, len(pile_left), pile_left, reveals=True)
    foreseen = dice.shuffled(tuple(ForeseenId))
    yield e.ForeseenPileShuffled(len(foreseen), foreseen, reveals=True)
    revelations = dice.shuffled(tuple(RevelationId))
    yield e.RevelationPileShuffled(len(revelations), revelations, reveals=True)
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
            e.DealtSeat(clan, _pool_of(groups, seat), *_hand(clan, players), sides[seat])
            for seat, clan in enumerate(clans)
        ),
        tuple(_pool(len(group)) for group in groups),
        first,
        modes.dragon(ids),
        reveals=True,
    )


def _pool_of(groups: Groups, seat: int) -> int:
    return next(index for index, group in enumerate(groups) if seat in group)


def _pool(seats: int) -> Pool:
    """PP-S5, PP-TT2: the starting resources of all seats that share the pool."""
    return Pool(coin=START_COINS * seats, scroll=START_SCROLLS * seats, lantern=START_LANTERNS * seats)


def _hand(clan: Clan, players: int) -> tuple[tuple[KinId, ...], tuple[KinId, ...]]:
    """PP-S4: hand and box; with three or four players the fifth apprentice goes to the box."""
    in_hand = APPRENTICES if players == FEW_PLAYERS else APPRENTICES - 1
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
