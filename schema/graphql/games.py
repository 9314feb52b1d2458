"""The types of every ruleset: views, options, events and moves, each game's with its prefix.

A game is added by its ruleset alone. Where two games have fields with the same name and different types, the
type builder adapts the game that was registered later.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.kernel.codec import EVENTS_WITH_OPTIONS, kernel_events
from domain.kernel.messages import Command, Event
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import Choice, Options
from schema.components import ComponentAnswer, kinds_of
from schema.entries import choices, prefix_of
from schema.graphql.type_builder import GraphQLType, StructUnion, TypeBuilder, many


@dataclass(frozen=True)
class GameTypes:
    """The types through which all other types refer to the games."""

    options: StructUnion
    move: type
    event: type
    view: StructUnion
    move_input: type
    options_input: type
    seats_input: type
    component: type
    printed: StructUnion | None
    """What is printed on the boards of a game; None while no game has anything."""
    choice_input: type | None
    """The player's choice in the lobby; None while no game offers one."""
    unions: Sequence[GraphQLType]
    """Moves, events and components by game. No field has these types, but fragments can name them."""


def build_game_types(types: TypeBuilder, games: Sequence[Ruleset]) -> GameTypes:
    """Build the types of these games. Games that come later do not change the types of earlier ones."""
    options = _options(types, games)
    types.substitute(Options, options)
    _build_choices(types, games)
    move, moves = _moves(types, games)
    event, events = _events(types, games)
    component, components = _components(types, games)
    return GameTypes(
        options=options,
        move=move,
        event=event,
        view=_views(types, games),
        component=component,
        printed=_printed(types, games),
        unions=(*events, *moves, *components),
        move_input=_move_input(types, games),
        options_input=types.choice(
            "GameOptionsInput",
            {rules.name: (types.input(rules.options), None) for rules in games},
            "The ruleset of a new game and its options; `{}` means all defaults.",
        ),
        seats_input=types.choice(
            "SeatsInput",
            {
                "count": (int, "The number of players, including you."),
                "places": (
                    many(str),
                    "What each place is for: `open`, `me`, `player:<id>` or `bot:<level>`.",
                ),
            },
            "The players.",
        ),
        choice_input=_choice_input(types, games),
    )


def _moves(types: TypeBuilder, games: Sequence[Ruleset]) -> tuple[type, list[StructUnion]]:
    """The interface of all moves, and one union for each game."""
    interface = types.interface(Command)
    groups = {prefix_of(rules): rules.move_types for rules in games}
    types.outputs(groups, implements=(interface,))
    about = "All moves of this game; omitted fields are null."
    return interface, [types.union(f"{prefix}Move", own, about) for prefix, own in groups.items()]


def _events(types: TypeBuilder, games: Sequence[Ruleset]) -> tuple[type, list[StructUnion]]:
    """The interface of all events, and one union for each game, including the events common to all games."""
    interface = types.interface(Event)
    groups = {
        prefix_of(rules): (*EVENTS_WITH_OPTIONS, *kernel_events(rules), *rules.event_types) for rules in games
    }
    types.outputs(groups, implements=(interface,))
    about = "All events of this game."
    return interface, [types.union(f"{prefix}Event", own, about) for prefix, own in groups.items()]


def _components(types: TypeBuilder, games: Sequence[Ruleset]) -> tuple[type, list[StructUnion]]:
    """The interface of all components, and one union for each game that has any."""
    interface = types.interface(ComponentAnswer)
    groups = {prefix_of(rules): tuple(kind.type for kind in kinds_of(rules).values()) for rules in games}
    groups = {prefix: own for prefix, own in groups.items() if own}
    types.outputs(groups, implements=(interface,))
    about = "All components of this game."
    return interface, [types.union(f"{prefix}Component", own, about) for prefix, own in groups.items()]


def _printed(types: TypeBuilder, games: Sequence[Ruleset]) -> StructUnion | None:
    groups = {
        prefix_of(rules): (type(rules.catalogue.printed),) for rules in games if rules.catalogue.printed
    }
    types.outputs(groups)
    structs = [struct for own in groups.values() for struct in own]
    return types.union("Printed", structs, "What is printed on the boards of a game.") if structs else None


def _options(types: TypeBuilder, games: Sequence[Ruleset]) -> StructUnion:
    types.outputs({prefix_of(rules): (rules.options,) for rules in games})
    structs = [rules.options for rules in games]
    return types.union("GameOptions", structs, "The options of a game, by ruleset.")


def _build_choices(types: TypeBuilder, games: Sequence[Ruleset]) -> None:
    """Build the type of lobby choices; if there are none, no type has a field for them."""
    groups = {prefix_of(rules): [rules.choice_type] for rules in games if rules.choice_type is not None}
    if not groups:
        types.leave_out(Choice)
        return
    types.outputs(groups)
    structs = [struct for own in groups.values() for struct in own]
    union = types.union("LobbyChoice", structs, "A player's choice in the lobby, by ruleset.")
    types.substitute(Choice, union)


def _choice_input(types: TypeBuilder, games: Sequence[Ruleset]) -> type | None:
    options = {name: (types.input(choice), None) for name, choice in choices(games).items()}
    about = "Your choice in the lobby, by ruleset."
    return types.choice("LobbyChoiceInput", options, about) if options else None


def _views(types: TypeBuilder, games: Sequence[Ruleset]) -> StructUnion:
    types.outputs({prefix_of(rules): (rules.view_type,) for rules in games})
    structs = [rules.view_type for rules in games]
    return types.union("GameView", structs, "A game as you may see it, by ruleset.")


def _move_input(types: TypeBuilder, games: Sequence[Ruleset]) -> type:
    about = "A move. The game asks for omitted fields next; null declines an optional one."
    return types.choice(
        "MoveInput",
        {
            rules.name: (types.one_of(f"{prefix_of(rules)}MoveInput", rules.move_types, about), None)
            for rules in games
        },
        "A move of the game's ruleset.",
    )
