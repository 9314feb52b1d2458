"""Phoenix Palace in all its modes: invariants, legal moves, replay, and what stays hidden."""

import random
from collections import Counter
from dataclasses import replace as with_changes
from typing import Any, TypeVar

import msgspec
import pytest
from hypothesis import given
from msgspec import UNSET
from msgspec.structs import replace

from domain.kernel.codec import codec
from domain.kernel.errors import Rejected
from domain.kernel.messages import Command
from domain.phoenix import commands as c
from domain.phoenix import events as e
from domain.phoenix.catalogue import CLANHOUSE_SLOTS, KIN, SECTOR_OF
from domain.phoenix.enemy_catalogue import ALLY_APPRENTICES, STACK_SIZE
from domain.phoenix.events import EVENTS
from domain.phoenix.ids import EnemyCardId, ForeseenId, RevelationId
from domain.phoenix.ruleset import PHOENIX
from domain.phoenix.state import Phase, Phoenix, Pool
from tests.support.phoenix_play import (
    Commands,
    Played,
    Position,
    allied_games,
    entries,
    evolved,
    form_at,
    form_of,
    games,
    moves_of,
    outcome,
    position_after,
    positions,
    rival_games,
    whole_move,
)
from tests.support.random_play import tries

T = TypeVar("T")
WIDEST = 100


def check_invariants(state: Phoenix) -> None:
    """PP-I1–PP-I8, after every command."""
    check_tiles(state)
    check_spots(state)
    for pool in state.pools:
        assert min(msgspec.structs.astuple(pool)) >= 0, "PP-I3"
    assert min(seat.fp for seat in state.seats) >= 0, "PP-I3"
    check_cards(state)
    assert sorted(state.heralds) == list(range(state.players)), "PP-I5"
    assert state.token in range(state.players), "PP-I5"
    assert state.board.rotation in range(6), "PP-I5"
    assert all(seat.pioneer <= state.board.frontier for seat in state.seats), "PP-I6"
    assert len(set(state.board.villages)) == len(state.board.villages) <= 8, "PP-I6"
    assert len(state.board.clanhouse) <= CLANHOUSE_SLOTS, "PP-I7"
    if state.enemy is not None:
        cards = (*state.enemy.deck, *state.enemy.discard, *state.enemy.removed)
        assert sorted(cards) == sorted(EnemyCardId), "PP-I8"


def kin_at_the_start(state: Phoenix, seat: int) -> int:
    """How many kin a seat plays with."""
    if state.enemy is None:
        return 6 if state.players == 2 else 5
    return STACK_SIZE[state.players] if seat == 0 else ALLY_APPRENTICES[state.players] + 1


def check_tiles(state: Phoenix) -> None:
    """PP-I1: 20 tiles in each clan; hand or stack and played kin are as many as at the start."""
    for number, seat in enumerate(state.seats):
        drawn = seat.draft.drawn if seat.draft is not None else ()
        ready = [kin for kin in state.board.clanhouse if state.owner(kin) == number]
        played = [tile.kin for tile in seat.tiles]
        zones = [*seat.hand, *seat.stack, *played, *seat.clan_pile, *seat.box, *drawn, *ready]
        assert sorted(zones) == sorted(kin for kin in KIN if KIN[kin].clan is seat.clan), "PP-I1"
        waiting = len(seat.hand) + len(seat.stack)
        assert waiting + len(played) == kin_at_the_start(state, number), "PP-I1"


def check_spots(state: Phoenix) -> None:
    """PP-I2: one kin for each spot; nobody is cloaked outside the sectors."""
    places = Counter(tile.at for seat in state.seats for tile in seat.tiles)
    assert all(count == 1 for spot, count in places.items() if spot not in {"palace", "bumped"}), "PP-I2"
    tiles = [tile for seat in state.seats for tile in seat.tiles]
    assert all(tile.at in SECTOR_OF for tile in tiles if tile.cloaked), "PP-I2"


def check_cards(state: Phoenix) -> None:
    """PP-I4: 18 events and 30 revelations, each once."""
    board = state.board
    foreseen = [*board.foreseen_pile, *board.foreseen_discard, *filter(None, board.foreseen)]
    assert sorted(foreseen) == sorted(ForeseenId), "PP-I4"
    owned = [card for seat in state.seats for card in seat.revelations]
    dealt = [card for seat in state.seats if seat.draft is not None for card in seat.draft.dealt]
    shown = filter(None, board.revelations)
    revelations = [*board.revelation_pile, *board.revelation_discard, *shown, *owned, *dealt]
    assert sorted(revelations) == sorted(RevelationId), "PP-I4"


@tries(40)
@given(games())
def test_pp_i1_i2_i3_i4_i5_i6_i7_invariants_hold_after_every_command(game: Played) -> None:
    for position, events in entries(game):
        check_invariants(evolved(position.state, events))


@tries(40)
@given(allied_games())
def test_pp_i1_i8_invariants_hold_after_every_turn_of_the_basilisk(game: Played) -> None:
    for position, events in entries(game):
        state = position.state
        for event in events:
            if isinstance(event, e.TurnStarted):
                check_invariants(state)
            state = evolved(state, [event])
        check_invariants(state)


@tries(12)
@given(allied_games())
def test_pp_co12_t3_rounds_against_the_basilisk_have_fixed_turns(game: Played) -> None:
    stored = [*game.set_up(), *(event for _, events in entries(game) for event in events)]
    starts = [event.seat for event in stored if isinstance(event, e.TurnStarted)]
    seats = game.allies + 1
    each = STACK_SIZE[seats] + game.allies * (ALLY_APPRENTICES[seats] + 1)
    assert each == {1: 12, 2: 18, 3: 21}[game.allies]
    assert len(starts) == 3 * each
    assert starts.count(0) == 3 * STACK_SIZE[seats]


@tries(20)
@given(rival_games())
def test_pp_t1_t3_every_game_has_three_rounds_with_fixed_turns(game: Played) -> None:
    turns = Counter[int]()
    state = None
    for position, events in entries(game):
        turns[position.state.round] += any(isinstance(command_of(event), c.EndTurn) for event in events)
        state = evolved(position.state, events)
    assert state is not None
    assert state.phase is Phase.FINISHED
    each = {2: 12, 3: 15, 4: 20}[game.players]
    assert [turns[number] for number in (1, 2, 3)] == [each] * 3


def command_of(event: Any) -> Command | None:
    found: Command | None = getattr(event, "move", None)
    return found


@tries(15)
@given(games())
def test_pp_i9_stored_events_give_the_same_state(game: Played) -> None:
    decoder = msgspec.json.Decoder(codec(PHOENIX).event_type)
    stored = list(game.set_up())
    state = None
    for position, events in entries(replace_gifts(game)):
        stored += events
        state = evolved(position.state, events)
    assert state is not None
    lines = [msgspec.json.encode(event) for event in stored]
    assert evolved(None, [decoder.decode(line) for line in lines]) == state
    assert msgspec.json.decode(msgspec.json.encode(state), type=Phoenix) == state
    assert {type(event) for event in stored} <= set(EVENTS)


def replace_gifts(game: Played) -> Played:
    """The same game without gifts, which are no part of its log."""
    return with_changes(game, gifts=False)


@tries(10)
@given(games())
def test_pp_i9_decisions_are_deterministic(game: Played) -> None:
    assert [events for _, events in entries(game)] == [events for _, events in entries(game)]


@tries(20)
@given(games())
def test_pp_p6_every_listed_move_is_accepted_and_no_other_seat_has_any(game: Played) -> None:
    rng = random.Random(game.seed)
    for position in positions(game):
        assert 0 < len(position.moves) <= WIDEST
        assert len(set(position.moves)) == len(position.moves), "a move is listed twice"
        assert all(len(plain_fields(move)) <= 1 for move in position.moves), "not a plain move"
        if rng.random() < 0.3:
            check_position(position)


def plain_fields(move: Command) -> list[str]:
    return [name for name in move.__struct_fields__ if getattr(move, name) is not UNSET]


def check_position(position: Position) -> None:
    for move in position.moves:
        position.after(move)
    due = PHOENIX.actor(position.state).seats
    for seat in set(range(position.state.players)) - set(due):
        assert moves_of(position.state, seat) == []
        with pytest.raises(Rejected, match=r"not_your_turn|wrong_step"):
            PHOENIX.decide(position.state, seat, position.moves[0], position.game.dice(position.number))


def fits(part: Any, whole: Any) -> bool:
    """Whether an answer so far is part of a whole one; the order of units does not matter."""
    if part is UNSET:
        return True
    if isinstance(part, c.Answers):
        empty = whole is UNSET and part == c.Answers()
        return empty or (isinstance(whole, c.Answers) and is_part(part, whole))
    if isinstance(part, tuple):
        return whole is not UNSET and Counter(part) <= Counter(whole) if part else True
    return bool(part == whole and isinstance(part, bool) is isinstance(whole, bool))


def is_part(form: Any, whole: Any) -> bool:
    return all(fits(getattr(form, name), getattr(whole, name)) for name in form.__struct_fields__)


def without_id(whole: Command) -> Command:
    """Listed answers to a choice do not repeat its id."""
    return replace(whole, id=UNSET) if isinstance(whole, c.Choose) else whole


def reached(position: Position, command: Command) -> tuple[Any, Phoenix]:
    found = outcome(position, command)
    assert not isinstance(found, Rejected), f"a listed move is refused: {command} {found}"
    return found


def replayed(position: Position, whole: Command) -> Phoenix | None:
    """The state after a whole move, answered by listed plain moves alone; None where they lead elsewhere."""
    for move in position.moves:
        if type(move) is not type(whole):
            continue
        events, state = reached(position, move)
        form, done = form_of(events, type(whole))
        if not is_part(form, whole):
            continue
        if done and is_part(without_id(whole), form):
            return state
        if done:
            continue
        found = replayed(position_after(position, state), whole)
        if found is not None:
            return found
    return None


def finished(position: Position, command: Command, rng: random.Random) -> tuple[Command, Phoenix] | None:
    """The whole move that an accepted command becomes by listed answers, and the state after it."""
    found = outcome(position, command)
    if isinstance(found, Rejected):
        return None
    events, state = found
    form, done = form_of(events, type(command))
    while not done:
        position = position_after(position, state)
        assert position.moves, f"{command} was begun and cannot be finished"
        events, state = reached(position, rng.choice(position.moves))
        form, done = form_of(events, type(command))
    return form, state


def check_command(position: Position, command: Command, rng: random.Random) -> bool:
    """Refused, or made of listed moves with the same effect."""
    done = finished(position, command, rng)
    if done is None:
        return False
    whole, state = done
    again = replayed(position, whole)
    assert again is not None, f"accepted, but no listed moves make it up: {command} as {whole}"
    assert again == state, f"its plain moves end elsewhere: {command} as {whole}"
    return True


@tries(12)
@given(games())
def test_pp_p1_every_accepted_command_is_made_of_listed_moves(game: Played) -> None:
    rng = random.Random(game.seed)
    accepted = 0
    for position in positions(game):
        if rng.random() > 0.5:
            continue
        for _ in range(5):
            command = Commands(position, rng).any()
            accepted += check_command(position, command, rng)
            found = outcome(position, command)
            if not isinstance(found, Rejected) and form_at_or_none(found[1], position.by) is not None:
                begun = position_after(position, found[1])
                accepted += check_command(begun, Commands(begun, rng).any(), rng)
    assert accepted


def form_at_or_none(state: Phoenix, seat: int) -> Command | None:
    return form_at(state, seat) if state.agenda else None


@tries(12)
@given(games())
def test_pp_p1_a_move_with_all_its_decisions_equals_its_plain_moves(game: Played) -> None:
    rng = random.Random(game.seed)
    for position in positions(game):
        if rng.random() < 0.5:
            whole = whole_move(position, rng)
            events, state = reached(position, whole)
            form, done = form_of(events, type(whole))
            assert done
            assert replayed(position, form) == state


def other_worlds(state: Phoenix, seat: int | None, rng: random.Random) -> Phoenix:
    """The same game as this seat knows it: hidden piles in another order, other seats' drafts exchanged."""
    board = state.board
    revelations = list(board.revelation_pile)
    seats = []
    for number, one in enumerate(state.seats):
        hidden = one
        if one.draft is not None and number != seat:
            pile, draft = [*one.clan_pile, *one.draft.drawn], one.draft
            rng.shuffle(pile)
            drawn = tuple(pile[: len(draft.drawn)])
            pick = rng.choice(drawn) if drawn else None
            dealt = tuple(rng.sample(revelations, len(draft.dealt)))
            revelations = [card for card in revelations if card not in dealt] + list(draft.dealt)
            fighter = rng.choice([None, *drawn]) if draft.decided else None
            bought = dealt[: rng.randint(0, len(dealt))] if draft.decided else ()
            other = replace(draft, drawn=drawn, pick=pick, dealt=dealt, fighter=fighter, bought=bought)
            hidden = replace(one, clan_pile=tuple(pile[len(drawn) :]), draft=other)
        seats.append(
            replace(hidden, clan_pile=reordered(hidden.clan_pile, rng), stack=below(hidden.stack, rng))
        )
    piles: dict[str, Any] = {}
    for name in ("village_pile", "foreseen_pile"):
        pile = list(getattr(board, name))
        rng.shuffle(pile)
        piles[name] = tuple(pile)
    rng.shuffle(revelations)
    enemy = state.enemy and replace(state.enemy, deck=reordered(state.enemy.deck, rng))
    board = replace(board, revelation_pile=tuple(revelations), **piles)
    return replace(state, seats=tuple(seats), board=board, enemy=enemy)


def reordered(pile: tuple[T, ...], rng: random.Random) -> tuple[T, ...]:
    return tuple(rng.sample(pile, len(pile)))


def below(stack: tuple[T, ...], rng: random.Random) -> tuple[T, ...]:
    """The same top tile on others in another order."""
    return (*stack[:1], *reordered(stack[1:], rng))


@tries(20)
@given(games())
def test_pp_h3_h6_h7_h8_h10_h11_h12_views_moves_and_scores_show_nothing_hidden(game: Played) -> None:
    rng = random.Random(game.seed)
    for position in positions(game):
        if rng.random() > 0.3 and position.state.phase is not Phase.SETUP:
            continue
        for seat in (None, *range(position.state.players)):
            other = other_worlds(position.state, seat, rng)
            seats = () if seat is None else (seat,)
            assert PHOENIX.view(other, seats) == PHOENIX.view(position.state, seats)
            assert PHOENIX.score(other) == PHOENIX.score(position.state)
            if seat is not None:
                assert PHOENIX.legal(other, seat) == PHOENIX.legal(position.state, seat)


def test_pp_i3_a_pool_that_is_checked_has_six_counts() -> None:
    assert msgspec.structs.astuple(Pool()) == (0,) * 6
