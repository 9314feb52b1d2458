"""The components that can be used in Bonfire, and the events that show their use; for statistics."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import takewhile
from typing import Any, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from domain.bonfire import events as e
from domain.bonfire.allowances import Allowances
from domain.bonfire.catalogue import (
    COUNTDOWN_TILES,
    ELDERS,
    FATE_TILES,
    GNOME_CARD,
    GREAT_BONFIRE,
    ISLAND_GUARDIANS,
    ISLANDS,
    OFFERINGS,
    PATH_TILES,
    SPECIALISTS,
    TOM_CARDS,
    CommonTask,
    CouncilSpace,
    GnomeId,
    PortalShape,
    Resource,
)
from domain.bonfire.commands import (
    MOVES,
    End,
    IgniteBonfire,
    Pile,
    PlaceNeutralNovice,
    RecruitOption,
    ResolveTom,
    Reward,
    Source,
    Stride,
    Take,
)
from domain.bonfire.council import SPACES
from domain.bonfire.gnomes import GNOME, GNOMES
from domain.bonfire.state import TOM_SEAT, Arrival, Bonfire, City, TomAsks, TomQuestion
from domain.bonfire.tasks import REMOVED_FOR_TWO, TASKS
from domain.kernel.agenda import finished
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Command, Event

Use: TypeAlias = tuple[str, str]
Decides: TypeAlias = Callable[[Bonfire, int | str, Command, Dice], Sequence[Event]]

_SOLO_EVENTS: Final = (
    e.TomPileShuffled,
    e.TomCardDrawn,
    e.TomGnomeRevealed,
    e.GnomePileShuffled,
    e.TomCompensated,
    e.TomFoundNothing,
    e.TomCardResolved,
)
_SHOWN_BY: Final[Mapping[type[Event], tuple[tuple[str, str], ...]]] = {
    e.TaskReceived: (("task received", "task"),),
    e.BonfireLit: (("task lit", "task"),),
    e.GnomeRecruited: (("gnome", "gnome"),),
    e.ShipMoved: (("island", "island"),),
    e.PathBuilt: (("path tile", "path"),),
    e.OfferingPlaced: (("offering", "offering"),),
    e.GuardianArrived: (("guardian", "guardian"),),
    e.GreatBonfireTurned: (("great bonfire space", "space"),),
    e.PortalPlaced: (("portal", "shape"),),
    e.NovicePlaced: (("council space", "council_space"), ("neutral novice", "common_task")),
    e.CommonTaskFulfilled: (("common task", "common_task"),),
    e.SeatPassed: (("countdown tile", "points"),),
    e.TomCardDrawn: (("tom card", "card"),),
}
"""The fields of an event that show which component was used."""
_POWER_OF_RULE: Final = {gnome.rule: gnome.id for gnome in GNOMES}
_POWERLESS: Final[Mapping[Resource, GnomeId]] = {
    Resource.GOLD: ELDERS[0].id,
    **{card.resource: card.id for card in ELDERS},
}
"""For each resource a card without a power, to compare a decision with and without one."""
_OPTIONS: Final = (End, Pile, Source, RecruitOption, Reward, Take, Stride)
_ALLOWING: Final = frozenset(gnome.id for gnome in GNOMES if gnome.allows != Allowances())
_ARRIVAL: Final = next(gnome.id for gnome in GNOMES if e.GuardianArrived in gnome.reacts)


def usable(players: int) -> Mapping[str, tuple[str, ...]]:
    """By subject, every component of a game with this number of players."""
    solo = players == 1
    specialists = [card for card in SPECIALISTS if not solo or card.resource is not Resource.GOLD]
    tasks = tuple(task.id for task in TASKS if players > 2 or task.id != REMOVED_FOR_TWO)
    found: dict[str, Iterable[str]] = {
        "move": (_tag(move) for move in MOVES if solo or move is not ResolveTom),
        "option": (f"{kind.__name__}.{option}" for kind in _OPTIONS for option in kind),
        "event": (_tag(event) for event in e.EVENTS if solo or event not in _SOLO_EVENTS),
        "task received": tasks,
        "task lit": tasks,
        "gnome": (card.id for card in (*specialists, *ELDERS)),
        "power": (card.id for card in specialists),
        "council space": CouncilSpace,
        "council bonus": CouncilSpace,
        "council point": (space.id for space in SPACES if space.or_a_point),
        "common task": CommonTask,
        "neutral novice": CommonTask,
        "island": (island.id for island in ISLANDS),
        "path tile": (tile.id for tile in PATH_TILES),
        "fate tile": (tile.id for tile in FATE_TILES),
        "offering": OFFERINGS,
        "guardian": ISLAND_GUARDIANS,
        "great bonfire space": (space.id for space in GREAT_BONFIRE),
        "portal": PortalShape,
        "countdown tile": map(str, COUNTDOWN_TILES),
        "tom card": (card.id for card in TOM_CARDS if solo),
        "question of tom": (question for question in TomQuestion if solo),
    }
    return {subject: tuple(map(str, ids)) for subject, ids in found.items()}


def uses(decides: Decides, state: Bonfire | None, events: Sequence[Event]) -> Iterator[Use]:
    """The components that an entry used; `decides` tests the same move without a power.

    Components that Tom takes do not count as used. Before the first entry there is no state.
    """
    solo = state is not None and state.tom is not None
    for event in events:
        yield "event", _tag(type(event))
        yield from _special(event)
        if not solo or getattr(event, "seat", None) != TOM_SEAT:
            things = ((subject, getattr(event, field)) for subject, field in _SHOWN_BY.get(type(event), ()))
            yield from ((subject, str(thing)) for subject, thing in things if thing is not None)
    taken = next((event for event in events if isinstance(event, e.ActionTaken)), None)
    if state is not None and taken is not None:
        yield from _powers(decides, state, taken, events)
    if state is not None and any(isinstance(event, e.PlayEnded) for event in events):
        yield from (("power", card) for city in state.cities for card in city.gnomes if _scores(card, city))


def _special(event: Event) -> Iterator[Use]:
    """Uses that no single field of the event shows."""
    match event:
        case e.ActionTaken(move=move):
            yield "move", _tag(type(move))
            yield from (("option", f"{type(value).__name__}.{value}") for value in _options(move))
            if isinstance(move, IgniteBonfire | PlaceNeutralNovice):
                yield f"council {move.take}", str(move.council_space)
        case e.FateTilePlaced(placed=placed) | e.StartFateTileChosen(placed=placed):
            yield "fate tile", placed.tile
        case e.OfferMade(offer=TomAsks(question=question)):
            yield "question of tom", question.value
        case e.OfferMade(offer=Arrival()):
            yield "power", _ARRIVAL
        case e.TilesGained(rule=rule) | e.ResourcesGained(rule=rule) | e.PointsGained(rule=rule):
            if rule in _POWER_OF_RULE:
                yield "power", _POWER_OF_RULE[rule]


def _options(value: Any) -> Iterator[Enum]:
    """Every choice between printed alternatives in a move, nested ones included."""
    if isinstance(value, _OPTIONS):
        yield value
    elif isinstance(value, tuple):
        yield from (option for item in value for option in _options(item))
    elif isinstance(value, Struct):
        yield from (option for field in value.__struct_fields__ for option in _options(getattr(value, field)))


def _powers(decides: Decides, state: Bonfire, taken: e.ActionTaken, events: Sequence[Event]) -> Iterator[Use]:
    """The powers without which this action would have been refused or had another outcome."""
    seat = taken.seat
    if seat not in state.agenda[-1].seats:
        return
    unbegun = finished(state.agenda, seat)
    gnomes = state.cities[seat].gnomes
    for card in gnomes:
        if card in _ALLOWING:
            others = tuple(_POWERLESS[GNOME_CARD[card].resource] if card == own else own for own in gnomes)
            city = replace(state.cities[seat], gnomes=others)
            cities = (*state.cities[:seat], city, *state.cities[seat + 1 :])
            try:
                else_ = decides(replace(state, cities=cities, agenda=unbegun), seat, taken.move, Dice(b"", 0))
            except Rejected:
                yield "power", card
            else:
                if _known(else_) != _known(events):
                    yield "power", card


def _known(events: Sequence[Event]) -> list[Event]:
    """The events that do not depend on the dice."""
    return list(takewhile(lambda event: not event.reveals, events))


def _scores(card: GnomeId, city: City) -> bool:
    scores = GNOME[card].scores if card in GNOME else None
    return scores is not None and scores(city) > 0


def _tag(kind: type[Command] | type[Event]) -> str:
    return str(kind.__struct_config__.tag)
