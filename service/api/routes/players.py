"""Players, your own account, and its tokens."""

from starlette.requests import Request
from starlette.responses import Response

from schema.accounts import IssuedToken, Me, Player, Scope, SignedUp, Token
from service.accounts.players import NewPlayer, NewToken, Rename
from service.accounts.search import PlayersQuery
from service.api import examples
from service.api.http.answers import answer, done, made
from service.api.http.requests import body, caller, collaborators, idempotency_key, path_id, query, request_id
from service.api.routes.resource import reads, resource, writes
from service.store.paging import Page, Paged


async def sign_up(request: Request) -> Response:
    """Sign up: create a player and a bearer token, which is shown only once.

    This is the only call that changes something without a token. Store the token: it cannot be shown again.
    """
    wish = await body(request, NewPlayer)
    signed_up = await collaborators(request).players.sign_up(wish.name, caller(request).address)
    return made(signed_up, f"/v1/players/{signed_up.player.id}")


async def search_players(request: Request) -> Response:
    """Search players whose names start with `name`, sorted by name.

    The search ignores case. Several players may have the same name, or names that look alike; their handles
    are distinct. If `name` starts with `@`, the search is for handles that start with the rest.
    """
    return answer(await collaborators(request).names.search(query(request, PlayersQuery)))


async def rename_me(request: Request) -> Response:
    """Change your name.

    The new name appears everywhere, also in old games, because logs contain only player ids.
    """
    wish = await body(request, Rename)
    return answer(await collaborators(request).players.rename(caller(request), wish.name))


async def show_me(request: Request) -> Response:
    """Get your own account.

    The answer includes the scopes of the token you used.
    """
    return answer(await collaborators(request).players.me(caller(request)))


async def list_tokens(request: Request) -> Response:
    """List your tokens, without their secrets, oldest first.

    Tokens are sorted by the time at which they were issued.
    """
    return answer(
        await collaborators(request).players.tokens(caller(request).player(), query(request, Paged))
    )


async def issue_token(request: Request) -> Response:
    """Issue another token with at most the scopes of the one you use; it is shown only once.

    You can limit its scopes and set an expiry. For example, give a statistics site a token that can only
    `read`. The operator grants the scopes `audit` and `admin`; they cannot be passed on.
    """
    wish = await body(request, NewToken)
    issued = await collaborators(request).players.issue(caller(request), wish, idempotency_key(request, wish))
    return made(issued, f"/v1/me/tokens/{issued.id}")


async def show_token(request: Request) -> Response:
    """Get one of your tokens, without its secret.

    The secret cannot be shown again: the server stores only a digest of it.
    """
    token_id = path_id(request, "token_id", "t")
    return answer(await collaborators(request).players.token(caller(request).player(), token_id))


async def revoke_token(request: Request) -> Response:
    """Revoke a token at once.

    You can also revoke the token that you use for this call.
    """
    token_id = path_id(request, "token_id", "t")
    await collaborators(request).players.revoke(caller(request), token_id, request_id(request))
    return done()


ROUTES = (
    resource(
        "/v1/players",
        get=reads(
            search_players,
            public=True,
            query=PlayersQuery,
            answers=Page[Player],
            example=lambda: Page([examples.player()], None),
        ),
        post=writes(
            sign_up,
            body=NewPlayer,
            scope=None,
            status=201,
            asked={"name": "Ada"},
            answers=SignedUp,
            example=examples.signed_up,
            makes={"player_id": "/player/id"},
        ),
    ),
    resource(
        "/v1/me",
        get=reads(show_me, answers=Me, example=examples.me),
        patch=writes(rename_me, body=Rename, asked={"name": "Ada"}, answers=Me, example=examples.me),
    ),
    resource(
        "/v1/me/tokens",
        get=reads(
            list_tokens, scope=Scope.ACCOUNT, query=Paged, answers=Page[Token], example=examples.tokens
        ),
        post=writes(
            issue_token,
            body=NewToken,
            scope=Scope.ACCOUNT,
            status=201,
            takes_key=True,
            refusals=(409, 422),
            asked={"scopes": ["read"], "label": "statistics"},
            answers=IssuedToken,
            example=examples.issued_token,
            makes={"token_id": "/id"},
        ),
    ),
    resource(
        "/v1/me/tokens/{token_id}",
        get=reads(show_token, scope=Scope.ACCOUNT, answers=Token, example=examples.token),
        delete=writes(revoke_token, scope=Scope.ACCOUNT, status=204),
    ),
)
