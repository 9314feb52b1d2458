"""Standings of players: profiles, leaderboards, the handicap ladder."""

from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from schema.standings import HandicapAnswer, LeaderboardRow, LevelsAnswer, ProfileAnswer
from service.api import examples
from service.api.http.answers import answer
from service.api.http.requests import collaborators, path_id, query
from service.api.routes.resource import reads, resource
from service.store.paging import First, Page, Paged


class LevelsQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The ruleset of the ladders, and the other players of a group."""

    ruleset: (
        Annotated[
            str,
            msgspec.Meta(max_length=64, description="By default, the first ruleset that has levels."),
        ]
        | None
    ) = None
    with_players: Annotated[
        str,
        msgspec.Meta(
            pattern=r"^(p_[0-9a-z]+(,p_[0-9a-z]+){0,6})?$",
            description="The ids of the other players of a group, separated by commas.",
        ),
    ] = msgspec.field(default="", name="with")


class HandicapQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The ruleset of the challenge, and a page of its history; the cursor is the number of a game in it."""

    ruleset: (
        Annotated[
            str,
            msgspec.Meta(max_length=64, description="By default, the first ruleset that has a challenge."),
        ]
        | None
    ) = None
    first: First = 20
    after: (
        Annotated[int, msgspec.Meta(ge=1, le=2**53 - 1, description="`next` of the previous page.")] | None
    ) = None


class LeaderboardQuery(Paged, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A page of a leaderboard, and its mode."""

    mode: (
        Annotated[
            str,
            msgspec.Meta(
                pattern="^[a-z0-9][a-z0-9_+]{0,63}$",
                description="A mode of the ruleset; by default, its `default_mode`.",
            ),
        ]
        | None
    ) = None


async def show_player(request: Request) -> Response:
    """Get a player's public profile, with ratings and statistics.

    There is one rating and one set of statistics for each ruleset and mode that the player has played.
    """
    return answer(await collaborators(request).standings.profile(path_id(request, "player_id", "p")))


async def show_leaderboard(request: Request) -> Response:
    """List the rated players of a ruleset, best first, separately for each mode.

    Players are sorted by `ordinal`, a conservative estimate of their skill: three standard deviations below
    the mean.
    """
    ruleset, asked = request.path_params["ruleset"], query(request, LeaderboardQuery)
    standings = collaborators(request).standings
    return answer(await standings.leaderboard(ruleset, asked.first, asked.after, asked.mode))


async def show_handicap(request: Request) -> Response:
    """Get a player's handicap in the solo challenge, and the games that led to it, newest first.

    A win makes the next game harder, a loss makes it easier.
    """
    player, asked = path_id(request, "player_id", "p"), query(request, HandicapQuery)
    standings = collaborators(request).standings
    return answer(await standings.handicap(player, asked.ruleset, asked.first, asked.after))


async def show_levels(request: Request) -> Response:
    """Get what a player has won at each level of difficulty, on every ladder of a ruleset.

    Every game counts for each of its players and for the group of all of them. `with` names the other players
    of a group, and shows the games that exactly these people played together.
    """
    player, asked = path_id(request, "player_id", "p"), query(request, LevelsQuery)
    others = [each for each in asked.with_players.split(",") if each]
    return answer(await collaborators(request).standings.levels(player, asked.ruleset, others))


ROUTES = (
    resource(
        "/v1/players/{player_id}/levels",
        get=reads(show_levels, public=True, query=LevelsQuery, answers=LevelsAnswer, example=examples.levels),
    ),
    resource(
        "/v1/players/{player_id}",
        get=reads(show_player, public=True, answers=ProfileAnswer, example=examples.profile),
    ),
    resource(
        "/v1/players/{player_id}/handicap",
        get=reads(
            show_handicap,
            public=True,
            query=HandicapQuery,
            answers=HandicapAnswer,
            example=examples.handicap,
        ),
    ),
    resource(
        "/v1/leaderboards/{ruleset}",
        get=reads(
            show_leaderboard,
            public=True,
            query=LeaderboardQuery,
            answers=Page[LeaderboardRow],
            example=examples.leaderboard,
            makes={"player_id": "/items/0/player"},
        ),
    ),
)
