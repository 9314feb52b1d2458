"""Who calls: tokens are read from one header, in one form, and give no more than their scopes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schema.accounts import Scope
from service.accounts.caller import Caller, Secret, read_bearer
from service.errors import Forbidden, NotAuthenticated
from service.store.ids import new_id
from tests.support.service import code, service, sign_up

SECRET = Secret(new_id("t"), "a" * 32)


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER "])
def test_token_is_parsed_from_its_displayed_form(scheme: str) -> None:
    assert read_bearer([f"{scheme} {SECRET.text}"]) == SECRET


@pytest.mark.parametrize(
    "lines",
    [
        (),
        ("",),
        (SECRET.text,),
        (f"Basic {SECRET.text}",),
        (f"Bearer {SECRET.text}x",),
        (f"Bearer {SECRET.text} x",),
        (f"Bearer {SECRET.text}", f"Bearer {SECRET.text}"),
        ("Bearer emb__",),
        ("Bearer \xff",),
    ],
)
def test_malformed_token_is_rejected(lines: tuple[str, ...]) -> None:
    assert read_bearer(lines) is None


@given(st.text(st.characters(max_codepoint=255), max_size=100))
def test_arbitrary_text_is_not_a_token(text: str) -> None:
    assert read_bearer([text, text]) is None
    assert read_bearer([f"Bearer {text}"]) is None


def test_a_caller_without_a_token_has_no_player() -> None:
    with pytest.raises(NotAuthenticated):
        Caller("192.0.2.7").needs(Scope.READ)


def test_a_caller_needs_the_scope() -> None:
    caller = Caller("192.0.2.7", "p_1", frozenset({Scope.READ}), SECRET)
    assert caller.needs(Scope.READ) == "p_1"
    with pytest.raises(Forbidden) as refused:
        caller.needs(Scope.AUDIT)
    assert refused.value.details == {"scope": "audit"}


def test_secret_is_left_out_of_the_callers_repr() -> None:
    assert SECRET.secret not in repr(Caller("192.0.2.7", "p_1", frozenset(), SECRET))


@pytest.mark.anyio
async def test_a_token_without_the_scope_is_refused(redis_url: str) -> None:
    async with service(redis_url) as client:
        _, header = await sign_up(client)
        issued = await client.post("/v1/me/tokens", json={"scopes": ["play"]}, headers=header)
        answer = await client.get("/v1/me", headers={"Authorization": f"Bearer {issued.json()['token']}"})
        assert code(answer, 403) == "scope_missing"
        assert answer.json()["details"] == {"scope": "read"}


@pytest.mark.anyio
async def test_token_id_with_a_wrong_secret_is_rejected(redis_url: str) -> None:
    async with service(redis_url) as client:
        _, header = await sign_up(client)
        wrong = header["Authorization"][:-32] + "a" * 32
        answer = await client.get("/v1/me", headers={"Authorization": wrong})
        assert code(answer, 401) == "token_invalid"
        assert answer.headers["www-authenticate"] == 'Bearer realm="emberlog", error="invalid_token"'
