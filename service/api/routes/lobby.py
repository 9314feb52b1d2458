"""The lobby: join, choose, leave, remove a player, start the game."""

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
    """The nonce whose hash the caller sent earlier."""

    nonce: Nonce


class Joining(WithNonce, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A value that a player adds to the seed of the dice, and a choice if the ruleset offers one."""

    choice: AnyChoice | msgspec.UnsetType = msgspec.UNSET


class NewChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The caller's choice in the lobby; null withdraws it."""

    choice: AnyChoice | None


async def join_game(request: Request) -> Response:
    """Join the game: take the place reserved for you, or else an open one.

    A nonce is mixed into the key of the dice, so that nobody can have picked the dice without you. Send its
    SHA-256 as `nonce_hash`, and reveal the nonce when the lobby is closed: then nobody can choose theirs in
    response to yours. A plain `nonce` is visible to everybody at once.
    """
    wish, games = await body(request, Joining), collaborators(request).games
    return played(await games.join(game_id(request), call(request, wish), wish, wish.choice))


async def change_choice(request: Request) -> Response:
    """Change your choice in the lobby, until the game starts; null withdraws it.

    `choice` of the ruleset says what you can choose. A choice that another player has made is rejected.
    """
    wish, games = await body(request, NewChoice), collaborators(request).games
    return played(await games.change_choice(game_id(request), call(request, wish), wish.choice))


async def leave_game(request: Request) -> Response:
    """Leave the lobby, or decline the place reserved for you.

    If the host leaves, another player becomes the host. If nobody is left, the game is cancelled.
    """
    wish = await body(request, Nothing)
    return played(await collaborators(request).games.leave(game_id(request), call(request, wish)))


async def remove_player(request: Request) -> Response:
    """Remove a player from the lobby, as its host.

    The player cannot join this game again. If the place was reserved, it becomes open to everybody. Places
    have the numbers of `seats` in the lobby. Removing yourself is the same as leaving. Send `If-Match` to
    make sure that you do not remove somebody who took the place in the meantime.
    """
    wish = await body(request, Nothing)
    games, place, wanted = collaborators(request).games, path_number(request, "place"), if_match(request)
    return played(await games.remove(game_id(request), call(request, wish), place, wanted))


async def start_game(request: Request) -> Response:
    """Start the game, as its host, when every place is taken.

    Seats are assigned now. Their order may differ from that of the places. If players have committed to
    nonces, the lobby is closed instead, and the game starts when all nonces are revealed.
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
