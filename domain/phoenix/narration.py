"""How the events of Phoenix Palace become sentences; the sentences are texts."""

from collections.abc import Mapping
from typing import Any, Final

from domain.kernel.narration import NameSeats, Narration

_SILENT: Final = frozenset(
    {
        # An unfinished move has no effect yet.
        "move_begun",
        # The agenda is shown by the view; the events between say what happened.
        "steps_opened",
        "step_closed",
        # The events that these moves cause already say everything.
        "action_taken/place_kin",
        "action_taken/use_ability",
        "action_taken/perform_daytime",
        "action_taken/use_turn_start_card",
        "action_taken/choose",
        "action_taken/end_turn",
    }
)


def _order(event: Any, name_seats: NameSeats) -> Mapping[str, object]:
    """The turn order in the names of the seats."""
    return {"order": name_seats(event.order)}


def _scored(event: Any, name_seats: NameSeats) -> Mapping[str, object]:
    """The rewarded seats in their names."""
    return {"eligible": name_seats(event.eligible)}


NARRATION: Final = Narration(
    silent=_SILENT,
    chosen_by={
        "action_taken": ("move",),
        "villages_shuffled": ("built",),
        "draft_decided": ("move",),
        "revelations_bought": ("cards",),
        "kin_placed": ("cloaked",),
        "turn_start_card_used": ("spent",),
        "revelation_acquired": ("use",),
        "dragon_fed": ("unscored",),
        "sector_scored": ("majority",),
    },
    added={"round_started": _order, "sector_scored": _scored, "palace_scored": _scored},
    seat_kinds=("clan",),
)
