"""The client: every call of the API as a method, pages and streams as iterators."""

import json
import time
from collections.abc import Generator, Iterator
from types import TracebackType
from typing import Any, Self, cast

import httpx

from emberlog_client.calls import Calls
from emberlog_client.protocol import (
    NEWS,
    TIMEOUT,
    EventReader,
    OwnGames,
    Problem,
    Told,
    decoded,
    over_in_news,
    pause_in_stream,
    request,
)
from emberlog_client.types import (
    DryRun,
    Entry,
    FinishedGame,
    GameStatus,
    ListedGame,
    Move,
    NewPlayer,
    OwnGame,
    Played,
    SignedUp,
)


class Client(Calls):
    """A player of one server; without a token, a spectator. Close it, or use it in a `with` block."""

    def __init__(self, url: str, token: str | None = None, *, language: str = "en", tries: int = 8) -> None:
        self._http = httpx.Client(base_url=url, headers={"Accept-Language": language}, timeout=TIMEOUT)
        self._tries = tries
        self.token = token

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self._http.close()

    def sign_up(self, body: NewPlayer) -> SignedUp:
        """Create a player; this client acts as that player from now on. Keep the token to come back."""
        made = super().sign_up(body)
        self.token = made["token"]
        return made

    def play(self, game_id: str, move: Move, *, version: int | None = None, key: str | None = None) -> Played:
        """Play a move; with a version, only while the game still asks the same as then."""
        return self.play_move(game_id, move, version=version, key=key)

    def dry_run(self, game_id: str, move: Move, *, text: bool | None = None) -> DryRun:
        """What a move would cause; nothing is stored."""
        return cast(DryRun, self.play_move(game_id, move, dry_run=True, text=text))

    def games(
        self, *, status: GameStatus | None = None, ruleset: str | None = None, player: str | None = None
    ) -> Iterator[ListedGame]:
        """All listed games, newest first, page by page."""
        after: str | None = None
        while True:
            page = self.list_games(first=100, after=after, status=status, ruleset=ruleset, player=player)
            yield from page["items"]
            if page["next"] is None:
                return
            after = str(page["next"])

    def finished(self, *, ruleset: str | None = None, mode: str | None = None) -> Iterator[FinishedGame]:
        """All finished games in the order in which they finished, page by page."""
        after: str | None = None
        while (page := self.list_finished(first=100, after=after, ruleset=ruleset, mode=mode))["items"]:
            yield from page["items"]
            after = page["next"]

    def events(
        self, game_id: str, *, after: int = 0, patch: bool | None = None, text: bool | None = None
    ) -> Iterator[Entry]:
        """All entries after a version, page by page."""
        following: int | None = after
        while following is not None:
            page = self.list_events(game_id, first=100, after=following, patch=patch, text=text)
            yield from page["items"]
            following = None if page["next"] is None else int(page["next"])

    def log(self, game_id: str) -> Iterator[str]:
        """The lines of a game's log: the header, then an entry each. Their bytes are what was hashed."""
        with self._http.stream("GET", f"/v1/games/{game_id}/log", headers=self._authorization()) as answer:
            if not answer.is_success:
                answer.read()
            pause_in_stream(answer)
            yield from answer.iter_lines()

    def stream(
        self, game_id: str, *, after: int = 0, patch: bool | None = None, text: bool | None = None
    ) -> Generator[Entry, None, None]:
        """The entries after a version and those to come, each once, until the game is over."""
        query = {"patch": patch, "text": text}
        while True:
            for told in self._told(f"/v1/games/{game_id}/stream", query, {"Last-Event-ID": str(after)}):
                if told.name == "message":
                    entry: Entry = json.loads(told.data)
                    after = entry["seq"]
                    yield entry
                elif told.name == "reset":
                    after = int(told.cursor or 0)
                elif told.name == "end":
                    return

    def news(self) -> Generator[OwnGame, None, None]:
        """Where the caller's games stand, then each that starts, ends or waits for the caller; for ever."""
        own = OwnGames()
        while True:
            for told in self._told("/v1/me/stream", {}, {}):
                if told.name == "games":
                    listed: list[OwnGame] = json.loads(told.data)
                    yield from (over_in_news(self.show_game(game_id)) for game_id in own.ended(listed))
                    yield from listed
                elif told.name in NEWS:
                    news: OwnGame = json.loads(told.data)
                    own.note(news)
                    yield news

    def send(
        self,
        method: str,
        path: str,
        places: dict[str, str | int],
        *,
        query: dict[str, Any] | None = None,
        body: object = None,
        takes_key: bool = False,
        key: str | None = None,
        version: int | None = None,
    ) -> Any:
        """The answer to a request; it is repeated if it gets none and would take effect only once."""
        asked = request(
            method,
            path,
            places,
            query=query,
            body=body,
            takes_key=takes_key,
            key=key,
            version=version,
            tries=self._tries,
        )
        asked.headers |= self._authorization()
        while True:
            try:
                answer = self._http.request(asked.method, asked.path, **asked.parts)
            except httpx.TransportError as failure:
                time.sleep(asked.pause_after(failure))
                continue
            if (pause := asked.pause_or_none(answer)) is None:
                return decoded(answer)
            time.sleep(pause)

    def _told(self, path: str, query: dict[str, Any], headers: dict[str, str]) -> Iterator[Told]:
        """The events of a stream until it breaks, then a pause."""
        asked = request("GET", path, {}, query=query, tries=1)
        reader, pause = EventReader(), 1.0
        try:
            with self._http.stream(
                "GET", asked.path, params=asked.query, headers=headers | self._authorization()
            ) as answer:
                if not answer.is_success:
                    answer.read()
                if (refused := pause_in_stream(answer)) is None:
                    for line in answer.iter_lines():
                        for told in reader.read(line):
                            if told.name != "dropped":
                                yield told
                            elif (code := json.loads(told.data)["code"]) != "too_slow":
                                raise Problem(401, {"detail": "The server ended the stream.", "code": code})
                pause = refused or pause
        except httpx.TransportError:
            pass
        time.sleep(pause)

    def _authorization(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}
