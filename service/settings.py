"""The EMBERLOG_* settings: meanings, defaults, and how they are read from the environment."""

import re
from collections.abc import Iterator, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta

from service.errors import OperatorError

PREFIX = "EMBERLOG_"
_TOGETHER = frozenset({"jwt_issuer", "jwt_audience", "jwt_jwks"})


class SettingsError(OperatorError):
    """A setting is invalid or missing."""


def _kind(expected: str, **limits: Any) -> Meta:
    """Limits of a setting's value, with their description for error messages."""
    return Meta(extra={"expected": expected}, **limits)


Text = Annotated[str, _kind("some text", min_length=1)]
Port = Annotated[int, _kind("a port number from 1 to 65535", ge=1, le=65535)]
MaybePort = Annotated[Annotated[int, Meta(ge=1, le=65535)] | None, _kind("a port number from 1 to 65535")]
Count = Annotated[int, _kind("a whole number, 0 or more", ge=0)]
Positive = Annotated[int, _kind("a whole number, 1 or more", ge=1)]
Switch = Annotated[bool, _kind("true or false")]
Seconds = Annotated[float, _kind("a number of seconds above 0", gt=0, le=86_400)]
Pause = Annotated[float, _kind("a number of seconds, 0 or more", ge=0, le=3600)]
Hours = Annotated[float, _kind("a number of hours above 0", gt=0, le=8760)]
Rate = Annotated[float, _kind("a number, 0 or more", ge=0, le=1e9)]
RedisUrl = Annotated[
    Annotated[str, Meta(pattern=r"^(rediss?(\+sentinel)?|unix)://.")] | None,
    _kind("a URL that begins with redis://, rediss://, unix://, redis+sentinel:// or rediss+sentinel://"),
]
LogUrl = Annotated[
    Annotated[str, Meta(pattern=r"^(rediss?(\+cluster|\+sentinel)?|unix)://.")] | None,
    _kind(
        "a URL that begins with redis://, rediss:// or unix://, or one of redis+sentinel:// and redis+cluster://"
    ),
]
Place = Annotated[Text | None, _kind("a directory or a URL")]
Days = Annotated[Annotated[float, Meta(ge=0, le=36_500)] | None, _kind("a number of days, 0 or more")]
Origins = Annotated[
    Annotated[str, Meta(pattern=r"^(\*|https?://[^\s,/*]+(,https?://[^\s,/*]+)*)$")] | None,
    _kind("origins such as https://example.org, separated by commas, or * for all"),
]
_CONTACT = r"(mailto:|https://|tel:)[^\s,]+"
Contacts = Annotated[
    Annotated[str, Meta(pattern=f"^{_CONTACT}(,{_CONTACT})*$")] | None,
    _kind("addresses that begin with mailto:, https:// or tel:, separated by commas"),
]
GameReferences = Annotated[
    Annotated[str, Meta(pattern=r"^[\w.]+:\w+(,[\w.]+:\w+)*$")] | None,
    _kind("names such as package.module:object, separated by commas"),
]
SecretText = Annotated[
    Annotated[str, Meta(min_length=16)] | None,
    Meta(extra={"expected": "text of 16 or more characters", "is_secret": True}),
]
Maybe = Annotated[Text | None, _kind("a text")]
LogFormat = Annotated[Literal["json", "console"], _kind("json or console")]
LogLevel = Annotated[
    Literal["debug", "info", "warning", "error"], _kind("one of debug, info, warning, error")
]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings of all roles; a field has the variable's name without the prefix, in lower case."""

    host: Annotated[Text, Meta(description="Address on which the API listens.")] = "127.0.0.1"
    port: Annotated[Port, Meta(description="Port on which the API listens.")] = 8000
    health_port: Annotated[
        MaybePort,
        Meta(description="Port on which a worker or sweeper answers probes and `/metrics`. Default: none."),
    ] = None
    data: Annotated[
        Text,
        Meta(description="Directory of the embedded Redis; created if missing, not used with a Redis URL."),
    ] = "./.emberlog"
    redis_url: Annotated[
        LogUrl, Meta(description="Redis that holds the logs. Default: `serve` runs an embedded one.")
    ] = None
    redis_server: Annotated[
        Maybe,
        Meta(
            description="Redis binary that `serve` runs: a path or a name in PATH. Default: the bundled one."
        ),
    ] = None
    redis_seconds: Annotated[
        Seconds, Meta(description="Seconds after which the API treats a silent Redis as unavailable (503).")
    ] = 1.0
    queue_url: Annotated[
        RedisUrl, Meta(description="Redis of the job queues. Default: the one that holds the logs.")
    ] = None
    wait_replicas: Annotated[
        Count, Meta(description="Number of replicas that must confirm a change before it is acknowledged.")
    ] = 0
    wait_timeout_ms: Annotated[
        Positive, Meta(description="Milliseconds to wait for those replicas before answering 503.")
    ] = 1000
    sweep_seconds: Annotated[Seconds, Meta(description="Seconds between two sweeps for overdue work.")] = 2.0
    workers: Annotated[
        Positive, Meta(description="Number of worker processes that `emberlog serve` starts.")
    ] = 1
    games: Annotated[
        GameReferences,
        Meta(description="Additional games to load: `package.module:object`, separated by commas."),
    ] = None
    archive_dir: Annotated[
        Place,
        Meta(description="Directory or bucket (`s3://…`) of the archive; must be the same for all roles."),
    ] = None
    archive_after_days: Annotated[
        Days, Meta(description="Days after which a finished game is archived. Default: never.")
    ] = None
    cache_games: Annotated[
        Positive, Meta(description="Number of games whose decoded state a process keeps in memory.")
    ] = 512
    body_limit: Annotated[
        Positive, Meta(description="Maximum size of a request body in bytes; larger ones get a 413.")
    ] = 65_536
    header_limit: Annotated[
        Positive,
        Meta(description="Maximum size of URL and headers of a request in bytes; larger ones get a 431."),
    ] = 32_768
    url_limit: Annotated[
        Positive, Meta(description="Maximum length of a request URL in bytes; longer ones get a 414.")
    ] = 16_384
    header_seconds: Annotated[
        Seconds, Meta(description="Seconds that a client has to send URL and headers; slower ones get a 408.")
    ] = 10.0
    connections: Annotated[
        Positive, Meta(description="Maximum number of connections to an API process; further ones get a 503.")
    ] = 4096
    connections_per_address: Annotated[
        Count,
        Meta(description="Maximum connections from one address, except trusted proxies; 0 for no limit."),
    ] = 256
    streams_per_caller: Annotated[
        Positive,
        Meta(description="Maximum open streams per API process for a player, or an address without a token."),
    ] = 100
    request_seconds: Annotated[
        Seconds,
        Meta(description="Seconds in which an answer must start, or it is 503. Streams may last longer."),
    ] = 30.0
    drain_seconds: Annotated[
        Pause,
        Meta(description="Seconds that a stopping API keeps answering while `/readyz` returns 503."),
    ] = 5.0
    cors_origins: Annotated[
        Origins,
        Meta(description="Origins whose pages may call the API, comma-separated; * for all. Default: none."),
    ] = None
    bots_only_games: Annotated[
        Switch, Meta(description="Whether players may start games in which only bots play.")
    ] = False
    games_per_player: Annotated[
        Positive, Meta(description="Maximum number of unfinished games that a player may host or play in.")
    ] = 100
    security_contact: Annotated[
        Contacts,
        Meta(description="Where to report vulnerabilities, for `security.txt`: `mailto:…`, `https://…`."),
    ] = None
    rate_per_token: Annotated[
        Rate, Meta(description="Sustained calls per second for a token; 0 for no limit.")
    ] = 50.0
    rate_burst: Annotated[
        Positive,
        Meta(description="Calls that a token or address may make at once before its rate limit applies."),
    ] = 200
    rate_per_address: Annotated[
        Rate, Meta(description="Sustained calls per second from one address without a token; 0 for no limit.")
    ] = 50.0
    signup_rate: Annotated[
        Rate, Meta(description="Sign-ups per minute from one address; 0 for no limit.")
    ] = 60.0
    signups_per_day: Annotated[
        Rate, Meta(description="Sign-ups per day from one address; 0 for no limit.")
    ] = 1000.0
    invitation_rate: Annotated[
        Rate, Meta(description="Invitations per hour that a player may send; 0 for no limit.")
    ] = 60.0
    join_rate: Annotated[
        Rate, Meta(description="Joins per hour by a player into the same lobby; 0 for no limit.")
    ] = 12.0
    undo_rate: Annotated[
        Rate, Meta(description="Undos per minute by a player in one game; 0 for no limit.")
    ] = 30.0
    recovery_rate: Annotated[
        Rate, Meta(description="Recovery attempts per minute from one address; 0 for no limit.")
    ] = 6.0
    jwt_issuer: Annotated[
        Maybe,
        Meta(description="Issuer (`iss`) whose JWTs are accepted besides our own tokens. Default: none."),
    ] = None
    jwt_audience: Annotated[Maybe, Meta(description="Audience (`aud`) that those JWTs must have.")] = None
    jwt_jwks: Annotated[
        Maybe, Meta(description="The issuer's public keys: a JWKS, as a file or an http(s) URL.")
    ] = None
    ticket_seconds: Annotated[Positive, Meta(description="Seconds for which a stream ticket is valid.")] = 60
    webhook_private: Annotated[
        Switch,
        Meta(description="Whether webhooks may be sent to private addresses, as in a closed network."),
    ] = False
    webhook_limit: Annotated[Positive, Meta(description="Maximum number of webhooks of a player.")] = 20
    webhook_timeout_seconds: Annotated[
        Seconds, Meta(description="Seconds that a webhook receiver has to answer.")
    ] = 10.0
    webhook_pause_seconds: Annotated[
        Seconds,
        Meta(description="Seconds before the first retry; each further pause is 4 times as long, up to 4 h."),
    ] = 5.0
    webhook_hours: Annotated[
        Hours, Meta(description="Hours after which an undelivered message is given up.")
    ] = 24.0
    webhook_off_hours: Annotated[
        Hours, Meta(description="Hours of uninterrupted failures after which a webhook is switched off.")
    ] = 72.0
    metrics_token: Annotated[
        SecretText,
        Meta(description="Bearer token for `/metrics`. Default: only this machine may read them."),
    ] = None
    probe_seconds: Annotated[
        Rate, Meta(description="Seconds for which answers of `/readyz` and `/metrics` are cached.")
    ] = 1.0
    log_format: Annotated[
        LogFormat, Meta(description="Format of the log: json for machines, console for people.")
    ] = "json"
    log_level: Annotated[LogLevel, Meta(description="Minimum level that is logged.")] = "info"
    traces: Annotated[
        Switch,
        Meta(
            description="Whether to send OpenTelemetry traces; needs the extra `traces` and OTEL_… variables."
        ),
    ] = False
    commit: Annotated[
        Maybe, Meta(description="Commit that this was built from, for `--version` and metrics.")
    ] = None
    graphql_depth: Annotated[Positive, Meta(description="Maximum depth of a GraphQL operation.")] = 12
    graphql_aliases: Annotated[
        Count, Meta(description="Maximum number of aliases in a GraphQL document.")
    ] = 30
    graphql_tokens: Annotated[
        Positive,
        Meta(description="Maximum number of tokens (words, numbers, brackets) in a GraphQL document."),
    ] = 4000
    graphql_cost: Annotated[
        Positive, Meta(description="Maximum cost of a GraphQL operation; every answer reports its cost.")
    ] = 2000
    graphql_introspection: Annotated[
        Switch, Meta(description="Whether GraphQL introspection is allowed; GraphiQL needs it.")
    ] = True
    keep_alive_seconds: Annotated[
        Seconds, Meta(description="Seconds between keep-alives on a quiet stream.")
    ] = 15.0

    @property
    def data_path(self) -> Path:
        """The data directory, absolute."""
        return Path(self.data).expanduser().absolute()

    @property
    def archive_after(self) -> timedelta | None:
        """How long after its end a game is archived; None if never."""
        return None if self.archive_after_days is None else timedelta(days=self.archive_after_days)

    @property
    def security_contacts(self) -> tuple[str, ...]:
        """Where to report vulnerabilities, the preferred contact first."""
        return tuple(self.security_contact.split(",") if self.security_contact else ())

    @property
    def origins(self) -> frozenset[str]:
        """The origins whose pages may call the API."""
        return frozenset(self.cors_origins.split(",") if self.cors_origins else ())

    @property
    def redis(self) -> str:
        """URL of the Redis that holds the logs; required by every role except `serve`."""
        if self.redis_url is None:
            raise SettingsError("EMBERLOG_REDIS_URL is not set; only `emberlog serve` can run its own Redis")
        return self.redis_url

    @property
    def queue(self) -> str:
        """URL of the Redis that holds the job queues."""
        url = self.queue_url or self.redis
        if "+cluster://" in url:
            raise SettingsError("EMBERLOG_QUEUE_URL is not set; the job queues cannot be on a cluster")
        return url

    @property
    def game_references(self) -> tuple[str, ...]:
        """The additional games, each as `package.module:object`."""
        return () if self.games is None else tuple(self.games.split(","))

    def register_games(self) -> None:
        """Register the additional games. Every process does this before it builds or decodes anything."""
        from domain.games import InvalidGame, load

        try:
            load(self.game_references)
        except InvalidGame as error:
            raise SettingsError(f"EMBERLOG_GAMES: {error}") from error


class SettingRow(NamedTuple):
    """A setting as `emberlog config` shows it."""

    variable: str
    value: str
    is_default: bool
    meaning: str


def load(environ: Mapping[str, str]) -> Settings:
    """The settings in an environment; an empty variable counts as not set."""
    given = {name: value for name, value in environ.items() if name.startswith(PREFIX) and value}
    known = {_variable(field): field for field in msgspec.structs.fields(Settings)}
    problems = [f"{name} is not a setting; `emberlog config` lists them" for name in given.keys() - known]
    values = {}
    for name, field in known.items():
        if name in given:
            try:
                values[field.name] = msgspec.convert(given[name], field.type, strict=False)
            except msgspec.ValidationError:
                shown = "***" if _is_secret(field) else masked(given[name])
                problems.append(f"{name}={shown!r} cannot be read: expected {_expected(field)}")
    if "archive_after_days" in values and "archive_dir" not in values:
        problems.append("EMBERLOG_ARCHIVE_AFTER_DAYS has no effect without EMBERLOG_ARCHIVE_DIR")
    if 0 < len(values.keys() & _TOGETHER) < len(_TOGETHER):
        problems.append(
            "EMBERLOG_JWT_ISSUER, EMBERLOG_JWT_AUDIENCE and EMBERLOG_JWT_JWKS must be set together"
        )
    if problems:
        raise SettingsError("\n".join(sorted(problems)))
    return Settings(**values)


def rows(settings: Settings) -> Iterator[SettingRow]:
    """Every setting with its current value, passwords masked."""
    for field in msgspec.structs.fields(Settings):
        value = getattr(settings, field.name)
        text = "-" if value is None else "***" if _is_secret(field) else masked(str(value))
        yield SettingRow(_variable(field), text, value == field.default, _meaning(field))


def masked(text: str) -> str:
    """The text with any password in a URL masked."""
    without = re.sub(r"(?<=://)([^:@/]*):.*@", r"\1:***@", text)
    return re.sub(r"([?&](?:sentinel_)?password=)[^&]*", r"\1***", without)


def _variable(field: msgspec.structs.FieldInfo) -> str:
    return PREFIX + field.name.upper()


def _metas(field: msgspec.structs.FieldInfo) -> tuple[Meta, ...]:
    metas: tuple[Meta, ...] = field.type.__metadata__
    return metas


def _is_secret(field: msgspec.structs.FieldInfo) -> bool:
    return any(meta.extra and meta.extra.get("is_secret") for meta in _metas(field))


def _expected(field: msgspec.structs.FieldInfo) -> str:
    return next(str(meta.extra["expected"]) for meta in _metas(field) if meta.extra)


def _meaning(field: msgspec.structs.FieldInfo) -> str:
    return next(meta.description for meta in _metas(field) if meta.description)
