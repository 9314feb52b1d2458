"""What moves would do: dry runs, many moves at once, and what a client shows about listed moves."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from domain.kernel.actors import seat_actor
from domain.kernel.errors import Rejected
from domain.kernel.field_kinds import field_kinds, kinds_of_values
from domain.kernel.fold import evolve
from domain.kernel.game import decide
from domain.kernel.messages import Command
from domain.kernel.preview import DryRun, dry_run
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import Status
from domain.kernel.tokens import Holdings, Tokens, changed, counted
from domain.kernel.undo import earliest
from schema.answers import (
    DryRunAnswer,
    MoveAbout,
    MoveOutcome,
    MoveRefusal,
    MovesAnswer,
    SeatChange,
    Target,
    TriedAnswer,
)
from schema.move_labels import answer_label, move_label
from service.engine.error_messages import error_message
from service.engine.game_answers import asked_field, changes, preview_patch, redacted, sentences
from service.engine.game_cache import GameCache
from service.engine.loaded_game import LoadedGame
from service.engine.versions import IfMatch
from service.usecases.acting_seat import acting_seat, check_version, seats_played

MOST_TRIED: Final = 64


class Previews:
    """Everything that can be asked about moves before one is played."""

    def __init__(self, game_cache: GameCache) -> None:
        self._game_cache = game_cache

    async def moves(self, game: str, player: str | None, about_in: str | None = None) -> MovesAnswer:
        """All plain moves of the caller. Empty without a seat, or if the seat has nothing to decide.

        With a language, the answer also describes them, and says why other moves are not possible.
        """
        return moves_answer(await self._game_cache.shown(game, player), player, about_in)

    async def dry_run(
        self,
        game: str,
        player: str,
        move: Command,
        wanted: IfMatch | None,
        lang: str | None = None,
        *,
        about_in: str | None = None,
        patch: bool = False,
    ) -> DryRunAnswer:
        """The outcome that a move would have; nothing is stored. With a language, it includes sentences.

        With `about_in`, it also describes the answers to the question that the move asks next.
        """
        loaded = await self._game_cache.shown(game, player)
        check_version(loaded, player, wanted)
        seat = acting_seat(loaded, player)
        run = dry_run(loaded.rules, loaded.table, seat_actor(seat), move, loaded.seed)
        events = redacted(loaded.rules, loaded.table.seats_of(player), run.events)
        told = msgspec.UNSET if lang is None else sentences(loaded, lang, events)
        found = DryRunAnswer(
            loaded.table.version,
            events,
            run.stopped,
            _score_changes(loaded, run),
            told,
            complete=_is_complete(run),
            asks=None if run.question is None else asked_field(loaded.rules, move, run.question),
            moves=() if run.question is None else run.question.moves,
        )
        if about_in is not None:
            paid, gained = _tokens_moved(loaded, seat, run)
            about = tuple(_answers(loaded, seat, run, about_in))
            found = msgspec.structs.replace(found, about=about, paid=paid, gained=gained)
        if patch:
            found = msgspec.structs.replace(found, patch=preview_patch(loaded, player, run.events))
        return found

    async def try_moves(
        self, game: str, player: str, moves: Sequence[Command], wanted: IfMatch | None, lang: str
    ) -> TriedAnswer:
        """The outcome of each of several moves, each from the current position."""
        loaded = await self._game_cache.shown(game, player)
        check_version(loaded, player, wanted)
        seat = acting_seat(loaded, player)
        return TriedAnswer(loaded.table.version, tuple(_outcome(loaded, seat, move, lang) for move in moves))


def moves_answer(loaded: LoadedGame, player: str | None, about_in: str | None) -> MovesAnswer:
    """The plain moves of a player in a loaded game; with a language, described."""
    table = loaded.table
    if table.status is not Status.ACTIVE or not seats_played(table, player):
        none = MovesAnswer(table.version, table.version, None, None, ())
        return none if about_in is None else msgspec.structs.replace(none, about=(), closed=())
    seat = acting_seat(loaded, player)
    legal = tuple(loaded.rules.legal(table.state, seat))
    found = MovesAnswer(table.version, table.since[seat], seat, earliest(table, seat), legal)
    if about_in is None:
        return found
    about = tuple(_about(loaded, seat, move, about_in) for move in legal)
    return msgspec.structs.replace(found, about=about, closed=tuple(_closed(loaded, seat, legal, about_in)))


def _outcome(loaded: LoadedGame, seat: int, move: Command, lang: str) -> MoveOutcome:
    try:
        run = dry_run(loaded.rules, loaded.table, seat_actor(seat), move, loaded.seed)
    except Rejected as refused:
        return MoveOutcome(
            complete=False,
            stopped=False,
            paid=(),
            gained=(),
            score=(),
            refusal=_refusal(move, refused, lang),
        )
    paid, gained = _tokens_moved(loaded, seat, run)
    score = _score_changes(loaded, run)
    return MoveOutcome(_is_complete(run), run.stopped, paid, gained, score)


def _is_complete(run: DryRun) -> bool:
    return run.question is None or run.question.complete


def _score_changes(loaded: LoadedGame, run: DryRun) -> tuple[SeatChange, ...]:
    return changes(loaded.rules.score(loaded.table.state), run.score)


def _tokens_moved(loaded: LoadedGame, seat: int, run: DryRun) -> tuple[Holdings, Holdings]:
    """What the seat pays and gains, event by event, so that the one does not hide the other."""
    rules, table = loaded.rules, loaded.table
    held = rules.holdings(table.state, seat)
    paid: list[Tokens] = []
    gained: list[Tokens] = []
    for event in run.events:
        table = evolve(rules, table, event)
        now = rules.holdings(table.state, seat)
        lost, won = changed(held, now)
        paid += lost
        gained += won
        held = now
    return counted(paid), counted(gained)


def _about(loaded: LoadedGame, seat: int, move: Command, lang: str) -> MoveAbout:
    rules = loaded.rules
    price = rules.price(loaded.table.state, seat, move)
    return MoveAbout(move_label(rules, lang, move), tuple(_targets(rules, move)), price)


def _answers(loaded: LoadedGame, seat: int, run: DryRun, lang: str) -> Iterator[MoveAbout]:
    """Each answer to the question of a move: its label alone, without the rest of the move."""
    if run.question is not None:
        for move in run.question.moves:
            label = answer_label(loaded.rules, lang, move, run.question.field)
            yield msgspec.structs.replace(_about(loaded, seat, move, lang), label=label)


def _targets(rules: Ruleset, struct: msgspec.Struct) -> Iterator[Target]:
    """Every component that a move names, in the order of its fields; each once."""
    seen = set()
    for target in _named_components(rules, struct):
        if target not in seen:
            seen.add(target)
            yield target


def _named_components(rules: Ruleset, struct: msgspec.Struct) -> Iterator[Target]:
    kinds = field_kinds(type(struct))
    for field, value in msgspec.structs.asdict(struct).items():
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, msgspec.Struct):
                yield from _named_components(rules, each)
            elif isinstance(each, str):
                known = kinds_of_values(rules.catalogue, (each,))
                named = [kind for kind in kinds[field].takes if kind in known] or known
                yield from (Target(kind, str(each)) for kind in named[:1])


def _closed(loaded: LoadedGame, seat: int, legal: Sequence[Command], lang: str) -> Iterator[MoveRefusal]:
    """Each type of move that is not listed, with the refusal of a move without any fields."""
    listed = {type(move) for move in legal}
    for kind in loaded.rules.move_types:
        if kind not in listed:
            try:
                list(decide(loaded.rules, loaded.table, seat_actor(seat), kind(), loaded.seed))
            except Rejected as refused:
                yield _refusal(kind(), refused, lang)


def _refusal(move: Any, refused: Rejected, lang: str) -> MoveRefusal:
    tag = str(move.__struct_config__.tag)
    message = error_message(refused, lang)
    return MoveRefusal(tag, refused.code, refused.rule, dict(refused.details), message)
