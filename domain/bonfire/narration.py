"""How Bonfire's events become sentences; the sentences are texts."""

from collections.abc import Mapping
from typing import Any, Final

from domain.kernel.narration import NameSeats, Narration

_SILENT: Final = frozenset(
    {
        # An unfinished move has no effect yet.
        "move_begun",
        # The events of these moves already have sentences.
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
        # A marker in the log: Tom's action comes before it, the consequences after it.
        "tom_card_resolved",
    }
)


def _decider(event: Any, name_seats: NameSeats) -> Mapping[str, object]:
    """The seat that decides for Tom, which is the only person's, and the first option."""
    return {"human": name_seats(0), "first": next(iter(getattr(event.offer, "options", ())), None)}


NARRATION: Final = Narration(
    silent=_SILENT,
    chosen_by={
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
    },
    added={
        "cities_dealt": lambda event, name_seats: {"order": name_seats(tuple(range(len(event.cities))))},
        "offer_made": _decider,
        "symbols_covered": lambda event, _: {"pieces": (*event.tiles, *event.resources)},
    },
    seat_kinds=("player_color", "term"),
)
