"""Pending choices: one row for each kind of question that `choose` answers (4.4, PP-T13)."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from domain.kernel.messages import Event
from domain.phoenix import events as e
from domain.phoenix import modes
from domain.phoenix.agenda import (
    AcquireCard,
    AnyStep,
    CardTarget,
    ClanhouseAcquire,
    ClanhouseReplace,
    DragonMove,
    EitherOr,
    GainResource,
    GainShard,
    LoseResource,
    OuterWard,
    OwnKin,
    UseOfCard,
)
from domain.phoenix.clanhouse import acquirable, acquire, replaceable
from domain.phoenix.commands import Answers, CardUse, Direction
from domain.phoenix.decisions import DECISIONS
from domain.phoenix.hits import hit, own_cloaked, own_unveiled, send_to_palace
from domain.phoenix.ids import SECTORS, KinId, Resource, RevelationId, Shard, SpotId
from domain.phoenix.modes.alternative_palace import free_wards
from domain.phoenix.pending import asks, then
from domain.phoenix.pools import gain, gain_shard, pay
from domain.phoenix.question import Options, Question
from domain.phoenix.revelations import CARD, affordable, resolve_kept
from domain.phoenix.revelations import acquire as acquire_card
from domain.phoenix.state import Phoenix


def _gain_resource(_state: Phoenix, step: GainResource, value: str) -> Iterator[Event]:
    return gain(step.seat, step.source, Resource(value))


def _lose_resource(_state: Phoenix, step: LoseResource, value: str) -> Iterator[Event]:
    return pay(step.seat, step.source, Resource(value))


def _gain_shard(_state: Phoenix, step: GainShard, value: str) -> Iterator[Event]:
    return gain_shard(step.seat, step.source, Shard(value))


@dataclass(frozen=True)
class _Pick:
    """For a card: the kin of which a seat picks one, and what happens to it."""

    kin: Callable[[Phoenix, int], list[KinId]]
    does: Callable[[Phoenix, KinId], Iterator[Event]]


def _unveil(state: Phoenix, kin: KinId) -> Iterator[Event]:
    owner = state.owner(kin)
    assert owner is not None
    yield e.KinUnveiled(owner, kin)


def _in_sectors(state: Phoenix, seat: int) -> list[KinId]:
    return [tile.kin for tile in state.seats[seat].in_sectors]


PICKS: Final[Mapping[str, _Pick]] = {
    "PP-EC05": _Pick(own_cloaked, _unveil),
    "PP-EC06": _Pick(own_unveiled, hit),
    "PP-EC11": _Pick(own_unveiled, send_to_palace),
    "PP-RC11": _Pick(own_cloaked, _unveil),
    "PP-RC30": _Pick(_in_sectors, hit),
}
"""PP-EV3: by card, the kin that a seat may pick and what happens to it."""


def _pick_kin(state: Phoenix, step: OwnKin, value: str) -> Iterator[Event]:
    return PICKS[step.source].does(state, KinId(value))


def _levy_options(state: Phoenix, seat: int) -> Options:
    """PP-EC11: the options that are possible."""
    coin = ("coin",) if state.pool(seat).coin else ()
    return (*coin, *(("kin",) if own_unveiled(state, seat) else ()))


def _levy(_state: Phoenix, seat: int, value: str) -> Iterator[Event]:
    """PP-EC11: pay 1 coin, or send an own unveiled kin to the palace, which is not a hit."""
    if value == "coin":
        return pay(seat, "PP-EC11", Resource.COIN)
    return iter((then(asks(seat, OwnKin(seat, "PP-EC11"))),))


def _stars_options(state: Phoenix, seat: int) -> Options:
    """PP-EC16: two resources are needed."""
    if state.pool(seat).resources < 2:
        return ()
    return ("pay", None) if modes.may_decline(state, seat) else ("pay",)


def _stars(_state: Phoenix, seat: int, _value: str) -> Iterator[Event]:
    """PP-EC16: pay 2 resources of your choice, gain 1 shard of your choice."""
    lose = asks(seat, LoseResource(seat, "PP-EC16"))
    yield then(lose, lose, asks(seat, GainShard(seat, "PP-EC16")))


_ALTERNATIVES: Final[Mapping[str, tuple[Callable[..., Options], Callable[..., Iterator[Event]]]]] = {
    "PP-EC11": (_levy_options, _levy),
    "PP-EC16": (_stars_options, _stars),
}


def _second_card(state: Phoenix, step: AcquireCard) -> Options:
    """PP-RV2: a second acquisition, or stop; not asked if the seat cannot pay for any card."""
    cards = tuple(card.value for card in affordable(state, step.seat))
    return (*cards, None) if cards else ()


def _name_card(_state: Phoenix, step: AcquireCard, value: str) -> Iterator[Event]:
    yield then(asks(step.seat, UseOfCard(step.seat, RevelationId(value))))


def _use_card(state: Phoenix, step: UseOfCard, value: str) -> Iterator[Event]:
    """PP-RV2: keep the card or discard it for its favor."""
    yield from acquire_card(state, step.seat, step.card, CardUse(value))
    if value == CardUse.KEEP:
        yield from resolve_kept(state, step.seat, step.card, optional=True)


def _targets(state: Phoenix, step: CardTarget) -> dict[str, Answers]:
    """The answers to the next parameter of an instant card, by the text of the value."""
    form = CARD[step.card].form
    name = form.asks(state, step.seat, step.answers)
    assert name is not None
    found = form.answers(state, step.seat, step.answers)
    values = ((getattr(answer, name), answer) for answer in found)
    return {str(value[0] if isinstance(value, tuple) else value): answer for value, answer in values}


def _target_options(state: Phoenix, step: CardTarget) -> Options:
    """PP-RV2: the first parameter of a card may be declined, and the card's effect with it."""
    options = tuple(_targets(state, step))
    return (*options, None) if options and step.optional and step.answers == Answers() else options


def _name_target(state: Phoenix, step: CardTarget, value: str) -> Iterator[Event]:
    card, answers = CARD[step.card], step.answers + _targets(state, step)[value]
    if card.form.asks(state, step.seat, answers) is not None:
        yield then(asks(step.seat, CardTarget(step.seat, step.card, answers, step.optional)))
    else:
        assert card.does is not None
        yield from card.does(state, step.seat, answers)


def _ready_options(state: Phoenix, step: ClanhouseAcquire) -> Options:
    """PP-E20: a ready kin or none; skipped if nothing can be acquired."""
    kin = acquirable(state, step.seat)
    return (*kin, None) if kin else ()


def _name_ready_kin(_state: Phoenix, step: ClanhouseAcquire, value: str) -> Iterator[Event]:
    yield then(asks(step.seat, ClanhouseReplace(step.seat, KinId(value))))


def _replace(state: Phoenix, step: ClanhouseReplace, value: str) -> Iterator[Event]:
    return acquire(state, step.seat, step.ready_kin, KinId(value))


def _to_the_ward(_state: Phoenix, step: OuterWard, value: str) -> Iterator[Event]:
    """PP-PA8: the kin goes to the ward that its owner has picked."""
    yield e.KinSentToPalace(step.seat, step.kin, SpotId(value))


def _fly(state: Phoenix, step: DragonMove, value: str) -> Iterator[Event]:
    """PP-DR3: the dragon moves one moon, clockwise or counter-clockwise."""
    assert state.board.dragon is not None
    by = 1 if value == Direction.CLOCKWISE else -1
    yield e.DragonMoved(step.seat, (state.board.dragon + by) % len(SECTORS))


QUESTIONS: Final[Mapping[type[AnyStep], Question]] = {
    GainResource: Question(
        "gain_resource",
        lambda state, step: modes.resource_gains(state, step.seat),
        _gain_resource,
        "basilisk_tie",
    ),
    LoseResource: Question(
        "lose_resource", lambda state, step: modes.losses(state, step.seat), _lose_resource, "basilisk_tie"
    ),
    GainShard: Question(
        "gain_shard", lambda state, step: modes.shard_gains(state, step.seat), _gain_shard, "basilisk_tie"
    ),
    OwnKin: Question(
        "own_kin",
        lambda state, step: tuple(PICKS[step.source].kin(state, step.seat)),
        _pick_kin,
        "basilisk_kin",
    ),
    EitherOr: Question(
        "either_or",
        lambda state, step: _ALTERNATIVES[step.source][0](state, step.seat),
        lambda state, step, value: _ALTERNATIVES[step.source][1](state, step.seat, value),
        "basilisk_alternative",
    ),
    AcquireCard: Question("acquire_card", _second_card, _name_card),
    UseOfCard: Question("acquire_card", lambda *_: tuple(CardUse), _use_card),
    CardTarget: Question("acquire_card", _target_options, _name_target),
    ClanhouseAcquire: Question("clanhouse_acquire", _ready_options, _name_ready_kin),
    ClanhouseReplace: Question(
        "clanhouse_acquire", lambda state, step: tuple(replaceable(state, step.seat)), _replace
    ),
    OuterWard: Question("outer_ward", lambda state, step: free_wards(state, step.seat), _to_the_ward),
    DragonMove: Question("direction", lambda *_: tuple(Direction), _fly),
    **DECISIONS,
}
"""The question that each type of step asks."""
