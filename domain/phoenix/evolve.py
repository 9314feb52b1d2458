"""One small function for each event, and the EVOLVE table. They only record: no rules, no randomness."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from domain.kernel import agenda
from domain.kernel.messages import Event
from domain.phoenix import basilisk_events as b
from domain.phoenix import events as e
from domain.phoenix.agenda import PendingStep
from domain.phoenix.catalogue import BUMPED, SECTOR_OF
from domain.phoenix.commands import AsymBuyRevelations, AsymChooseFighter, CardUse, Choose
from domain.phoenix.enemy_catalogue import BASILISK_SEAT
from domain.phoenix.ids import KinId, SpotId, VillageId
from domain.phoenix.state import Board, Draft, Enemy, Guard, Phase, Phoenix, Seat, Tile, Turn

T = TypeVar("T")


def evolve(state: Phoenix | None, event: Any) -> Phoenix:
    """The state after an event."""
    return EVOLVE[type(event)](state, event)


def evolved(state: Phoenix, *events: Event) -> Phoenix:
    """The state after several events."""
    for event in events:
        state = EVOLVE[type(event)](state, event)
    return state


def _at(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _without(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    index = items.index(item)
    return items[:index] + items[index + 1 :]


def _seat(state: Phoenix, seat: int, **changes: Any) -> Phoenix:
    return replace(state, seats=_at(state.seats, seat, replace(state.seats[seat], **changes)))


def _board(state: Phoenix, **changes: Any) -> Phoenix:
    return replace(state, board=replace(state.board, **changes))


def _turn(state: Phoenix, **changes: Any) -> Phoenix:
    return replace(state, turn=replace(state.turn, **changes))


def _tile(state: Phoenix, seat: int, played: KinId, **changes: Any) -> Phoenix:
    """Changes a played kin of a seat, which keeps its position in the list."""
    tiles = (replace(tile, **changes) if tile.kin == played else tile for tile in state.seats[seat].tiles)
    return _seat(state, seat, tiles=tuple(tiles))


def _pool(state: Phoenix, seat: int, kind: str, by: int) -> Phoenix:
    index = state.seats[seat].pool
    pool = state.pools[index]
    return replace(state, pools=_at(state.pools, index, replace(pool, **{kind: getattr(pool, kind) + by})))


def _board_laid_out(_: Phoenix | None, event: e.BoardLaidOut) -> Phoenix:
    players = len(event.seats)
    seats = (
        Seat(dealt.clan, dealt.pool, hand=dealt.hand, box=dealt.box, side=dealt.side) for dealt in event.seats
    )
    order = tuple((event.token + n) % players for n in range(players))
    return Phoenix(
        modes=event.modes,
        seats=tuple(seats),
        pools=event.pools,
        board=Board(side=event.side, palace_level=event.palace_level, dragon=event.dragon),
        heralds=order,
        token=event.token,
        order=order,
    )


def _villages_shuffled(state: Phoenix, event: e.VillagesShuffled) -> Phoenix:
    built = () if event.built is None else (event.built,)
    return _board(
        state,
        villages=(*state.board.villages, *built),
        village_top=event.top,
        village_pile=event.village_pile,
    )


def _foreseen_pile_shuffled(state: Phoenix, event: e.ForeseenPileShuffled) -> Phoenix:
    return _board(state, foreseen_pile=event.foreseen_pile, foreseen_discard=())


def _revelation_pile_shuffled(state: Phoenix, event: e.RevelationPileShuffled) -> Phoenix:
    return _board(state, revelation_pile=event.revelation_pile, revelation_discard=())


def _kin_drawn(state: Phoenix, event: e.KinDrawn) -> Phoenix:
    assert event.drawn is not None
    left = state.seats[event.seat].clan_pile[len(event.drawn) :]
    return _seat(state, event.seat, clan_pile=left, draft=Draft(drawn=event.drawn, pick=event.pick))


def _draft_decided(state: Phoenix, event: e.DraftDecided) -> Phoenix:
    draft = state.seats[event.seat].draft
    assert draft is not None
    match event.move:
        case AsymChooseFighter(kin=kin):
            draft = replace(draft, fighter=kin, decided=True)
        case AsymBuyRevelations(cards=cards):
            draft = replace(draft, bought=cards, decided=True)
    state = _seat(state, event.seat, draft=draft)
    return replace(state, agenda=agenda.answered(state.agenda, event.seat))


def _hand_revealed(state: Phoenix, event: e.HandRevealed) -> Phoenix:
    box = (*state.seats[event.seat].box, *event.boxed)
    return _seat(state, event.seat, hand=event.hand, box=box, draft=None)


def _revelations_dealt(state: Phoenix, event: e.RevelationsDealt) -> Phoenix:
    assert event.cards is not None
    state = _board(state, revelation_pile=state.board.revelation_pile[len(event.cards) :])
    return _seat(state, event.seat, draft=Draft(dealt=event.cards))


def _revelations_bought(state: Phoenix, event: e.RevelationsBought) -> Phoenix:
    return _seat(state, event.seat, revelations=event.cards, draft=None)


def _move_begun(state: Phoenix, event: e.MoveBegun) -> Phoenix:
    return replace(state, agenda=agenda.begun(state.agenda, event.seat, event.move))


def _action_taken(state: Phoenix, event: e.ActionTaken) -> Phoenix:
    return replace(
        state, agenda=agenda.pop(state.agenda), choices=state.choices + isinstance(event.move, Choose)
    )


def _steps_opened(state: Phoenix, event: e.StepsOpened) -> Phoenix:
    pending: Iterator[PendingStep] = (
        agenda.Pending(following.step, following.seats, following.automa)
        for following in reversed(event.steps)
    )
    return replace(state, agenda=agenda.push(state.agenda, *pending))


def _round_started(state: Phoenix, event: e.RoundStarted) -> Phoenix:
    seats = tuple(replace(seat, veiled=False) if seat.veiled else seat for seat in state.seats)
    return replace(state, round=event.round, order=event.order, phase=Phase.DAYTIME, seats=seats)


def _event_revealed(state: Phoenix, event: e.EventRevealed) -> Phoenix:
    board = state.board
    return _board(
        state,
        foreseen=_at(board.foreseen, event.slot - 1, event.foreseen),
        foreseen_pile=board.foreseen_pile[1:],
    )


def _guard_expired(state: Phoenix, event: e.GuardExpired) -> Phoenix:
    return _board(state, guards=_without(state.board.guards, Guard(event.seat, event.sector)))


def _turn_start_card_used(state: Phoenix, event: e.TurnStartCardUsed) -> Phoenix:
    if not event.spent:
        return state
    return _seat(state, event.seat, spent=(*state.seats[event.seat].spent, event.card))


def _kin_placed(state: Phoenix, event: e.KinPlaced) -> Phoenix:
    seat = state.seats[event.seat]
    tile = Tile(event.kin, event.spot, event.cloaked)
    zone = "hand" if event.kin in seat.hand else "stack"
    left = _without(getattr(seat, zone), event.kin)
    state = _seat(state, event.seat, tiles=(*seat.tiles, tile), **{zone: left})
    return _turn(state, kin=event.kin, spot=event.spot, daytime=SECTOR_OF.get(event.spot))


def _fp_changed(state: Phoenix, event: e.FpChanged) -> Phoenix:
    return _seat(state, event.seat, fp=state.seats[event.seat].fp + event.by)


def _moved(state: Phoenix, seat: int, kin: KinId, spot: SpotId) -> Phoenix:
    return _tile(state, seat, kin, at=spot)


def _hit_prevented(state: Phoenix, event: e.HitPrevented) -> Phoenix:
    return _seat(state, event.seat, veiled=True)


def _guard_set(state: Phoenix, event: e.GuardSet) -> Phoenix:
    return _board(state, guards=(*state.board.guards, Guard(event.seat, event.sector)))


def _event_discarded(state: Phoenix, event: e.EventDiscarded | e.EventResolved) -> Phoenix:
    board = state.board
    return _board(
        state,
        foreseen=_at(board.foreseen, event.slot - 1, None),
        foreseen_discard=(*board.foreseen_discard, event.foreseen),
    )


def _event_returned(state: Phoenix, event: e.EventReturned) -> Phoenix:
    board = state.board
    return _board(
        state,
        foreseen=_at(board.foreseen, event.slot - 1, event.foreseen),
        foreseen_discard=board.foreseen_discard[:-1],
    )


def _herald_moved(state: Phoenix, event: e.HeraldMoved) -> Phoenix:
    return replace(state, heralds=(event.seat, *_without(state.heralds, event.seat)))


def _village_built(state: Phoenix, event: e.VillageBuilt) -> Phoenix:
    is_tile = event.village is not VillageId.SHRINE_TILE
    top = None if is_tile else state.board.village_top
    return _board(state, villages=(*state.board.villages, event.village), village_top=top)


def _village_turned(state: Phoenix, event: e.VillageTurned) -> Phoenix:
    return _board(state, village_top=event.village, village_pile=state.board.village_pile[1:])


def _revelation_acquired(state: Phoenix, event: e.RevelationAcquired) -> Phoenix:
    board = state.board
    slots = _at(board.revelations, event.slot - 1, None)
    if event.use is CardUse.DISCARD:
        return _board(state, revelations=slots, revelation_discard=(*board.revelation_discard, event.card))
    owned = (*state.seats[event.seat].revelations, event.card)
    return _seat(_board(state, revelations=slots), event.seat, revelations=owned)


def _revelation_slot_refilled(state: Phoenix, event: e.RevelationSlotRefilled) -> Phoenix:
    board = state.board
    return _board(
        state,
        revelations=_at(board.revelations, event.slot - 1, event.card),
        revelation_pile=board.revelation_pile[1:],
    )


def _ready_kin_removed(state: Phoenix, event: e.ReadyKinRemoved) -> Phoenix:
    state = _board(state, clanhouse=_without(state.board.clanhouse, event.kin))
    return _seat(state, event.seat, box=(*state.seats[event.seat].box, event.kin))


def _kin_revealed(state: Phoenix, event: e.KinRevealed) -> Phoenix:
    state = _board(state, clanhouse=(*state.board.clanhouse, event.kin))
    return _seat(state, event.seat, clan_pile=state.seats[event.seat].clan_pile[1:])


def _kin_acquired(state: Phoenix, event: e.KinAcquired) -> Phoenix:
    state = _board(state, clanhouse=_without(state.board.clanhouse, event.kin))
    seat = state.seats[event.seat]
    hand, stack = (
        tuple(event.kin if kin == event.replaced else kin for kin in zone) for zone in (seat.hand, seat.stack)
    )
    state = _seat(state, event.seat, hand=hand, stack=stack, box=(*seat.box, event.replaced))
    return _tile(state, event.seat, event.replaced, kin=event.kin)


def _turn_started(state: Phoenix, event: e.TurnStarted) -> Phoenix:
    return replace(state, turn=Turn(event.turn, event.seat))


def _nighttime_started(state: Phoenix, event: e.NighttimeStarted) -> Phoenix:
    turn = Turn(state.turn.number + 1, state.turn.seat)
    return replace(state, phase=Phase.NIGHTTIME, eligible=event.eligible_by_sector, unscored=(), turn=turn)


def _round_ended(state: Phoenix, event: e.RoundEnded) -> Phoenix:
    seats = (
        replace(seat, hand=(*seat.hand, *(tile.kin for tile in seat.tiles)), tiles=()) for seat in state.seats
    )
    state = replace(state, seats=tuple(seats), phase=Phase.DAWN, eligible=(), unscored=())
    return _board(state, palace_level=event.palace_level)


def _enemy(state: Phoenix, **changes: Any) -> Phoenix:
    assert state.enemy is not None
    return replace(state, enemy=replace(state.enemy, **changes))


def _basilisk_awoken(state: Phoenix, event: b.BasiliskAwoken) -> Phoenix:
    return replace(state, enemy=Enemy(event.difficulty, event.scenario, nominations=(None,) * state.players))


def _act_revealed(state: Phoenix, event: b.ActRevealed) -> Phoenix:
    seat = state.seats[BASILISK_SEAT]
    hand = (*(kin for kin in seat.hand if kin not in event.boxed), *event.joined)
    return _enemy(_seat(state, BASILISK_SEAT, hand=hand, box=(*seat.box, *event.boxed)), act=event.act)


def _specialists_drawn(state: Phoenix, event: b.SpecialistsDrawn) -> Phoenix:
    return _seat(state, event.seat, hand=(*state.seats[event.seat].hand, *event.joined))


def _stack_shuffled(state: Phoenix, event: b.StackShuffled) -> Phoenix:
    return _seat(state, event.seat, hand=(), stack=event.stack)


def _enemy_card_revealed(state: Phoenix, event: b.EnemyCardRevealed) -> Phoenix:
    assert state.enemy is not None
    deck, card = state.enemy.deck[1:], event.enemy_card
    if not event.sectors:
        return _enemy(state, deck=deck, removed=(*state.enemy.removed, card))
    return _enemy(state, deck=deck, discard=(*state.enemy.discard, card), card=card)


def _decider_nominated(state: Phoenix, event: b.DeciderNominated) -> Phoenix:
    assert state.enemy is not None
    return _enemy(state, nominations=_at(state.enemy.nominations, event.seat, event.nominee))


EVOLVE: Mapping[type[Event], Callable[[Any, Any], Phoenix]] = {
    e.BoardLaidOut: _board_laid_out,
    e.ClanPileShuffled: lambda state, event: _seat(state, event.seat, clan_pile=event.clan_pile),
    e.VillagesShuffled: _villages_shuffled,
    e.ForeseenPileShuffled: _foreseen_pile_shuffled,
    e.RevelationPileShuffled: _revelation_pile_shuffled,
    e.KinDrawn: _kin_drawn,
    e.DraftDecided: _draft_decided,
    e.HandRevealed: _hand_revealed,
    e.RevelationsDealt: _revelations_dealt,
    e.RevelationsBought: _revelations_bought,
    e.MoveBegun: _move_begun,
    e.ActionTaken: _action_taken,
    e.StepsOpened: _steps_opened,
    e.StepClosed: lambda state, _: replace(state, agenda=agenda.pop(state.agenda)),
    e.RoundStarted: _round_started,
    e.EventRevealed: _event_revealed,
    e.TurnStarted: _turn_started,
    e.GuardExpired: _guard_expired,
    e.TurnStartCardUsed: _turn_start_card_used,
    e.KinPlaced: _kin_placed,
    e.ResourceChanged: lambda state, event: _pool(state, event.seat, event.resource, event.by),
    e.ShardChanged: lambda state, event: _pool(state, event.seat, event.shard, event.by),
    e.FpChanged: _fp_changed,
    e.KinUnveiled: lambda state, event: _tile(state, event.seat, event.kin, cloaked=False),
    e.KinCloaked: lambda state, event: _tile(state, event.seat, event.kin, cloaked=True),
    e.KinMoved: lambda state, event: _moved(state, event.seat, event.kin, event.spot),
    e.KinSentToPalace: lambda state, event: _moved(state, event.seat, event.kin, event.spot),
    e.KinBumped: lambda state, event: _moved(state, event.seat, event.kin, BUMPED),
    e.HitPrevented: _hit_prevented,
    e.GuardSet: _guard_set,
    e.DaytimeChanged: lambda state, event: _turn(state, daytime=event.sector),
    e.DaytimePerformed: lambda state, _: state,
    e.EventDiscarded: _event_discarded,
    e.EventReturned: _event_returned,
    e.HeraldMoved: _herald_moved,
    e.PioneerMoved: lambda state, event: _seat(state, event.seat, pioneer=event.position),
    e.VillageBuilt: _village_built,
    e.VillageTurned: _village_turned,
    e.VillageCollected: lambda state, _: state,
    e.RevelationAcquired: _revelation_acquired,
    e.RevelationSlotRefilled: _revelation_slot_refilled,
    e.ReadyKinRemoved: _ready_kin_removed,
    e.KinRevealed: _kin_revealed,
    e.KinAcquired: _kin_acquired,
    e.PalaceRotated: lambda state, event: _board(state, rotation=event.rotation),
    e.DragonMoved: lambda state, event: _board(state, dragon=event.moon),
    e.NighttimeStarted: _nighttime_started,
    e.EventResolved: _event_discarded,
    e.DragonFed: lambda state, event: replace(state, unscored=event.unscored),
    e.SectorScored: lambda state, _: state,
    e.PalaceScored: lambda state, _: state,
    e.FirstPlayerChanged: lambda state, event: replace(state, token=event.seat),
    e.RoundEnded: _round_ended,
    e.PlayEnded: lambda state, _: replace(state, phase=Phase.FINISHED),
    b.BasiliskAwoken: _basilisk_awoken,
    b.ActRevealed: _act_revealed,
    b.SpecialistsDrawn: _specialists_drawn,
    b.StackShuffled: _stack_shuffled,
    b.EnemyDeckShuffled: lambda state, event: _enemy(state, deck=event.deck, discard=()),
    b.EnemyCardRevealed: _enemy_card_revealed,
    b.TwistResolved: lambda state, event: _enemy(state, deck=event.deck, discard=()),
    b.SectorPassedOver: lambda state, _: state,
    b.SpotFound: lambda state, _: state,
    b.AbilityMissed: lambda state, _: state,
    b.AbilityPerformed: lambda state, _: state,
    b.EffectBegun: lambda state, _: state,
    b.PartSkipped: lambda state, _: state,
    b.DeciderNominated: _decider_nominated,
}
