"""The use cases of an existing game: join, play, undo, end, read."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, NamedTuple

import msgspec

from domain.kernel.abort import AgreeToAbort, WithdrawAbort
from domain.kernel.absence import ComeBack
from domain.kernel.actors import seat_actor
from domain.kernel.challenge import challenge_of
from domain.kernel.codec import codec
from domain.kernel.errors import CorruptLog, Rejected, WrongStatus
from domain.kernel.game import Resign
from domain.kernel.lobby import (
    CancelGame,
    ChangeChoice,
    JoinGame,
    LeaveGame,
    RemovePlayer,
    RevealNonce,
    StartGame,
)
from domain.kernel.messages import Command
from domain.kernel.progress import Progress
from domain.kernel.ruleset import Ruleset
from domain.kernel.score import ranks
from domain.kernel.table import OVER, Choice, NonceHash, Status
from domain.kernel.undo import Undo
from schema.answers import (
    GameAnswer,
    GameProgressAnswer,
    PlayedAnswer,
    ScoreAnswer,
)
from schema.narration import explain_score
from service.accounts.players import Players
from service.engine.commands import CommandRequest, CommandResult, Commands
from service.engine.game_answers import Reader, TableChange, game_answer, played_answer, played_on_answer
from service.engine.game_cache import GameCache
from service.engine.idempotency import IdempotencyKey
from service.engine.loaded_game import LoadedGame
from service.engine.seat_names import Names, people_at, was_renamed_since
from service.engine.versions import IfMatch
from service.errors import NotPossible, ServiceError, VersionConflict, unreadable
from service.usecases.acting_seat import acting_seat, check_version
from service.usecases.previews import moves_answer
from service.usecases.quotas import Quotas
from service.usecases.rematches import Rematches


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCall:
    """The caller of a change, its key and its request. With a language, the result includes sentences.

    With `next_in`, it includes a patch and the next moves, described in that language.
    """

    player: str
    request: str
    idempotency_key: IdempotencyKey | None = None
    lang: str | None = None
    next_in: str | None = None


Nonce = Annotated[
    str, msgspec.Meta(pattern=r"^[\x21-\x7e]{1,64}$", description="What the caller adds to the dice.")
]


class WithNonce(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a player adds to the dice: the SHA-256 of a nonce that is revealed later, or an open nonce."""

    nonce: Nonce | None = None
    nonce_hash: NonceHash | msgspec.UnsetType = msgspec.UNSET


class Games:
    """Everything that can be done with an existing game."""

    def __init__(
        self,
        game_cache: GameCache,
        commands: Commands,
        players: Players,
        *,
        rematches: Rematches,
        quotas: Quotas,
    ) -> None:
        self._game_cache = game_cache
        self._players = players
        self._commands = commands
        self._rematches = rematches
        self._quotas = quotas

    async def made(self, done: CommandResult, player: str) -> GameAnswer:
        """A game right after the entry that created it."""
        loaded, seq = done.loaded, done.entry.seq
        loaded = loaded if loaded.table.version == seq else await self._game_cache.earlier(loaded, seq)
        return await self._answer(loaded, Reader.of(loaded.table, player))

    async def join(
        self, game: str, call: GameCall, given: WithNonce, choice: Any = msgspec.UNSET
    ) -> PlayedAnswer:
        """Take an open place, perhaps with a choice given as plain values."""
        if not await self._is_repeated(game, call):
            await self._quotas.check_games(call.player)
            await self._quotas.count_join(call.player, game)
        chosen = choice if choice is msgspec.UNSET else await self._choice(game, call, choice)
        command = JoinGame(nonce=given.nonce, choice=chosen, nonce_hash=given.nonce_hash)
        return await self._run(game, call, as_command_request(call, command, actor=call.player))

    async def change_choice(self, game: str, call: GameCall, choice: Any) -> PlayedAnswer:
        """Change the choice in the lobby, or withdraw it with None."""
        command = ChangeChoice(None if choice is None else await self._choice(game, call, choice))
        return await self._run(game, call, as_command_request(call, command, actor=call.player))

    async def leave(self, game: str, call: GameCall) -> PlayedAnswer:
        """Leave the lobby."""
        return await self._run(game, call, as_command_request(call, LeaveGame(), actor=call.player))

    async def remove(self, game: str, call: GameCall, place: int, wanted: IfMatch | None) -> PlayedAnswer:
        """Free a place, as the host. `wanted` guards against removing a player whom the host has not seen."""
        command_request = as_command_request(call, RemovePlayer(place=place), actor=call.player)
        return await self._run(
            game, call, replace(command_request, check=lambda loaded: _check_head(loaded, wanted))
        )

    async def cancel(self, game: str, call: GameCall) -> PlayedAnswer:
        """Cancel a lobby, as the host."""
        return await self._run(game, call, as_command_request(call, CancelGame(), actor=call.player))

    async def start(self, game: str, call: GameCall, given: WithNonce) -> PlayedAnswer:
        """Start the game, as the host."""
        command = StartGame(nonce=given.nonce, nonce_hash=given.nonce_hash)
        return await self._run(game, call, as_command_request(call, command, actor=call.player))

    async def reveal_nonce(self, game: str, call: GameCall, nonce: str) -> PlayedAnswer:
        """Reveal the nonce that the caller committed to, in a closed lobby."""
        return await self._run(game, call, as_command_request(call, RevealNonce(nonce), actor=call.player))

    async def play(self, game: str, call: GameCall, move: Command, wanted: IfMatch | None) -> PlayedAnswer:
        """Play one move for the caller's seat."""
        return await self._run(game, call, _seat_request(call, move, wanted))

    async def undo(self, game: str, call: GameCall, to: int | None, wanted: IfMatch | None) -> PlayedAnswer:
        """Undo the caller's last entry, or all entries after `to`."""
        if not await self._is_repeated(game, call):
            await self._quotas.count_undo(call.player, game)
        return await self._run(game, call, _seat_request(call, Undo(to=to), wanted))

    async def resign(self, game: str, call: GameCall) -> PlayedAnswer:
        """Resign from a running game."""
        return await self._run(game, call, _seat_request(call, Resign(), None))

    async def come_back(self, game: str, call: GameCall) -> PlayedAnswer:
        """Take the seat back from the stand-in."""
        return await self._run(game, call, _seat_request(call, ComeBack(), None))

    async def abort(self, game: str, call: GameCall) -> PlayedAnswer:
        """Agree to end a running game without a result."""
        return await self._run(game, call, _seat_request(call, AgreeToAbort(), None, _can_be_aborted))

    async def withdraw_abort(self, game: str, call: GameCall) -> PlayedAnswer:
        """Withdraw the agreement to abort."""
        return await self._run(game, call, _seat_request(call, WithdrawAbort(), None))

    async def read(self, game: str, player: str | None, at: int | None = None) -> GameAnswer:
        """The game as the caller may see it, now or at a version."""
        return (await self.reading(game, player, at)).answer

    async def reading(self, game: str, player: str | None, at: int | None = None) -> "Reading":
        """The same, and whether it can differ from an earlier answer with the same version."""
        newest = await self._game_cache.shown(game, player)
        if at is None:
            return await self.read_as_it_is(
                newest, player, await self._players.names(people_at(newest.table))
            )
        loaded = await self._game_cache.earlier(newest, at)
        names = await self._players.names(people_at(loaded.table))
        answer = game_answer(loaded, Reader.of(newest.table, player), names)
        return Reading(answer, was_renamed_since(newest.table.at, names))

    async def read_as_it_is(self, newest: LoadedGame, player: str | None, names: Names) -> "Reading":
        """A game that is loaded already, as the caller may see it."""
        answer = game_answer(newest, Reader.of(newest.table, player), names)
        if newest.table.status in OVER:
            answer = msgspec.structs.replace(answer, rematch=await self._rematches.of(answer.id))
        # Neither a rematch nor a new name adds an entry: a client with this version may not know them.
        return Reading(answer, answer.rematch is not None or was_renamed_since(newest.table.at, names))

    async def score(
        self, game: str, player: str | None, lang: str = "en", at: int | None = None
    ) -> ScoreAnswer:
        """The score breakdown, final or as if the game ended now or at a version, explained in a language."""
        newest = await self._game_cache.shown(game, player)
        loaded = newest if at is None else await self._game_cache.earlier(newest, at)
        table = loaded.table
        if table.result is not None:
            score, places = table.result.score, table.result.ranks
        elif table.state is None:
            raise WrongStatus("not_started")
        else:
            score = loaded.rules.score(table.state)
            places = ranks(score, table.resigned, table.playing)
        explained = explain_score(loaded.rules.name, lang, score)
        return ScoreAnswer(table.version, explained, places, table.result is not None, table.fair)

    async def progress(self, game: str, player: str | None, at: int | None = None) -> GameProgressAnswer:
        """How far the seats are with what the game asks in numbers, now or at a version."""
        newest = await self._game_cache.shown(game, player)
        loaded = newest if at is None else await self._game_cache.earlier(newest, at)
        if loaded.table.state is None:
            raise WrongStatus("not_started")
        return GameProgressAnswer(loaded.table.version, _progress(loaded, newest.table.seats_of(player)))

    async def _answer(self, loaded: LoadedGame, reader: Reader) -> GameAnswer:
        return game_answer(loaded, reader, await self._players.names(people_at(loaded.table)))

    async def has_open_log(self, game: str, player: str | None, *, auditor: bool) -> bool:
        """Whether the whole log may be read: by anybody in the end, before by auditors without a seat."""
        try:
            loaded = await (
                self._game_cache.newest(game) if auditor else self._game_cache.shown(game, player)
            )
        except CorruptLog:
            return auditor  # auditors have to see what is wrong; nobody else reads any further
        table = loaded.table
        if table.status in OVER and await self._game_cache.is_public(loaded):
            return True
        return (
            auditor and player is not None and not table.seats_of(player) and table.place_of(player) is None
        )

    async def _choice(self, game: str, call: GameCall, value: Any) -> Choice:
        """A player's choice, parsed by the rules of this game."""
        return read_choice(await self.ruleset(game, call.player), value)

    async def ruleset(self, game: str, player: str) -> Ruleset:
        """The rules of a game, for parsing what the player sends."""
        loaded = await self._game_cache.recent(game)
        await self._game_cache.check_known(loaded, player)
        return loaded.rules

    async def move_type(self, game: str, player: str) -> Any:
        """The union of the moves of this game, for parsing what the player sends."""
        return codec(await self.ruleset(game, player)).move_type

    async def _is_repeated(self, game: str, call: GameCall) -> bool:
        """Whether the call was accepted before under its key. Then no limit may withhold its result."""
        return await self._commands.created(game, call.idempotency_key) is not None

    async def _run(self, game: str, call: GameCall, command_request: CommandRequest) -> PlayedAnswer:
        try:
            done = await self._commands.run(game, command_request)
        except (Rejected, ServiceError):
            await self._game_cache.shown(
                game, call.player
            )  # a caller who may not see the game gets no refusal about it either
            raise
        if call.next_in is None:
            return played_answer(done, call.player, call.lang)
        played = played_on_answer(done, call.player, await self._change(done), call.lang)
        return msgspec.structs.replace(
            played,
            next=moves_answer(done.loaded, call.player, call.next_in),
            progress=_progress(done.loaded, done.loaded.table.seats_of(call.player)),
        )

    async def _change(self, done: CommandResult) -> TableChange:
        """The tables before and after an entry, with the names of the people at them."""
        loaded, seq = done.loaded, done.entry.seq
        before = done.before or (await self._game_cache.earlier(loaded, seq - 1)).table
        after = (await self._game_cache.earlier(loaded, seq)).table
        return TableChange(before, after, await self._players.names(people_at(before, after)))


class Reading(NamedTuple):
    """A game as its reader may see it; `has_news` if something besides its entries may have changed it."""

    answer: GameAnswer
    has_news: bool


def _progress(loaded: LoadedGame, seats: Sequence[int]) -> tuple[Progress, ...]:
    return tuple(loaded.rules.progress(loaded.table.state, seats))


def read_choice(rules: Ruleset, value: Any) -> Choice:
    """A choice for the lobby, parsed from plain values."""
    if rules.choice_type is None:
        raise Rejected("choice_not_offered", ruleset=rules.name)
    try:
        return codec(rules).choice(value)
    except msgspec.ValidationError as wrong:
        raise unreadable("body", str(wrong), within="$.choice") from None


def as_command_request(call: GameCall, command: Command, actor: str) -> CommandRequest:
    """The request of an actor for this call."""
    return CommandRequest(
        actor=actor, command=command, idempotency_key=call.idempotency_key, request=call.request
    )


def _seat_request(
    call: GameCall,
    command: Command,
    wanted: IfMatch | None,
    check: Callable[[LoadedGame], None] | None = None,
) -> CommandRequest:
    return CommandRequest(
        actor=lambda loaded: seat_actor(acting_seat(loaded, call.player)),
        command=command,
        check=check or (lambda loaded: check_version(loaded, call.player, wanted)),
        idempotency_key=call.idempotency_key,
        request=call.request,
    )


def _can_be_aborted(loaded: LoadedGame) -> None:
    """Check that the game is not a running challenge, which can only be completed or resigned."""
    challenge = challenge_of(loaded.rules.challenge, loaded.table.options)
    if loaded.table.status is Status.ACTIVE and challenge is not None:
        raise NotPossible("challenge_not_aborted")


def _check_head(loaded: LoadedGame, wanted: IfMatch | None) -> None:
    """`If-Match` accepts only the current version."""
    version = loaded.table.version
    if wanted is not None and not wanted.met_by(version, version):
        raise VersionConflict(version=version, since=version)
