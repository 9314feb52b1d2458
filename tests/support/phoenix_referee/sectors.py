"""Daytime effects of the sectors and of the palace: 5.2, 5.3."""

from collections.abc import Callable
from typing import Any

from tests.support.phoenix_referee.clanhouse import clanhouse
from tests.support.phoenix_referee.facts import LAST_SITE, RESOURCES, SECTORS, SITE_COST, SITE_FP
from tests.support.phoenix_referee.forms import Form, Refused, first_code
from tests.support.phoenix_referee.revelations import acquire, affordable_cards, card_refusal
from tests.support.phoenix_referee.shared import capital, discard
from tests.support.phoenix_referee.state import Game, Outcomes
from tests.support.phoenix_referee.villages import collect, has_benefit


def perform_daytime(game: Game, seat: int, form: Form) -> None:
    """PP-T8, PP-E21, PP-PA6."""
    game.todo.pop()
    assert game.placed is not None
    _, spot, sector = game.placed
    if sector is not None:
        perform(game, seat, sector, form)
    elif spot == "palace":
        if form.ask("option", ["resource", "sector"], lambda option: option_refusal(game, seat, option)) == (
            "resource"
        ):
            game.gain(seat, form.one_of("resource", RESOURCES))
        else:
            copy_sector(game, seat, form, optional=False)
    else:
        if not spot.startswith("battlement"):
            game.gain(seat, form.one_of("resource", RESOURCES))
        if not spot.startswith("outer_ward"):
            copy_sector(game, seat, form, optional=True)


def option_refusal(game: Game, seat: int, option: Any) -> str | None:
    """PP-E21."""
    if option == "sector" and not game.can_pay(seat, ["lantern"]):
        return "cannot_afford"
    return None if option in {"resource", "sector"} else "invalid_choice"


def copy_sector(game: Game, seat: int, form: Form, *, optional: bool) -> None:
    """PP-E21, PP-E22."""

    def why(sector: Any) -> str | None:
        if sector is None:
            return None if optional else "invalid_choice"
        codes = [] if sector in game.highlighted() else ["sector_not_highlighted"]
        if not game.can_pay(seat, ["lantern"]):
            codes.append("cannot_afford")
        return first_code(codes)

    sector = form.ask("sector", [*SECTORS, None], why)
    if sector is not None:
        game.pay(seat, "lantern")
        perform(game, seat, sector, form)


def perform(game: Game, seat: int, sector: str, form: Form) -> None:
    """PP-E4 to PP-E9, PP-RV5."""
    game.push(("performed", seat, sector))
    DAYTIME[sector](game, seat, form)


def performed(game: Game, seat: int, sector: str, _chance: Outcomes) -> None:
    """PP-RC06, PP-RC07."""
    if sector == "gates" and "lamplighters_oath" in game.owned[seat]:
        game.gain(seat, "coin")
    if sector == "shrine" and "pilgrims_bell" in game.owned[seat]:
        game.gain(seat, "lantern")


def gates(game: Game, seat: int, form: Form) -> None:
    """PP-E4."""
    game.gain(seat, "lantern")

    def why(slot: Any) -> str | None:
        if slot is None or slot in game.used_slots():
            return None
        return "invalid_target" if slot in {1, 2, 3, 4} else "invalid_choice"

    slot = form.ask("discard_slot", [*game.used_slots(), None], why)
    if slot is not None:
        discard(game, slot)


def rim(game: Game, seat: int, form: Form) -> None:
    """PP-E6, PP-E15, PP-E16, PP-RC08."""
    explored = ask_explore(game, seat, form, 2)
    tools = "builders_tools" in game.owned[seat]
    if "omit" in form.given and not tools:
        raise Refused("invalid_payment")

    def why(build: Any) -> str | None:
        if not build:
            return None
        codes = ["invalid_choice"] if explored == 2 else []
        if game.frontier == LAST_SITE:
            codes.append("invalid_target")
        elif game.pioneer[seat] != game.frontier:
            codes.append("not_on_frontier")
        elif not any(game.can_pay(seat, cost) for cost in build_costs(game, tools=tools)):
            codes.append("cannot_afford")
        return first_code(codes)

    if not form.ask("build", [False, True], why):
        if "omit" in form.given:
            raise Refused("invalid_payment")
        return
    site = game.frontier + 1
    cost = list(SITE_COST[site])
    if tools:

        def why_omit(omitted: Any) -> str | None:
            if omitted not in SITE_COST[site]:
                return "invalid_payment"
            rest = [kind for kind in SITE_COST[site] if kind != omitted]
            return None if game.can_pay(seat, rest) else "cannot_afford"

        cost.remove(form.ask("omit", RESOURCES, why_omit))
    game.pay(seat, *cost)
    game.favor(seat, SITE_FP[site])
    game.villages.append("shrine_tile" if site == LAST_SITE else game.village_pile.pop(0))
    game.pioneer[seat] = site


def build_costs(game: Game, *, tools: bool) -> list[list[str]]:
    """The costs of the next site: one unit less with builders_tools."""
    cost = SITE_COST[game.frontier + 1]
    if not tools:
        return [list(cost)]
    return [[kind for kind in cost if kind != omitted] for omitted in cost]


def ask_explore(game: Game, seat: int, form: Form, most: int) -> int:
    """PP-E15: how far the pioneer goes."""

    def why(steps: Any) -> str | None:
        if not 0 <= steps <= most:
            return "invalid_choice"
        return None if game.pioneer[seat] + steps <= game.frontier else "next_village_not_built"

    steps: int = form.ask("explore", range(most + 1), why)
    game.pioneer[seat] += steps
    return steps


def shrine(game: Game, seat: int, form: Form) -> None:
    """PP-E7, PP-E17, PP-V14."""
    ask_explore(game, seat, form, 1)

    def why(position: Any) -> str | None:
        if position is None:
            return None
        if not 0 <= position <= game.pioneer[seat]:
            return "invalid_choice"
        return None if has_benefit(game, seat, position) else "invalid_target"

    position = form.ask("collect", [*range(game.pioneer[seat] + 1), None], why)
    if position is not None:
        collect(game, seat, position, form)


def springs(game: Game, seat: int, form: Form) -> None:
    """PP-E8, PP-RV2."""
    game.push(("refill",))
    card = form.ask(
        "card",
        [*affordable_cards(game, seat), None],
        lambda card: None if card is None else card_refusal(game, seat, card),
    )
    if card is not None:
        game.push(("acquire_card", seat))
        acquire(game, seat, card, form)


DAYTIME: dict[str, Callable[[Game, int, Form], None]] = {
    "gates": gates,
    "capital": capital,
    "rim": rim,
    "shrine": shrine,
    "springs": springs,
    "clanhouse": clanhouse,
}
