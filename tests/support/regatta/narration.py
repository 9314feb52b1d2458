"""How the events of Regatta become sentences; the sentences are texts."""

from typing import Final

from domain.kernel.narration import Narration

NARRATION: Final = Narration(
    silent=frozenset(
        {
            # Nothing has happened yet, or the events around it say everything.
            "move_begun",
            "storm_turn_ended",
            "offer_closed",
        }
    ),
    chosen_by={
        "bids_revealed": ("highest",),
        "offer_made": ("offer",),
        "ruling_made": ("upheld",),
    },
    added={"bids_revealed": lambda event, name_seats: {"winner": name_seats(event.highest)}},
    seat_kinds=("boat", "automa"),
)
