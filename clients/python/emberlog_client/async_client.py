"""The same client to be awaited: pages and streams are asynchronous iterators."""

import json
from collections.abc import AsyncGenerator, AsyncIterator
from types import TracebackType
from typing import Any, Self, cast

import anyio
import httpx

from emberlog_client.async_calls import AsyncCalls
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


class AsyncClient(AsyncCalls):
    """A player of one server; without a token, a spectator. Close it, or use it in an `async with` block."""

    def __init__(self, url: str, token: str | None = None, *, language: str = "en", tries: int = 8) -> None:
        self._http = httpx.AsyncClient(base_url=url, headers={"Accept-Language": language}, timeout=TIMEOUT)
        self._tries = tries
        self.token = token

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close all connections."""
        await self._http.aclose()

    async def sign_up(self, body: NewPlayer) -> SignedUp:
        """Create a player; this client acts as that player from now on. Keep the token to come back."""
        made = await super().sign_up(body)
        self.token = made["token"]
        return made

    async def play(
        self, game_id: str, move: Move, *, version: int | None = None, key: str | None = None
    ) -> Played:
        """Play a move; with a version, only while the game still asks the same as then."""
        return await self.play_move(game_id, move, version=version, key=key)

    async def dry_run(self, game_id: str, move: Move, *, text: bool | None = None) -> DryRun:
        """What a move would cause; nothing is stored."""
        return cast(DryRun, await self.play_move(game_id, move, dry_run=True, text=text))

    async def games(
        self, *, status: GameStatus | None = None, ruleset: str | None = None, player: str | None = None
    ) -> AsyncIterator[ListedGame]:
        """All listed games, newest first, page by page."""
        after: str | None = None
        while True:
            page = await self.list_games(
                first=100, after=after, status=status, ruleset=ruleset, player=player
            )
            for item in page["items"]:
                yield item
            if page["next"] is None:
                return
            after = str(page["next"])

    async def finished(
        self, *, ruleset: str | None = None, mode: str | None = None
    ) -> AsyncIterator[FinishedGame]:
        """All finished games in the order in which they finished, page by page."""
        after: str | None = None
        while (page := await self.list_finished(first=100, after=after, ruleset=ruleset, mode=mode))["items"]:
            for item in page["items"]:
                yield item
            after = page["next"]

    async def events(
        self, game_id: str, *, after: int = 0, patch: bool | None = None, text: bool | None = None
    ) -> AsyncIterator[Entry]:
        """All entries after a version, page by page."""
        following: int | None = after
        while following is not None:
            page = await self.list_events(game_id, first=100, after=following, patch=patch, text=text)
            for item in page["items"]:
                yield item
            following = None if page["next"] is None else int(page["next"])

    async def log(self, game_id: str) -> AsyncIterator[str]:
        """The lines of a game's log: the header, then an entry each. Their bytes are what was hashed."""
        async with self._http.stream(
            "GET", f"/v1/games/{game_id}/log", headers=self._authorization()
        ) as answer:
            if not answer.is_success:
                await answer.aread()
            pause_in_stream(answer)
            async for line in answer.aiter_lines():
                yield line

    async def stream(
        self, game_id: str, *, after: int = 0, patch: bool | None = None, text: bool | None = None
    ) -> AsyncGenerator[Entry, None]:
        """The entries after a version and those to come, each once, until the game is over."""
        query = {"patch": patch, "text": text}
        while True:
            async for told in self._told(f"/v1/games/{game_id}/stream", query, {"Last-Event-ID": str(after)}):
                if told.name == "message":
                    entry: Entry = json.loads(told.data)
                    after = entry["seq"]
                    yield entry
                elif told.name == "reset":
                    after = int(told.cursor or 0)
                elif told.name == "end":
                    return

    async def news(self) -> AsyncGenerator[OwnGame, None]:
        """Where the caller's games stand, then each that starts, ends or waits for the caller; for ever."""
        own = OwnGames()
        while True:
            async for told in self._told("/v1/me/stream", {}, {}):
                if told.name == "games":
                    listed: list[OwnGame] = json.loads(told.data)
                    for game_id in own.ended(listed):
                        yield over_in_news(await self.show_game(game_id))
                    for each in listed:
                        yield each
                elif told.name in NEWS:
                    news: OwnGame = json.loads(told.data)
                    own.note(news)
                    yield news

    async def send(
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
                answer = await self._http.request(asked.method, asked.path, **asked.parts)
            except httpx.TransportError as failure:
                await anyio.sleep(asked.pause_after(failure))
                continue
            if (pause := asked.pause_or_none(answer)) is None:
                return decoded(answer)
            await anyio.sleep(pause)

    async def _told(self, path: str, query: dict[str, Any], headers: dict[str, str]) -> AsyncIterator[Told]:
        """The events of a stream until it breaks, then a pause."""
        asked = request("GET", path, {}, query=query, tries=1)
        reader, pause = EventReader(), 1.0
        try:
            async with self._http.stream(
                "GET", asked.path, params=asked.query, headers=headers | self._authorization()
            ) as answer:
                if not answer.is_success:
                    await answer.aread()
                if (refused := pause_in_stream(answer)) is None:
                    async for line in answer.aiter_lines():
                        for told in reader.read(line):
                            if told.name != "dropped":
                                yield told
                            elif (code := json.loads(told.data)["code"]) != "too_slow":
                                raise Problem(401, {"detail": "The server ended the stream.", "code": code})
                pause = refused or pause
        except httpx.TransportError:
            pass
        await anyio.sleep(pause)

    def _authorization(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}
