"""External identity: the issuer's tokens are good if everything about them is, and only then."""

import asyncio
import json
import threading
import time
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import httpx
import jwt
import pytest
import redis
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa

from service.accounts import external_identity as identity
from service.accounts.scopes import EVERYBODY
from service.operations.tokens import grant_token
from service.settings import Settings, SettingsError, load
from tests.support.processes import PATIENCE
from tests.support.service import FREELY, bearer, code, served, service
from tests.support.streams import Reader, reading

pytestmark = pytest.mark.anyio

ISSUER, AUDIENCE = "https://id.example.org", "emberlog"
RSA = rsa.generate_private_key(65537, 2048)
SHORT_RSA = rsa.generate_private_key(65537, 1024)
EC = ec.generate_private_key(ec.SECP256R1())
OTHER_EC = ec.generate_private_key(ec.SECP384R1())
ED = ed25519.Ed25519PrivateKey.generate()
STRANGER = rsa.generate_private_key(65537, 2048)
SECRET = b"s" * 64


def jwk(key: Any, kid: str, **more: str) -> dict[str, Any]:
    algorithms = jwt.algorithms
    if isinstance(key, rsa.RSAPrivateKey):
        public = algorithms.RSAAlgorithm.to_jwk(key.public_key(), as_dict=True)
    elif isinstance(key, ec.EllipticCurvePrivateKey):
        public = algorithms.ECAlgorithm.to_jwk(key.public_key(), as_dict=True)
    else:
        public = algorithms.OKPAlgorithm.to_jwk(key.public_key(), as_dict=True)
    return {**public, "kid": kid, **more}


KEYS = {
    "keys": [
        jwk(RSA, "rsa"),
        jwk(EC, "ec", use="sig", alg="ES256"),
        jwk(ED, "ed"),
        jwk(SHORT_RSA, "short"),
        jwk(OTHER_EC, "p384"),
        jwk(RSA, "enc", use="enc"),
        jwk(RSA, "rs512", alg="RS512"),
        {"kty": "oct", "kid": "oct", "k": urlsafe_b64encode(SECRET).decode().rstrip("=")},
        {"kty": "RSA", "kid": "broken", "n": "?", "e": "AQAB"},
        {"kty": ["RSA"], "kid": "odd"},
        "nonsense",
    ]
}
PEM = RSA.public_key().public_bytes(
    serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
)


def signed(key: Any = RSA, algorithm: str = "RS256", kid: str | None = "rsa", **claims: Any) -> str:
    told = {
        "iss": ISSUER,
        "aud": AUDIENCE,
        "sub": "ada",
        "exp": time.time() + 600,
        "iat": time.time(),
        "name": "Ada",
    } | claims
    told = {name: value for name, value in told.items() if value is not None}
    return jwt.encode(told, key, algorithm, {} if kid is None else {"kid": kid})


def by_hand(header: dict[str, Any], payload: dict[str, Any], signature: bytes = b"") -> str:
    parts = (json.dumps(header).encode(), json.dumps(payload).encode(), signature)
    return ".".join(urlsafe_b64encode(part).decode().rstrip("=") for part in parts)


@pytest.fixture
def settings(tmp_path: Path) -> dict[str, Any]:
    (tmp_path / "jwks.json").write_text(json.dumps(KEYS))
    issuer = {"jwt_issuer": ISSUER, "jwt_audience": AUDIENCE, "jwt_jwks": str(tmp_path / "jwks.json")}
    return issuer | FREELY


@pytest.fixture
async def client(redis_url: str, settings: dict[str, Any]) -> AsyncIterator[httpx.AsyncClient]:
    async with service(redis_url, **settings) as client:
        yield client


async def me(client: httpx.AsyncClient, token: str) -> httpx.Response:
    return await client.get("/v1/me", headers=bearer(token))


@pytest.mark.parametrize(
    "key,algorithm,kid", [(RSA, "RS256", "rsa"), (EC, "ES256", "ec"), (ED, "EdDSA", "ed")]
)
async def test_user_with_a_token_from_the_issuer_becomes_a_player(
    client: httpx.AsyncClient, key: Any, algorithm: str, kid: str
) -> None:
    answer = await me(client, signed(key, algorithm, kid))
    assert answer.status_code == 200, answer.text
    assert answer.json()["name"] == "Ada"
    assert sorted(answer.json()["scopes"]) == ["account", "play", "read", "webhooks"]
    again = await me(client, signed(key, algorithm, kid, name="Somebody else", aud=["x", AUDIENCE]))
    assert again.json() == answer.json()
    other = await me(client, signed(key, algorithm, kid, sub="ben"))
    assert other.json()["id"] != answer.json()["id"]


NOW = time.time()
BAD = {
    "alg none": by_hand(
        {"alg": "none", "kid": "rsa"}, {"iss": ISSUER, "aud": AUDIENCE, "sub": "ada", "exp": NOW + 600}
    ),
    "alg none with a signature": by_hand(
        {"alg": "none", "kid": "rsa"}, {"iss": ISSUER, "aud": AUDIENCE, "sub": "ada", "exp": NOW + 600}, b"x"
    ),
    "HS256 with the public key": "",
    "HS256 with a shared key": signed(SECRET, "HS256", "oct"),
    "another algorithm of the same key": signed(RSA, "RS512"),
    "PSS": signed(RSA, "PS256"),
    "a key that is too short": "",
    "another curve": signed(OTHER_EC, "ES384", "p384"),
    "a key for encryption": signed(RSA, kid="enc"),
    "a key for another algorithm": signed(RSA, kid="rs512"),
    "the key of a stranger": signed(STRANGER),
    "the kid of another key": signed(RSA, kid="ec"),
    "an unknown kid": signed(STRANGER, kid="unknown"),
    "a broken key": signed(STRANGER, kid="broken"),
    "no kid": signed(kid=None),
    "expired": signed(exp=NOW - 60),
    "no expiry": signed(exp=None),
    "an odd expiry": signed(exp="soon"),
    "not yet": signed(nbf=NOW + 3600),
    "issued in the future": signed(iat=NOW + 3600),
    "another issuer": signed(iss="https://evil.example.org"),
    "no issuer": signed(iss=None),
    "another audience": signed(aud="elsewhere"),
    "no audience": signed(aud=None),
    "no subject": signed(sub=None),
    "an empty subject": signed(sub=""),
    "a long subject": signed(sub="x" * 256),
    "a critical extension": jwt.encode(
        {"iss": ISSUER, "aud": AUDIENCE, "sub": "ada", "exp": NOW + 600},
        RSA,
        "RS256",
        {"kid": "rsa", "crit": ["x"]},
    ),
    "too long": signed(padding="x" * 9000),
}


def _hmac_by_public_key() -> str:
    import hashlib
    import hmac

    body = by_hand(
        {"alg": "HS256", "kid": "rsa"}, {"iss": ISSUER, "aud": AUDIENCE, "sub": "ada", "exp": NOW + 600}
    )
    signature = hmac.digest(PEM, body.rstrip(".").encode(), hashlib.sha256)
    return body + urlsafe_b64encode(signature).decode().rstrip("=")


BAD["HS256 with the public key"] = _hmac_by_public_key()


@pytest.mark.parametrize("name", [name for name, token in BAD.items() if token])
async def test_invalid_issuer_token_is_rejected(client: httpx.AsyncClient, name: str) -> None:
    answer = await me(client, BAD[name])
    assert code(answer, 401) == "token_invalid"


async def test_token_with_a_changed_payload_is_rejected(client: httpx.AsyncClient) -> None:
    head, _, signature = signed().split(".")
    other = signed(sub="ben").split(".")[1]
    assert code(await me(client, f"{head}.{other}.{signature}"), 401) == "token_invalid"


@pytest.mark.filterwarnings("ignore::jwt.warnings.InsecureKeyLengthWarning")
async def test_key_that_is_too_short_is_ignored(client: httpx.AsyncClient) -> None:
    assert code(await me(client, signed(SHORT_RSA, kid="short")), 401) == "token_invalid"


async def test_issuer_tokens_are_rejected_without_a_configured_issuer(redis_url: str) -> None:
    async with service(redis_url) as client:
        assert code(await me(client, signed()), 401) == "token_invalid"


async def test_concurrent_first_calls_create_one_player(client: httpx.AsyncClient, redis_url: str) -> None:
    token = signed()
    answers = await asyncio.gather(*(me(client, token) for _ in range(8)))
    assert len({answer.json()["id"] for answer in answers}) == 1
    with redis.Redis.from_url(redis_url) as direct:
        assert len(direct.keys("*:account")) == 1
    found = (await client.get("/v1/players", params={"name": "ada"})).json()["items"]
    assert [player["id"] for player in found] == [answers[0].json()["id"]]


@pytest.mark.parametrize(
    "claims,name",
    [
        ({"name": "x" * 300}, "x" * 40),
        ({"name": "\u202e", "preferred_username": "ada"}, "ada"),
        ({"name": 5, "nickname": "A"}, "A"),
        ({"name": None}, "Player"),
        ({"name": " "}, "Player"),
    ],
)
async def test_name_from_the_token_is_used_if_it_is_valid(
    client: httpx.AsyncClient, claims: dict[str, Any], name: str
) -> None:
    assert (await me(client, signed(**claims))).json()["name"] == name


async def test_subject_is_not_stored(client: httpx.AsyncClient, redis_url: str) -> None:
    assert (await me(client, signed(sub="ada.lovelace@example.org"))).status_code == 200
    with redis.Redis.from_url(redis_url) as direct:
        assert not any(b"lovelace@" in key + direct.dump(key) for key in direct.keys("*"))


async def test_external_player_plays_like_any_other(client: httpx.AsyncClient) -> None:
    header = bearer(signed())
    game = await client.post("/v1/games", json={"ruleset": "bonfire", "seats": 1}, headers=header)
    assert game.status_code == 201, game.text
    assert code(await client.get("/v1/admin/log", headers=header), 403) == "scope_missing"


async def test_created_token_expires_no_later_than_the_issuers_token(client: httpx.AsyncClient) -> None:
    until = int(time.time()) + 600
    header = bearer(signed(exp=until))
    issued = (await client.post("/v1/me/tokens", headers=header)).json()
    assert issued["expires_at"].startswith(time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(until)))
    assert (await me(client, issued["token"])).status_code == 200
    wish = {"expires_at": (datetime.now(UTC) + timedelta(days=1)).isoformat()}
    assert code(await client.post("/v1/me/tokens", json=wish, headers=header), 403) == "wider_than_yours"
    assert code(await client.post("/v1/me/recovery", headers=header), 403) == "wider_than_yours"


LIFETIMES = (2, 8, 32, 128)
"""Seconds that a token lives: where a machine is too slow to use it in time, the next one lives longer."""


async def test_stream_ends_when_the_issuers_token_expires(redis_url: str, settings: dict[str, Any]) -> None:
    with served(redis_url, keep_alive_seconds=60, **settings) as (host, port):
        async with httpx.AsyncClient(base_url=f"http://{host}:{port}", timeout=PATIENCE) as client:
            for seconds in LIFETIMES:
                header = bearer(signed(exp=time.time() + seconds))
                answer = await client.post("/v1/me/tickets", headers=header)
                ticket = answer.json().get("ticket", "")
                async with (
                    client.stream("GET", "/v1/me/stream", headers=header) as by_header,
                    client.stream("GET", "/v1/me/stream", params={"ticket": ticket}) as by_ticket,
                ):
                    streams = (by_header, by_ticket)
                    if all(stream.status_code == 200 for stream in streams):
                        for reader in map(Reader, streams):
                            assert (await reader.next()).name == "games"
                            assert (await reader.next()).data == {"code": "token_invalid"}
                        return
            pytest.fail("no token lived long enough to be used")


async def test_recovery_that_revokes_all_tokens_revokes_issuer_tokens_too(
    redis_url: str, settings: dict[str, Any]
) -> None:
    with served(redis_url, keep_alive_seconds=60, **settings) as (host, port):
        async with httpx.AsyncClient(base_url=f"http://{host}:{port}", timeout=PATIENCE) as client:
            stolen = signed(iat=time.time() - 60)
            player = (await me(client, stolen)).json()["id"]
            granted = await asyncio.to_thread(
                grant_token, Settings(redis_url=redis_url), player, EVERYBODY, new=False
            )
            shown = (await client.post("/v1/me/recovery", headers=bearer(granted))).json()["recovery_code"]
            async with reading(client, "/v1/me/stream", bearer(stolen)) as reader:
                assert (await reader.next()).name == "games"
                wish = {"player": player, "code": shown, "revoke_tokens": True}
                assert (await client.post("/v1/recover", json=wish)).status_code == 201
                assert (await reader.next()).data == {"code": "token_invalid"}
            assert code(await me(client, stolen), 401) == "token_invalid"
            assert (await me(client, signed(iat=time.time() + 1))).json()["id"] == player


class Issuer:
    """Serves its keys, and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0
        self.document: bytes | None = json.dumps({"keys": [jwk(RSA, "rsa")]}).encode()


@contextmanager
def issuing() -> Iterator[tuple[Issuer, str]]:
    issuer = Issuer()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            issuer.asked += 1
            self.send_response(500 if issuer.document is None else 200)
            self.end_headers()
            self.wfile.write(issuer.document or b"")

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  the library's name
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield issuer, f"http://127.0.0.1:{server.server_port}/jwks"
        finally:
            server.shutdown()
            thread.join()


async def test_unknown_key_id_refetches_the_keys_but_not_every_time(
    redis_url: str, settings: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    with issuing() as (issuer, url):
        async with service(redis_url, **settings | {"jwt_jwks": url}) as client:
            for _ in range(3):
                assert (await me(client, signed())).status_code == 200
            assert issuer.asked == 1
            issuer.document = json.dumps({"keys": [jwk(EC, "ec")]}).encode()
            assert (await me(client, signed(EC, "ES256", "ec"))).status_code == 401
            assert issuer.asked == 1
            monkeypatch.setattr(identity, "_PAUSE_SECONDS", 0)
            assert (await me(client, signed(EC, "ES256", "ec"))).status_code == 200
            assert issuer.asked == 2
            assert (await me(client, signed())).status_code == 401


async def test_known_keys_stay_valid_while_the_issuer_is_unreachable(
    redis_url: str, settings: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(identity, "_PAUSE_SECONDS", 0)
    with issuing() as (issuer, url):
        async with service(redis_url, **settings | {"jwt_jwks": url}) as client:
            keys, issuer.document = issuer.document, None
            answer = await me(client, signed())
            assert code(answer, 503) == "issuer_unavailable"
            for nonsense in (b"not json", b"[]", b'{"keys": 5}', b"{}" + b" " * 2**21):
                issuer.document = nonsense
                assert (await me(client, signed())).status_code in {401, 503}
            issuer.document = keys
            assert (await me(client, signed())).status_code == 200
            issuer.document = None
            monkeypatch.setattr(identity, "_FRESH_SECONDS", 0)
            assert (await me(client, signed())).status_code == 200
            monkeypatch.setattr(identity, "_KEPT_SECONDS", 0)
            assert (await me(client, signed())).status_code == 503


def test_issuer_settings_must_be_set_together() -> None:
    whole = {
        "EMBERLOG_JWT_ISSUER": ISSUER,
        "EMBERLOG_JWT_AUDIENCE": AUDIENCE,
        "EMBERLOG_JWT_JWKS": "/etc/jwks.json",
    }
    assert load(whole).jwt_issuer == ISSUER
    for missing in whole:
        with pytest.raises(SettingsError, match="must be set together"):
            load({name: value for name, value in whole.items() if name != missing})
