"""What a caller sent is read strictly: anything else is an error that says where, never another exception."""

import contextlib
import json
from typing import Annotated, Any

import anyio
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import Request
from starlette.types import Message

from service.accounts.caller import Caller
from service.api.http import requests
from service.errors import Malformed, NotAcceptable, NotFound, UnsupportedMediaType
from service.store.ids import new_id
from service.store.paging import Paged


class Inner(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: int = 0


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seats: tuple[int, ...] = ()
    text: Annotated[str, msgspec.Meta(max_length=10)] | None = None
    inner: Inner | None = None
    anything: dict[str, Any] = {}


class Needed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: int = 0
    flag: bool = False


def a_request(
    raw: bytes = b"", headers: dict[str, str] | None = None, query: str = "", **path: str
) -> Request:
    lines = {"content-type": "application/json"} | (headers or {})
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/v1/things",
        "query_string": query.encode(),
        "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in lines.items()],
        "path_params": path,
        "state": {"caller": Caller("192.0.2.7", "p_1")},
        "server": ("test", 80),
        "scheme": "http",
    }

    async def receive() -> Message:
        return {"type": "http.request", "body": raw, "more_body": False}

    return Request(scope, receive)


def read(raw: bytes, type_: type[Any] = Wish, /, **headers: str) -> Any:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return anyio.run(requests.body, a_request(raw, named), type_)


def test_body_is_decoded_to_a_struct() -> None:
    assert read(b'{"seats": [1, 2], "inner": {"number": 3}}') == Wish((1, 2), None, Inner(3))


def test_missing_body_equals_one_without_fields() -> None:
    assert read(b"", content_type="") == Wish()


def test_missing_body_names_the_required_field() -> None:
    with pytest.raises(Malformed) as refused:
        read(b"", Needed)
    assert (refused.value.details["reason"], refused.value.details["field"]) == ("missing_field", "name")


@pytest.mark.parametrize(
    "raw,where",
    [
        (b"not json", "$"),
        (b"{", "$"),
        (b'{"seats": [1]} x', "$"),
        (b"null", "$"),
        (b"[]", "$"),
        (b'"text"', "$"),
        (b"\xef\xbb\xbf{}", "$"),
        (b'{"text": "\xff"}', "$"),
        (b'{"text": "\\ud800"}', "$"),
        (b'{"unknown": 1}', "$"),
        (b'{"inner": {"unknown": 1}}', "$.inner"),
        (b'{"seats": [1, "2"]}', "$.seats[1]"),
        (b'{"seats": [1, 2.5]}', "$.seats[1]"),
        (b'{"seats": [NaN]}', "$"),
        (b'{"anything": {"a": NaN}}', "$"),
        (b'{"anything": {"a": Infinity}}', "$"),
        (b'{"anything": {"a": 1e999}}', "$.anything[...]"),
        (b'{"text": "longer than ten"}', "$.text"),
        (b'{"seats": [9007199254740993]}', "$.seats[0]"),
        (b'{"anything": {"a": [-9007199254740993]}}', "$.anything.a[0]"),
        (b'{"anything": {"a": ' + b"9" * 5000 + b"}}", "$.anything[...]"),
        (b'{"seats": [1], "seats": [2]}', "$"),
        (b'{"anything": {"a": {"b": 1, "b": 2}}}', "$"),
        (b'{"anything": {"a": ' + b"[" * 40 + b"]" * 40 + b"}}", "$"),
        (b'{"anything": {"a": ' + b"[" * 20_000 + b"]" * 20_000 + b"}}", "$"),
        (b'{"anything": ' + b'{"a":' * 20_000 + b"1" + b"}" * 20_000 + b"}", "$"),
        (b"[" * 60_000, "$"),
    ],
    ids=lambda value: str(value[:40]),
)
def test_unreadable_body_is_malformed_and_the_field_is_named(raw: bytes, where: str) -> None:
    with pytest.raises(Malformed) as refused:
        read(raw)
    assert (refused.value.details["part"], refused.value.details["where"]) == ("body", where)


@pytest.mark.parametrize(
    "headers",
    [
        {"content_type": ""},
        {"content_type": "text/plain"},
        {"content_type": "application/x-www-form-urlencoded"},
        {"content_type": "application/json; charset=latin-1"},
        {"content_encoding": "gzip"},
    ],
    ids=str,
)
def test_other_media_type_or_encoding_is_unsupported(headers: dict[str, str]) -> None:
    with pytest.raises(UnsupportedMediaType):
        read(b"{}", **headers)


@pytest.mark.parametrize(
    "media", ["application/json", "Application/JSON; charset=UTF-8", "application/json;"]
)
def test_json_media_type_has_several_accepted_spellings(media: str) -> None:
    assert read(b"{}", content_type=media) == Wish()


@given(st.binary(max_size=200) | st.text(max_size=50).map(str.encode))
def test_arbitrary_bytes_are_decoded_or_refused(raw: bytes) -> None:
    with contextlib.suppress(Malformed):
        assert isinstance(read(raw), Wish)


@given(
    st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists, max_leaves=8)
)
def test_arbitrary_values_are_decoded_or_refused(value: object) -> None:
    for name in Wish.__struct_fields__:
        with contextlib.suppress(Malformed):
            assert isinstance(read(json.dumps({name: value}).encode()), Wish)


def test_query_is_decoded_to_a_struct() -> None:
    assert requests.query(a_request(query="number=5&flag=true"), Asked) == Asked(5, flag=True)
    assert requests.query(a_request(query="first=3"), Paged) == Paged(first=3)


@pytest.mark.parametrize(
    "text,type_",
    [
        ("unknown=1", Asked),
        ("number=x", Asked),
        ("number=", Asked),
        ("number", Asked),
        ("number=1&number=1", Asked),
        ("number=" + "9" * 5000, Asked),
        ("flag=maybe", Asked),
        ("%ff=1", Asked),
        ("a[]=1", Asked),
        ("first=0", Paged),
        ("first=101", Paged),
        ("first=-1", Paged),
        ("first=1.5", Paged),
        ("after=%00", Paged),
        ("after=", Paged),
        ("after=" + "a" * 129, Paged),
    ],
)
def test_unreadable_query_is_malformed(text: str, type_: type[Any]) -> None:
    with pytest.raises(Malformed) as refused:
        requests.query(a_request(query=text), type_)
    assert refused.value.details["part"] == "query"


@given(st.text(max_size=40))
def test_arbitrary_queries_are_decoded_or_refused(text: str) -> None:
    with contextlib.suppress(Malformed):
        assert isinstance(requests.query(a_request(query=text), Asked), Asked)


def test_path_id_must_have_the_form_of_its_kind() -> None:
    game = new_id("g")
    assert requests.path_id(a_request(game_id=game), "game_id", "g") == game
    for text in ("", "g", "g_", new_id("p"), game.upper(), game + "0", game + "\n", "\0", "é", "../../x"):
        with pytest.raises(NotFound):
            requests.path_id(a_request(game_id=text), "game_id", "g")


def test_idempotency_key_belongs_to_its_caller_and_request() -> None:
    def once(key: str, wish: object = None, player: str = "p_1") -> object:
        request = a_request(headers={"Idempotency-Key": key})
        request.state.caller = Caller("192.0.2.7", player)
        return requests.idempotency_key(request, wish)

    assert once("k", Wish((1,))) == once("k", Wish((1,)))
    different = [once("k"), once("l"), once("k", player="p_2"), once("k", Wish())]
    assert len(set(different)) == 4
    assert requests.idempotency_key(a_request(), None) is None


@pytest.mark.parametrize("key", ["", " ", "a b", "ä", "a\tb", "\x7f", "k" * 256])
def test_an_idempotency_key_is_visible_ascii(key: str) -> None:
    with pytest.raises(Malformed):
        requests.idempotency_key(a_request(headers={"Idempotency-Key": key}), None)


@pytest.mark.parametrize(
    "line,since,head,met",
    [
        ('"5"', 5, 5, True),
        ('"4"', 4, 5, True),
        ('"3"', 4, 5, False),
        ('"6"', 4, 5, False),
        ('"1" , "5"', 5, 5, True),
        ('W/"5"', 5, 5, True),
        ('W/"4"', 5, 5, False),
        ("*", 5, 5, True),
    ],
)
def test_if_match_accepts_versions_from_since_to_the_head(
    line: str, since: int, head: int, *, met: bool
) -> None:
    condition = requests.if_match(a_request(headers={"If-Match": line}))
    assert condition is not None
    assert condition.met_by(since, head) is met


def test_without_if_match_there_is_no_condition() -> None:
    assert requests.if_match(a_request()) is None


@pytest.mark.parametrize(
    "line",
    [
        "",
        "5",
        'w/"5"',
        '"5',
        '"-1"',
        '"05"',
        '"x"',
        '"5",',
        '*, "5"',
        '"' + "9" * 40 + '"',
        '"9999999999999999"',
    ],
)
def test_a_malformed_if_match_is_refused(line: str) -> None:
    with pytest.raises(Malformed) as refused:
        requests.if_match(a_request(headers={"If-Match": line}))
    assert refused.value.details["where"] == "If-Match"


@pytest.mark.parametrize(
    "line,known",
    [('"5"', True), ('W/"5"', True), ('"4", "5"', True), ("*", True), ('"4"', False), ("5", False)],
)
def test_if_none_match_is_compared_weakly(line: str, *, known: bool) -> None:
    assert requests.is_known(a_request(headers={"If-None-Match": line}), "5") is known


@pytest.mark.parametrize(
    "accept,chosen",
    [
        ("", "application/json"),
        ("*/*", "application/json"),
        ("application/*", "application/json"),
        ("application/x-ndjson", "application/x-ndjson"),
        ("application/json;q=0.5, application/x-ndjson", "application/x-ndjson"),
        ("application/json;q=0, */*", "application/x-ndjson"),
        ("text/html, */*;q=0.1", "application/json"),
        ("text/html", None),
        ("application/json;q=0", None),
        ("application/json;q=nan", None),
        (",;,;q=;/", None),
    ],
)
def test_media_type_is_the_one_the_caller_prefers(accept: str, chosen: str | None) -> None:
    offers = ("application/json", "application/x-ndjson")
    if chosen is None:
        with pytest.raises(NotAcceptable):
            requests.media_type({"headers": [(b"accept", accept.encode())]}, offers)
    else:
        assert requests.media_type({"headers": [(b"accept", accept.encode())]}, offers) == chosen
