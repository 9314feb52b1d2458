"""The queries: every GET of the REST API."""

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any, Final, TypeAlias

import strawberry

from domain.kernel.table import Status
from schema.accounts import Me, Player
from schema.answers import AuditAnswer, GameAnswer
from schema.catalogue import RulesetAnswer
from schema.graphql.common import (
    FIRST,
    After,
    Connection,
    First,
    GameId,
    Info,
    Node,
    connected,
)
from schema.graphql.results import malformed, or_none
from schema.graphql.type_builder import TypeBuilder, field_of, many, optional

PlayerId: TypeAlias = Annotated[strawberry.ID, strawberry.argument(description="The player's id, `p_…`.")]
At: TypeAlias = Annotated[
    int | None, strawberry.argument(description="An earlier version, to see the game as it was then.")
]
Mode: TypeAlias = Annotated[
    str | None, strawberry.argument(description="A mode of the ruleset; by default, its `defaultMode`.")
]
OneMode: TypeAlias = Annotated[
    str | None,
    strawberry.argument(description="Only games in this mode of the ruleset, which must be given too."),
]
Joinable: TypeAlias = Annotated[
    bool | None,
    strawberry.argument(description="Only lobbies with a place that you can take, or only other games."),
]
Rated: TypeAlias = Annotated[
    bool | None, strawberry.argument(description="Only games that can change ratings, or only others.")
]
WithClock: TypeAlias = Annotated[
    bool | None, strawberry.argument(description="Only games with a clock, or only others.")
]
MOST_NODES: Final = 20
NodeIds: TypeAlias = Annotated[
    list[strawberry.ID], strawberry.argument(description=f"Up to {MOST_NODES} ids.")
]


async def rulesets(info: Info) -> Sequence[RulesetAnswer]:
    """All rulesets that can be played here."""
    return await info.context.rulesets()


async def ruleset(info: Info, name: str) -> RulesetAnswer | None:
    """One ruleset: player counts, options, moves, and every component with its texts."""
    return await or_none(info.context.ruleset(name))


async def game(info: Info, id: GameId, at: At = None) -> GameAnswer | None:  # noqa: A002  Relay's word
    """A game as you may see it, now or at an earlier version."""
    return await or_none(info.context.game(id, at))


async def games(
    info: Info,
    *,
    status: Any = None,
    ruleset: str | None = None,
    player: PlayerId | None = None,
    joinable: Joinable = None,
    rated: Rated = None,
    clock: WithClock = None,
    mode: OneMode = None,
    first: First = FIRST,
    after: After = None,
) -> Connection:
    """Games by status, ruleset and player, newest first. With other filters, a page may be short."""
    wanted = {"status": status, "ruleset": ruleset, "player": player}
    wanted |= {"joinable": joinable, "rated": rated, "clock": clock, "mode": mode}
    part = await info.context.games(wanted, first=first, after=after)
    return connected(part, begins=after is None)


async def leaderboard(
    info: Info, ruleset: str, mode: Mode = None, first: First = FIRST, after: After = None
) -> Connection | None:
    """The rated players of a ruleset in a mode, best first."""
    part = await or_none(info.context.leaderboard(ruleset, mode=mode, first=first, after=after))
    return None if part is None else connected(part, begins=after is None)


async def finished(
    info: Info,
    ruleset: str | None = None,
    mode: OneMode = None,
    first: First = FIRST,
    after: After = None,
) -> Connection:
    """Finished games in the order in which they finished; `endCursor` is always there, to continue later."""
    part = await info.context.finished(ruleset=ruleset, mode=mode, first=first, after=after)
    return connected(part, begins=after is None)


async def now(info: Info) -> str:
    """The server's time."""
    return await info.context.now()


async def me(info: Info) -> Me:
    """Your own account; needs a token."""
    return await info.context.me()


async def player(info: Info, id: PlayerId) -> Player | None:  # noqa: A002  Relay's word
    """A player's public account."""
    return await or_none(info.context.player(id))


async def players(info: Info, name: str, first: First = FIRST, after: After = None) -> Connection:
    """Players whose names start with `name`, ignoring case, sorted by name."""
    return connected(await info.context.players(name, first=first, after=after), begins=after is None)


async def audit(info: Info, game_id: GameId) -> AuditAnswer | None:
    """A check of a game's hash chain, commitment and decisions; until the game is over, only the verdict."""
    return await or_none(info.context.audit(game_id))


async def node(info: Info, id: strawberry.ID) -> GameAnswer | Player | None:  # noqa: A002  Relay's word
    """A game or a player by its id."""
    port = info.context
    return await or_none(port.game(id) if id.startswith("g_") else port.player(id))


async def nodes(info: Info, ids: NodeIds) -> list[GameAnswer | Player | BaseException | None]:
    """Games and players by their ids, in this order; null for each that does not exist or cannot be read."""
    port = info.context
    if len(ids) > MOST_NODES:
        raise malformed(port.lang, "ids", "too_many_ids", most=MOST_NODES)
    return await asyncio.gather(*(node(info, each) for each in ids), return_exceptions=True)


def build_query(types: TypeBuilder) -> type:
    """The type of all queries; the types of their answers must have been built."""
    game_type, player_type = types.output(GameAnswer), types.output(Player)
    ruleset_type = types.output(RulesetAnswer)
    return types.group(
        "Query",
        {
            "rulesets": field_of(many(ruleset_type), resolver=rulesets),
            "ruleset": field_of(optional(ruleset_type), resolver=ruleset),
            "game": field_of(optional(game_type), resolver=game),
            "games": field_of(
                types.named("GameConnection"),
                resolver=games,
                arguments={"status": optional(types.enum(Status))},
            ),
            "leaderboard": field_of(optional(types.named("LeaderboardConnection")), resolver=leaderboard),
            "finished": field_of(types.named("FinishedConnection"), resolver=finished),
            "now": field_of(str, resolver=now),
            "me": field_of(types.output(Me), resolver=me),
            "player": field_of(optional(player_type), resolver=player),
            "players": field_of(types.named("PlayerConnection"), resolver=players),
            "audit": field_of(optional(types.output(AuditAnswer)), resolver=audit),
            "node": field_of(optional(Node), resolver=node),
            "nodes": field_of(many(optional(Node)), resolver=nodes),
        },
        "Everything that can be read, most of it without a token.",
    )
