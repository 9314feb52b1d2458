"""The Basilisk's turn: PP-CO13 to PP-CO17, PP-CO21, PP-CP2 to PP-CP5."""

from collections.abc import Sequence

from tests.support.phoenix_referee.basilisk_abilities import is_performable
from tests.support.phoenix_referee.enemy import BASILISK, SECTOR_CARDS, TWIST_FP, TWISTS, Enemy
from tests.support.phoenix_referee.facts import BATTLEMENTS, PRICE_OF, kind_of
from tests.support.phoenix_referee.rounds import pass_on
from tests.support.phoenix_referee.state import Game, Outcomes, Task

DAYTIME_AND_END: tuple[Task, ...] = (("basilisk_daytime",), ("basilisk_turn_ends",))


def enemy_of(game: Game) -> Enemy:
    """The enemy of a game that has one."""
    assert game.enemy is not None
    return game.enemy


def begin_turn(game: Game) -> None:
    """PP-CO13."""
    assert game.todo.pop() == ("take_turn",)
    game.push(("basilisk_reveals",), ("basilisk_places",))


def basilisk_reveals(game: Game, chance: Outcomes) -> None:
    """PP-CO14, PP-CO15."""
    enemy = enemy_of(game)
    if not enemy.deck:
        enemy.deck = chance.shuffled(chance.packets, enemy.discard)
        enemy.discard = []
    card = enemy.deck.pop(0)
    game.notes.append(("card", card, () if card in TWISTS else SECTOR_CARDS[card][0]))
    if card not in TWISTS:
        enemy.discard.append(card)
        enemy.current = card
        return
    game.favor(BASILISK, TWIST_FP[enemy.difficulty])
    enemy.twists_out.append(card)
    packet = [*enemy.discard, *enemy.deck[-1:]]
    enemy.deck = [*chance.shuffled(chance.packets, packet), *enemy.deck[:-1]]
    enemy.discard = []
    game.push(("basilisk_reveals",))


def basilisk_places(game: Game, _chance: Outcomes) -> None:
    """PP-CO16: the first sector of the card that works, else the palace."""
    sectors = current_sectors(game)
    for sector in sectors:
        spot = spot_for_basilisk(game, sector)
        if spot is not None:
            place_in_sector(game, sector, spot)
            return
        game.notes.append(("passed over", sector, obstacle(game, sector)))
    go_to_palace(game, sectors)


def current_sectors(game: Game) -> tuple[str, ...]:
    """The sectors of the current card, the main one first."""
    current = enemy_of(game).current
    assert current is not None
    return SECTOR_CARDS[current][0]


def spot_for_basilisk(game: Game, sector: str) -> str | None:
    """PP-CO16."""
    if game.is_guarded(sector):
        return None
    for number in range(1, game.spots):
        if not game.taken(f"{sector}.{number}"):
            return f"{sector}.{number}"
    paid = f"{sector}.{game.spots}"
    if not game.taken(paid) and game.can_pay(BASILISK, [PRICE_OF[sector]]):
        return paid
    return None


def obstacle(game: Game, sector: str) -> str:
    """PP-CO16: why a sector does not work."""
    if game.is_guarded(sector):
        return "guarded"
    return "full" if game.taken(f"{sector}.{game.spots}") else "too_dear"


def place_in_sector(game: Game, sector: str, spot: str) -> None:
    """PP-CO17."""
    costs = spot.endswith(f".{game.spots}")
    if costs:
        game.pay(BASILISK, PRICE_OF[sector])
    kin = lay_top_tile(game, spot, "paid_spot" if costs else "free_spot")
    game.placed = (kin, spot, sector)
    if is_performable(game, kind_of(kin), sector):
        game.push(("basilisk_ability", kind_of(kin), sector), *DAYTIME_AND_END)
        return
    if game.act("hidden_grove", 1):
        game.cloaked.add(kin)
    elif game.can_pay(BASILISK, ["coin"]):
        game.pay(BASILISK, "coin")
        game.cloaked.add(kin)
    game.notes.append(("missed", kin, kin in game.cloaked))
    if kin in game.cloaked and game.act("hidden_grove", 2):
        game.favor(BASILISK, 1)
    game.push(*DAYTIME_AND_END)


def lay_top_tile(game: Game, spot: str, why: str) -> str:
    """The top tile of the stack goes to a spot; a kin on the pinnacle is bumped (PP-PA7)."""
    kin = enemy_of(game).stack.pop(0)
    game.notes.append(("spot", kin, spot, why))
    if spot == "pinnacle":
        for other in [each for each, at in game.at.items() if at == "pinnacle"]:
            game.put(other, "bumped")
    game.put(kin, spot)
    return kin


def basilisk_daytime(game: Game, _chance: Outcomes) -> None:
    """PP-CO19."""
    assert game.placed is not None
    game.push(("basilisk_performs", str(game.placed[2])))


def go_to_palace(game: Game, sectors: Sequence[str]) -> None:
    """PP-CO21, or PP-CP2 to PP-CP5 with the palace alternative."""
    lit = next((sector for sector in sectors if sector in game.highlighted()), None)
    if game.palace_alt:
        choose_palace_spot(game, lit)
        return
    kin = lay_top_tile(game, "palace", "palace")
    game.placed = (kin, "palace", None)
    if not game.can_pay(BASILISK, ["lantern"]):
        game.push(("gain_resource", BASILISK), ("basilisk_rotates", "clockwise"), ("basilisk_turn_ends",))
        return
    game.pay(BASILISK, "lantern")
    sectors = [lit] if lit else game.highlighted()
    ways = ("clockwise", "counter_clockwise")
    game.push(
        ("basilisk_pick", BASILISK, "basilisk_sector", tuple(sectors), ("basilisk_performs",)),
        ("basilisk_pick", BASILISK, "direction", ways, ("basilisk_rotates",)),
        ("basilisk_turn_ends",),
    )


def choose_palace_spot(game: Game, lit: str | None) -> None:
    """PP-CP3 to PP-CP5."""
    spots: Sequence[str]
    if lit is None:
        spots = game.open_wards(BASILISK) or ["pinnacle"]
    else:
        seen = [spot for wall, spot in enumerate(BATTLEMENTS) if game.sees(BASILISK, wall)]
        spots = [spot for spot in seen if not game.taken(spot)]
        if not spots or not game.can_pay(BASILISK, ["lantern"]):
            spots = ["pinnacle"]
    task = ("basilisk_on_palace", lit)
    game.push(("basilisk_pick", BASILISK, "basilisk_palace_spot", tuple(spots), task))


def basilisk_on_palace(game: Game, lit: str | None, spot: str, _chance: Outcomes) -> None:
    """PP-CP3 to PP-CP5, PP-CP7."""
    kin = lay_top_tile(game, spot, spot.partition(".")[0])
    game.placed = (kin, spot, None)
    has_lantern = game.can_pay(BASILISK, ["lantern"])
    gains = lit is None or (spot == "pinnacle" and has_lantern)
    effect = [] if lit is None else [("basilisk_performs", lit)]
    pays = [("basilisk_pays", "lantern")] if lit is not None and has_lantern else []
    game.push(
        *([("gain_resource", BASILISK)] if gains else []),
        *pays,
        *effect,
        ("basilisk_rotates", "clockwise"),
        ("basilisk_turn_ends",),
    )


def basilisk_pays(game: Game, kind: str, _chance: Outcomes) -> None:
    """A printed price."""
    game.pay(BASILISK, kind)


def basilisk_rotates(game: Game, direction: str, _chance: Outcomes) -> None:
    """PP-CO21, PP-CP7."""
    game.rotation = (game.rotation + (1 if direction == "clockwise" else -1)) % 6


def basilisk_turn_ends(game: Game, _chance: Outcomes) -> None:
    """PP-CO12: the next turn of the same run, in which its guards stay (PP-CO22), or the next seat."""
    enemy = enemy_of(game)
    enemy.turns_left -= 1
    game.placed = None
    if enemy.turns_left and enemy.stack:
        game.push(("take_turn",))
    else:
        pass_on(game, BASILISK)
