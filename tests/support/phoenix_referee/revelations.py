"""Revelation cards: 6.2."""

from collections.abc import Callable
from typing import Any

from tests.support.phoenix_referee.facts import CARDS, COLOR_OF, RESOURCES, SECTORS, is_kin, sector_of
from tests.support.phoenix_referee.forms import Asked, Form
from tests.support.phoenix_referee.shared import ask_target, spot_refusal
from tests.support.phoenix_referee.state import Game, Outcomes


def affordable_cards(game: Game, seat: int) -> list[str]:
    """PP-RV1, PP-RV2."""
    scrolls = game.pool(seat)["scroll"]
    return [card for card in game.face_up if card is not None and CARDS[card][0] <= scrolls]


def card_refusal(game: Game, seat: int, card: Any) -> str | None:
    """PP-RV1, PP-RV2."""
    if card not in CARDS:
        return "unknown_id" if card is not None else "invalid_choice"
    if card not in game.face_up:
        return "card_not_available"
    return None if CARDS[card][0] <= game.pool(seat)["scroll"] else "cannot_afford"


def acquire(game: Game, seat: int, card: str, form: Form) -> None:
    """PP-RV2."""
    use = form.one_of("use", ["keep", "discard"])
    take(game, seat, card, use)
    if use == "discard" or CARDS[card][2] not in {"instant", "all_enemies"}:
        return
    if card not in TARGETED:
        resolve_simple(game, seat, card)
    elif has_targets(game, seat, card):
        resolve = TARGETED[card]
        trial = Form(form.given)
        if not form.declines("effect", lambda: resolve(game.copy(), seat, trial)):
            resolve(game, seat, form)


def take(game: Game, seat: int, card: str, use: str) -> None:
    """PP-RV2: the cost is paid, and the card leaves its slot."""
    game.pay(seat, *["scroll"] * CARDS[card][0])
    game.face_up[game.face_up.index(card)] = None
    if use == "discard":
        game.favor(seat, CARDS[card][1])
        game.card_discard.append(card)
    else:
        game.owned[seat].append(card)


def resolve_simple(game: Game, seat: int, card: str) -> None:
    """Kept cards that need no target of the one who keeps them."""
    if card == "coin_jar":
        game.gain(seat, "coin", 2)
    elif card == "wax_and_wick":
        game.gain(seat, "lantern")
        game.favor(seat, 1)
    elif CARDS[card][2] == "all_enemies":
        game.push(*((card, enemy) for enemy in game.enemies(seat)))


def has_targets(game: Game, seat: int, card: str) -> bool:
    """Whether a kept instant card can do anything."""
    try:
        TARGETED[card](game.copy(), seat, Form({}))
    except Asked as asked:
        return bool(asked.answers)
    raise AssertionError("an instant with targets asks for them")


def paper_crane(game: Game, seat: int, form: Form) -> None:
    """PP-RC01."""
    game.gain(seat, form.one_of("effect.resource", RESOURCES))


def storm_of_arrows(game: Game, _seat: int, form: Form) -> None:
    """PP-RC16."""
    lit = [kin for sector in game.highlighted() for kin in game.kin_in(sector)]

    def why(kin: Any) -> str | None:
        if kin in lit:
            return None
        if not is_kin(kin):
            return "unknown_id"
        return "invalid_target" if sector_of(game.at.get(kin, "box")) is None else "sector_not_highlighted"

    game.hit(form.ask("effect.target", lit, why))


def second_wind(game: Game, seat: int, form: Form) -> None:
    """PP-RC17."""
    lit = [spot for spot in game.all_spots() if sector_of(spot) in game.highlighted()]

    def why(spot: Any) -> str | None:
        return spot_refusal(game, spot, lit, "sector_not_highlighted")

    open_spots = [spot for spot in game.all_spots() if why(spot) is None]
    kin = ask_target(form, "effect.kin", game.own_on_palace(seat) if open_spots else [])
    game.put(kin, form.ask("effect.spot", open_spots, why))


def moonlit_offering(game: Game, seat: int, form: Form) -> None:
    """PP-RC26."""
    own = {COLOR_OF[sector] for sector in SECTORS if game.is_in(seat, sector)}
    game.gain(seat, form.one_of("effect.color", sorted(own), "invalid_target"))


def twin_moons(game: Game, seat: int, form: Form) -> None:
    """PP-RC29."""
    for color in form.units(
        "effect.colors",
        2,
        lambda held: None if len(set(held)) == len(held) else "invalid_choice",
        "invalid_choice",
    ):
        game.gain(seat, color)


TARGETED: dict[str, Callable[[Game, int, Form], None]] = {
    "paper_crane": paper_crane,
    "storm_of_arrows": storm_of_arrows,
    "second_wind": second_wind,
    "moonlit_offering": moonlit_offering,
    "twin_moons": twin_moons,
}


def refill(game: Game, chance: Outcomes) -> None:
    """PP-E18."""
    for index, card in enumerate(game.face_up):
        if card is not None:
            continue
        if not game.card_pile and game.card_discard:
            game.card_pile = chance.shuffled(chance.revelations, game.card_discard)
            game.card_discard = []
        if game.card_pile:
            game.face_up[index] = game.card_pile.pop(0)


def toll_of_ash(game: Game, enemy: int, _chance: Outcomes) -> None:
    """PP-RC10."""
    game.push(("lose_resource", enemy))


def whispered_names(game: Game, enemy: int, _chance: Outcomes) -> None:
    """PP-RC11."""
    game.push(("own_kin", enemy, "unveil"))


def ill_omen(game: Game, enemy: int, _chance: Outcomes) -> None:
    """PP-RC27."""
    game.favor(enemy, -3)


def eclipse(game: Game, enemy: int, _chance: Outcomes) -> None:
    """PP-RC30."""
    game.push(("own_kin", enemy, "hit_any"))
