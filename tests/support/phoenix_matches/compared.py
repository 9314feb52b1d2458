"""The referee's game beside the state of the code: everything on the table, `legal`, the score."""

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET

from domain.kernel.messages import Command, Event
from domain.kernel.score import ranks
from domain.phoenix import basilisk_events as b
from domain.phoenix import events as e
from domain.phoenix.ids import Resource, Shard
from domain.phoenix.ruleset import PHOENIX
from domain.phoenix.state import Phoenix
from tests.support.phoenix_matches.translated import fields_of, frozen, plain, tag_of
from tests.support.phoenix_referee import facts, final_score, playing
from tests.support.phoenix_referee.forms import Fields
from tests.support.phoenix_referee.state import Game, Task


def compare(game: Game, state: Phoenix) -> None:
    """Everything that lies on the table, and what is waited for."""
    same(compared_board(state), board_of(game), "board")
    for seat in range(game.players):
        same(compared_seat(state, seat), seat_of(game, seat), f"seat {seat}")
    same(compared_course(state), course_of(game), "course")
    same(compared_enemy(state), enemy_of(game), "enemy")


def same(told: dict[str, Any], expected: dict[str, Any], where: str) -> None:
    """Nothing differs; if something does, only that is shown."""
    told, expected = plain(told), plain(expected)
    if told != expected:
        names = [name for name in told if told[name] != expected[name]]
        raise AssertionError([(where, name, "expected", expected[name], "got", told[name]) for name in names])


def compared_board(state: Phoenix) -> dict[str, Any]:
    board = state.board
    return {
        "rotation": board.rotation,
        "level": board.palace_level,
        "guards": sorted((guard.seat, guard.sector.value) for guard in board.guards),
        "row": board.clanhouse,
        "villages": board.villages,
        "village pile": [*filter(None, [board.village_top]), *board.village_pile],
        "slots": board.foreseen,
        "events": board.foreseen_pile,
        "event discard": board.foreseen_discard,
        "face up": board.revelations,
        "cards": board.revelation_pile,
        "card discard": board.revelation_discard,
        "dragon": board.dragon,
    }


def board_of(game: Game) -> dict[str, Any]:
    return {
        "rotation": game.rotation,
        "level": game.level,
        "guards": sorted(game.guards),
        "row": game.row,
        "villages": game.villages,
        "village pile": game.village_pile,
        "slots": game.slots,
        "events": game.foreseen_pile,
        "event discard": game.foreseen_discard,
        "face up": game.face_up,
        "cards": game.card_pile,
        "card discard": game.card_discard,
        "dragon": game.dragon,
    }


def compared_seat(state: Phoenix, number: int) -> dict[str, Any]:
    seat = state.seats[number]
    pool = state.pool(number)
    draft = seat.draft
    return {
        "clan": seat.clan,
        "pool": {kind: pool.count(kind) for kind in (*Resource, *Shard)},
        "hand": sorted(seat.hand),
        "tiles": sorted((tile.kin, tile.at, tile.cloaked) for tile in seat.tiles),
        "clan pile": seat.clan_pile,
        "box": sorted(seat.box),
        "fp": seat.fp,
        "pioneer": seat.pioneer,
        "owned": sorted(seat.revelations),
        "spent": sorted(seat.spent),
        "veiled": seat.veiled,
        "side": seat.side,
        "drawn": draft.drawn if draft and state.agenda and draft.drawn else (),
        "dealt": draft.dealt if draft else (),
    }


def seat_of(game: Game, number: int) -> dict[str, Any]:
    sides = {0: "north", 90: "east", 180: "south", 270: "west"}
    zones = {"hand", "box", "pile", "row", "drawn", "stack"}
    own = list(game.kin_of(number))
    return {
        "clan": game.clans[number],
        "pool": {kind: game.pool(number)[kind] for kind in (*facts.RESOURCES, *facts.COLORS)},
        "hand": sorted(game.hand(number)),
        "tiles": sorted((kin, game.at[kin], kin in game.cloaked) for kin in own if game.at[kin] not in zones),
        "clan pile": game.piles[number],
        "box": sorted(kin for kin in own if game.at[kin] == "box"),
        "fp": game.fp[number],
        "pioneer": game.pioneer[number],
        "owned": sorted(game.owned[number]),
        "spent": sorted(set(game.owned[number]) & game.spent),
        "veiled": number in game.veiled,
        "side": sides[game.sides[number]] if game.sides else None,
        "drawn": game.drawn[number] if game.drawn else (),
        "dealt": game.dealt[number] if game.dealt else (),
    }


def compared_course(state: Phoenix) -> dict[str, Any]:
    daytime = state.phase.value == "daytime"
    pending = PHOENIX.view(state, PHOENIX.actor(state).seats[:1]).pending
    due = PHOENIX.actor(state)
    return {
        "basilisk": due.automa == "basilisk",
        "heralds": state.heralds,
        "token": state.token,
        "order": state.order if state.round else None,
        "round": state.round,
        "phase": state.phase,
        "turn": state.turn.seat if daytime else None,
        "effect": state.turn.daytime if daytime and state.turn.kin else None,
        "step": pending.step if pending and due.automa is None else None,
        "deciders": sorted(due.seats),
        "options": sorted(map(str, plain(pending.options))) if pending and pending.options else None,
        "form": fields_of(pending.move) if pending and pending.move else None,
    }


def course_of(game: Game) -> dict[str, Any]:
    daytime = game.phase == "daytime"
    options = playing.options(game)
    automa = playing.is_basilisks_turn(game)
    return {
        "basilisk": automa,
        "heralds": game.heralds,
        "token": game.token,
        "order": game.order if game.round else None,
        "round": game.round,
        "phase": game.phase,
        "turn": game.active if daytime else None,
        "effect": game.placed[2] if daytime and game.placed else None,
        "step": None if automa else playing.step(game),
        "deciders": sorted(playing.deciders(game)),
        "options": sorted(map(str, options)) if options else None,
        "form": game.form[1] if game.form else None,
    }


def compared_enemy(state: Phoenix) -> dict[str, Any]:
    """PP-CO6, PP-CO8, PP-CO14, PP-CO15, PP-CO26: the Basilisk's stack and deck, the decider, the acts."""
    enemy = state.enemy
    if enemy is None:
        return {"stacks": [seat.stack for seat in state.seats if seat.stack]}
    seen = PHOENIX.view(state, (1,)).enemy
    assert seen is not None
    return {
        "stacks": [seat.stack for seat in state.seats],
        "deck": enemy.deck,
        "discard": enemy.discard,
        "removed": enemy.removed,
        "card": enemy.card,
        "act": enemy.act,
        "nominations": [*enemy.nominations],
        "decider": seen.decider,
    }


def enemy_of(game: Game) -> dict[str, Any]:
    enemy = game.enemy
    if enemy is None:
        return {"stacks": []}
    return {
        "stacks": [enemy.stack, *[()] * enemy.allies],
        "deck": enemy.deck,
        "discard": enemy.discard,
        "removed": enemy.twists_out,
        "card": enemy.current,
        "act": enemy.acts[-1] if enemy.acts else 0,
        "nominations": [enemy.nominees.get(seat) for seat in range(game.players)],
        "decider": enemy.decider(game.token),
    }


def reported(event: Event) -> list[Task]:
    """PP-CO14 to PP-CO21: what the Basilisk's turn says about itself."""
    match event:
        case b.EnemyCardRevealed():
            return [("card", event.enemy_card.value, tuple(plain(event.sectors)))]
        case b.SectorPassedOver():
            return [("passed over", event.sector.value, event.obstacle.value)]
        case b.SpotFound():
            return [("spot", event.kin, event.spot, event.reason.value)]
        case b.AbilityMissed():
            return [("missed", event.kin, event.cloaked)]
        case b.AbilityPerformed():
            return [("ability", event.kin, event.ability.value)]
        case b.EffectBegun():
            return [("effect", event.sector.value)]
    return []


def compare_notes(notes: Sequence[Task], events: Sequence[Event]) -> None:
    """PP-N2, PP-N8, PP-N9, PP-DR4: rewards, influence and majorities; and what the Basilisk tells."""
    told: list[Task] = []
    for event in events:
        if isinstance(event, e.NighttimeStarted):
            told.append(("night", *(tuple(sorted(seats)) for seats in event.eligible_by_sector)))
        elif isinstance(event, e.DragonFed):
            told.append(("dragon", event.total, event.threshold, frozenset(plain(event.unscored))))
        elif isinstance(event, e.SectorScored | e.PalaceScored):
            place = event.sector.value if isinstance(event, e.SectorScored) else None
            kind = "sector" if place else "palace"
            told.append((kind, place, frozenset(event.eligible), event.influence, event.majority))
        else:
            told += reported(event)
    assert told == list(notes), ("expected", notes, "got", told)


def compare_answers(expected: Sequence[tuple[str, Fields]], told: Sequence[Command]) -> None:
    listed_moves = [frozen(tag_of(command), fields_of(command)) for command in told]
    allowed = {frozen(move, fields) for move, fields in expected}
    found = set(listed_moves)
    assert len(found) == len(listed_moves), "something is listed twice"
    assert found == allowed, ("missing", allowed - found, "too many", found - allowed)


def compare_score(game: Game, state: Phoenix) -> None:
    """Section 8, line by line."""
    score = PHOENIX.score(state)
    lines = final_score.final_lines(game)
    rank = ranks(score)
    if not game.factions:
        for own, line in zip(score.seats, lines):
            assert {item.item: item.points for item in own.items} == line.lines
            assert (own.total, rank[own.seat]) == (line.total, line.rank)
        return
    assert score.sides is not UNSET
    by_seats = {tuple(sorted(side.seats)): side for side in score.sides}
    for line in lines:
        side = by_seats.pop(line.seats)
        assert side.total == line.total == sum(item.points for item in side.items)
        told = {item.item: item.points for item in side.items}
        personal = [game.fp[seat] + final_score.endgame_points(game, seat) for seat in line.seats]
        if personal.count(min(personal)) == 1:
            assert told == line.lines, ("expected", line, "got", side)
        assert [rank[seat] for seat in line.seats] == [line.rank] * len(line.seats)
    assert not by_seats
    if game.enemy is not None:  # PP-CO25
        assert score.result == ("win" if lines[1].rank == 1 else "loss")
