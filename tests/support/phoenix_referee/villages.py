"""Village benefits: 5.6."""

from collections.abc import Callable
from typing import Any

from tests.support.phoenix_referee.facts import COLORS, RESOURCES, SECTORS, sector_of
from tests.support.phoenix_referee.forms import Form, Refused
from tests.support.phoenix_referee.shared import (
    ask_own_unveiled,
    capital,
    no_reason,
    return_event,
    spot_refusal,
)
from tests.support.phoenix_referee.state import Game


def has_benefit(game: Game, seat: int, position: int) -> bool:
    """PP-V14."""
    village = game.villages[position]
    own = [kin for kin in game.own_in_sectors(seat) if kin not in game.cloaked]
    if village == "bandits_lair":
        return bool(game.empty_slots() and game.foreseen_discard)
    if village == "cove_of_the_owl":
        return bool(own)
    if village == "nomad_encampment":
        return any(not nomad_refusal(game, kin, spot) for kin in own for spot in game.all_spots())
    return True


def nomad_refusal(game: Game, kin: str, spot: Any) -> str | None:
    """PP-V9."""
    away = [other for other in game.all_spots() if sector_of(other) != sector_of(game.at[kin])]
    return spot_refusal(game, spot, away)


def collect(game: Game, seat: int, position: int, form: Form) -> None:
    """5.6, PP-V14."""
    if not has_benefit(game, seat, position):
        raise Refused("invalid_target")
    BENEFITS[game.villages[position]](game, seat, form)


def bandits_lair(game: Game, seat: int, form: Form) -> None:
    """PP-V1."""
    return_event(game, form, "village.slot")
    game.favor(seat, 3)


def cove_of_the_owl(game: Game, seat: int, form: Form) -> None:
    """PP-V2."""
    game.cloaked.add(ask_own_unveiled(game, seat, form, "village.kin"))


def featherglow(game: Game, seat: int, _form: Form) -> None:
    """PP-V3."""
    lit = game.highlighted()
    game.favor(seat, sum(sector_of(game.at[kin]) in lit for kin in game.kin_of(seat)))


def moonforge(game: Game, seat: int, form: Form) -> None:
    """PP-V7."""
    game.pioneer[seat] -= 1
    shrine_tile(game, seat, form)


def moon_heaven(game: Game, _seat: int, form: Form) -> None:
    """PP-V8."""
    sector = form.ask(
        "village.sector",
        SECTORS,
        lambda sector: None if sector in game.highlighted() else "sector_not_highlighted",
    )
    game.push(*(("reward", seat, sector) for seat in game.order if game.is_in(seat, sector)))


def nomad_encampment(game: Game, seat: int, form: Form) -> None:
    """PP-V9."""
    kin = ask_own_unveiled(game, seat, form, "village.kin")
    game.put(kin, form.ask("village.spot", game.all_spots(), lambda spot: nomad_refusal(game, kin, spot)))


def the_outpost(game: Game, seat: int, form: Form) -> None:
    """PP-V10."""
    for kind in form.units("village.resources", len(game.empty_slots()), no_reason, "invalid_choice"):
        game.gain(seat, kind)


def twin_river_town(game: Game, seat: int, _form: Form) -> None:
    """PP-V12."""
    game.favor(seat, len(game.owned[seat]) // 2)


def shrine_tile(game: Game, seat: int, form: Form) -> None:
    """PP-V13."""
    game.gain(seat, form.one_of("village.color", COLORS))


def fortune_city(game: Game, seat: int, _form: Form) -> None:
    """PP-V4."""
    for kind in RESOURCES:
        game.gain(seat, kind)


BENEFITS: dict[str, Callable[[Game, int, Form], None]] = {
    "starting_village": lambda game, seat, _form: game.gain(seat, "coin", 2),
    "bandits_lair": bandits_lair,
    "cove_of_the_owl": cove_of_the_owl,
    "featherglow": featherglow,
    "fortune_city": fortune_city,
    "lanternquill": lambda game, seat, _form: game.gain(seat, "lantern", 3),
    "loreville": lambda game, seat, _form: game.gain(seat, "scroll", 3),
    "moonforge": moonforge,
    "moon_heaven": moon_heaven,
    "nomad_encampment": nomad_encampment,
    "the_outpost": the_outpost,
    "town_hall": capital,
    "twin_river_town": twin_river_town,
    "shrine_tile": shrine_tile,
}
