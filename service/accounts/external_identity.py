"""External identity: accept signed tokens (JWT) of one configured issuer, in addition to our own tokens.

The issuer's keys come from a file or a URL. Only asymmetric algorithms are accepted, and the key determines
the algorithm, not the token. A new subject gets a new player; the subject is stored as a digest.
"""

import asyncio
import hashlib
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import httpx
import jwt
import msgspec
import structlog
from anyio import to_thread

from service.accounts.caller import AccessGrant, Secret
from service.accounts.names import clean_name
from service.accounts.players import Players
from service.accounts.rate_limits import RateLimits
from service.errors import Malformed, Unavailable
from service.settings import Settings
from service.store.ids import spelled

EXTERNAL: Final = "external"
"""Stored in place of a digest; no secret has this digest."""

_BEARER: Final = re.compile(r"bearer +([\w-]+\.[\w-]+\.[\w-]+)", re.IGNORECASE | re.ASCII)
_LONGEST: Final = 8192
_ALGORITHMS: Final = {("RSA", ""): "RS256", ("EC", "P-256"): "ES256", ("OKP", "Ed25519"): "EdDSA"}
_PUBLIC: Final = frozenset({"kty", "kid", "use", "alg", "crv", "n", "e", "x", "y"})
_LEAST_BITS: Final = 2048
_CLAIMS: Final = ("exp", "iss", "aud", "sub")
_LEEWAY: Final = 10
_FRESH_SECONDS: Final = 3600
_PAUSE_SECONDS: Final = 30
_KEPT_SECONDS: Final = 24 * 3600
_FETCH_SECONDS: Final = 5.0
_LARGEST: Final = 2**20
_NAMES: Final = ("name", "preferred_username", "nickname")
_NAMELESS: Final = "Player"

logger = structlog.get_logger("emberlog.identity")


class Claims(msgspec.Struct, frozen=True):
    """The issuer's claims about a person; times are milliseconds since 1970."""

    subject: str
    expires: int
    issued: int
    name: str = _NAMELESS


class KeySet:
    """The issuer's public keys by id: fetched when needed and cached for an hour. If a token names an unknown
    key, they are fetched again, but not too often.
    """

    def __init__(self, source: str) -> None:
        self._source = source
        self._keys: Mapping[str, jwt.PyJWK] = {}
        self._changing = asyncio.Lock()
        self._tried = self._loaded = -float("inf")

    async def key(self, kid: str) -> jwt.PyJWK | None:
        """The key with this id, or None if the issuer does not have it."""
        async with self._changing:
            now = time.monotonic()
            wanted = kid not in self._keys or now - self._loaded > _FRESH_SECONDS
            if wanted and now - self._tried > _PAUSE_SECONDS:
                self._tried = now
                await self._load()
            if time.monotonic() - self._loaded > _KEPT_SECONDS:
                raise Unavailable("issuer_unavailable", retry_after=_PAUSE_SECONDS)
            return self._keys.get(kid)

    async def _load(self) -> None:
        try:
            document = msgspec.json.decode(await _fetched(self._source), type=dict[str, Any])
            self._keys = dict(_usable(document))
            self._loaded = time.monotonic()
        except (OSError, httpx.HTTPError, ValueError) as error:
            logger.warning("no keys of the issuer", cause=f"{type(error).__name__}: {error}")


class ExternalIdentities:
    """Recognises the tokens of the external issuer."""

    def __init__(self, settings: Settings, limits: RateLimits, players: Players) -> None:
        self._issuer = settings.jwt_issuer or ""
        self._audience = settings.jwt_audience or ""
        self._keys = None if settings.jwt_jwks is None else KeySet(settings.jwt_jwks)
        self._limits = limits
        self._players = players

    async def read(self, authorization: Sequence[str]) -> tuple[Claims, Secret, AccessGrant] | None:
        """Read the issuer's token in the `Authorization` lines; None if there is none or it is invalid."""
        match = _BEARER.fullmatch(authorization[0].strip()) if len(authorization) == 1 else None
        if self._keys is None or match is None or len(match[1]) > _LONGEST:
            return None
        claims = await self._claims(self._keys, match[1])
        if claims is None:
            return None
        token_id = self.token_id(claims.subject)
        access = AccessGrant(token_id, EXTERNAL, claims.expires, claims.issued)
        return claims, Secret(token_id, match[1]), access

    async def create_player(self, claims: Claims, address: str) -> None:
        """Create a player for a new subject."""
        await self._limits.sign_up(address)
        await self._players.create_external_player(claims.name, self.token_id(claims.subject), EXTERNAL)

    def token_id(self, subject: str) -> str:
        """The token id under which the issuer's subject is stored."""
        text = f"{self._issuer}\n{subject}"
        return spelled("t", int.from_bytes(hashlib.sha256(text.encode()).digest()[:16]))

    async def _claims(self, keys: KeySet, text: str) -> Claims | None:
        try:
            header = jwt.get_unverified_header(text)
            kid = header.get("kid")
            key = await keys.key(kid) if isinstance(kid, str) and "crit" not in header else None
            if key is None:
                return None
            given = jwt.decode(
                text,
                key,
                algorithms=[str(key.algorithm_name)],
                audience=self._audience,
                issuer=self._issuer,
                leeway=_LEEWAY,
                options={"require": list(_CLAIMS)},
            )
            return _claims(given)
        except (jwt.PyJWTError, ValueError, TypeError, OverflowError):
            return None


def _claims(claims: Mapping[str, Any]) -> Claims | None:
    subject, issued = claims["sub"], claims.get("iat", 0)
    if not isinstance(subject, str) or not 1 <= len(subject) <= 255:
        return None
    return Claims(subject, int(claims["exp"] * 1000), int(issued * 1000), _name(claims))


def _name(claims: Mapping[str, Any]) -> str:
    for claim in _NAMES:
        name = claims.get(claim)
        if isinstance(name, str):
            try:
                return clean_name(name[:40], claim)
            except Malformed:
                continue
    return _NAMELESS


def _usable(document: Mapping[str, Any]) -> Iterator[tuple[str, jwt.PyJWK]]:
    """The public signing keys with an algorithm that we accept; all others are skipped."""
    for given in document["keys"] if isinstance(document.get("keys"), list) else ():
        if not isinstance(given, dict) or not isinstance(given.get("kid"), str):
            continue
        algorithm = _ALGORITHMS.get((str(given.get("kty")), str(given.get("crv", ""))))
        if algorithm is None or given.get("use", "sig") != "sig" or given.get("alg", algorithm) != algorithm:
            continue
        try:
            key = jwt.PyJWK({name: given[name] for name in given.keys() & _PUBLIC}, algorithm)
        except jwt.PyJWTError:
            continue
        if getattr(key.key, "key_size", _LEAST_BITS) >= _LEAST_BITS or algorithm != "RS256":
            yield given["kid"], key


async def _fetched(source: str) -> bytes:
    if not source.startswith(("http://", "https://")):
        return await to_thread.run_sync(Path(source).read_bytes)
    async with (
        httpx.AsyncClient(timeout=_FETCH_SECONDS) as client,
        client.stream("GET", source, headers={"Accept": "application/json"}) as answer,
    ):
        answer.raise_for_status()
        text = b""
        async for part in answer.aiter_bytes():
            text += part
            if len(text) > _LARGEST:
                raise ValueError("it is too long")
        return text
