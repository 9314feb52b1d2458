"""Events and scores in sentences, for every game.

A sentence is found by the event's tag and then by what the game's narration names, the most specific one
first: `piece_moved/home/one`, `piece_moved/home`, `piece_moved`. It is filled with the event's
fields, with `<field>_count` for a tuple, `<field>_number` for an id such as `path:3`, and with details that
the narration adds. Narrate only events that were redacted for their reader: hidden values are None there.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from msgspec import UNSET, Struct

from domain.games import RULESETS
from domain.kernel.messages import Event
from domain.kernel.narration import NameSeats, Narration, Variant
from domain.kernel.ruleset import Ruleset
from domain.kernel.score import Score, ScoreItem
from domain.kernel.table import AnyTable, Result
from schema.answers import ExplainedItem, ExplainedScore, ExplainedSeat, ExplainedSide
from schema.texts import keys, name, text

EVENT: Final = "event"
ITEM: Final = "score_item"
ITEM_TOLD: Final = "score_told"
WORD: Final = "word"
_SEATS: Final = frozenset({"seat", "seats"})

KERNEL_NARRATION: Final = Narration(
    chosen_by={
        "seat_resigned": ("stand_in",),
        "seats_timed_out": ("stand_in",),
        "game_scored": ("result.score.result",),
    },
    added={"game_scored": lambda event, name_seats: _standings(event.result, name_seats)},
)
"""How the events common to all games become sentences."""


def narrate(
    ruleset: str, lang: str, events: Sequence[Event], seats: Sequence[str | None] = ()
) -> tuple[str, ...]:
    """A sentence for each event that has one; `seats` are the text ids of the seats' names (`seat_ids`)."""
    narration = narration_of(ruleset)
    name_seats = _namer(ruleset, lang, seats, narration.seat_kinds)
    keyed = ((event, _sentence_key(ruleset, narration, event)) for event in events)
    sentences = (
        key and text(ruleset, lang, EVENT, key, **dict(details(narration, event, name_seats)))
        for event, key in keyed
    )
    return tuple(sentence for sentence in sentences if sentence is not None)


def seat_ids(rules: Ruleset, table: AnyTable) -> tuple[str | None, ...]:
    """The text id of each seat's name: its automa, else the game's name for it, else None for its number."""
    names: Sequence[str | None] = () if table.state is None else rules.seat_names(table.state)
    return tuple(seat.automa or (names[n] if n < len(names) else None) for n, seat in enumerate(table.seats))


def explain_score(ruleset: str, lang: str, score: Score) -> ExplainedScore:
    """A score in which every item has a name and a sentence with its numbers."""

    def explained(items: Iterable[ScoreItem]) -> tuple[ExplainedItem, ...]:
        return tuple(_explained(ruleset, lang, item) for item in items)

    seats = tuple(
        ExplainedSeat(seat.seat, seat.total, explained(seat.items), seat.tie_break) for seat in score.seats
    )
    if score.sides is UNSET:
        return ExplainedScore(seats, score.result)
    sides = tuple(
        ExplainedSide(side.side, side.seats, side.total, explained(side.items), side.tie_break)
        for side in score.sides
    )
    return ExplainedScore(seats, score.result, sides)


def sentence_keys(narration: Narration, event: Event) -> Iterator[str]:
    """The possible keys of the sentence for this event, the most specific one first."""
    tag = _tag(event)
    return _narrowed(tag, (_variant(event, variant) for variant in narration.chosen_by.get(tag, ())))


def details(narration: Narration, event: Event, name_seats: NameSeats) -> Iterator[tuple[str, object]]:
    """What fills the placeholders of a sentence about an event."""
    fields = {field: getattr(event, field) for field in event.__struct_fields__}
    if "place" in fields:
        fields["place"] += 1  # people count from one
    added = narration.added.get(_tag(event))
    for field, value in (*fields.items(), *(added(event, name_seats) if added else {}).items()):
        yield field, name_seats(value) if field in _SEATS else value
        if isinstance(value, tuple):
            yield f"{field}_count", len(value)
        elif isinstance(value, str):
            yield f"{field}_number", value.rpartition(":")[2]


def _sentence_key(ruleset: str, narration: Narration, event: Event) -> str | None:
    known = _known(ruleset, EVENT) | narration.silent
    key = next((key for key in sentence_keys(narration, event) if key in known), None)
    return None if key in narration.silent else key


def narration_of(ruleset: str) -> Narration:
    """The narration of a game combined with the common one."""
    rules = RULESETS.get(ruleset)
    if rules is None:
        return KERNEL_NARRATION
    own = rules.narration
    return Narration(
        silent=own.silent,
        chosen_by={**KERNEL_NARRATION.chosen_by, **own.chosen_by},
        added={**KERNEL_NARRATION.added, **own.added},
        seat_kinds=own.seat_kinds,
    )


def _namer(ruleset: str, lang: str, seats: Sequence[str | None], kinds: Sequence[str]) -> NameSeats:
    """A function that replaces seat numbers by the names players use; other values stay."""

    def name_seats(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(name_seats, value))
        if not isinstance(value, int):
            return value
        seat_id = seats[value] if value < len(seats) else None
        kind = next((kind for kind in kinds if seat_id in _known(ruleset, kind)), None)
        if seat_id is None or kind is None:
            return text(ruleset, lang, WORD, "seat", number=value + 1)
        return name(ruleset, lang, kind, seat_id)

    return name_seats


def _explained(ruleset: str, lang: str, item: ScoreItem) -> ExplainedItem:
    known = _known(ruleset, ITEM_TOLD)
    counted = _part("counted", item.counted)
    key = next((key for key in _narrowed(item.item, (counted,)) if key in known), None)
    numbers = {"points": item.points, "counted": item.counted, "counted_count": len(item.counted)}
    sentence = "" if key is None else text(ruleset, lang, ITEM_TOLD, key, **numbers)
    title = name(ruleset, lang, ITEM, item.item)
    return ExplainedItem(item.item, item.rule, item.points, item.counted, title, sentence)


def _standings(result: Result, name_seats: NameSeats) -> Mapping[str, object]:
    return {
        "standings": tuple(f"{name_seats(seat.seat)} {seat.total}" for seat in result.score.seats),
        "winners": name_seats(tuple(seat for seat, rank in enumerate(result.ranks) if rank == 1)),
    }


def _narrowed(key: str, variants: Iterable[str | None]) -> Iterator[str]:
    """`key/first/second`, `key/first`, `key`."""
    parts = [part for part in variants if part is not None]
    for length in range(len(parts), -1, -1):
        yield "/".join((key, *parts[:length]))


def _variant(event: Event, variant: Variant) -> str | None:
    """The part of a sentence's key that a field or a function of the narration chooses."""
    return variant(event) if callable(variant) else _part(variant, _at(event, variant))


def _part(path: str, value: object) -> str | None:
    """The part of a sentence's key for a value; None if the value does not select a sentence."""
    if isinstance(value, Struct):
        return _tag(value)
    if isinstance(value, tuple):
        return {0: "none", 1: "one"}.get(len(value))
    if isinstance(value, bool):
        return path if value else None
    return "none" if value is None else str(value).partition(":")[0]


def _at(value: Any, path: str) -> Any:
    """The value at a path of fields. A missing field gives False, which selects nothing."""
    for field in path.split("."):
        value = getattr(value, field, False)
    return value


def _tag(struct: Struct) -> str:
    return str(struct.__struct_config__.tag)


@cache
def _known(ruleset: str, kind: str) -> frozenset[str]:
    return frozenset(keys(ruleset, kind))
