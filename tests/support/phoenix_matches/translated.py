"""Commands and events of the code in the words of the referee, and back."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from domain.kernel.messages import Command, Event
from domain.phoenix import basilisk_events as b
from domain.phoenix import events as e
from domain.phoenix.commands import Answers
from domain.phoenix.ruleset import PHOENIX
from domain.phoenix.state import Phoenix
from tests.support.phoenix_referee.forms import Fields
from tests.support.phoenix_referee.state import Outcomes

COMMANDS = {str(move.__struct_config__.tag): move for move in PHOENIX.move_types}


def plain(value: Any) -> Any:
    """A value without enums, structs and tuples."""
    return msgspec.json.decode(msgspec.json.encode(value))


def listed(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def fields_of(command: Command) -> Fields:
    """What is filled in, with the parameters of villages and cards as `village.slot`."""
    fields: Fields = {}
    for name in command.__struct_fields__:
        value = getattr(command, name)
        if isinstance(value, Answers):
            fields.update({f"{name}.{inner}": listed(each) for inner, each in plain(value).items()})
        elif value is not UNSET:
            fields[name] = listed(plain(value))
    return fields


def command_of(move: str, fields: Fields) -> Command:
    """The command with these fields."""
    told: dict[str, Any] = {"type": move}
    for name, value in fields.items():
        outer, dot, inner = name.partition(".")
        if dot:
            told.setdefault(outer, {})[inner] = value
        else:
            told[name] = value
    kind = COMMANDS[move]
    told[str(kind.__struct_config__.tag_field)] = told.pop("type")
    return msgspec.convert(told, kind)


def tag_of(command: Command) -> str:
    return str(type(command).__struct_config__.tag)


def frozen(move: str, fields: Fields) -> tuple[str, frozenset[tuple[str, Any]]]:
    if move == "asym_buy_revelations":
        fields = {"cards": frozenset(fields["cards"])}
    return move, frozenset(fields.items())


def outcomes(events: Sequence[Event]) -> Outcomes:
    """What chance decided in an entry."""
    chance = Outcomes()
    for event in events:
        if isinstance(event, e.ForeseenPileShuffled):
            chance.foreseen.append(plain(event.foreseen_pile))
        elif isinstance(event, e.RevelationPileShuffled):
            chance.revelations.append(plain(event.revelation_pile))
        elif isinstance(event, b.StackShuffled):
            chance.stacks.append(plain(event.stack))
        elif isinstance(event, b.EnemyDeckShuffled):
            chance.packets.append(plain(event.deck))
        elif isinstance(event, b.TwistResolved):
            chance.packets.append(plain(event.deck)[: event.packet])
    return chance


def evolved(state: Phoenix | None, events: Sequence[Event]) -> Phoenix:
    for event in events:
        state = PHOENIX.evolve(state, event)
    assert state is not None
    return state
