"""Players, the caller's own account, its tokens, and account recovery."""

from datetime import datetime
from typing import Annotated, Any, TypeAlias

import strawberry
from msgspec import Struct
from strawberry.types.field import StrawberryField

from schema.accounts import IssuedToken, Me, Player, RecoveryCode, Scope, SignedUp, Ticket, Token
from schema.graphql.common import (
    FIRST,
    After,
    Connection,
    First,
    Info,
    Key,
    Node,
    connected,
    connection_of,
    id_field,
)
from schema.graphql.results import answering_refusals, result_of
from schema.graphql.type_builder import DateTime, TypeBuilder, field_of, many, optional
from schema.graphql.webhooks import webhook_fields
from schema.standings import HandicapAnswer, LevelsAnswer, ProfileAnswer

Before: TypeAlias = Annotated[int | None, strawberry.argument(description="`next` of the previous page.")]

OfRuleset: TypeAlias = Annotated[
    str | None, strawberry.argument(description="By default, the first ruleset that has a challenge.")
]
WithLevels: TypeAlias = Annotated[
    str | None, strawberry.argument(description="By default, the first ruleset that has levels.")
]
Others: TypeAlias = Annotated[
    list[strawberry.ID] | None, strawberry.argument(description="The other players of a group.")
]
Expiry: TypeAlias = Annotated[datetime | None, strawberry.argument(graphql_type=optional(DateTime))]


class TokenRevoked(Struct, frozen=True):
    """The token no longer works."""

    id: str


async def _tokens(info: Info, first: First = FIRST, after: After = None) -> Connection:
    """The caller's tokens, without their secrets."""
    part = await info.context.tokens(first=first, after=after)
    return connected(part, begins=after is None)


async def _profile(root: strawberry.Parent[Player], info: Info) -> ProfileAnswer:
    """A rating and statistics for each ruleset played."""
    return await info.context.profile(root.id)


async def _levels(
    root: strawberry.Parent[Player], info: Info, ruleset: WithLevels = None, others: Others = None
) -> LevelsAnswer:
    """The games won at each level of difficulty, alone or with exactly these others."""
    return await info.context.levels(root.id, ruleset=ruleset, others=others or ())


async def _handicap(
    root: strawberry.Parent[Player],
    info: Info,
    first: First = FIRST,
    after: Before = None,
    ruleset: OfRuleset = None,
) -> HandicapAnswer:
    """The handicap in the solo challenge, and the games that led to it, newest first."""
    return await info.context.handicap(root.id, ruleset=ruleset, first=first, after=after)


async def sign_up(info: Info, name: str) -> SignedUp:
    """Create a player and a bearer token, which is shown only once."""
    return await info.context.sign_up(name)


async def rename(info: Info, name: str) -> Me:
    """Change your name. The new name appears everywhere from now on."""
    return await info.context.rename(name)


async def issue_token(
    info: Info,
    *,
    scopes: Any = None,
    expires_at: Expiry = None,
    label: str | None = None,
    idempotency_key: Key = None,
) -> IssuedToken:
    """Issue another token with at most the scopes of the one you use. It is shown only once."""
    return await info.context.issue_token(
        scopes=scopes, expires_at=expires_at, label=label, key=idempotency_key
    )


async def revoke_token(info: Info, id: strawberry.ID) -> TokenRevoked:  # noqa: A002  Relay's word
    """Revoke a token at once."""
    await info.context.revoke_token(id)
    return TokenRevoked(id)


async def issue_ticket(info: Info) -> Ticket:
    """Issue a ticket that opens one stream of server-sent events with `?ticket=`. It expires soon."""
    return await info.context.issue_ticket()


async def renew_recovery_code(info: Info, idempotency_key: Key = None) -> RecoveryCode:
    """Get a new recovery code. It is shown only once and replaces the previous one."""
    return await info.context.renew_recovery_code(idempotency_key)


async def recover(
    info: Info,
    *,
    player: strawberry.ID,
    code: str,
    revoke_tokens: bool = False,
    idempotency_key: Key = None,
) -> SignedUp:
    """Get a new token for an account whose tokens are lost. This uses up the code; you get a new one."""
    return await info.context.recover(player, code, revoke_tokens=revoke_tokens, key=idempotency_key)


def build_account_types(types: TypeBuilder) -> None:
    """Build the types of players, the caller's own account and its tokens."""
    profile = types.output(ProfileAnswer, changed=dict.fromkeys(("id", "name", "created_at")))
    player = types.output(
        Player,
        implements=(Node,),
        changed={
            "id": id_field(),
            "profile": field_of(profile, resolver=_profile),
            "levels": field_of(types.output(LevelsAnswer), resolver=_levels),
            "handicap": field_of(types.output(HandicapAnswer), resolver=_handicap),
        },
    )
    connection_of(types, "Player", player, "The position in the list of names.")
    token = types.output(Token, changed={"id": id_field()})
    types.output(
        Me,
        implements=(Node,),
        changed={
            "id": id_field(),
            **webhook_fields(types),
            "tokens": field_of(connection_of(types, "Token", token, "The token's id."), resolver=_tokens),
        },
    )
    types.output(IssuedToken, changed={"id": id_field()})
    types.output(TokenRevoked, changed={"id": id_field()})
    for struct in (SignedUp, Ticket, RecoveryCode):
        types.output(struct)


def account_mutations(types: TypeBuilder) -> dict[str, StrawberryField]:
    """The mutations of accounts."""
    signed_up = result_of(types, "SignUpResult", SignedUp)
    return {
        "sign_up": field_of(signed_up, resolver=answering_refusals(sign_up)),
        "recover": field_of(signed_up, resolver=answering_refusals(recover)),
        "renew_recovery_code": field_of(
            result_of(types, "RecoveryCodeResult", RecoveryCode),
            resolver=answering_refusals(renew_recovery_code),
        ),
        "rename": field_of(result_of(types, "RenameResult", Me), resolver=answering_refusals(rename)),
        "issue_token": field_of(
            result_of(types, "IssueTokenResult", IssuedToken),
            resolver=answering_refusals(issue_token),
            arguments={"scopes": optional(many(types.enum(Scope)))},
        ),
        "revoke_token": field_of(
            result_of(types, "RevokeTokenResult", TokenRevoked), resolver=answering_refusals(revoke_token)
        ),
        "issue_ticket": field_of(
            result_of(types, "TicketResult", Ticket), resolver=answering_refusals(issue_ticket)
        ),
    }
