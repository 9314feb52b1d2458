"""Choices of 4.4: what can be answered, and what the answer does."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tests.support.phoenix_referee.clanhouse import acquirable, replace_kin, replaceable
from tests.support.phoenix_referee.facts import CARDS, COLORS, RESOURCES
from tests.support.phoenix_referee.foreseen import levy_options
from tests.support.phoenix_referee.forms import Asked, Fields, Form, merged
from tests.support.phoenix_referee.revelations import (
    TARGETED,
    affordable_cards,
    has_targets,
    resolve_simple,
    take,
)
from tests.support.phoenix_referee.state import Game, Task

ALLIES = 1
"""PP-CO4: the number of their common pool."""


def card_options(game: Game, seat: int) -> list[str | None]:
    return [*affordable_cards(game, seat), None]


def card_chosen(game: Game, seat: int, card: Any) -> None:
    """PP-RV2."""
    if card is not None:
        game.push(("card_use", seat, card))


def use_chosen(game: Game, seat: int, card: str, use: Any) -> None:
    """PP-RV2: the second card of the springs."""
    take(game, seat, card, use)
    if use == "discard" or CARDS[card][2] not in {"instant", "all_enemies"}:
        return
    if card not in TARGETED:
        resolve_simple(game, seat, card)
    elif has_targets(game, seat, card):
        game.push(("card_target", seat, card, ()))


def target_options(game: Game, seat: int, card: str, given: Sequence[tuple[str, Any]]) -> list[str | None]:
    """The next parameter of a kept instant card; it is declined at its first parameter or not at all."""
    try:
        TARGETED[card](game.copy(), seat, Form(gathered(given)))
    except Asked as asked:
        values = [value for answer in asked.answers for value in answer.values()]
        flat = [value[0] if isinstance(value, tuple) else value for value in values]
        return flat if given else [*flat, None]
    raise AssertionError("nothing is asked any more")


def gathered(given: Iterable[tuple[str, Any]]) -> Fields:
    """Answers that were given one by one."""
    fields: Fields = {}
    for name, value in given:
        fields = merged(fields, {name: value})
    return fields


def target_chosen(game: Game, seat: int, card: str, given: tuple[tuple[str, Any], ...], value: Any) -> None:
    """PP-RV2: null declines the instant for good."""
    if value is None:
        return
    try:
        TARGETED[card](game.copy(), seat, Form(gathered(given)))
    except Asked as asked:
        name = asked.name
    else:
        raise AssertionError("nothing is asked any more")
    more = (*given, (name, (value,) if name.endswith("colors") else value))
    try:
        TARGETED[card](game.copy(), seat, Form(gathered(more)))
    except Asked:
        game.push(("card_target", seat, card, more))
    else:
        TARGETED[card](game, seat, Form(gathered(more)))


def ready_options(game: Game, seat: int) -> list[str | None]:
    return [*acquirable(game, seat), None]


def ready_chosen(game: Game, seat: int, ready: Any) -> None:
    """PP-E20."""
    if ready is not None:
        game.push(("replace", seat, ready))


def own_kin_options(game: Game, seat: int, what: str) -> list[str | None]:
    """PP-EV3, PP-RC11, PP-RC30."""
    own = game.own_in_sectors(seat)
    if what == "hit_any":
        return [*own]
    return [kin for kin in own if (kin in game.cloaked) == (what == "unveil")]


def own_kin_chosen(game: Game, _seat: int, what: str, kin: Any) -> None:
    """PP-EC05, PP-EC06, PP-EC11, PP-RC11, PP-RC30."""
    if what == "unveil":
        game.cloaked.discard(kin)
    elif what == "levy":
        game.send_to_palace(kin)
    else:
        game.hit(kin)


def either_options(game: Game, seat: int, card: str) -> list[str | None]:
    """4.4."""
    return levy_options(game, seat) if card == "levy" else ["pay", None]


def either_chosen(game: Game, seat: int, _card: str, value: Any) -> None:
    """PP-EC11, PP-EC16."""
    if value == "coin":
        game.pay(seat, "coin")
    elif value == "kin":
        game.push(("own_kin", seat, "levy"))
    elif value == "pay":
        game.push(("lose_resource", seat), ("lose_resource", seat), ("gain_shard", seat))


def direction_chosen(game: Game, _seat: int, value: Any) -> None:
    """PP-DR3."""
    assert game.dragon is not None
    game.dragon = (game.dragon + (1 if value == "clockwise" else -1)) % 6


def difficulty_options(game: Game, _seat: int, by: int) -> list[str | None]:
    """PP-CO5: what the allies take, or have to give away."""
    return [kind for kind in RESOURCES if by > 0 or game.pools[ALLIES][kind]]


def difficulty_chosen(game: Game, _seat: int, by: int, kind: Any) -> None:
    """PP-CO5."""
    game.pools[ALLIES][kind] += by


CHOICES: dict[str, tuple[Callable[..., list[str | None]], Callable[..., None]]] = {
    "gain_resource": (lambda _game, _seat: [*RESOURCES], lambda game, seat, kind: game.gain(seat, kind)),
    "lose_resource": (
        lambda game, seat: [kind for kind in RESOURCES if game.pool(seat)[kind]],
        lambda game, seat, kind: game.pay(seat, kind),
    ),
    "gain_shard": (lambda _game, _seat: [*COLORS], lambda game, seat, kind: game.gain(seat, kind)),
    "own_kin": (own_kin_options, own_kin_chosen),
    "either_or": (either_options, either_chosen),
    "acquire_card": (card_options, card_chosen),
    "card_use": (lambda _game, _seat, _card: ["keep", "discard"], use_chosen),
    "card_target": (target_options, target_chosen),
    "clanhouse_acquire": (ready_options, ready_chosen),
    "replace": (lambda game, seat, _ready: [*replaceable(game, seat)], replace_kin),
    "outer_ward": (
        lambda game, seat, _kin: [*game.open_wards(seat)],
        lambda game, _seat, kin, ward: game.put(kin, ward),
    ),
    "direction": (lambda _game, _seat: ["clockwise", "counter_clockwise"], direction_chosen),
    "difficulty_resources": (difficulty_options, difficulty_chosen),
    "basilisk_pick": (
        lambda _game, _seat, _kind, options, _then: [*options],
        lambda game, _seat, _kind, _options, then, value: game.push((*then, value)),
    ),
}

KIND = {"card_use": "acquire_card", "card_target": "acquire_card", "replace": "clanhouse_acquire"}
"""4.4: the kind under which a question is asked, where it has another name here."""
BASILISK_KIND = {
    "gain_resource": "basilisk_tie",
    "lose_resource": "basilisk_tie",
    "gain_shard": "basilisk_tie",
    "own_kin": "basilisk_kin",
    "either_or": "basilisk_alternative",
}
"""4.4: the kind under which the decider is asked instead."""


def options_of(game: Game, task: Task) -> list[str | None]:
    """What can be answered; for the Basilisk PP-CO9 and PP-CO10 narrow it down."""
    name, seat, *_ = task
    found = CHOICES[name][0](game, *task[1:])
    if not game.is_basilisk(seat):
        return found
    if name in {"gain_resource", "gain_shard", "lose_resource"}:
        held = game.pool(seat)
        best = (max if name == "lose_resource" else min)((held[str(kind)] for kind in found), default=0)
        return [kind for kind in found if held[str(kind)] == best]
    return [value for value in found if value is not None]


def kind_of_choice(game: Game, task: Task) -> str:
    """4.4."""
    name, seat = str(task[0]), task[1]
    if name == "basilisk_pick":
        return str(task[2])
    return BASILISK_KIND.get(name, name) if game.is_basilisk(seat) else KIND.get(name, name)
