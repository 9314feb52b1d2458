"""The event cards: 6.1."""

from collections.abc import Callable

from tests.support.phoenix_referee.state import Game, Outcomes


def event(game: Game, seat: int, card: str, _chance: Outcomes) -> None:
    """PP-EV2."""
    EVENTS[card](game, seat)


def lose_or_fp(kind: str) -> Callable[[Game, int], None]:
    """PP-EC01 to PP-EC03."""

    def resolve(game: Game, seat: int) -> None:
        if game.can_pay(seat, [kind]):
            game.pay(seat, kind)
        else:
            game.favor(seat, -1)

    return resolve


def hoarders_bane(game: Game, seat: int) -> None:
    """PP-EC04."""
    sharing = game.pool_of.count(game.pool_of[seat])
    if game.resources(seat) >= 6 * sharing:
        game.push(("lose_resource", seat), ("lose_resource", seat))


def washed_out_road(game: Game, seat: int) -> None:
    """PP-EC07."""
    if game.pioneer[seat]:
        game.pioneer[seat] -= 1
    else:
        game.favor(seat, -1)


def envy_of_the_court(game: Game, seat: int) -> None:
    """PP-EC08."""
    if game.rank(seat) == 1:
        game.favor(seat, -2)


def breached_walls(game: Game, seat: int) -> None:
    """PP-EC10."""
    if not game.is_in(seat, "gates"):
        game.favor(seat, -2)


def levy(game: Game, seat: int) -> None:
    """PP-EC11."""
    if levy_options(game, seat):
        game.push(("either_or", seat, "levy"))
    else:
        game.favor(seat, -1)


def levy_options(game: Game, seat: int) -> list[str | None]:
    """PP-EC11: what is possible."""
    coin: list[str | None] = ["coin"] if game.can_pay(seat, ["coin"]) else []
    unveiled = [kin for kin in game.own_in_sectors(seat) if kin not in game.cloaked]
    return [*coin, *(["kin"] if unveiled else [])]


def cold_springs(game: Game, seat: int) -> None:
    """PP-EC12."""
    if not game.is_in(seat, "springs") and game.can_pay(seat, ["scroll"]):
        game.pay(seat, "scroll")


def roadside_bandits(game: Game, seat: int) -> None:
    """PP-EC13."""
    if game.rank(seat) < game.players:
        game.push(("lose_resource", seat))


def shooting_stars(game: Game, seat: int) -> None:
    """PP-EC16."""
    if game.resources(seat) >= 2:
        game.push(("either_or", seat, "shooting_stars"))


def phoenix_gaze(game: Game, seat: int) -> None:
    """PP-EC17."""
    game.favor(seat, sum(game.is_in(seat, sector) for sector in game.highlighted()))


def generous_envoy(game: Game, seat: int) -> None:
    """PP-EC18."""
    if game.rank(seat) == game.players:
        game.gain(seat, "coin", 2)


EVENTS: dict[str, Callable[[Game, int], None]] = {
    "coin_tithe": lose_or_fp("coin"),
    "burnt_scrolls": lose_or_fp("scroll"),
    "dying_lamps": lose_or_fp("lantern"),
    "hoarders_bane": hoarders_bane,
    "drawn_curtains": lambda game, seat: game.push(("own_kin", seat, "unveil")),
    "night_raid": lambda game, seat: game.push(("own_kin", seat, "hit_unveiled")),
    "washed_out_road": washed_out_road,
    "envy_of_the_court": envy_of_the_court,
    "heresy_trial": lambda game, seat: game.favor(seat, -min(3, len(game.owned[seat]))),
    "breached_walls": breached_walls,
    "levy": levy,
    "cold_springs": cold_springs,
    "roadside_bandits": roadside_bandits,
    "harvest_moon": lambda game, seat: game.push(("gain_resource", seat)),
    "lantern_festival": lambda game, seat: game.favor(seat, min(3, len(game.own_on_palace(seat)))),
    "shooting_stars": shooting_stars,
    "phoenix_gaze": phoenix_gaze,
    "generous_envoy": generous_envoy,
}
