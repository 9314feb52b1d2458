"""The subscriptions: every stream of the REST API. Clients resume from the last version they have seen."""

from collections.abc import AsyncGenerator
from typing import Annotated, TypeAlias

import strawberry

from schema.answers import EntryAnswer, VersionAnswer
from schema.graphql.common import GameId, Info, asks_for
from schema.graphql.type_builder import GraphQLType, TypeBuilder, field_of
from schema.ports import OwnNews

Seen: TypeAlias = Annotated[int, strawberry.argument(description="The last version you have seen.")]


async def game_events(
    info: Info, game_id: GameId, after: Seen = 0
) -> AsyncGenerator[EntryAnswer | VersionAnswer]:
    """The entries of a game after a version, and each new one, until the game is over."""
    return await info.context.game_events(game_id, after=after, text=asks_for(info, "text"))


async def my_turns(info: Info) -> AsyncGenerator[OwnNews]:
    """News of your games: your turn, started, finished and so on. Needs a token."""
    return await info.context.my_turns()


def build_subscription(types: TypeBuilder, streamed: GraphQLType) -> type:
    """The type of all subscriptions; `streamed` is the type of the items in a game's stream."""
    return types.group(
        "Subscription",
        {
            "game_events": field_of(streamed, resolver=game_events, followed=True),
            "my_turns": field_of(types.output(OwnNews), resolver=my_turns, followed=True),
        },
        "Live streams, over a WebSocket (graphql-transport-ws) or as server-sent events.",
    )
