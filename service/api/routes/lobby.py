"""The places of a lobby: join, choose, leave, remove; and the start."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from domain.games import registered
from schema.answers import PlayedAnswer
from schema.entries import AnyChoice, choices
from service.api import examples
from service.api.http.requests import Nothing, body, collaborators, if_match, path_number
from service.api.routes.games import call, game_id, played
from service.api.routes.resource import resource, writes
from service.usecases.games import Nonce, WithNonce


class RevealedNonce(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The nonce whose hash the caller sent before."""

    nonce: Nonce


class Joining(WithNonce, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a player adds to the dice, and what they choose where the ruleset offers a choice."""

    choice: AnyChoice | msgspec.UnsetType = msgspec.UNSET


class NewChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the caller chooses in the lobby; null takes the choice back."""

    choice: AnyChoice | None


async def join_game(request: Request) -> Response:
    """Take the place in the lobby that is kept for the caller, or else an open one.

    A nonce goes into the key of the dice, so that nobody can have chosen them without the caller. Send its
    SHA-256 as `nonce_hash` and reveal it when the lobby is closed: then nobody can answer it with another. A
    plain `nonce` is seen by all at once.
    """
    wish, games = await body(request, Joining), collaborators(request).games
    return played(await games.join(game_id(request), call(request, wish), wish, wish.choice))


async def change_choice(request: Request) -> Response:
    """Choose again in the lobby, until the game starts; null takes the choice back.

    What can be chosen is in the ruleset's `choice`. A choice that another player has taken is refused.
    """
    wish, games = await body(request, NewChoice), collaborators(request).games
    return played(await games.change_choice(game_id(request), call(request, wish), wish.choice))


async def leave_game(request: Request) -> Response:
    """Give the place in the lobby back, or decline the one that is kept for the caller.

    A host who leaves hands over to somebody else; when nobody is left, the game is cancelled.
    """
    wish = await body(request, Nothing)
    return played(await collaborators(request).games.leave(game_id(request), call(request, wish)))


async def remove_player(request: Request) -> Response:
    """Free a place in the lobby, as its host.

    Its player is out and cannot join this game again; a place that was kept for somebody is open to all. The
    place is the number that `seats` has in the lobby; to free one's own is to leave. With `If-Match` nobody
    is removed who has sat down there since.
    """
    wish = await body(request, Nothing)
    games, place, wanted = collaborators(request).games, path_number(request, "place"), if_match(request)
    return played(await games.remove(game_id(request), call(request, wish), place, wanted))


async def start_game(request: Request) -> Response:
    """Start the game, as its host, with everybody in place.

    Seats are dealt now; they need not be in the order of the places. If players committed to nonces, the
    lobby is closed instead, and the game starts when all of them are revealed.
    """
    wish = await body(request, WithNonce)
    return played(await collaborators(request).games.start(game_id(request), call(request, wish), wish))


async def reveal_nonce(request: Request) -> Response:
    """Reveal the nonce whose hash the caller sent, once the lobby is closed.

    `nonces_due` of the game has the places that are awaited. With the last nonce the game starts. If none is
    revealed for 24 hours, the game is cancelled and its seed published.
    """
    wish, games = await body(request, RevealedNonce), collaborators(request).games
    return played(await games.reveal_nonce(game_id(request), call(request, wish), wish.nonce))


def _offers_choices() -> bool:
    """Whether players can choose something in the lobby of a registered game."""
    return bool(choices(registered()))


ROUTES = (
    resource(
        "/v1/games/{game_id}/seats",
        post=writes(
            join_game,
            body=Joining,
            takes_key=True,
            has_tag=True,
            refusals=(409, 422),
            asked={"nonce": "4d7a"},
            answers=PlayedAnswer,
            example=examples.joined,
        ),
    ),
    resource(
        "/v1/games/{game_id}/seats/me",
        delete=writes(
            leave_game,
            takes_key=True,
            has_tag=True,
            refusals=(409, 422),
            answers=PlayedAnswer,
            example=examples.left,
        ),
    ),
    resource(
        "/v1/games/{game_id}/seats/me/choice",
        put=writes(
            change_choice,
            body=NewChoice,
            takes_key=True,
            has_tag=True,
            refusals=(409, 422),
            asked={"choice": None},
            answers=PlayedAnswer,
            example=examples.choice_changed,
            documented=_offers_choices,
        ),
    ),
    resource(
        "/v1/games/{game_id}/seats/{place}",
        delete=writes(
            remove_player,
            takes_key=True,
            takes_version=True,
            has_tag=True,
            refusals=(409, 422),
            answers=PlayedAnswer,
            example=examples.removed,
        ),
    ),
    resource(
        "/v1/games/{game_id}/start",
        post=writes(
            start_game,
            body=WithNonce,
            takes_key=True,
            has_tag=True,
            refusals=(409, 422),
            asked={},
            answers=PlayedAnswer,
            example=examples.started,
        ),
    ),
    resource(
        "/v1/games/{game_id}/nonce",
        post=writes(
            reveal_nonce,
            body=RevealedNonce,
            takes_key=True,
            has_tag=True,
            refusals=(409, 422),
            asked={"nonce": examples.NONCE},
            answers=PlayedAnswer,
            example=examples.nonce_revealed,
        ),
    ),
)
