"""A small client of Emberlog's REST API, to read and to take along: httpx and msgspec are all it needs.

Whatever changes something is sent with an `Idempotency-Key`, and so repeated until there is an answer.
"""

import hashlib
import time
import uuid
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeAlias, TypeVar

import httpx
import msgspec

T = TypeVar("T")
OVER = {"finished", "cancelled"}
"""How a game ends."""
NEWS = {"invited", "started", "turn_due", "finished", "cancelled"}
"""What a stream of own games tells that this client understands; there may be more."""
Move: TypeAlias = dict[str, Any]
"""A move as `moves` lists it and `play` takes it."""
Event: TypeAlias = dict[str, Any]
"""Something that happened; `type` says what."""


class Problem(Exception):
    """A refusal: `code` is for programs, the sentence for people, `rule` names the rule that says no."""

    def __init__(self, status: int, told: Mapping[str, Any]) -> None:
        super().__init__(f"{told.get('detail', 'no problem+json')} ({status} {told.get('code')})")
        self.status = status
        self.code = str(told.get("code"))
        self.details: dict[str, Any] = told.get("details", {})
        self.rule: str | None = told.get("rule")


class Player(msgspec.Struct, frozen=True):
    """Somebody who plays."""

    id: str
    name: str


class Seat(msgspec.Struct, frozen=True):
    """Who holds a seat, or for whom it is kept."""

    seat: int
    player: str | None
    bot: str | None
    automa: str | None
    reserved: str | None = None

    @property
    def is_open(self) -> bool:
        """Whether anybody may take it."""
        return not (self.player or self.bot or self.automa or self.reserved)


class Game(msgspec.Struct, frozen=True):
    """A game as the caller may know it; `view` is null in the lobby."""

    id: str
    status: str
    version: int
    seats: tuple[Seat, ...]
    options: dict[str, Any]
    view: dict[str, Any] | None
    ranks: tuple[int, ...] | None


class ListedGame(msgspec.Struct, frozen=True):
    """A game in a list."""

    id: str
    status: str
    seats: tuple[Seat, ...]
    options: dict[str, Any]


class Moves(msgspec.Struct, frozen=True):
    """What the caller can do now; nothing when it is somebody else's turn."""

    version: int
    seat: int | None
    undo: int | None
    moves: tuple[Move, ...]


class Played(msgspec.Struct, frozen=True):
    """What came of a command."""

    version: int
    events: tuple[Event, ...]


class SeatChange(msgspec.Struct, frozen=True):
    """How a seat's score would change."""

    seat: int
    change: int


class DryRun(msgspec.Struct, frozen=True):
    """What a move would cause, up to the first thing that it would reveal."""

    events: tuple[Event, ...]
    stopped: bool
    score: tuple[SeatChange, ...]


class Entry(msgspec.Struct, frozen=True):
    """An entry of the log as the caller may know it; `patch` and `text` only if asked for."""

    seq: int
    at: str
    actor: str
    events: tuple[Event, ...]
    hash: str
    patch: tuple[dict[str, Any], ...] = ()
    text: tuple[str, ...] = ()


class SeatScore(msgspec.Struct, frozen=True):
    """The points of one seat."""

    seat: int
    total: int


class Breakdown(msgspec.Struct, frozen=True):
    """The points of all seats."""

    seats: tuple[SeatScore, ...]
    result: str | None


class Score(msgspec.Struct, frozen=True):
    """The score, final or if the game ended now; `ranks` has the place of each seat, 1 for the best."""

    score: Breakdown
    ranks: tuple[int, ...]
    final: bool


class OwnGame(msgspec.Struct, frozen=True):
    """Where one of the caller's games stands, and whether it is their turn."""

    game: str
    version: int
    status: str
    due: bool


class Told(NamedTuple):
    """A server-sent event."""

    name: str
    cursor: str | None
    data: str


class Client:
    """A player of one server. Without a token, a spectator."""

    def __init__(self, url: str, token: str | None = None, *, language: str = "en", tries: int = 8) -> None:
        headers = {"Accept-Language": language} | ({"Authorization": f"Bearer {token}"} if token else {})
        # A stream says something at least every 15 seconds.
        self._http = httpx.Client(base_url=url, headers=headers, timeout=httpx.Timeout(30, read=45))
        self._tries = tries

    def close(self) -> None:
        """End its connections."""
        self._http.close()

    def sign_up(self, name: str) -> Player:
        """A new player, whom this client is from now on. Keep `token` if you want to come back."""

        class SignedUp(msgspec.Struct):
            player: Player
            token: str

        made = self._asked(SignedUp, "POST", "/v1/players", {"name": name})
        self._http.headers["Authorization"] = f"Bearer {made.token}"
        return made.player

    @property
    def token(self) -> str:
        """The token of this client."""
        return str(self._http.headers["Authorization"].removeprefix("Bearer "))

    def create(self, ruleset: str, seats: int | Sequence[str], **options: Any) -> Game:
        """A new game in the lobby; `seats` is a number of people, or `me`, `open` and `bot:<level>`."""
        return self._changed(Game, "/v1/games", {"ruleset": ruleset, "seats": seats, "options": options})

    def games(self, **filters: str) -> Iterator[ListedGame]:
        """Games by `status`, `ruleset` and `player`, newest first, page by page."""
        return self._pages(ListedGame, "/v1/games", filters)

    def join(self, game: str, nonce: str | None = None) -> Played:
        """Take an open place, committed to a nonce for the dice; `reveal` it when the lobby is closed."""
        return self._changed(Played, f"/v1/games/{game}/seats", _commitment(nonce))

    def start(self, game: str, nonce: str | None = None) -> Played:
        """Start a game as its host, or close its lobby until all nonces are revealed."""
        return self._changed(Played, f"/v1/games/{game}/start", _commitment(nonce))

    def reveal(self, game: str, nonce: str) -> Played:
        """Reveal the nonce that was committed to; the last one starts the game."""
        return self._changed(Played, f"/v1/games/{game}/nonce", {"nonce": nonce})

    def game(self, game: str, at: int | None = None) -> Game:
        """A game, now or as it was at a version."""
        return self._asked(Game, "GET", f"/v1/games/{game}", query={} if at is None else {"at": at})

    def moves(self, game: str) -> Moves:
        """Every move of the caller, each ready to be played."""
        return self._asked(Moves, "GET", f"/v1/games/{game}/moves")

    def play(self, game: str, move: Move, version: int | None = None) -> Played:
        """Play a move; with a version, only while the caller is asked the same as then."""
        headers = {} if version is None else {"If-Match": f'"{version}"'}
        return self._changed(Played, f"/v1/games/{game}/moves", move, headers)

    def dry_run(self, game: str, move: Move) -> DryRun:
        """What a move would cause."""
        path = f"/v1/games/{game}/moves"
        return self._asked(DryRun, "POST", path, move, query={"dry_run": "true"}, is_repeatable=True)

    def undo(self, game: str, to: int | None = None) -> Played:
        """Take back the caller's last entry, or all after `to`."""
        return self._changed(Played, f"/v1/games/{game}/undo", {"to": to})

    def resign(self, game: str) -> Played:
        """Give a game up."""
        return self._changed(Played, f"/v1/games/{game}/resign", {})

    def score(self, game: str) -> Score:
        """The score."""
        return self._asked(Score, "GET", f"/v1/games/{game}/score")

    def events(self, game: str, after: int = 0, **more: str) -> Iterator[Entry]:
        """What has happened after a version; `patch="true"` and `text="true"` add what they say."""
        return self._pages(Entry, f"/v1/games/{game}/events", {"after": str(after), **more})

    def stream(self, game: str, after: int = 0, **more: str) -> Generator[Entry, None, None]:
        """What happened after a version and what happens from now on, each once, until the game is over."""
        while True:
            for told in self._told(f"/v1/games/{game}/stream", {"Last-Event-ID": str(after)}, more):
                if told.name == "message":
                    entry = msgspec.json.decode(told.data, type=Entry)
                    after = entry.seq
                    yield entry
                elif told.name == "reset":
                    after = int(told.cursor or 0)
                elif told.name == "end":
                    return

    def news(self) -> Generator[OwnGame, None, None]:
        """Where the caller's games stand, then each that starts, ends or waits for the caller; for ever."""
        known: set[str] = set()
        while True:
            for told in self._told("/v1/me/stream"):
                if told.name == "games":  # all that are not over: what is missing ended while we were away
                    listed = msgspec.json.decode(told.data, type=tuple[OwnGame, ...])
                    ended = [self.game(game) for game in known - {each.game for each in listed}]
                    yield from (OwnGame(each.id, each.version, each.status, due=False) for each in ended)
                    yield from listed
                    known = {each.game for each in listed}
                elif told.name in NEWS:
                    news = msgspec.json.decode(told.data, type=OwnGame)
                    known = known - {news.game} if news.status in OVER else known | {news.game}
                    yield news

    def _changed(
        self, type_: type[T], path: str, body: object, headers: Mapping[str, str] | None = None
    ) -> T:
        key = {"Idempotency-Key": uuid.uuid4().hex}
        return self._asked(type_, "POST", path, body, headers={**key, **(headers or {})}, is_repeatable=True)

    def _pages(self, type_: type[T], path: str, query: Mapping[str, str]) -> Iterator[T]:
        class Page(msgspec.Struct):
            items: list[msgspec.Raw]
            next: str | int | None

        following: str | int | None = query.get("after", "")
        while following is not None:
            asked = {**query, "first": "100"} | ({"after": str(following)} if following != "" else {})
            page = self._asked(Page, "GET", path, query=asked)
            yield from (msgspec.json.decode(item, type=type_) for item in page.items)
            following = page.next

    def _asked(
        self,
        type_: type[T],
        method: str,
        path: str,
        body: object = None,
        *,
        query: Mapping[str, str | int] | None = None,
        headers: Mapping[str, str] | None = None,
        is_repeatable: bool = False,
    ) -> T:
        """The answer. What gets none is repeated, unless it might then happen twice; so is a 429 or 503."""
        tries = 1
        while True:
            try:
                answer = self._http.request(method, path, json=body, params=query, headers=headers)
            except httpx.TransportError:
                if tries == self._tries or not (is_repeatable or method == "GET"):
                    raise
                pause = 0.5
            else:
                if answer.status_code not in {429, 503} or tries == self._tries:
                    _check(answer)
                    return msgspec.json.decode(answer.content, type=type_)
                pause = float(answer.headers.get("Retry-After", 1))
            tries += 1
            time.sleep(pause)

    def _told(
        self, path: str, headers: Mapping[str, str] | None = None, query: Mapping[str, str] | None = None
    ) -> Iterator[Told]:
        """The events of a stream until it breaks, then a pause."""
        try:
            with self._open(path, headers or {}, query or {}) as lines:
                for told in _events(lines):
                    if told.name != "dropped":
                        yield told
                    elif (code := msgspec.json.decode(told.data)["code"]) != "too_slow":
                        raise Problem(401, {"detail": "The stream was ended.", "code": code})
        except httpx.TransportError:
            time.sleep(1)

    @contextmanager
    def _open(
        self, path: str, headers: Mapping[str, str], query: Mapping[str, str]
    ) -> Iterator[Iterator[str]]:
        with self._http.stream("GET", path, headers=headers, params=query) as answer:
            if not answer.is_success:
                answer.read()
            _check(answer)
            yield answer.iter_lines()


def _check(answer: httpx.Response) -> None:
    if not answer.is_success:
        is_problem = answer.headers.get("content-type") == "application/problem+json"
        raise Problem(answer.status_code, answer.json() if is_problem else {})


def _events(lines: Iterator[str]) -> Iterator[Told]:
    """Server-sent events: fields line by line, an empty line ends an event, a colon begins a comment."""
    fields: dict[str, str] = {}
    for line in lines:
        if line and not line.startswith(":"):
            name, _, value = line.partition(": ")
            fields[name] = value
        elif not line:
            if "data" in fields:
                yield Told(fields.get("event", "message"), fields.get("id"), fields["data"])
            fields = {}


def _commitment(nonce: str | None) -> dict[str, str]:
    """What the server learns of a nonce before all players are committed: its hash."""
    return {} if nonce is None else {"nonce_hash": hashlib.sha256(nonce.encode()).hexdigest()}
