"""The mutations: every POST, PUT and DELETE of the REST API. A refusal is an ordinary result."""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, ParamSpec, TypeAlias, TypeVar

import msgspec
import strawberry
from strawberry.types.field import StrawberryField

from schema.answers import DryRunAnswer, GameAnswer, PlayedAnswer, TriedAnswer
from schema.graphql.accounts import account_mutations
from schema.graphql.common import GameId, Info, Key, asks_for
from schema.graphql.games import GameTypes
from schema.graphql.results import answering_refusals, malformed, result_of
from schema.graphql.type_builder import (
    GraphQLType,
    StructUnion,
    TypeBuilder,
    chosen_field,
    field_of,
    many,
    optional,
    to_json,
    to_tagged_json,
)
from schema.graphql.types import MoveAccepted, PlanCleared, PlanSet
from schema.graphql.webhooks import webhook_mutations
from schema.ports import Change, GivenNonce, RulesetChoice

P = ParamSpec("P")
T = TypeVar("T")

IfVersion: TypeAlias = Annotated[
    int | None,
    strawberry.argument(description="Carry this out only if your options are still those of this version."),
]
HeadVersion: TypeAlias = Annotated[
    int | None, strawberry.argument(description="Carry this out only if the game is still at this version.")
]
Nonce: TypeAlias = Annotated[
    str | None,
    strawberry.argument(
        description="A value of yours that is mixed into the seed of the dice, 1 to 64 characters."
    ),
]
NonceHash: TypeAlias = Annotated[
    str | None,
    strawberry.argument(description="The SHA-256 of a nonce that is revealed when the lobby is closed."),
]
RevealedNonce: TypeAlias = Annotated[
    str, strawberry.argument(description="The nonce whose hash you sent earlier.")
]
To: TypeAlias = Annotated[
    int | None,
    strawberry.argument(description="The last entry that stays; by default, only the last entry is undone."),
]
At: TypeAlias = Annotated[
    int | None,
    strawberry.argument(description="The last entry that the fork takes over; by default, the latest."),
]
ForkSeats: TypeAlias = Annotated[
    list[str] | None,
    strawberry.argument(
        description="`me` or `bot:<level>` for each seat that a player or bot held; by default, all `me`."
    ),
]
Place: TypeAlias = Annotated[
    int, strawberry.argument(description="The place, by its number in `seats` of the lobby.")
]
Choice: TypeAlias = Annotated[Any, strawberry.argument(description="Your choice, if the ruleset offers one.")]
Moves: TypeAlias = Annotated[Any, strawberry.argument(description="1 to 100 moves.")]
TriedMoves: TypeAlias = Annotated[Any, strawberry.argument(description="1 to 64 moves.")]


async def create_game(
    info: Info,
    options: Any,
    seats: Any,
    choice: Choice = None,
    *,
    nonce_hash: NonceHash = None,
    idempotency_key: Key = None,
) -> GameAnswer:
    """Create a game in the lobby."""
    ruleset, wishes = chosen_field(options)
    change = _change(info, idempotency_key)
    places, own = chosen_field(seats)[1], _choice(choice)
    return await info.context.create_game(
        ruleset, to_json(wishes), places, change, choice=own, nonce_hash=nonce_hash
    )


async def fork_game(
    info: Info, game_id: GameId, at: At = None, seats: ForkSeats = None, idempotency_key: Key = None
) -> GameAnswer:
    """Create an unrated game from a point in a finished game, or in a running game that you play alone."""
    return await info.context.fork_game(game_id, at, seats, _change(info, idempotency_key))


async def join_game(
    info: Info,
    game_id: GameId,
    nonce: Nonce = None,
    choice: Choice = None,
    *,
    nonce_hash: NonceHash = None,
    idempotency_key: Key = None,
) -> MoveAccepted:
    """Join the game: take the place reserved for you, or else an open one."""
    change, given = _change(info, idempotency_key), GivenNonce(nonce, nonce_hash)
    return _accepted(game_id, await info.context.join_game(game_id, given, _choice(choice), change))


async def change_choice(
    info: Info, game_id: GameId, choice: Choice = None, idempotency_key: Key = None
) -> MoveAccepted:
    """Change your choice in the lobby, until the game starts; if omitted, the choice is withdrawn."""
    change = _change(info, idempotency_key)
    return _accepted(game_id, await info.context.change_choice(game_id, _choice(choice), change))


async def leave_game(info: Info, game_id: GameId, idempotency_key: Key = None) -> MoveAccepted:
    """Leave the lobby."""
    return _accepted(game_id, await info.context.leave_game(game_id, _change(info, idempotency_key)))


async def remove_player(
    info: Info, game_id: GameId, place: Place, if_version: HeadVersion = None, idempotency_key: Key = None
) -> MoveAccepted:
    """Remove a player from the lobby, as its host. The player cannot join this game again."""
    change = _change(info, idempotency_key, if_version)
    return _accepted(game_id, await info.context.remove_player(game_id, place, change))


async def cancel_game(info: Info, game_id: GameId, idempotency_key: Key = None) -> MoveAccepted:
    """Cancel the game before it has started, as its host."""
    return _accepted(game_id, await info.context.cancel_game(game_id, _change(info, idempotency_key)))


async def start_game(
    info: Info,
    game_id: GameId,
    nonce: Nonce = None,
    *,
    nonce_hash: NonceHash = None,
    idempotency_key: Key = None,
) -> MoveAccepted:
    """Start the game, as its host, when every place is taken; committed nonces must be revealed first."""
    change, given = _change(info, idempotency_key), GivenNonce(nonce, nonce_hash)
    return _accepted(game_id, await info.context.start_game(game_id, given, change))


async def reveal_nonce(
    info: Info, game_id: GameId, nonce: RevealedNonce, idempotency_key: Key = None
) -> MoveAccepted:
    """Reveal the nonce whose hash you sent, once the lobby is closed; the last one starts the game."""
    return _accepted(game_id, await info.context.reveal_nonce(game_id, nonce, _change(info, idempotency_key)))


async def play_move(
    info: Info, game_id: GameId, move: Any, if_version: IfVersion = None, idempotency_key: Key = None
) -> MoveAccepted:
    """Play a move."""
    change = _change(info, idempotency_key, if_version)
    return _accepted(game_id, await info.context.play_move(game_id, *_move(move, info.context.lang), change))


async def dry_run(info: Info, game_id: GameId, move: Any, if_version: IfVersion = None) -> DryRunAnswer:
    """See the events that a move would cause, up to the first that reveals something. Nothing is stored."""
    about = any(asks_for(info, name) for name in ("about", "paid", "gained"))
    change = Change(version=if_version)
    return await info.context.dry_run(game_id, *_move(move, info.context.lang), change, about=about)


async def try_moves(
    info: Info, game_id: GameId, moves: TriedMoves, if_version: IfVersion = None
) -> TriedAnswer:
    """See what up to 64 moves would pay, gain and score, each from the current position."""
    change = Change(version=if_version)
    return await info.context.try_moves(game_id, [_move(move, info.context.lang) for move in moves], change)


async def undo(
    info: Info, game_id: GameId, to: To = None, if_version: IfVersion = None, idempotency_key: Key = None
) -> MoveAccepted:
    """Undo your last entry, or all entries after `to`."""
    change = _change(info, idempotency_key, if_version)
    return _accepted(game_id, await info.context.undo(game_id, to, change))


async def resign(info: Info, game_id: GameId, idempotency_key: Key = None) -> MoveAccepted:
    """Resign from a running game. If others still play, a bot takes over the seat."""
    return _accepted(game_id, await info.context.resign(game_id, _change(info, idempotency_key)))


async def come_back(info: Info, game_id: GameId, idempotency_key: Key = None) -> MoveAccepted:
    """Take your seat back from the bot that plays for you since your time ran out, whoever is to move."""
    return _accepted(game_id, await info.context.come_back(game_id, _change(info, idempotency_key)))


async def set_plan(info: Info, game_id: GameId, moves: Moves, idempotency_key: Key = None) -> PlanSet:
    """Queue moves that the server plays, in this order, when it is your turn; replaces any earlier plan."""
    change = Change(key=idempotency_key)
    plan = await info.context.set_plan(game_id, [_move(move, info.context.lang) for move in moves], change)
    return PlanSet(**msgspec.structs.asdict(plan), game_id=game_id)


async def clear_plan(info: Info, game_id: GameId) -> PlanCleared:
    """Delete your remaining queued moves."""
    await info.context.clear_plan(game_id)
    return PlanCleared(game_id)


async def agree_to_abort(info: Info, game_id: GameId, idempotency_key: Key = None) -> MoveAccepted:
    """Agree to end the running game without a result. It ends when all remaining players agree."""
    return _accepted(game_id, await info.context.agree_to_abort(game_id, _change(info, idempotency_key)))


async def withdraw_abort(info: Info, game_id: GameId, idempotency_key: Key = None) -> MoveAccepted:
    """Withdraw your agreement to abort the game."""
    return _accepted(game_id, await info.context.withdraw_abort(game_id, _change(info, idempotency_key)))


async def rematch(info: Info, game_id: GameId, idempotency_key: Key = None) -> GameAnswer:
    """Ask for a rematch with the same options and places. The first request opens it, the others join it."""
    return await info.context.rematch(game_id, _change(info, idempotency_key))


def _choice(choice: Any) -> RulesetChoice | None:
    """The ruleset of a lobby choice, and its values as REST accepts them."""
    if choice is None:
        return None
    ruleset, values = chosen_field(choice)
    return ruleset, to_json(values)


def _without_choice(resolver: Callable[P, T]) -> Callable[P, T]:
    """The resolver without the argument `choice`, while no ruleset offers one."""
    known = inspect.signature(resolver)

    @wraps(resolver)
    def without(*args: P.args, **kwargs: P.kwargs) -> T:
        return resolver(*args, **kwargs)

    kept = [parameter for name, parameter in known.parameters.items() if name != "choice"]
    without.__signature__ = known.replace(parameters=kept)  # type: ignore[attr-defined]
    return without


def _joining(games: GameTypes, made: StructUnion, played: StructUnion) -> dict[str, StrawberryField]:
    """The mutations that bring players into a lobby, with a choice if some game offers one."""
    create, join = answering_refusals(create_game), answering_refusals(join_game)
    inputs: dict[str, GraphQLType] = {"options": games.options_input, "seats": games.seats_input}
    if games.choice_input is None:
        return {
            "create_game": field_of(made, resolver=_without_choice(create), arguments=inputs),
            "join_game": field_of(played, resolver=_without_choice(join)),
        }
    choice = {"choice": optional(games.choice_input)}
    return {
        "create_game": field_of(made, resolver=create, arguments=inputs | choice),
        "join_game": field_of(played, resolver=join, arguments=choice),
        "change_choice": field_of(played, resolver=answering_refusals(change_choice), arguments=choice),
    }


def _change(info: Info, key: str | None, version: int | None = None) -> Change:
    return Change(key=key, version=version, text=asks_for(info, "text"))


def _accepted(game_id: str, played: PlayedAnswer) -> MoveAccepted:
    """The result of a command, with the game's id so that more can be queried."""
    return MoveAccepted(**msgspec.structs.asdict(played), game_id=game_id)


def _move(move: Any, lang: str) -> tuple[str, dict[str, Any]]:
    """The ruleset of a move, and the move as REST accepts it."""
    ruleset, choice = chosen_field(move)
    try:
        return ruleset, to_tagged_json(choice)
    except ValueError:
        move_name = chosen_field(choice)[0]
        raise malformed(lang, f"move.{ruleset}", "move_is_true", move=move_name) from None


def build_mutation(types: TypeBuilder, games: GameTypes) -> type:
    """The type of all mutations; the types of their answers must have been built."""
    made = result_of(types, "CreateGameResult", GameAnswer)
    played = result_of(types, "MoveResult", MoveAccepted)
    move = {"move": games.move_input}
    return types.group(
        "Mutation",
        {
            **account_mutations(types),
            **_joining(games, made, played),
            "fork_game": field_of(made, resolver=answering_refusals(fork_game)),
            "leave_game": field_of(played, resolver=answering_refusals(leave_game)),
            "remove_player": field_of(played, resolver=answering_refusals(remove_player)),
            "cancel_game": field_of(played, resolver=answering_refusals(cancel_game)),
            "start_game": field_of(played, resolver=answering_refusals(start_game)),
            "reveal_nonce": field_of(played, resolver=answering_refusals(reveal_nonce)),
            "play_move": field_of(played, resolver=answering_refusals(play_move), arguments=move),
            "dry_run": field_of(
                result_of(types, "DryRunResult", DryRunAnswer),
                resolver=answering_refusals(dry_run),
                arguments=move,
            ),
            "try_moves": field_of(
                result_of(types, "TryMovesResult", TriedAnswer),
                resolver=answering_refusals(try_moves),
                arguments={"moves": many(games.move_input)},
            ),
            "undo": field_of(played, resolver=answering_refusals(undo)),
            "set_plan": field_of(
                result_of(types, "SetPlanResult", PlanSet),
                resolver=answering_refusals(set_plan),
                arguments={"moves": many(games.move_input)},
            ),
            "clear_plan": field_of(
                result_of(types, "ClearPlanResult", PlanCleared), resolver=answering_refusals(clear_plan)
            ),
            "resign": field_of(played, resolver=answering_refusals(resign)),
            "come_back": field_of(played, resolver=answering_refusals(come_back)),
            "agree_to_abort": field_of(played, resolver=answering_refusals(agree_to_abort)),
            "withdraw_abort": field_of(played, resolver=answering_refusals(withdraw_abort)),
            "rematch": field_of(made, resolver=answering_refusals(rematch)),
            **webhook_mutations(types),
        },
        "Everything that can be changed. A refusal is a result with a code and a rule, not an error.",
    )
