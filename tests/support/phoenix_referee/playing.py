"""Playing: what is waited for, the moves of a seat, and a game after a command."""

import random
from collections.abc import Callable
from typing import TypeAlias

from tests.support.phoenix_referee import basilisk, basilisk_abilities, basilisk_effects
from tests.support.phoenix_referee.abilities import use_ability
from tests.support.phoenix_referee.choices import CHOICES, kind_of_choice, options_of
from tests.support.phoenix_referee.draft import (
    buy_cards,
    choose_fighter,
    deal_cards,
    draft_kin_done,
    draft_revelations_done,
    draw_kin,
    kept_in_draft,
    resolve_draft,
)
from tests.support.phoenix_referee.foreseen import event
from tests.support.phoenix_referee.forms import Asked, Fields, Form, Refused, merged
from tests.support.phoenix_referee.night import (
    bonus,
    dragon_wakes,
    event_done,
    night,
    night_cards,
    night_ends,
    night_events,
    palace_reward,
    reward,
    score_palace,
    score_sector,
    token,
)
from tests.support.phoenix_referee.placement import place_kin, rotate
from tests.support.phoenix_referee.revelations import eclipse, ill_omen, refill, toll_of_ash, whispered_names
from tests.support.phoenix_referee.rounds import end_turn, start_round
from tests.support.phoenix_referee.sectors import perform_daytime, performed
from tests.support.phoenix_referee.set_up import open_cards, open_clanhouse
from tests.support.phoenix_referee.state import Game, Outcomes
from tests.support.phoenix_referee.turn_start import use_card

HAPPENINGS: dict[str, Callable[..., None]] = {
    each.__name__: each
    for each in (
        draw_kin,
        draft_kin_done,
        deal_cards,
        draft_revelations_done,
        resolve_draft,
        kept_in_draft,
        open_clanhouse,
        open_cards,
        start_round,
        rotate,
        performed,
        refill,
        toll_of_ash,
        whispered_names,
        ill_omen,
        eclipse,
        night,
        night_cards,
        night_events,
        event,
        event_done,
        dragon_wakes,
        score_sector,
        reward,
        bonus,
        score_palace,
        palace_reward,
        token,
        night_ends,
    )
} | {
    name: each
    for module in (basilisk, basilisk_abilities, basilisk_effects)
    for name, each in vars(module).items()
    if name.startswith("basilisk_")
}


def skip(game: Game, _seat: int, _form: Form) -> None:
    """PP-T5, PP-T9."""
    game.todo.pop()


Move: TypeAlias = Callable[[Game, int, Form], None]

MOVES: dict[str, dict[str, Move]] = {
    "draft_kin": {"asym_choose_fighter": choose_fighter},
    "draft_revelations": {"asym_buy_revelations": buy_cards},
    "turn_start": {"use_turn_start_card": use_card, "place_kin": place_kin},
    "placement": {"place_kin": place_kin},
    "ability": {"use_ability": use_ability, "skip_ability": skip},
    "daytime_effect": {"perform_daytime": perform_daytime, "skip_daytime": skip},
    "turn_end": {"end_turn": end_turn},
}
"""4.2: what each step accepts."""


def run(game: Game, chance: Outcomes) -> None:
    """PP-T13: go on until somebody has to decide."""
    while game.todo:
        name, *data = game.todo[-1]
        if name in HAPPENINGS:
            game.todo.pop()
            HAPPENINGS[name](game, *data, chance)
        elif name in CHOICES:
            options = options_of(game, game.todo[-1])
            if len(options) > 1:
                return
            game.todo.pop()
            if options:
                CHOICES[name][1](game, *data, options[0])
        elif name == "ability" and not can_complete(game, data[0], "use_ability", {}):
            game.todo.pop()
        else:
            return


def step(game: Game) -> str | None:
    """What is waited for: a step of 4.2 or a kind of 4.4; None when the game is over."""
    if not game.todo:
        return None
    task = game.todo[-1]
    return kind_of_choice(game, task) if task[0] in CHOICES else str(task[0])


def deciders(game: Game) -> tuple[int, ...]:
    """Who has to decide."""
    if not game.todo or is_basilisks_turn(game):
        return ()
    name, *data = game.todo[-1]
    if game.enemy is not None and game.is_basilisk(data[0]):
        return (game.enemy.decider(game.token),)
    return tuple(data) if name.startswith("draft") else (data[0],)


def is_basilisks_turn(game: Game) -> bool:
    """PP-CO13."""
    return bool(game.todo) and game.todo[-1] == ("take_turn",)


def options(game: Game) -> list[str | None] | None:
    """The options of a pending choice."""
    if not game.todo or game.todo[-1][0] not in CHOICES:
        return None
    return options_of(game, game.todo[-1])


def attempt(game: Game, seat: int, move: str, fields: Fields) -> Game:
    """The game after a move that is filled in; raises Asked or Refused."""
    copied = game.copy()
    copied.form = None
    form = Form(fields)
    MOVES[game.todo[-1][0]][move](copied, seat, form)
    form.finish()
    return copied


def can_complete(game: Game, seat: int, move: str, fields: Fields) -> bool:
    """Whether some way to fill in the rest is allowed."""
    try:
        attempt(game, seat, move, fields)
    except Refused:
        return False
    except Asked as asked:
        return any(can_complete(game, seat, move, merged(fields, more)) for more in asked.answers)
    return True


def next_answers(game: Game, seat: int, move: str, fields: Fields) -> list[Fields]:
    """Every answer to the field that is asked next after which the move can be completed."""
    try:
        attempt(game, seat, move, fields)
    except Refused:
        return []
    except Asked as asked:
        return [more for more in asked.answers if can_complete(game, seat, move, merged(fields, more))]
    return [{}]


def answers(game: Game, seat: int) -> list[tuple[str, Fields]]:
    """Every plain move of a seat now: the next field of each move that the step accepts, and nominations."""
    return [*answers_in_step(game, seat), *nominations(game, seat)]


def answers_in_step(game: Game, seat: int) -> list[tuple[str, Fields]]:
    """What the step accepts."""
    if seat not in deciders(game):
        return []
    listed = options(game)
    if listed is not None:
        return [("choose", {"value": value}) for value in listed]
    moves = MOVES[game.todo[-1][0]] if game.form is None else {game.form[0]: None}
    given = {} if game.form is None else game.form[1]
    return [(move, more) for move in moves for more in next_answers(game, seat, move, given)]


def filled_in(game: Game, seat: int, move: str, fields: Fields, rng: random.Random) -> Fields:
    """A random way to fill in the rest of a move that can be completed."""
    while (ways := next_answers(game, seat, move, fields)) != [{}]:
        fields = merged(fields, rng.choice(ways))
    return fields


def refuse_early(game: Game, seat: int, move: str) -> None:
    """1.3: what is refused first."""
    if not game.todo:
        raise Refused("game_finished")
    if move == "nominate_decider":  # PP-CO8: whoever is due
        if not can_nominate(game, seat):
            raise Refused("wrong_step")
        return
    if seat not in deciders(game):
        # 4.4: whoever has decided its part of the draft can do nothing more in it.
        raise Refused(
            "wrong_step" if game.todo[-1][0] in {"draft_kin", "draft_revelations"} else "not_your_turn"
        )
    name = game.todo[-1][0]
    accepted = {"choose"} if name in CHOICES else set(MOVES[name])
    if game.form is not None:
        accepted = {game.form[0]}
    if move not in accepted:
        raise Refused("wrong_step")


def play(game: Game, seat: int, move: str, fields: Fields, chance: Outcomes) -> Game:
    """The game after a command, whole or in part; raises Refused and then changes nothing."""
    refuse_early(game, seat, move)
    if move == "nominate_decider":
        return nominate(game, seat, fields["seat"])
    listed = options(game)
    if listed is not None:
        value = fields.get("value")
        if value not in listed:
            raise Refused("invalid_choice")
        after = game.copy()
        name, *data = after.todo.pop()
        CHOICES[name][1](after, *data, value)
        run(after, chance)
        return after
    given = fields if game.form is None else merged(game.form[1], fields)
    while True:
        try:
            after = attempt(game, seat, move, given)
        except Asked as asked:
            possible = [more for more in asked.answers if can_complete(game, seat, move, merged(given, more))]
            if len(possible) > 1:
                after = game.copy()
                after.form = (move, given)
                return after
            if not possible:
                raise Refused(dead_end(game, seat, move, given, asked)) from None
            given = merged(given, possible[0])
        else:
            run(after, chance)
            return after


def take_turn(game: Game, chance: Outcomes) -> Game:
    """PP-CO13: the game after a turn of the Basilisk, or where the decider interrupts it."""
    assert is_basilisks_turn(game), "the Basilisk is not due"
    after = game.copy()
    basilisk.begin_turn(after)
    run(after, chance)
    return after


def can_nominate(game: Game, seat: int) -> bool:
    """PP-CO8."""
    enemy = game.enemy
    return enemy is not None and enemy.style == "story" and not enemy.solo and seat in enemy.ally_seats


def nominations(game: Game, seat: int) -> list[tuple[str, Fields]]:
    """PP-CO8: at any time, until the game is over."""
    if not game.todo or not can_nominate(game, seat) or game.enemy is None:
        return []
    return [("nominate_decider", {"seat": ally}) for ally in game.enemy.ally_seats]


def nominate(game: Game, seat: int, nominee: int) -> Game:
    """PP-CO8, PP-Q78."""
    after = game.copy()
    assert after.enemy is not None
    if nominee not in after.enemy.ally_seats:
        raise Refused("invalid_choice")
    after.enemy.nominees[seat] = nominee
    return after


def dead_end(game: Game, seat: int, move: str, given: Fields, asked: Asked) -> str:
    """Why nothing can be completed: what the first way is refused for."""
    for more in asked.answers:
        try:
            attempt(game, seat, move, merged(given, more))
        except Refused as refused:
            return refused.code
        except Asked as further:
            return dead_end(game, seat, move, merged(given, more), further)
    return "cannot_afford" if asked.name == "pay" else "invalid_target"
