"""Rounds and turns: 4.1, PP-T2 to PP-T4."""

from tests.support.phoenix_referee.enemy import BASILISK, ROUND_START
from tests.support.phoenix_referee.forms import Form
from tests.support.phoenix_referee.state import Game, Outcomes


def start_round(game: Game, number: int, chance: Outcomes) -> None:
    """PP-T2, PP-CO26."""
    game.round, game.phase = number, "daytime"
    open_act(game)
    game.order = [(game.token + step) % game.players for step in range(game.players)]
    for index, card in enumerate(game.slots):
        if card is not None:
            continue
        if not game.foreseen_pile and game.foreseen_discard:
            game.foreseen_pile = chance.shuffled(chance.foreseen, game.foreseen_discard)
            game.foreseen_discard = []
        if game.foreseen_pile:
            game.slots[index] = game.foreseen_pile.pop(0)
    start_turn(game, game.order[0])


def open_act(game: Game) -> None:
    """PP-CO26, 12.7."""
    if game.enemy is None or game.enemy.scenario is None:
        return
    if game.round > 1:
        game.enemy.acts.append(game.round)
    gained = ROUND_START.get((game.enemy.scenario, game.round))
    if gained is not None:
        game.gain(BASILISK, *gained)


def start_turn(game: Game, seat: int) -> None:
    """PP-T4, PP-K8, PP-CO12, PP-CO22."""
    game.active, game.placed = seat, None
    game.guards = {(whose, where) for whose, where in game.guards if whose != seat}
    if not game.is_basilisk(seat):
        game.push(("turn_start", seat))
        return
    assert game.enemy is not None
    game.enemy.turns_left = min(game.enemy.allies, len(game.enemy.stack))
    game.push(("take_turn",))


def end_turn(game: Game, seat: int, _form: Form) -> None:
    """PP-T3."""
    game.todo.pop()
    pass_on(game, seat)


def pass_on(game: Game, seat: int) -> None:
    """PP-T3, PP-CO12: the next seat that can place a kin, or the night."""
    here = game.order.index(seat)
    following = [game.order[(here + step) % game.players] for step in range(1, game.players + 1)]
    later = [other for other in following if game.can_place(other)]
    if later:
        start_turn(game, later[0])
    else:
        game.push(("night",))
