"""Placement: 4.6, and the rotation that follows it on the palace."""

from typing import Any

from tests.support.phoenix_referee.facts import PRICE_OF, SECTORS, is_kin, sector_of
from tests.support.phoenix_referee.forms import Form, first_code
from tests.support.phoenix_referee.state import Game, Outcomes


def placement_refusal(game: Game, seat: int, kin: Any, target: Any, cloaked: Any) -> str | None:
    """PP-P1 to PP-P5, PP-PA5: why a kin cannot be placed there; None leaves a field open."""
    codes = []
    if kin is not None:
        codes += kin_refusals(game, seat, kin)
    if target is not None:
        codes += target_refusals(game, seat, target, cloaked=cloaked is True)
    return first_code(codes)


def kin_refusals(game: Game, seat: int, kin: Any) -> list[str]:
    """PP-P1, PP-Q75."""
    if kin not in game.hand(seat):
        return ["kin_not_in_hand"] if is_kin(kin) else ["unknown_id"]
    return [] if kin in game.nameable(seat) else ["invalid_choice"]


def target_refusals(game: Game, seat: int, target: Any, *, cloaked: bool) -> list[str]:
    """PP-P2, PP-P3, PP-P5, PP-PA5."""
    sector = sector_of(str(target))
    if target not in game.all_places():
        return ["unknown_id"]
    codes = []
    if game.taken(target) and target not in {"palace", "pinnacle"}:
        codes.append("spot_occupied")
    if sector is None:
        if cloaked:
            codes.append("palace_cannot_cloak")
        if target not in {"palace", "pinnacle"} and not game.sees(seat, int(target[-1])):
            codes.append("spot_not_visible")
        return codes
    if game.is_guarded(sector):
        codes.append("sector_guarded")
    if not game.can_pay(seat, placement_price(game, seat, target, cloaked)):
        codes.append("cannot_afford")
    return codes


def placement_price(game: Game, seat: int, spot: str, cloaked: bool) -> list[str]:
    """PP-P3, PP-RC09, PP-RC14."""
    price = []
    if spot.endswith(f".{game.spots}") and "free_passage" not in game.owned[seat]:
        price.append(PRICE_OF[str(sector_of(spot))])
    if cloaked and "silk_cloaks" not in game.owned[seat]:
        price.append("coin")
    return price


def place_kin(game: Game, seat: int, form: Form) -> None:
    """PP-P1 to PP-P5, 4.2."""
    game.todo.pop()
    kin = form.ask("kin_id", game.hand(seat), lambda kin: placement_refusal(game, seat, kin, None, None))
    spot = form.ask(
        "target", game.all_places(), lambda spot: first_code(target_refusals(game, seat, spot, cloaked=False))
    )
    cloaked = form.ask(
        "cloaked",
        [False, True],
        lambda cloaked: first_code(target_refusals(game, seat, spot, cloaked=cloaked is True)),
    )
    sector = sector_of(spot)
    if sector is not None:
        game.pay(seat, *placement_price(game, seat, spot, cloaked))
    if spot == "pinnacle":
        for other in [each for each, at in game.at.items() if at == "pinnacle"]:
            game.put(other, "bumped")
    game.put(kin, spot)
    if cloaked:
        game.cloaked.add(kin)
    game.placed = (kin, spot, sector)
    if sector is None:
        game.push(("daytime_effect", seat), ("rotate",), ("turn_end", seat))
        return
    moves = game.dragon is not None and sector in dragon_sectors(game)
    dragon = [("direction", seat)] if moves else []
    ability = [] if cloaked else [("ability", seat)]
    game.push(*ability, ("daytime_effect", seat), *dragon, ("turn_end", seat))


def dragon_sectors(game: Game) -> tuple[str, str]:
    """PP-DR1."""
    assert game.dragon is not None
    return SECTORS[game.dragon], SECTORS[(game.dragon + 1) % 6]


def rotate(game: Game, _chance: Outcomes) -> None:
    """PP-T11."""
    game.rotation = (game.rotation + 1) % 6
