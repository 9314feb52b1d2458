"""Turns the events of Phoenix Palace into sentences, which are stored as texts."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from domain.kernel.narration import NameSeats, Narration
from domain.phoenix import basilisk_events as b
from domain.phoenix import events as e
from domain.phoenix.catalogue import KIN_TYPE
from domain.phoenix.commands import PerformDaytime, UseAbility
from domain.phoenix.geometry import dragon_sectors, highlighted
from domain.phoenix.ids import KinId, KinType, RevelationId, Sector

_SILENT: Final = frozenset(
    {
        # An unfinished move has no effect yet.
        "move_begun",
        # Steps that are still to come are narrated when they happen.
        "steps_opened",
        "step_closed",
        # The events that these moves cause already say everything.
        "action_taken/place_kin",
        "action_taken/use_turn_start_card",
        "action_taken/choose",
        "action_taken/end_turn",
        "action_taken/asym_choose_fighter",
        "action_taken/asym_buy_revelations",
        # Naming a decider has an event of its own.
        "action_taken/nominate_decider",
        # The move that performs the effect has been narrated already, before its gains.
        "daytime_performed",
    }
)
_LOSSES: Final = frozenset({"PP-EC01", "PP-EC02", "PP-EC03", "PP-EC04", "PP-EC12", "PP-EC13", "PP-RC10"})
"""Rules by which resources are lost. By all others they are paid."""


def _way_of_move(event: e.ActionTaken) -> str | None:
    """Whether an ability is borrowed (PP-K16) or an effect is copied at the palace (PP-E21)."""
    move = event.move
    if isinstance(move, UseAbility) and isinstance(move.ready_kin, str):
        return "borrowed"
    if isinstance(move, PerformDaytime) and isinstance(move.sector, Sector):
        return "copied"
    return None


def _resource_change(event: e.ResourceChanged) -> str:
    if event.by > 0:
        return "gained"
    return "lost" if event.rule in _LOSSES else "paid"


def _favor_change(event: e.FpChanged) -> str:
    return "gained" if event.by > 0 else "lost"


def _competition(event: e.SectorScored | e.PalaceScored) -> str | None:
    """Whether no seat has influence left, or only one seat was eligible."""
    if event.majority is None:
        return "no_majority"
    return "alone" if event.eligible == (event.majority,) else None


def _set_up(event: e.BoardLaidOut, name_seats: NameSeats) -> Mapping[str, object]:
    return {"order": name_seats(tuple(range(len(event.seats)))), "first": name_seats(event.token)}


def _kinds(kin: Iterable[KinId]) -> tuple[KinType, ...]:
    return tuple(KIN_TYPE[each] for each in kin)


def _scored(event: e.SectorScored | e.PalaceScored, name_seats: NameSeats) -> Mapping[str, object]:
    """The names of the rewarded seats and of the winner, and the influence of every seat."""
    shares = ((name_seats(seat), influence) for seat, influence in enumerate(event.influence))
    return {
        "eligible": name_seats(event.eligible),
        "majority": name_seats(event.majority),
        "shares": tuple(f"{name} {influence}" for name, influence in shares if influence),
    }


def _act(event: b.ActRevealed, _: NameSeats) -> Mapping[str, object]:
    return {"card": f"{event.scenario}.{event.act}", "kinds": _kinds(event.joined)}


def _pieces(token: str, event: Any) -> Mapping[str, object]:
    return {"pieces": (token,) * abs(event.by)}


NARRATION: Final = Narration(
    silent=_SILENT,
    chosen_by={
        "action_taken": ("move", _way_of_move),
        "villages_shuffled": ("built",),
        "revelations_bought": ("cards",),
        "turn_start_card_used": ("spent",),
        "kin_placed": ("cloaked",),
        "resource_changed": (_resource_change,),
        "fp_changed": (_favor_change,),
        "revelation_acquired": ("use",),
        "dragon_fed": ("unscored",),
        "sector_scored": (_competition,),
        "palace_scored": (_competition,),
        "basilisk_awoken": ("scenario",),
        "act_revealed": ("joined",),
        "sector_passed_over": ("obstacle",),
        "spot_found": ("reason",),
        "ability_missed": ("cloaked",),
        "part_skipped": ("part",),
    },
    added={
        "board_laid_out": _set_up,
        "hand_revealed": lambda event, _: {"kinds": _kinds(event.hand), "boxed_kinds": _kinds(event.boxed)},
        "round_started": lambda event, name_seats: {"order": name_seats(event.order)},
        "resource_changed": lambda event, _: _pieces(event.resource, event),
        "shard_changed": lambda event, _: _pieces(event.shard, event),
        "fp_changed": lambda event, _: {"points": abs(event.by)},
        "hit_prevented": lambda _event, _: {"veil": RevelationId.VEIL_OF_SMOKE},
        "palace_rotated": lambda event, _: {"highlighted": highlighted(event.rotation)},
        "dragon_moved": lambda event, _: {"beside": dragon_sectors(event.moon)},
        "sector_scored": _scored,
        "palace_scored": _scored,
        "act_revealed": _act,
        "specialists_drawn": lambda event, _: {"kinds": _kinds(event.joined)},
        "decider_nominated": lambda event, name_seats: {"nominee": name_seats(event.nominee)},
    },
    seat_kinds=("clan", "faction"),
)
