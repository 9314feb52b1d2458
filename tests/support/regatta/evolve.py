"""One small function for each event, and the EVOLVE table. It only writes down: no rule, no chance."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from msgspec.structs import replace

from domain.kernel.agenda import Pending, answered, begun, finished, pop, push, reassigned, restated
from domain.kernel.messages import Event
from tests.support.regatta import events as e
from tests.support.regatta.catalogue import GOLD, STORM, STORM_TURNS, TILES
from tests.support.regatta.commands import Move
from tests.support.regatta.state import BidStep, Crew, Regatta, RoundStep, Step, StormStep, TurnStep

_Pending: TypeAlias = Pending[Step, Move]


def evolve(state: Regatta | None, event: Any) -> Regatta:
    """The state after an event."""
    return EVOLVE[type(event)](state, event)


def _board_laid_out(_: None, event: e.BoardLaidOut) -> Regatta:
    crews = (
        Crew(None, 0) if boat is None else Crew(boat, event.space, gold=GOLD, tiles=TILES)
        for boat in event.players
    )
    return Regatta(event.mode, tuple(crews), event.countdown, agenda=(Pending(RoundStep()),))


def _wind_shuffled(state: Regatta, event: e.WindShuffled) -> Regatta:
    pile: Any = event.piles
    return replace(state, wind=pile)


def _round_begun(state: Regatta, event: e.RoundBegun) -> Regatta:
    """What the round consists of is pushed at once, its last part first."""
    turns: list[_Pending] = [Pending(TurnStep(seat)) for seat in reversed(state.sailing)]
    storm: list[_Pending] = [Pending(StormStep(), automa=STORM)] * (STORM_TURNS if state.has_storm else 0)
    bids: _Pending = Pending(BidStep(), seats=state.sailing)
    agenda = push(state.agenda, *turns, bids, *storm)
    return replace(state, round=event.round, countdown=event.countdown, turn=state.turn + 1, agenda=agenda)


def _storm_turn_begun(state: Regatta, event: e.StormTurnBegun) -> Regatta:
    """Nobody has to be asked to go on with a turn that has begun."""
    agenda = restated(reassigned(state.agenda, ()), StormStep(event.wind))
    return replace(state, turn=event.turn, wind=state.wind[1:], agenda=agenda)


def _bid_placed(state: Regatta, event: e.BidPlaced) -> Regatta:
    step = state.agenda[-1].step
    assert isinstance(step, BidStep)
    assert event.bid is not None
    agenda = restated(state.agenda, BidStep((*step.bids, event.bid)))
    return replace(state, agenda=answered(agenda, event.seat))


def _turn_begun(state: Regatta, event: e.TurnBegun) -> Regatta:
    return replace(state, turn=event.turn, agenda=reassigned(state.agenda, (event.seat,)))


def _ship_moved(state: Regatta, event: e.ShipMoved) -> Regatta:
    """In the turn of the boat itself this was its move."""
    step, agenda = state.agenda[-1].step, state.agenda
    if isinstance(step, TurnStep) and step.seat == event.seat:
        agenda = finished(restated(agenda, TurnStep(step.seat, rowed=True)), event.seat)
    return replace(_crew(state, event.seat, space=event.island), agenda=agenda)


def _tiles_paid(state: Regatta, event: e.TilesPaid) -> Regatta:
    return _crew(state, event.seat, tiles=state.crews[event.seat].tiles - event.tiles)


def _resources_paid(state: Regatta, event: e.ResourcesPaid) -> Regatta:
    return _crew(state, event.seat, gold=state.crews[event.seat].gold - event.resources)


def _resources_gained(state: Regatta, event: e.ResourcesGained) -> Regatta:
    return _crew(state, event.seat, gold=state.crews[event.seat].gold + event.resources)


def _offer_made(state: Regatta, event: e.OfferMade) -> Regatta:
    return replace(state, agenda=push(state.agenda, Pending(event.offer, seats=(event.seat,))))


def _answered(state: Regatta, event: e.WayGiven | e.Protested) -> Regatta:
    return replace(state, agenda=answered(state.agenda, event.seat))


def _step_over(state: Regatta, _: Event) -> Regatta:
    return replace(state, agenda=pop(state.agenda))


def _crew(state: Regatta, seat: int, **changes: Any) -> Regatta:
    crew = replace(state.crews[seat], **changes)
    return replace(state, crews=(*state.crews[:seat], crew, *state.crews[seat + 1 :]))


EVOLVE: Mapping[type[Event], Callable[[Any, Any], Regatta]] = {
    e.BoardLaidOut: _board_laid_out,
    e.WindShuffled: _wind_shuffled,
    e.RoundBegun: _round_begun,
    e.StormTurnBegun: _storm_turn_begun,
    e.StormTurnEnded: _step_over,
    e.MoveBegun: lambda state, event: replace(state, agenda=begun(state.agenda, event.seat, event.move)),
    e.BidPlaced: _bid_placed,
    e.BidsRevealed: _step_over,
    e.TurnBegun: _turn_begun,
    e.TurnEnded: _step_over,
    e.ShipMoved: _ship_moved,
    e.TilesPaid: _tiles_paid,
    e.ResourcesPaid: _resources_paid,
    e.ResourcesGained: _resources_gained,
    e.OfferMade: _offer_made,
    e.OfferClosed: _step_over,
    e.WayGiven: _answered,
    e.Protested: _answered,
    e.RulingMade: _step_over,
    e.FlagHoisted: lambda state, event: _crew(state, event.seat, flag=event.flag),
    e.PlayEnded: lambda state, _: replace(state, agenda=()),
}
