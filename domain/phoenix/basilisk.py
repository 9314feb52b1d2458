"""The Basilisk's turn: its card, its kin and their spots, and whose turn follows (PP-CO12–PP-CO17)."""

from collections.abc import Iterator
from typing import Final

from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.phoenix import basilisk_events as b
from domain.phoenix import events as e
from domain.phoenix import modes
from domain.phoenix.acts import act_for
from domain.phoenix.agenda import (
    BasiliskAbility,
    BasiliskPerforms,
    BasiliskPlaces,
    BasiliskTurn,
    BasiliskTurnEnds,
    DifficultyResources,
    DifficultySet,
    NextStep,
)
from domain.phoenix.basilisk_kin import is_performable
from domain.phoenix.catalogue import KIN_TYPE, SPOT, SPOTS_OF
from domain.phoenix.decider import allies
from domain.phoenix.enemy_catalogue import BASILISK, BASILISK_SEAT, DIFFICULTY, ENEMY_CARD, EnemyCard
from domain.phoenix.evolve import evolved
from domain.phoenix.ids import KinId, KinType, Resource, Sector, SpotId
from domain.phoenix.pending import asks, happens, in_turn, then
from domain.phoenix.pools import favor, pay
from domain.phoenix.state import Enemy, Phoenix
from domain.phoenix.turn import hand_over

_COIN: Final = Resource.COIN


def set_difficulty(state: Phoenix, _step: DifficultySet, _dice: Dice) -> Iterator[Event]:
    """PP-CO5, PP-Q44: the allies' pool changes once, unit by unit."""
    resources = DIFFICULTY[_enemy(state).difficulty].resources
    step = asks(BASILISK_SEAT, DifficultyResources("PP-CO5", lost=resources < 0))
    yield e.StepClosed()
    yield from in_turn((step,) * abs(resources))


def _enemy(state: Phoenix) -> Enemy:
    assert state.enemy is not None
    return state.enemy


def take_turn(state: Phoenix, step: BasiliskTurn, dice: Dice) -> Iterator[Event]:
    """PP-CO13: a card is revealed; then a kin is placed, and its place gives its effect."""
    yield e.StepClosed()
    yield from _reveal(state, dice)
    yield then(happens(BasiliskPlaces()), happens(BasiliskTurnEnds(step.number)))


def _reveal(state: Phoenix, dice: Dice) -> Iterator[Event]:
    """PP-CO14: the top card of the deck, of a new one if it is empty; after a twist, another one."""
    while True:
        if not _enemy(state).deck:
            deck = dice.shuffled(_enemy(state).discard)
            renewed = b.EnemyDeckShuffled(len(deck), deck, reveals=True)
            yield renewed
            state = evolved(state, renewed)
        card = ENEMY_CARD[_enemy(state).deck[0]]
        rule = "PP-CO14" if card.sectors else "PP-CO15"
        revealed = b.EnemyCardRevealed(card.id, card.sectors, rule, reveals=True)
        yield revealed
        if card.sectors:
            return
        state = evolved(state, revealed)
        told = tuple(_twist(state, card, dice))
        yield from told
        state = evolved(state, *told)


def _twist(state: Phoenix, card: EnemyCard, dice: Dice) -> Iterator[Event]:
    """PP-CO15: favor for the Basilisk; the discards and the bottom card are shuffled onto the deck."""
    enemy = _enemy(state)
    yield from favor(state, BASILISK_SEAT, DIFFICULTY[enemy.difficulty].twist_fp, "PP-CO15")
    packet = dice.shuffled((*enemy.discard, *enemy.deck[-1:]))
    deck = (*packet, *enemy.deck[:-1])
    yield b.TwistResolved(card.id, len(packet), len(deck), deck, "PP-CO15", reveals=True)


def place(state: Phoenix, _step: BasiliskPlaces, _dice: Dice) -> Iterator[Event]:
    """PP-CO16, PP-Q69: the first sector of the card that has a spot for the top tile, or else the palace."""
    current = _enemy(state).card
    assert current is not None
    card, kin = ENEMY_CARD[current], state.seats[BASILISK_SEAT].stack[0]
    yield e.StepClosed()
    for sector in card.sectors:
        found = _spot(state, sector)
        if isinstance(found, b.Obstacle):
            yield b.SectorPassedOver(sector, found, "PP-CO16")
        else:
            yield from _placed(state, kin, found)
            return
    yield from modes.visit(state.modes)(state, card, kin)


def _spot(state: Phoenix, sector: Sector) -> SpotId | b.Obstacle:
    """PP-CO16, PP-Q70: the lowest-numbered free spot, or else one that the Basilisk can pay."""
    if state.board.is_guarded(sector):
        return b.Obstacle.GUARDED
    side, pool = state.board.side, state.pool(BASILISK_SEAT)
    empty = [spot for spot in SPOTS_OF[side][sector] if spot not in state.occupants]
    if not empty:
        return b.Obstacle.FULL
    prices = {spot: SPOT[side][spot].price for spot in empty}
    free = (spot for spot, price in prices.items() if price is None)
    payable = (spot for spot, price in prices.items() if price is not None and pool.count(price))
    return next(free, None) or next(payable, None) or b.Obstacle.TOO_DEAR


def _placed(state: Phoenix, kin: KinId, spot: SpotId) -> Iterator[Event]:
    """PP-CO17: unveiled if its ability can be performed, or else cloaked if the Basilisk can pay for that."""
    price = SPOT[state.board.side][spot].price
    reason = b.SpotReason.FREE_SPOT if price is None else b.SpotReason.PAID_SPOT
    yield b.SpotFound(BASILISK_SEAT, kin, spot, reason, "PP-CO16")
    paid = tuple(pay(BASILISK_SEAT, "PP-CO16", *(() if price is None else (price,))))
    yield from paid
    unveiled = e.KinPlaced(BASILISK_SEAT, kin, spot)
    kind, after = KIN_TYPE[kin], evolved(state, *paid)
    if is_performable(evolved(after, unveiled), kind):
        yield unveiled
        yield then(happens(BasiliskAbility(kind)), happens(BasiliskPerforms()))
    else:
        yield from _without_ability(after, kin, spot)
        yield then(happens(BasiliskPerforms()))


def _without_ability(state: Phoenix, kin: KinId, spot: SpotId) -> Iterator[Event]:
    """PP-CO17: cloaked for a coin; without one, unveiled."""
    act = act_for(state, BASILISK_SEAT)
    cloaked = act.free_cloaks or state.pool(BASILISK_SEAT).coin > 0
    rule = "PP-K1" if KIN_TYPE[kin] is KinType.APPRENTICE else "PP-CO18"
    yield b.AbilityMissed(BASILISK_SEAT, kin, cloaked, rule)
    if cloaked and not act.free_cloaks:
        yield from pay(BASILISK_SEAT, "PP-CO17", _COIN)
    yield e.KinPlaced(BASILISK_SEAT, kin, spot, cloaked=cloaked)
    if cloaked:
        yield from favor(state, BASILISK_SEAT, act.fp_per_cloaked, "PP-CO26")


def end_turn(state: Phoenix, step: BasiliskTurnEnds, _dice: Dice) -> Iterator[Event]:
    """PP-CO12, PP-CO22: as many turns in a row as there are allies; guards stay between them."""
    yield e.StepClosed()
    if step.number < len(allies(state)) and state.seats[BASILISK_SEAT].stack:
        yield e.TurnStarted(BASILISK_SEAT, state.turn.number + 1)
        yield then(NextStep(BasiliskTurn(step.number + 1), automa=BASILISK))
    else:
        yield from hand_over(state)
