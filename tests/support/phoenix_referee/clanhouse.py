"""The clanhouse row: PP-E9, PP-E19, PP-E20."""

from typing import Any

from tests.support.phoenix_referee.facts import ROW_COST, ROW_FP
from tests.support.phoenix_referee.forms import Form
from tests.support.phoenix_referee.state import Game


def clanhouse(game: Game, seat: int, form: Form, *, must: bool = False) -> None:
    """PP-E9, PP-E19."""

    def why(revealing: Any) -> str | None:
        if revealing:
            return None if game.piles[seat] else "invalid_choice"
        return "invalid_choice" if must and not acquirable(game, seat) else None

    if form.ask("reveal", [True, False], why):
        reveal(game, seat)
    game.push(("clanhouse_acquire", seat))


def reveal(game: Game, seat: int) -> None:
    """PP-E19."""
    if len(game.row) == 6:
        game.at[game.row.pop(0)] = "box"
    kin = game.piles[seat].pop(0)
    game.row.append(kin)
    game.at[kin] = "row"


def acquirable(game: Game, seat: int) -> list[str]:
    """PP-E20: own ready kin whose slot can be paid."""
    coins = game.pool(seat)["coin"]
    ready = [kin for slot, kin in enumerate(game.row) if game.owner(kin) == seat and ROW_COST[slot] <= coins]
    return ready if replaceable(game, seat) else []


def replaceable(game: Game, seat: int) -> list[str]:
    """PP-E20, PP-PA7, PP-Q75: own kin in hand, in a spot or on the palace."""
    return [*game.nameable(seat), *game.own_in_sectors(seat), *game.own_on_palace(seat)]


def replace_kin(game: Game, seat: int, ready: str, replaced: str) -> None:
    """PP-E20."""
    slot = game.row.index(ready)
    game.pay(seat, *["coin"] * ROW_COST[slot])
    game.favor(seat, ROW_FP[slot])
    del game.row[slot]
    game.at[ready] = game.at[replaced]
    game.at[replaced] = "box"
    if replaced in game.cloaked:
        game.cloaked.discard(replaced)
        game.cloaked.add(ready)
