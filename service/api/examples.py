"""Examples for the API document: a real game with a known seed, built by the same functions as responses."""

import itertools
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final

import msgspec

from domain.games import RULESETS
from domain.kernel.abort import AgreeToAbort, WithdrawAbort
from domain.kernel.absence import SeatTakenBack
from domain.kernel.entry import Meta
from domain.kernel.errors import Rejected
from domain.kernel.fork import ForkGame
from domain.kernel.game import Input, Resign, Step, decide, step
from domain.kernel.lobby import (
    CancelGame,
    ChoiceChanged,
    CreateGame,
    JoinGame,
    LeaveGame,
    NonceRevealed,
    RemovePlayer,
    StartGame,
)
from domain.kernel.messages import Command
from domain.kernel.preview import dry_run as previewed
from domain.kernel.score import ranks
from domain.kernel.undo import Undo, earliest
from schema import catalogue
from schema.accounts import IssuedToken, Me, Player, Scope, SignedUp, Token
from schema.answers import (
    AuditAnswer,
    DroppedPlan,
    DryRunAnswer,
    EntryAnswer,
    GameAnswer,
    GameProgressAnswer,
    GameRow,
    ItemPoints,
    MoveOutcome,
    MovesAnswer,
    OwnGameAnswer,
    PlanAnswer,
    PlayedAnswer,
    ScoreAnswer,
    ScoreRow,
    ScoresAnswer,
    SeatPoints,
    TriedAnswer,
)
from schema.catalogue import RulesetAnswer, RulesetRow
from schema.narration import explain_score
from schema.standings import (
    DifficultyLadder,
    FinishedGame,
    FinishedPage,
    FinishedSeat,
    HandicapAnswer,
    HandicapGame,
    LastGameAnswer,
    LeaderboardRow,
    LevelAnswer,
    LevelsAnswer,
    ProfileAnswer,
    RatingAnswer,
    SoloAnswer,
    StatisticsAnswer,
    TallyAnswer,
)
from service.accounts.scopes import EVERYBODY
from service.api.many_games import View, Views
from service.api.problems import problem_of
from service.engine.commands import ENGINE, CommandResult
from service.engine.game_answers import (
    SPECTATOR,
    Reader,
    changes,
    entry_answer,
    game_answer,
    played_answer,
    redacted,
)
from service.engine.loaded_game import LoadedGame
from service.engine.log_verification import ExportHeader, verify
from service.engine.seat_names import PlayerName, with_names
from service.errors import NotFound
from service.live.server_sent_events import BEGIN, event
from service.operations.durability import RedisState, promise
from service.operations.readiness import Ready
from service.operations.workload import WorkAnswer
from service.projections.index import game_row
from service.store.paging import Page
from service.usecases.finished_games import cursor_of

ADA: Final = "p_01kq3zj5m8e7d2s4v6x8y0a1b3"
BEN: Final = "p_01kq3zk9q2w4e6r8t0y1a3s5d7"
GAME: Final = "g_01kq3zm7x9c1v3b5n7m2k4j6h8"
FORK: Final = "g_01kq4a2n4x6z8b0c2d4f6g8h0j"
REMATCH: Final = "g_01kq4a2b4d6f8h0k2m4n6p8r1t"
ISSUED: Final = "t_01kq3zj5n1r3t5y7a9s2d4f6g8"

_RULES: Final = next(iter(RULESETS.values()))
"""The ruleset of all examples: the first one that ships."""
_FORK_SEED: Final = bytes.fromhex("f02c" * 16)
NONCE: Final = "4d7a"
_SEED: Final = bytes.fromhex("5eed" * 16)
_NOW: Final = datetime(2026, 4, 26, 9, 30, tzinfo=UTC)
_NAMES: Final = {ADA: PlayerName("Ada", "ada"), BEN: PlayerName("Ben", "ben")}
_SHOWN_ONCE: Final = f"emb_{ISSUED.removeprefix('t_')}_{'mfrggzdf' * 4}"


@cache
def _story() -> tuple[Step, ...]:
    """Two players open a lobby and start the game; the first one moves."""
    told: list[Step] = []
    create = CreateGame(game=GAME, options=_RULES.options(), places=("me", "open"))
    for actor, command in ((ADA, create), (BEN, JoinGame(nonce=NONCE)), (ADA, StartGame())):
        told.append(_next(told, actor, command))
    seat, *_ = _RULES.actor(told[-1].table.state).seats
    told.append(_next(told, f"seat:{seat}", _RULES.legal(told[-1].table.state, seat)[0]))
    return tuple(told)


def _next(told: list[Step], actor: str, command: Command) -> Step:
    at = f"2026-04-26T09:3{len(told)}:00.000Z"
    given = Input(at, actor, command, Meta(ENGINE, request="5f1c0f7c6d3e4b8a"))
    return step(_RULES, told[-1].table if told else None, given, _SEED)


def _loaded(version: int) -> LoadedGame:
    return LoadedGame(_RULES, _story()[version - 1].table, _SEED)


def _shown(loaded: LoadedGame, player: str) -> GameAnswer:
    """A game as a player sees it."""
    return game_answer(loaded, Reader.of(loaded.table, player), _NAMES)


def player() -> Player:
    """Ada, a player."""
    return Player(ADA, "Ada", _NOW, "ada")


def signed_up() -> SignedUp:
    """Ada's new account, with her token."""
    return SignedUp(player(), _SHOWN_ONCE, "mfrg-gzdf-mztw-q2lk-nnwg-23tp")


def me() -> Me:
    """Ada's own account."""
    return Me(ADA, "Ada", _NOW, "ada", ISSUED, EVERYBODY)


def token() -> Token:
    """A token that can only read."""
    return Token(id=ISSUED, label="statistics", scopes=(Scope.READ,), created_at=_NOW)


def tokens() -> Page[Token]:
    """All of Ada's tokens."""
    return Page((token(),), None)


def issued_token() -> IssuedToken:
    """A token right after it was issued."""
    return IssuedToken(**msgspec.structs.asdict(token()), token=_SHOWN_ONCE)


def new_game() -> dict[str, Any]:
    """A game for two, with three days for each turn."""
    return {"ruleset": _RULES.name, "seats": 2, "options": {"clock": {"days": 3}}}


def lobby() -> GameAnswer:
    """A game with an open place."""
    return _shown(_loaded(1), ADA)


def game() -> GameAnswer:
    """A game that has begun."""
    return _shown(_loaded(4), ADA)


def views() -> Views:
    """Two games, one of which does not exist."""
    lost = f"{GAME[:-1]}0"
    return Views([View(GAME, game=game()), View(lost, problem=problem_of(NotFound(kind="game")))])


def fork() -> GameAnswer:
    """A fork in which Ben plays both seats."""
    command = ForkGame(FORK, source_seed=_SEED.hex())
    given = Input("2026-04-26T12:00:00.000Z", BEN, command, Meta(ENGINE, request="0d2f6b1c4a9e4c57"))
    forked = step(_RULES, _story()[-1].table, given, _FORK_SEED)
    return _shown(LoadedGame(_RULES, forked.table, _FORK_SEED), BEN)


def resigned() -> PlayedAnswer:
    """Ada resigns."""
    return _would_be(4, _seat_of(ADA), Resign())


def new_plan() -> dict[str, Any]:
    """Two moves for the next turn."""
    return {"moves": list(_planned_moves())}


def planned() -> PlanAnswer:
    """The response to the new plan."""
    return PlanAnswer(tuple(_planned_moves()))


def plan() -> PlanAnswer:
    """A plan whose second move was refused, because another player was faster."""
    first, second = _planned_moves()
    refused = refusal()
    dropped = DroppedPlan(
        at="2026-04-26T09:40:00.000Z",
        version=7,
        moves=(second,),
        code=refused.code,
        rule=refused.rule,
        details=refused.details,
        message=problem_of(refused).detail,
    )
    return PlanAnswer((first,), 0, dropped)


def _planned_moves() -> tuple[Any, Any]:
    table = _loaded(3).table
    seat, *_ = _RULES.actor(table.state).seats
    first, second, *_ = _RULES.legal(table.state, seat)
    return first, second


def undone() -> PlayedAnswer:
    """The first move is undone."""
    return _would_be(4, _story()[3].entry.actor, Undo())


def games() -> Page[GameRow]:
    """A page with one of many games."""
    loaded = _loaded(3)
    row, shown = game_row(_RULES, loaded.table), _shown(loaded, ADA)
    turn = {name: getattr(shown, name) for name in ("actor", "you", "due", "turn_started_at", "deadline")}
    row = msgspec.structs.replace(row, seats=with_names(row.seats, _NAMES), **turn)
    return Page((row,), GAME)


def joined() -> PlayedAnswer:
    """Ben takes the open place."""
    return _played(2)


def choice_changed() -> PlayedAnswer:
    """Ben withdraws his choice."""
    return PlayedAnswer(3, (ChoiceChanged(1, None),))


def nonce_revealed() -> PlayedAnswer:
    """Ben reveals his nonce; another one is still missing."""
    return PlayedAnswer(5, (NonceRevealed(1, NONCE),))


def left() -> PlayedAnswer:
    """Ben leaves again."""
    return _would_be(2, BEN, LeaveGame())


def removed() -> PlayedAnswer:
    """Ben is removed."""
    return _would_be(2, ADA, RemovePlayer(place=1))


def cancelled() -> PlayedAnswer:
    """Ada cancels the game."""
    return _would_be(2, ADA, CancelGame())


def agreed_to_abort() -> PlayedAnswer:
    """Ada agrees to abort."""
    return _would_be(4, _seat_of(ADA), AgreeToAbort())


def abort_withdrawn() -> PlayedAnswer:
    """Ada withdraws her agreement."""
    seat, told = _seat_of(ADA), list(_story())
    agreed = _next(told, seat, AgreeToAbort())
    return PlayedAnswer(6, tuple(decide(_RULES, agreed.table, seat, WithdrawAbort(), _SEED)))


def came_back() -> PlayedAnswer:
    """Ada, who had run out of time, takes her seat back."""
    return PlayedAnswer(6, (SeatTakenBack(_loaded(4).table.seats_of(ADA)[0]),))


def rematch() -> GameAnswer:
    """Ada asks for a rematch, and Ben has not joined yet."""
    places = ("me", f"player:{BEN}")
    create = CreateGame(REMATCH, _RULES.options(auto_start=True), places, rematch_of=GAME)
    return _shown(LoadedGame(_RULES, _next([], ADA, create).table, _SEED), ADA)


def started() -> PlayedAnswer:
    """The game starts."""
    return _played(3)


def played() -> PlayedAnswer:
    """The first move."""
    return _played(4)


def _would_be(version: int, actor: str, command: Command) -> PlayedAnswer:
    """The outcome of a command after this version."""
    return PlayedAnswer(version + 1, tuple(decide(_RULES, _loaded(version).table, actor, command, _SEED)))


def _seat_of(player: str) -> str:
    return f"seat:{_loaded(4).table.seats_of(player)[0]}"


def _played(version: int) -> PlayedAnswer:
    return played_answer(CommandResult(_loaded(version), _story()[version - 1].entry), None)


def move() -> Any:
    """The first move, as the request body."""
    return _story()[3].entry.command


def moves() -> MovesAnswer:
    """The possible moves before it."""
    table = _loaded(3).table
    seat, *_ = _RULES.actor(table.state).seats
    legal = tuple(_RULES.legal(table.state, seat))
    return MovesAnswer(table.version, table.since[seat], seat, earliest(table, seat), legal)


def dry_run() -> DryRunAnswer:
    """A dry run of the first move."""
    loaded, entry = _loaded(3), _story()[3].entry
    run = previewed(_RULES, loaded.table, entry.actor, entry.command, _SEED)
    told = redacted(_RULES, (), run.events)
    return DryRunAnswer(3, told, run.stopped, changes(_RULES.score(loaded.table.state), run.score))


def progress() -> GameProgressAnswer:
    """How far the seats are."""
    return GameProgressAnswer(4, tuple(_RULES.progress(_loaded(4).table.state, ()))[:2])


def scores() -> ScoresAnswer:
    """The scores so far."""
    items = (ItemPoints("points", 2),)
    return ScoresAnswer(4, (ScoreRow(4, (SeatPoints(0, 2, items), SeatPoints(1, 2, items))),))


def tried_moves() -> dict[str, Any]:
    """The first two moves of the list, to be tried."""
    return {"moves": moves().moves[:2]}


def tried() -> TriedAnswer:
    """Their outcomes."""
    run = dry_run()
    return TriedAnswer(3, (MoveOutcome(run.complete, run.stopped, (), (), run.score),) * 2)


def refusal() -> Rejected:
    """A move out of turn."""
    table, entry = _loaded(3).table, _story()[3].entry
    other = next(f"seat:{seat}" for seat in range(len(table.seats)) if f"seat:{seat}" != entry.actor)
    try:
        list(decide(_RULES, table, other, entry.command, _SEED))
    except Rejected as found:
        return found
    raise AssertionError("it is not their turn")


def score() -> ScoreAnswer:
    """The score as if the game ended now."""
    table = _loaded(4).table
    found = _RULES.score(table.state)
    return ScoreAnswer(4, explain_score(_RULES.name, "en", found), ranks(found, frozenset()), final=False)


def _entries(after: int) -> list[EntryAnswer]:
    return [entry_answer(_loaded(each.entry.seq), each.entry, SPECTATOR) for each in _story()[after:]]


def entries() -> Page[EntryAnswer]:
    """A page of two entries, with more to follow."""
    return Page(_entries(0)[:2], 2)


def entry_lines() -> str:
    """Entries as lines."""
    return "".join(f"{_json(entry)}\n" for entry in _entries(0)[:2])


def game_stream() -> str:
    """The stream of a reader who has seen three entries."""
    return (BEGIN + b"".join(event(entry, cursor=entry.seq) for entry in _entries(3))).decode()


def own_stream() -> str:
    """The stream of Ada's games, then one in which it is her turn."""
    shown = _shown(_loaded(4), ADA)
    due = OwnGameAnswer(
        GAME,
        shown.version,
        shown.status,
        due=True,
        ruleset=shown.ruleset,
        seats=shown.seats,
        you=shown.you,
        turn_started_at=shown.turn_started_at,
        deadline=shown.deadline,
        now=_loaded(4).table.at,
    )
    return (BEGIN + event([due], name="games") + event(due, name="turn_due")).decode()


def log_lines() -> str:
    """An exported log: its header and the first entry."""
    story = _story()
    return (ExportHeader.of(story[0].table).line() + story[0].line + b"\n").decode()


def audit() -> AuditAnswer:
    """An audit without errors."""
    table = _loaded(4).table
    claims = {"game": GAME, "version": table.version, "hash": table.hash, "status": table.status}
    return verify([each.line for each in _story()], _SEED, claims, "head")


def rulesets() -> Page[RulesetRow]:
    """All rulesets."""
    return Page(catalogue.rulesets("en"), None)


def ruleset() -> RulesetAnswer:
    """The beginning of a ruleset."""
    whole = catalogue.ruleset(_RULES.name, "en")
    return msgspec.structs.replace(
        whole,
        bots=whole.bots[:2],
        options=whole.options[:2],
        moves=whole.moves[:2],
        components=whole.components[:2],
        printed=_beginning(whole.printed),
        words=whole.words[:2],
        layouts=tuple(
            msgspec.structs.replace(layout, boxes=layout.boxes[:2]) for layout in whole.layouts[:1]
        ),
    )


def _beginning(struct: Any) -> Any:
    """The struct with only the first two items of each list and mapping."""
    values = {name: getattr(struct, name) for name in struct.__struct_fields__}
    short = {name: value[:2] for name, value in values.items() if isinstance(value, tuple)}
    short |= {
        name: dict(itertools.islice(value.items(), 2))
        for name, value in values.items()
        if isinstance(value, dict)
    }
    return msgspec.structs.replace(struct, **short)


def profile() -> ProfileAnswer:
    """The profile of Ada, who has played seven games."""
    tally = TallyAnswer(2, 5, 3, 0, (3, 2), 71.4, 92)
    last = LastGameAnswer(GAME, "2026-04-26T10:41:12.500Z")
    statistics = StatisticsAnswer(
        _RULES.name, 7, 4, 0, (4, 3), 69.1, 92, (tally,), SoloAnswer(2, 1, 0, 1), last
    )
    rating = RatingAnswer(_RULES.name, 12, 14.82, 27.9, 4.36, 5)
    return ProfileAnswer(ADA, "Ada", _NOW, "ada", (rating,), (statistics,))


def leaderboard() -> Page[LeaderboardRow]:
    """The top of a leaderboard."""
    return Page((LeaderboardRow(1, ADA, "Ada", 14.82, 27.9, 4.36, 5),), None)


def handicap() -> HandicapAnswer:
    """A handicap after one game."""
    won = HandicapGame.of(GAME, 0, "win", score=84, automa=77, at="2026-04-26T10:41:12.500Z")
    return HandicapAnswer(5, (won,), None)


def levels() -> LevelsAnswer:
    """Two games at the first level, one of them won."""
    rungs = (LevelAnswer("easy", 2, 1, 71), LevelAnswer("medium", 0, 0, None))
    return LevelsAnswer(_RULES.name, (ADA,), (DifficultyLadder("vanilla", "easy", rungs),))


def finished() -> FinishedPage:
    """A game that Ada won, at the current end of the feed."""
    game = _finished()
    return FinishedPage((game,), game.cursor, more=False)


def finished_lines() -> str:
    """The same as a line of JSON."""
    return f"{_json(_finished())}\n"


def _finished() -> FinishedGame:
    return FinishedGame(
        game=GAME,
        ruleset=_RULES.name,
        rules=_RULES.rules,
        version=412,
        at="2026-04-26T10:41:12.500Z",
        rated=True,
        seats=tuple(
            FinishedSeat(
                n,
                player,
                None,
                None,
                resigned=False,
                rank=rank,
                total=total,
                name=_NAMES[player].name,
                handle=_NAMES[player].handle,
            )
            for n, (player, rank, total) in enumerate(((BEN, 2, 71), (ADA, 1, 84)))
        ),
        result=None,
        challenge=None,
        handicap=0,
        cursor=cursor_of({_RULES.name: "1777201672500-0"}),
    )


def ready() -> Ready:
    """The response when everything is ready."""
    state = RedisState("yes", "always", "noeviction", 0)
    work = WorkAnswer(items=3, due=0, oldest_seconds=0.0, parked=0, queues={"automa": 0, "scoring": 0})
    return Ready("ready", "yes", "always", 0, promise(state, 0), work)


def metrics() -> str:
    """One of the metrics."""
    return (
        "# HELP emberlog_requests_total Requests answered.\n"
        "# TYPE emberlog_requests_total counter\n"
        'emberlog_requests_total{method="GET",route="/v1/games",status="200"} 42.0\n'
    )


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
