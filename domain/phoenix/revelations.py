"""Revelation cards: acquiring them (PP-RV1–PP-RV7), and the 30 cards, one row each (PP-RC01–PP-RC30)."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from msgspec import UNSET

from domain.kernel.action import Action, Field
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event
from domain.phoenix import events as e
from domain.phoenix.agenda import CardTarget, LoseResource, OwnKin
from domain.phoenix.catalogue import CARD_NUMBER, KIN_TYPE, REVELATION, SECTOR, RevelationCard
from domain.phoenix.commands import Answers, CardUse, Direction, UseTurnStartCard
from domain.phoenix.fields import (
    Asked,
    Form,
    Refusal,
    any_of,
    any_resource,
    form_of,
    given,
    kin,
    nested,
    one_of,
    payment,
    slot,
    spot,
    units,
)
from domain.phoenix.geometry import highlighted, turned
from domain.phoenix.hits import cloak, hit, own_unveiled
from domain.phoenix.ids import (
    RESOURCES,
    SECTORS,
    SHARDS,
    KinId,
    KinType,
    Resource,
    RevelationId,
    RevelationKind,
    Sector,
    Shard,
)
from domain.phoenix.pending import asks, in_turn, then
from domain.phoenix.pools import favor, gain, gain_shard, pay
from domain.phoenix.state import Phoenix, Seat

TURN_START: Final = (RevelationKind.TURN_START, RevelationKind.TURN_START_ONCE)


@dataclass(frozen=True)
class Revelation:
    """A kept revelation card: what it asks for and does, reacts to, gains at night, or scores."""

    id: RevelationId
    asks: tuple[Asked, ...] = ()
    does: Callable[[Phoenix, int, Form], Iterator[Event]] | None = None
    reacts: Mapping[Sector, Resource] = field(default_factory=dict)
    at_night: Callable[[Phoenix], int] | None = None
    scores: Callable[[Phoenix, int], int] | None = None

    @cached_property
    def rule(self) -> str:
        """The rule id of the card."""
        return card_rule(self.id)

    @cached_property
    def form(self) -> Action[Phoenix, Any]:
        """The answers that a kept instant card needs."""
        return form_of(*self.asks, rule=self.rule)


def card_rule(card: RevelationId) -> str:
    """The rule id of a card, PP-RC01 to PP-RC30."""
    return f"PP-RC{CARD_NUMBER[card]:02}"


def enemies(state: Phoenix, seat: int) -> list[int]:
    """1.2, PP-RV6: the seats that share no pool with this one, in turn order."""
    own = state.seats[seat].pool
    return [other for other in state.order if state.seats[other].pool != own]


def _chosen_resource(rule: str) -> Callable[[Phoenix, int, Form], Iterator[Event]]:
    """PP-RC01, PP-RC28: gain 1 any."""
    return lambda _state, seat, form: gain(seat, rule, form.resource)


def _wax_and_wick(state: Phoenix, seat: int, _form: Form) -> Iterator[Event]:
    """PP-RC03: gain 1 lantern and 1 FP."""
    yield from gain(seat, "PP-RC03", Resource.LANTERN)
    yield from favor(state, seat, 1, "PP-RC03")


def discard_event(state: Phoenix, seat: int, number: int) -> Iterator[Event]:
    """PP-EV1: a foreseen event goes to the top of the discard pile."""
    card = state.board.foreseen[number - 1]
    assert card is not None
    yield e.EventDiscarded(seat, number, card)


def _gatekeeper(state: Phoenix, seat: int, form: UseTurnStartCard) -> Iterator[Event]:
    """PP-RC04: discard 1 foreseen event and gain 1 FP."""
    assert isinstance(form.slot, int)
    yield from discard_event(state, seat, form.slot)
    yield from favor(state, seat, 1, "PP-RC04")


def occupied_slots(state: Phoenix, _seat: int, _form: Form) -> tuple[int, ...]:
    """The foreseen slots with an event."""
    return state.board.occupied_slots


def _wind_chime(state: Phoenix, _seat: int, form: UseTurnStartCard) -> Iterator[Event]:
    """PP-RC12: turn the palace one step in the picked direction."""
    steps = 1 if form.direction is Direction.CLOCKWISE else -1
    yield e.PalaceRotated(turned(state.board.rotation, steps))


def _money_changer(_state: Phoenix, seat: int, form: UseTurnStartCard) -> Iterator[Event]:
    """PP-RC13: pay 1 resource, gain 1 of a different kind."""
    assert isinstance(form.gain, Resource)
    yield from pay(seat, "PP-RC13", *given(form, "pay"))
    yield from gain(seat, "PP-RC13", form.gain)


def _golden_scales(state: Phoenix, seat: int, form: UseTurnStartCard) -> Iterator[Event]:
    """PP-RC22: pay any 2 resources, gain 3 FP."""
    yield from pay(seat, "PP-RC22", *given(form, "pay"))
    yield from favor(state, seat, 3, "PP-RC22")


def _in_highlighted(state: Phoenix, _seat: int, _form: Form) -> list[KinId]:
    return [tile.kin for sector in highlighted(state.board.rotation) for tile in state.tiles_in(sector)]


def _storm_refusal(state: Phoenix, _seat: int, form: Form) -> Refusal:
    """PP-RC16: a kin in a sector that is not highlighted gets its own refusal."""
    tile = None if form.target is UNSET else state.tile(KinId(form.target))
    if tile is None or tile.sector is None or tile.sector in highlighted(state.board.rotation):
        return None
    return Rejected("sector_not_highlighted", rule="PP-RC16", sector=tile.sector.value)


def _storm_target() -> Asked:
    """PP-RC16: a kin in a highlighted sector."""
    plain = kin("target", _in_highlighted, "PP-RC16")

    def refusal(state: Phoenix, seat: int, form: Form) -> Refusal:
        return _storm_refusal(state, seat, form) or plain.refusal(state, seat, form)

    return replace(plain, refusal=refusal)


def _second_wind(_state: Phoenix, seat: int, form: Form) -> Iterator[Event]:
    """PP-RC17: an own palace kin goes to a highlighted, unguarded sector; nothing is triggered."""
    yield e.KinMoved(seat, form.kin, form.spot)


def _colors_of_own_sectors(state: Phoenix, seat: int, _form: Form) -> list[Shard]:
    """PP-RC26: the colours of the sectors in which the seat has a kin."""
    own = {SECTOR[sector].shard for sector in SECTORS if state.seats[seat].is_in(sector)}
    return [shard for shard in SHARDS if shard in own]


def _other_colors(_state: Phoenix, _seat: int, form: Form) -> Iterator[tuple[Shard, ...]]:
    return ((shard,) for shard in SHARDS if shard not in given(form, "colors"))


def _two_colors(_state: Phoenix, _seat: int, form: Form) -> Refusal:
    """PP-RC29: two shards of two different colours."""
    colors = given(form, "colors")
    if len(colors) > 2 or len(set(colors)) < len(colors):
        return Rejected("invalid_choice", rule="PP-RC29", colors=tuple(map(str, colors)))
    return None


def _asks_enemies(step: type[LoseResource] | type[OwnKin], rule: str) -> Callable[..., Iterator[Event]]:
    """PP-RV6: each enemy, in turn order, makes its own choice."""

    def does(state: Phoenix, seat: int, _form: Form) -> Iterator[Event]:
        yield from in_turn(asks(enemy, step(enemy, rule)) for enemy in enemies(state, seat))

    return does


def _ill_omen(state: Phoenix, seat: int, _form: Form) -> Iterator[Event]:
    """PP-RC27: each enemy loses 3 FP."""
    for enemy in enemies(state, seat):
        yield from favor(state, enemy, -3, "PP-RC27")


def _clear_skies(state: Phoenix) -> int:
    """PP-RC15: 1 FP for each empty foreseen slot, at most 3."""
    return min(len(state.board.empty_slots), 3)


def _own_kin(seat: Seat) -> list[KinId]:
    return [*seat.hand, *(tile.kin for tile in seat.tiles)]


def _gathered(state: Phoenix, seat: int) -> int:
    """PP-RC19: 1 FP for each own kin in play that is not an apprentice, at most 6."""
    own = _own_kin(state.seats[seat])
    return min(sum(KIN_TYPE[kin] is not KinType.APPRENTICE for kin in own), 6)


def _crown(state: Phoenix, seat: int) -> int:
    """PP-RC20: herald rank 1: 6 FP; rank 2: 3 FP."""
    return {1: 6, 2: 3}.get(state.rank(seat), 0)


_CARDS: Final = RevelationId
CARDS: Final = (
    Revelation(_CARDS.PAPER_CRANE, (any_resource("resource", "PP-RC01"),), _chosen_resource("PP-RC01")),
    Revelation(_CARDS.COIN_JAR, does=lambda _, seat, __: gain(seat, "PP-RC02", Resource.COIN, Resource.COIN)),
    Revelation(_CARDS.WAX_AND_WICK, does=_wax_and_wick),
    Revelation(_CARDS.GATEKEEPERS_DEBT, (slot("slot", occupied_slots, "PP-RC04"),), _gatekeeper),
    Revelation(
        _CARDS.BORROWED_MASK,
        (kin("kin", lambda state, seat, _: own_unveiled(state, seat), "PP-RC05"),),
        lambda state, _, form: cloak(state, form.kin),
    ),
    Revelation(_CARDS.LAMPLIGHTERS_OATH, reacts={Sector.GATES: Resource.COIN}),
    Revelation(_CARDS.PILGRIMS_BELL, reacts={Sector.SHRINE: Resource.LANTERN}),
    Revelation(_CARDS.BUILDERS_TOOLS),
    Revelation(_CARDS.FREE_PASSAGE),
    Revelation(_CARDS.TOLL_OF_ASH, does=_asks_enemies(LoseResource, "PP-RC10")),
    Revelation(_CARDS.WHISPERED_NAMES, does=_asks_enemies(OwnKin, "PP-RC11")),
    Revelation(_CARDS.WIND_CHIME, (any_of("direction", tuple(Direction), "PP-RC12"),), _wind_chime),
    Revelation(
        _CARDS.MONEY_CHANGER,
        (
            payment("pay", 1, "PP-RC13"),
            one_of(
                "gain",
                lambda _state, _seat, form: [kind for kind in RESOURCES if kind not in given(form, "pay")],
                "PP-RC13",
                code="invalid_choice",
            ),
        ),
        _money_changer,
    ),
    Revelation(_CARDS.SILK_CLOAKS),
    Revelation(_CARDS.CLEAR_SKIES, at_night=_clear_skies),
    Revelation(_CARDS.STORM_OF_ARROWS, (_storm_target(),), lambda state, _, form: hit(state, form.target)),
    Revelation(
        _CARDS.SECOND_WIND,
        (
            kin(
                "kin",
                lambda state, seat, _: [tile.kin for tile in state.seats[seat].on_palace],
                "PP-RC17",
            ),
            spot(
                "spot",
                lambda state, _seat, _form: highlighted(state.board.rotation),
                "PP-RC17",
                elsewhere="sector_not_highlighted",
            ),
        ),
        _second_wind,
    ),
    Revelation(_CARDS.TRAVEL_JOURNAL, scores=lambda state, seat: state.seats[seat].pioneer),
    Revelation(_CARDS.GATHERED_CLAN, scores=_gathered),
    Revelation(_CARDS.HERALDS_CROWN, scores=_crown),
    Revelation(_CARDS.PALACE_FAVOUR),
    Revelation(_CARDS.GOLDEN_SCALES, (payment("pay", 2, "PP-RC22"),), _golden_scales),
    Revelation(_CARDS.MOON_LEDGER, scores=lambda state, seat: min(sum(state.pool(seat).shards), 6)),
    Revelation(
        _CARDS.COLLECTORS_SHELF, scores=lambda state, seat: min(len(state.seats[seat].revelations), 6)
    ),
    Revelation(_CARDS.VEIL_OF_SMOKE),
    Revelation(
        _CARDS.MOONLIT_OFFERING,
        (one_of("color", _colors_of_own_sectors, "PP-RC26"),),
        lambda _, seat, form: gain_shard(seat, "PP-RC26", form.color),
    ),
    Revelation(_CARDS.ILL_OMEN, does=_ill_omen),
    Revelation(_CARDS.PHOENIX_FEATHER, (any_resource("resource", "PP-RC28"),), _chosen_resource("PP-RC28")),
    Revelation(
        _CARDS.TWIN_MOONS,
        (units("colors", _other_colors, _two_colors, lambda *_: 2, "PP-RC29"),),
        lambda _, seat, form: gain_shard(seat, "PP-RC29", *given(form, "colors")),
    ),
    Revelation(_CARDS.ECLIPSE, does=_asks_enemies(OwnKin, "PP-RC30")),
)
CARD: Final[Mapping[RevelationId, Revelation]] = {card.id: card for card in CARDS}


def is_for_turn_start(card: RevelationCard) -> bool:
    """PP-RV4: whether a card is used at the start of a turn."""
    return card.kind in TURN_START


def works_at_once(card: RevelationId) -> bool:
    """PP-RV2: whether a kept card is resolved immediately."""
    return REVELATION[card].kind in {RevelationKind.INSTANT, RevelationKind.ALL_ENEMIES}


def affordable(state: Phoenix, seat: int) -> list[RevelationId]:
    """PP-RV1, PP-RV2: face-up cards that a seat can pay for."""
    scrolls = state.pool(seat).scroll
    return [card for card in state.board.revelations if card is not None and REVELATION[card].cost <= scrolls]


def _card_refusal(state: Phoenix, seat: int, card: RevelationId) -> Refusal:
    if card not in state.board.revelations:
        return Rejected("card_not_available", rule="PP-RV1", card=card.value)
    cost, scrolls = REVELATION[card].cost, state.pool(seat).scroll
    if cost > scrolls:
        return Rejected("cannot_afford", rule="PP-RV2", cost=cost, scrolls=scrolls)
    return None


def _card_field(rule: str, *, optional: bool) -> Asked:
    """PP-RV2: the field for the acquired card, or None to acquire nothing."""

    def candidates(state: Phoenix, seat: int, _form: Form) -> tuple[RevelationId | None, ...]:
        return (*affordable(state, seat), None) if optional else tuple(affordable(state, seat))

    def refusal(state: Phoenix, seat: int, form: Form) -> Refusal:
        if form.card is None:
            return None if optional else Rejected("invalid_choice", rule=rule, field="card")
        if form.card is UNSET:
            is_possible = optional or affordable(state, seat)
            return None if is_possible else Rejected("cannot_afford", rule="PP-RV2")
        return _card_refusal(state, seat, form.card)

    return Field("card", candidates, refusal, rule=rule)


def _has_card(_state: Phoenix, _seat: int, form: Form) -> bool:
    return isinstance(form.card, RevelationId)


def _instant(_state: Phoenix, _seat: int, form: Form) -> Action[Phoenix, Any] | None:
    """PP-RV2: the fields of a kept instant card."""
    if not isinstance(form.card, RevelationId) or form.use is not CardUse.KEEP:
        return None
    card = CARD[form.card]
    return card.form if card.asks and works_at_once(card.id) else None


_USE: Final = any_of("use", tuple(CardUse), "PP-RV2", applies=_has_card)
_EFFECT: Final = nested("effect", _instant, "PP-RV2", optional=True)
ACQUIRE: Final = (_card_field("PP-K15", optional=False), _USE, _EFFECT)
"""PP-K15: the fields of one acquisition."""
MAY_ACQUIRE: Final = (_card_field("PP-E8", optional=True), _USE, _EFFECT)
"""PP-E8: the same, if the seat wants to acquire a card."""


def acquire(state: Phoenix, seat: int, card: RevelationId, use: CardUse) -> Iterator[Event]:
    """PP-RV2: pay for the card and take it; a discarded card gives its favor."""
    facts = REVELATION[card]
    yield from pay(seat, "PP-RV2", *(Resource.SCROLL,) * facts.cost)
    yield e.RevelationAcquired(seat, state.board.revelations.index(card) + 1, card, use)
    if use is CardUse.DISCARD:
        yield from favor(state, seat, facts.fp, "PP-RV2")


def acquire_by_form(state: Phoenix, seat: int, form: Form) -> Iterator[Event]:
    """PP-RV2: an acquisition with all answers of the form."""
    yield from acquire(state, seat, form.card, form.use)
    card = CARD[form.card]
    if form.use is CardUse.KEEP and works_at_once(card.id) and card.does is not None:
        if not card.asks:
            yield from card.does(state, seat, Answers())
        elif isinstance(form.effect, Answers):
            yield from card.does(state, seat, form.effect)


def resolve_kept(state: Phoenix, seat: int, card: RevelationId, *, optional: bool) -> Iterator[Event]:
    """PP-RV2, PP-AS5: resolves a card that was kept without answers; the seat picks its targets now."""
    row = CARD[card]
    if not works_at_once(card) or row.does is None:
        return
    if row.asks:
        yield then(asks(seat, CardTarget(seat, card, optional=optional)))
    else:
        yield from row.does(state, seat, Answers())


def refill(state: Phoenix, dice: Dice) -> Iterator[Event]:
    """PP-E18: empty slots are filled from left to right; an empty pile is renewed from the discard pile."""
    pile, discard = list(state.board.revelation_pile), state.board.revelation_discard
    for number, card in enumerate(state.board.revelations, 1):
        if card is not None:
            continue
        if not pile and discard:
            pile, discard = list(dice.shuffled(discard)), ()
            yield e.RevelationPileShuffled(len(pile), tuple(pile), reveals=True)
        if pile:
            yield e.RevelationSlotRefilled(number, pile.pop(0), reveals=True)
