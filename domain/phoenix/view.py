"""What a seat may know of a state and of an event (PP-H1–PP-H14). Piles are counts; drafts are secret."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.messages import Event
from domain.phoenix import basilisk_events as b
from domain.phoenix import events as e
from domain.phoenix.agenda import CardTarget, GainResource, PendingStep
from domain.phoenix.commands import Move
from domain.phoenix.decider import decider, pending
from domain.phoenix.enemy_catalogue import BASILISK_SEAT
from domain.phoenix.geometry import dragon_sectors, highlighted
from domain.phoenix.ids import (
    BoardSide,
    Clan,
    Difficulty,
    EnemyCardId,
    ForeseenId,
    KinId,
    ModeId,
    RevelationId,
    ScenarioId,
    Sector,
    Side,
    VillageId,
)
from domain.phoenix.questions import QUESTIONS
from domain.phoenix.state import Board, Draft, Guard, Phase, Phoenix, Pool, Seat, Tile


class DraftView(Struct, frozen=True):
    """A seat's draft: everybody sees whether it has decided, the seat itself sees the rest (PP-H8)."""

    decided: bool
    drawn: tuple[KinId, ...] | None
    pick: KinId | None
    fighter: KinId | None
    dealt: tuple[RevelationId, ...] | None
    bought: tuple[RevelationId, ...] | None


class SeatView(Struct, frozen=True):
    """What belongs to a seat (PP-H1–PP-H4); `pool` is the number of the pool that it pays from.

    Only the Basilisk has a `stack`: its top tile, and all of its tiles in no particular order (PP-H11).
    """

    seat: int
    clan: Clan
    pool: int
    side: Side | None
    hand: tuple[KinId, ...]
    tiles: tuple[Tile, ...]
    box: tuple[KinId, ...]
    clan_pile_size: int
    clan_pile: tuple[KinId, ...]
    fp: int
    pioneer: int
    revelations: tuple[RevelationId, ...]
    spent: tuple[RevelationId, ...]
    veiled: bool
    draft: DraftView | None
    stack_size: int
    stack_top: KinId | None
    stack: tuple[KinId, ...]


class BoardView(Struct, frozen=True):
    """The game board; piles are counts, but for the top village tile (PP-H4–PP-H7)."""

    side: BoardSide
    rotation: int
    highlighted: tuple[Sector, ...]
    palace_level: int
    guards: tuple[Guard, ...]
    clanhouse: tuple[KinId, ...]
    villages: tuple[VillageId, ...]
    village_top: VillageId | None
    village_pile_size: int
    foreseen: tuple[ForeseenId | None, ...]
    foreseen_pile_size: int
    foreseen_discard: tuple[ForeseenId, ...]
    revelations: tuple[RevelationId | None, ...]
    revelation_pile_size: int
    revelation_discard: tuple[RevelationId, ...]
    dragon: int | None
    dragon_sectors: tuple[Sector, ...]


class EnemyView(Struct, frozen=True):
    """The Basilisk's deck and story, and the seat that decides for it (PP-H10, PP-H12).

    The deck is a count. `act` is the number of the act that applies, 0 if there is no story. `nominations`
    has for each seat the ally whom it has named as decider.
    """

    difficulty: Difficulty
    scenario: ScenarioId | None
    act: int
    deck_size: int
    discard: tuple[EnemyCardId, ...]
    removed: tuple[EnemyCardId, ...]
    card: EnemyCardId | None
    decider: int
    nominations: tuple[int | None, ...]


class TurnView(Struct, frozen=True):
    """Whose turn it is, the kin placed in it, and the sector whose daytime effect it gives."""

    number: int
    seat: int
    kin: KinId | None
    spot: str | None
    daytime: Sector | None


class PendingView(Struct, frozen=True):
    """What is decided now, and by whom; `options` and `move` only for the seat that decides (PP-H13).

    `step` is the step of the turn or the kind of the choice. A choice has an `id`, and a `source`: the rule
    or card that asks.
    """

    step: str
    seats: tuple[int, ...]
    id: int | None = None
    source: str | None = None
    options: tuple[str | None, ...] | None = None
    move: Move | None = None


class PhoenixView(Struct, frozen=True):
    """A game as a reader sees it."""

    players: int
    modes: tuple[ModeId, ...]
    seats: tuple[SeatView, ...]
    pools: tuple[Pool, ...]
    board: BoardView
    heralds: tuple[int, ...]
    token: int
    order: tuple[int, ...]
    round: int
    phase: Phase
    turn: TurnView
    eligible: tuple[tuple[int, ...], ...]
    unscored: tuple[Sector, ...]
    pending: PendingView | None
    enemy: EnemyView | None


def view(state: Phoenix, seats: Sequence[int]) -> PhoenixView:
    """What the holder of these seats may know; with no seat, a spectator."""
    turn = state.turn
    drafting = any(seat.draft is not None and seat.draft.drawn for seat in state.seats)
    return PhoenixView(
        players=state.players,
        modes=state.modes,
        seats=tuple(
            _seat(number, seat, own=number in seats, drafting=drafting)
            for number, seat in enumerate(state.seats)
        ),
        pools=state.pools,
        board=_board(state.board),
        heralds=state.heralds,
        token=state.token,
        order=state.order,
        round=state.round,
        phase=state.phase,
        turn=TurnView(turn.number, turn.seat, turn.kin, turn.spot, turn.daytime),
        eligible=state.eligible,
        unscored=state.unscored,
        pending=_pending(state, seats),
        enemy=_enemy(state),
    )


def _enemy(state: Phoenix) -> EnemyView | None:
    """PP-H10, PP-H12: no order of the deck, no later act."""
    enemy = state.enemy
    if enemy is None:
        return None
    return EnemyView(
        difficulty=enemy.difficulty,
        scenario=enemy.scenario,
        act=enemy.act,
        deck_size=len(enemy.deck),
        discard=enemy.discard,
        removed=enemy.removed,
        card=enemy.card,
        decider=decider(state),
        nominations=enemy.nominations,
    )


def _seat(number: int, seat: Seat, *, own: bool, drafting: bool) -> SeatView:
    """PP-H3: the tiles of a clan pile without their order; in a draft only together with the drawn ones."""
    drawn = seat.draft.drawn if seat.draft is not None and drafting else ()
    return SeatView(
        seat=number,
        clan=seat.clan,
        pool=seat.pool,
        side=seat.side,
        hand=seat.hand,
        tiles=seat.tiles,
        box=seat.box,
        clan_pile_size=len(seat.clan_pile),
        clan_pile=tuple(sorted((*seat.clan_pile, *drawn))),
        fp=seat.fp,
        pioneer=seat.pioneer,
        revelations=seat.revelations,
        spent=seat.spent,
        veiled=seat.veiled,
        draft=None if seat.draft is None else _draft(seat.draft, own=own),
        stack_size=len(seat.stack),
        stack_top=next(iter(seat.stack), None),
        stack=tuple(sorted(seat.stack)),
    )


def _draft(draft: Draft, *, own: bool) -> DraftView:
    if not own:
        return DraftView(draft.decided, None, None, None, None, None)
    return DraftView(draft.decided, draft.drawn, draft.pick, draft.fighter, draft.dealt, draft.bought)


def _board(board: Board) -> BoardView:
    return BoardView(
        side=board.side,
        rotation=board.rotation,
        highlighted=highlighted(board.rotation),
        palace_level=board.palace_level,
        guards=board.guards,
        clanhouse=board.clanhouse,
        villages=board.villages,
        village_top=board.village_top,
        village_pile_size=len(board.village_pile),
        foreseen=board.foreseen,
        foreseen_pile_size=len(board.foreseen_pile),
        foreseen_discard=board.foreseen_discard,
        revelations=board.revelations,
        revelation_pile_size=len(board.revelation_pile),
        revelation_discard=board.revelation_discard,
        dragon=board.dragon,
        dragon_sectors=() if board.dragon is None else dragon_sectors(board.dragon),
    )


def _pending(state: Phoenix, seats: Sequence[int]) -> PendingView | None:
    """PP-H13: who decides and what about is public; the options are for the seat that decides.

    Which seats have decided in a draft is public too.
    """
    if not state.agenda:
        return None
    top = pending(state)[-1]
    own = next((seat for seat in top.seats if seat in seats), None)
    move = None if own is None else top.form(own)
    question = QUESTIONS.get(type(top.step))
    if question is None:
        return PendingView(_tag(top), top.seats, move=move)
    return PendingView(
        kind_of(state),
        top.seats,
        id=state.choices,
        source=getattr(top.step, "source", None),
        options=None if own is None else question.options(state, top.step),
        move=move,
    )


def kind_of(state: Phoenix) -> str:
    """4.4: the kind of a pending choice; a card of the draft asks for a resource like any other source."""
    step = state.agenda[-1].step
    if isinstance(step, CardTarget) and not step.optional:
        return QUESTIONS[GainResource].kind
    question = QUESTIONS[type(step)]
    is_enemy = state.enemy is not None and state.agenda[-1].seats == (BASILISK_SEAT,)
    return question.enemy_kind or question.kind if is_enemy else question.kind


def _tag(pending: PendingStep) -> str:
    return str(type(pending.step).__struct_config__.tag)


def redact(event: Any, seats: Sequence[int]) -> Event:
    """An event without what these seats may not know: hidden piles, and other seats' drafts."""
    hidden = _HIDDEN.get(type(event))
    if hidden is not None:
        return hidden(event)
    secret = _SECRET.get(type(event))
    return event if secret is None or event.seat in seats else secret(event)


_HIDDEN: Mapping[type[Event], Callable[[Any], Event]] = {
    b.StackShuffled: lambda event: replace(event, stack=None),
    b.EnemyDeckShuffled: lambda event: replace(event, deck=None),
    b.TwistResolved: lambda event: replace(event, deck=None),
    e.ClanPileShuffled: lambda event: replace(event, clan_pile=None),
    e.VillagesShuffled: lambda event: replace(event, village_pile=None),
    e.ForeseenPileShuffled: lambda event: replace(event, foreseen_pile=None),
    e.RevelationPileShuffled: lambda event: replace(event, revelation_pile=None),
}
"""PP-H3, PP-H6, PP-H7, PP-H10, PP-H11: what nobody may know."""
_SECRET: Mapping[type[Event], Callable[[Any], Event]] = {
    e.KinDrawn: lambda event: replace(event, drawn=None, pick=None),
    e.DraftDecided: lambda event: replace(event, move=None),
    e.RevelationsDealt: lambda event: replace(event, cards=None),
}
"""PP-H8: what only the seat itself may know."""
