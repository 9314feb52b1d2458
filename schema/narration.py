"""What happened, and where the points come from, in sentences.

A sentence is chosen by the event's tag and then by what `_CHOSEN_BY` names, the most special one first:
`offer_made/tom/task/one`, `offer_made/tom/task`, … It is filled with the event's fields and with
`<field>_count` of several things, `<field>_number` of a place such as `path:3`, and what `_ADDED` works out.
Only events as their reader may know them are told: what is hidden is None there.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, TypeAlias

from msgspec import Struct

from domain.kernel.messages import Event
from domain.kernel.score import Score, ScoreItem
from domain.kernel.table import AnyTable, Result
from schema.answers import ExplainedItem, ExplainedScore, ExplainedSeat
from schema.texts import keys, name, text

EVENT: Final = "event"
ITEM: Final = "score_item"
ITEM_TOLD: Final = "score_told"
WORD: Final = "word"
_SEATS: Final = frozenset({"seat", "seats"})
_SEAT_KINDS: Final = ("player_color", "term")

SILENT: Final = frozenset(
    {
        # Nothing has come of it yet.
        "move_begun",
        # What these moves cause says it all.
        "action_taken/choose_start_fate_tile",
        "action_taken/discard_action_tiles",
        "action_taken/place_fate_tile",
        "action_taken/move_ship",
        "action_taken/receive_task",
        "action_taken/retrieve_guardian",
        "action_taken/build_path",
        "action_taken/recycle_path_display",
        "action_taken/use_great_bonfire",
        "action_taken/recruit_gnome",
        "action_taken/ignite_bonfire",
        "action_taken/resolve_bonus",
        "action_taken/resolve_tom",
        "action_taken/pass",
        "action_taken/end_turn",
        # Nothing was paid or gained.
        "tiles_paid/none",
        "resources_paid/none",
        "tiles_gained/none",
        "resources_gained/none",
        # A mark in the log: what Tom did stands before it, what follows from it behind.
        "tom_card_resolved",
    }
)
"""Events of which no sentence is told."""

_CHOSEN_BY: Final[Mapping[str, tuple[str, ...]]] = {
    "action_taken": ("move",),
    "offer_made": ("offer", "offer.question", "offer.options"),
    "tiles_paid": ("tiles",),
    "resources_paid": ("resources",),
    "tiles_gained": ("tiles",),
    "resources_gained": ("resources",),
    "guardian_moved": ("destination",),
    "path_built": ("source",),
    "novice_placed": ("flat", "common_task"),
    "round_begun": ("countdown",),
    "tom_card_drawn": ("tom_action",),
    "tom_found_nothing": ("rule",),
    "seat_resigned": ("stand_in",),
    "seats_timed_out": ("stand_in",),
    "game_scored": ("result.score.result",),
}
"""By which of their fields events of one tag are told differently."""

Caller: TypeAlias = Callable[[Any], Any]
"""From the number of a seat, or of several, to what they are called."""

_ADDED: Final[Mapping[str, Callable[[Any, Caller], Mapping[str, object]]]] = {
    "cities_dealt": lambda event, called: {"order": called(tuple(range(len(event.cities))))},
    "offer_made": lambda event, called: _left_to_a_person(event.offer, called),
    "symbols_covered": lambda event, _: {"pieces": (*event.tiles, *event.resources)},
    "game_scored": lambda event, called: _standings(event.result, called),
}
"""Details that are no field of the event."""


def narrate(
    ruleset: str, lang: str, events: Sequence[Event], seats: Sequence[str | None] = ()
) -> tuple[str, ...]:
    """A sentence for each event that has one; `seats` says how each is called, as `seat_ids` gives it."""
    called = _caller(ruleset, lang, seats)
    told = (_told(ruleset, lang, event, called) for event in events)
    return tuple(sentence for sentence in told if sentence is not None)


def seat_ids(table: AnyTable) -> tuple[str | None, ...]:
    """By what the seats of a game are called: the automa that plays there, else the colour of its pieces.

    The cities of a game that has none have no colour; such seats are called by their number.
    """
    cities = getattr(table.state, "cities", ())
    colors = [getattr(city, "color", None) for city in cities] or [None] * len(table.seats)
    return tuple(seat.automa or color for seat, color in zip(table.seats, colors))


def explain_score(ruleset: str, lang: str, score: Score) -> ExplainedScore:
    """A score whose every item has a name and a sentence with its numbers."""
    seats = (
        ExplainedSeat(
            seat.seat,
            seat.total,
            tuple(_explained(ruleset, lang, item) for item in seat.items),
            seat.tie_break,
        )
        for seat in score.seats
    )
    return ExplainedScore(tuple(seats), score.result)


def sentence_keys(event: Event) -> Iterator[str]:
    """The keys under which a sentence for this event may stand, the most special one first."""
    tag = _tag(event)
    return _narrowed(tag, {path: _at(event, path) for path in _CHOSEN_BY.get(tag, ())})


def details(event: Event, called: Caller) -> Iterator[tuple[str, object]]:
    """What a sentence about an event can be filled with."""
    fields = {field: getattr(event, field) for field in event.__struct_fields__}
    if "place" in fields:
        fields["place"] += 1  # people count from one
    added = _ADDED.get(_tag(event))
    for field, value in (*fields.items(), *(added(event, called) if added else {}).items()):
        yield field, called(value) if field in _SEATS else value
        if isinstance(value, tuple):
            yield f"{field}_count", len(value)
        elif isinstance(value, str):
            yield f"{field}_number", value.rpartition(":")[2]


def _told(ruleset: str, lang: str, event: Event, called: Caller) -> str | None:
    known = _known(ruleset, EVENT)
    key = next((key for key in sentence_keys(event) if key in known or key in SILENT), None)
    if key is None or key in SILENT:
        return None
    return text(ruleset, lang, EVENT, key, **dict(details(event, called)))


def _caller(ruleset: str, lang: str, seats: Sequence[str | None]) -> Caller:
    """What seats are called; what is no number of a seat stays as it is."""

    def called(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(called, value))
        if not isinstance(value, int):
            return value
        seat_id = seats[value] if value < len(seats) else None
        kind = next((kind for kind in _SEAT_KINDS if seat_id in _known(ruleset, kind)), None)
        if seat_id is None or kind is None:
            return text(ruleset, lang, WORD, "seat", number=value + 1)
        return name(ruleset, lang, kind, seat_id)

    return called


def _explained(ruleset: str, lang: str, item: ScoreItem) -> ExplainedItem:
    known = _known(ruleset, ITEM_TOLD)
    key = next((key for key in _narrowed(item.item, {"counted": item.counted}) if key in known), None)
    numbers = {"points": item.points, "counted": item.counted, "counted_count": len(item.counted)}
    told = "" if key is None else text(ruleset, lang, ITEM_TOLD, key, **numbers)
    title = name(ruleset, lang, ITEM, item.item)
    return ExplainedItem(item.item, item.rule, item.points, item.counted, title, told)


def _left_to_a_person(offer: Any, called: Caller) -> Mapping[str, object]:
    """Who decides for an automa: the one person at its table, at the first seat. And the first option."""
    return {"human": called(0), "first": next(iter(getattr(offer, "options", ())), None)}


def _standings(result: Result, called: Caller) -> Mapping[str, object]:
    return {
        "standings": tuple(f"{called(seat.seat)} {seat.total}" for seat in result.score.seats),
        "winners": called(tuple(seat for seat, rank in enumerate(result.ranks) if rank == 1)),
    }


def _narrowed(key: str, chosen_by: Mapping[str, object]) -> Iterator[str]:
    """`key/first/second`, `key/first`, `key`."""
    parts = [part for path, value in chosen_by.items() if (part := _part(path, value)) is not None]
    for length in range(len(parts), -1, -1):
        yield "/".join((key, *parts[:length]))


def _part(path: str, value: object) -> str | None:
    """What of a value chooses the sentence, if anything."""
    if isinstance(value, Struct):
        return _tag(value)
    if isinstance(value, tuple):
        return {0: "none", 1: "one"}.get(len(value))
    if isinstance(value, bool):
        return path if value else None
    return "none" if value is None else str(value).partition(":")[0]


def _at(value: Any, path: str) -> Any:
    """The value at a path of fields; False, which chooses nothing, where there is no such field."""
    for field in path.split("."):
        value = getattr(value, field, False)
    return value


def _tag(struct: Struct) -> str:
    return str(struct.__struct_config__.tag)


@cache
def _known(ruleset: str, kind: str) -> frozenset[str]:
    return frozenset(keys(ruleset, kind))
