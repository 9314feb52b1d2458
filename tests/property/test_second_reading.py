"""Random games checked against a second implementation of the rules.

Each list of moves must match the rules, each completed action must have the effects they state, and each turn
must pass to the seat they name. `test_legal` checks that accepted commands are listed; this module finds
moves that should be both accepted and listed but are neither.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from msgspec import UNSET

from domain.bonfire import catalogue as cat
from domain.bonfire import commands as c
from domain.bonfire import events as e
from domain.bonfire.ruleset import BONFIRE
from domain.bonfire.state import Arrival, Bonfire, Bonus, Build, City, Island, SeatStatus
from domain.kernel.messages import Command, Event
from tests.support import second_reading as rules
from tests.support.random_play import Played, Position, entries, evolved, games, tries
from tests.support.second_reading import Stands, Tokens, owns

THRESHOLD = {2: 7, 3: 10, 4: 13}


def tokens(listed: Any) -> Tokens:
    return Counter(token.value for token in listed or ())


def given_or_none(value: Any) -> Any:
    return None if value is UNSET else getattr(value, "value", value)


@dataclass
class Change:
    """The effect of an action on the supply and points of its seat, and the offer it makes."""

    city: City
    tiles: Tokens = field(default_factory=Counter)
    resources: Tokens = field(default_factory=Counter)
    points: int = 0
    offer: type | None = None

    def pay(self, kind: str, units: int, paid: Any) -> None:
        assert rules.pays_tiles(self.city, kind, units, tokens(paid)), (kind, units, paid)
        self.tiles.subtract(tokens(paid))

    def pay_resources(self, units: Sequence[str], paid: Any, *, any_kind: bool) -> None:
        assert rules.pays_resources(self.city, units, tokens(paid), any_kind=any_kind), (units, paid)
        self.resources.subtract(tokens(paid))


Judge = Callable[[Bonfire, Bonfire, Any, Change], None]


def placed_fate(_before: Bonfire, after: Bonfire, move: Any, change: Change) -> None:
    """BF-T11 to BF-T17."""
    city, anchor = change.city, (move.anchor.row, move.anchor.column)
    tile = city.fate_supply[0 if move.end == "top" else -1]
    assert rules.fits(city, anchor, move.rotation)
    assert after.acting.fate_supply == (city.fate_supply[1:] if move.end == "top" else city.fate_supply[:-1])
    change.tiles, change.resources = rules.fate_gains(city, tile, anchor, move.rotation)


def fate_tile(before: Bonfire, after: Bonfire, move: Any, change: Change) -> None:
    """BF-T10, BF-G14."""
    assert rules.tiles_of(change.city).total() <= (3 if owns(change.city, 14) else 1)
    placed_fate(before, after, move, change)


def sailed(_before: Bonfire, after: Bonfire, move: Any, change: Change) -> None:
    """BF-T22, BF-T24, BF-T25."""
    assert move.to != change.city.ship
    assert after.acting.ship == move.to
    if rules.tasks_here(after, after.acting) or rules.guardian_here(after, after.acting):
        change.offer = Island


def voyage(before: Bonfire, after: Bonfire, move: Any, change: Change) -> None:
    change.pay("ship", rules.ship_price(change.city, move.to), move.payment)
    sailed(before, after, move, change)


def received(before: Bonfire, after: Bonfire, move: Any, change: Change) -> None:
    """BF-T29 to BF-T31."""
    city, new = change.city, after.acting
    units = rules.task_units(city, move.pile)
    assert units is not None
    change.pay("task", rules.task_price(city), move.payments.tiles)
    change.pay_resources(units, move.payments.resources, any_kind=owns(city, 3))
    assert city.spaces[move.position - 1].task is None
    assert (new.spaces[move.position - 1].task, new.spaces[move.position - 1].lit) == (move.task, False)
    left = [task for task in before.board.tasks_on(city.ship) if task != move.task]
    assert list(after.board.tasks_on(city.ship)) == left
    assert [offering.island for offering in new.offerings[len(city.offerings) :]] == [city.ship]


def arrived(before: Bonfire, after: Bonfire, guardian: cat.Guardian, change: Change) -> None:
    """BF-T36, BF-G17."""
    assert before.acting.place_of(guardian) is None
    assert after.acting.place_of(guardian) == "start_area"
    assert after.board.guardians_left(guardian) == before.board.guardians_left(guardian) - 1
    if owns(change.city, 17) and rules.anybody_can_step(after.acting):
        change.offer = Arrival


def fetched(before: Bonfire, after: Bonfire, move: Any, change: Change) -> None:
    change.pay("guardian", 1, move.payment)
    guardian = cat.ISLAND[cat.IslandId(change.city.ship)].guardian
    assert guardian is not None
    arrived(before, after, guardian, change)


def procession(before: Bonfire, after: Bonfire, move: Any, change: Change) -> None:
    """BF-T37 to BF-T43, BF-G2, BF-G17."""
    city, free = change.city, isinstance(before.offer, Arrival)
    if not free:
        change.pay("guardian", move.steps, move.payment)
    stands, walkers = rules.stands_of(city), list(walks(city, move))
    picked = iter(given_or_none(move.resources) or ())
    for guardian, strides in walkers:
        assert len(strides) <= (1 if free else move.steps) + owns(city, 2)
        place = rules.walk(city, stands, stands[guardian], strides)
        assert place is not None
        stands[guardian] = place
        if place.startswith("path:") and not free:
            pick = next(picked).value if owns(city, 6) else None
            change.resources.update(rules.harvest(city, guardian, rules.rank(place), pick))
    assert next(picked, None) is None
    assert walkers or free
    assert rules.stands_of(after.acting) == stands


def walks(city: City, move: c.MakeProcession) -> Iterator[tuple[str, list[str]]]:
    """BF-T38: the guardians who walk, in an allowed order."""
    ranks = [rules.rank(rules.stands_of(city)[each.guardian.value]) for each in move.moves or ()]
    assert ranks == sorted(ranks, reverse=True)
    assert len({each.guardian for each in move.moves or ()}) == len(ranks)
    for each in move.moves or ():
        if each.steps:
            yield each.guardian.value, [stride.value for stride in each.steps]


def tile_built(after: Bonfire, path: cat.PathTileId, picked: str | None, change: Change) -> None:
    """BF-T46, BF-G8, BF-Q19."""
    assert after.acting.paths == (*change.city.paths, path)
    assert len(after.acting.paths) <= 6
    assert (picked is not None) == (owns(change.city, 6) and owns(change.city, 8))
    assert picked != "gold"
    if owns(change.city, 8):
        change.resources[picked or cat.PATH_TILE[path].resource.value] += 1


def display_refilled(before: Bonfire, after: Bonfire, slot: int) -> None:
    """BF-T46: from the larger pile, pile 1 if both are equal."""
    piles = list(before.board.path_piles)
    larger = 0 if len(piles[0]) >= len(piles[1]) else 1
    expected = piles[larger][0] if piles[larger] else None
    piles[larger] = piles[larger][1:]
    assert after.board.path_display[slot] == expected
    assert list(after.board.path_piles) == piles


def built(before: Bonfire, after: Bonfire, move: Any, change: Change) -> None:
    kind, _, number = move.source.partition(":")
    change.pay("path", rules.path_price(change.city), move.payment)
    if kind == "pile":
        path = before.board.path_piles[int(number) - 1][0]
    else:
        shown = before.board.path_display[int(number) - 1]
        assert shown is not None
        path = shown
        display_refilled(before, after, int(number) - 1)
    tile_built(after, path, given_or_none(move.resource), change)


def recycled(before: Bonfire, after: Bonfire, _move: Any, change: Change) -> None:
    """BF-T47."""
    assert len({cat.PATH_TILE[path].crystal for path in before.board.path_display if path}) == 1
    assert None not in before.board.path_display
    tops = [path for pile in before.board.path_piles for path in pile[:2]]
    assert len(tops) < 4 or Counter(after.board.path_display) == Counter(tops)
    change.offer = Build


def rewarded(before: Bonfire, after: Bonfire, move: Any, change: Change) -> None:
    """BF-T53 to BF-T56, BF-G23, BF-G25."""
    index = int(move.to.removeprefix("gb"))
    shown, rewards = cat.GREAT_BONFIRE[index], set(move.rewards)
    assert (after.board.pointer, after.board.great_bonfire_used) == (index, True)
    assert frozenset(rewards) in rules.reward_sets(before, change.city, index)
    change.tiles[shown.tile.value] += "tile" in rewards
    if "resource" in rewards and shown.resource is not None:
        change.resources[shown.resource.value] += 1
    elif "resource" in rewards:
        change.points += 2
    new = set(change.city.portals)
    if "portal" in rewards:
        assert move.portal in rules.fitting_portals(before, change.city, index)
        new.add(cat.BOARD[change.city.board].portals.index(move.portal) + 1)
        gone = Counter(before.board.portals[index]) - Counter(after.board.portals[index])
        assert gone == Counter([move.portal])
    assert set(after.acting.portals) == new


def great_bonfire(before: Bonfire, after: Bonfire, move: Any, change: Change) -> None:
    index = int(move.to.removeprefix("gb"))
    change.pay("great_bonfire", rules.bonfire_price(before, change.city, index), move.payment)
    rewarded(before, after, move, change)


def joined(before: Bonfire, after: Bonfire, gnome: cat.GnomeId, change: Change) -> None:
    """BF-T57, BF-T59, BF-T60, BF-G4, BF-G15."""
    new = after.acting
    assert new.gnomes == (*change.city.gnomes, gnome)
    assert len(new.gnomes) <= 6
    change.points += rules.elder_points(new, gnome)
    change.tiles["yellow"] += owns(new, 15)
    if gnome in before.board.specialists:
        top = before.board.gnome_pile[0] if before.board.gnome_pile else None
        assert after.board.specialists[before.board.specialists.index(gnome)] == top


def recruited(before: Bonfire, after: Bonfire, move: Any, change: Change) -> None:
    change.pay("gnome", rules.OPTIONS[move.option][0], move.payments.tiles)
    units = rules.gnome_units(move.gnome, move.option)
    change.pay_resources(units, move.payments.resources, any_kind=owns(change.city, 9))
    joined(before, after, move.gnome, change)


def novice(before: Bonfire, after: Bonfire, move: Any, change: Change, *, neutral: bool) -> None:
    """BF-T63, BF-T64, BF-T68, BF-G7, BF-G24, BF-D1."""
    assert move.council_space in open_spaces(before, neutral=neutral)
    change.resources["gold"] += owns(change.city, 7)
    assert after.board.novices == before.board.novices + 1
    enough = after.board.novices >= THRESHOLD[before.players]
    assert after.phase == ("countdown" if enough or before.phase == "countdown" else "main")
    if move.take == "point":
        assert move.council_space != "council_gold"
        change.points += 1
    elif move.council_space == "council_gold":
        change.resources["gold"] += 2
        change.tiles["yellow"] += 1
    else:
        change.offer = Bonus


def ignited(before: Bonfire, after: Bonfire, move: Any, change: Change) -> None:
    assert move.position in rules.fulfilled_tasks(change.city)
    assert after.acting.spaces[move.position - 1].lit
    novice(before, after, move, change, neutral=False)


def neutral_sent(before: Bonfire, after: Bonfire, move: Any, change: Change) -> None:
    assert move.common_task in rules.usable_novices(before, before.turn.seat)
    assert move.common_task not in after.board.neutral_novices
    novice(before, after, move, change, neutral=True)


def chosen_path(before: Bonfire, after: Bonfire, move: Any, change: Change) -> None:
    """BF-C2, BF-Q12."""
    tile_built(after, move.path, given_or_none(move.resource), change)
    if move.path in before.board.path_display:
        display_refilled(before, after, before.board.path_display.index(move.path))
        return
    rest = Counter(path for pile in before.board.path_piles for path in pile) - Counter([move.path])
    first, second = after.board.path_piles
    assert Counter((*first, *second)) == rest
    assert len(first) - len(second) in {0, 1}


def shifted(_before: Bonfire, after: Bonfire, move: Any, change: Change) -> None:
    """BF-C6a to BF-C6e."""
    assert move.destination in rules.shift_places(change.city, move.guardian)
    assert after.acting.place_of(move.guardian) == move.destination
    picked = given_or_none(move.resource)
    if move.destination.startswith("path:"):
        change.resources = rules.harvest(change.city, move.guardian, rules.rank(move.destination), picked)
    else:
        assert picked is None


BONUSES: Mapping[str, Judge] = {
    "council_path": chosen_path,
    "council_guardian": lambda before, after, move, change: arrived(before, after, move.guardian, change),
    "council_great_bonfire": rewarded,
    "council_specialist": lambda before, after, move, change: joined(before, after, move.gnome, change),
    "council_guardian_move": shifted,
    "council_ship": sailed,
    "council_fate": placed_fate,
}


def bonus(before: Bonfire, after: Bonfire, move: Any, change: Change) -> None:
    assert isinstance(before.offer, Bonus)
    BONUSES[before.offer.space](before, after, move, change)


def discarded(_before: Bonfire, _after: Bonfire, move: Any, change: Change) -> None:
    change.tiles.subtract(tokens(move.tiles))


def started(_before: Bonfire, after: Bonfire, _move: Any, change: Change) -> None:
    """BF-S20, BF-S21."""
    change.resources.update(resource.value for resource in cat.Resource)
    change.tiles.update(["yellow", "yellow", *cat.FATE_TILE[after.acting.fate[0].tile].symbols])


def passed(before: Bonfire, _after: Bonfire, _move: Any, change: Change) -> None:
    """BF-D8, BF-D9."""
    assert before.countdown is not None
    assert before.countdown.value is not None
    assert not before.turn.begun
    change.points += before.countdown.value


JUDGES: Mapping[type[Command], Judge] = {
    c.ChooseStartFateTile: started,
    c.DiscardActionTiles: discarded,
    c.PlaceFateTile: fate_tile,
    c.MoveShip: voyage,
    c.ReceiveTask: received,
    c.RetrieveGuardian: fetched,
    c.MakeProcession: procession,
    c.BuildPath: built,
    c.RecyclePathDisplay: recycled,
    c.UseGreatBonfire: great_bonfire,
    c.RecruitGnome: recruited,
    c.IgniteBonfire: ignited,
    c.PlaceNeutralNovice: neutral_sent,
    c.ResolveBonus: bonus,
    c.SkipIslandAction: lambda *_: None,
    c.Pass: passed,
}


def judge(before: Bonfire, action: e.ActionTaken, after: Bonfire) -> None:
    """Check the effects of an action on its own city's supply, and that no other city changes."""
    seat, change = action.seat, Change(before.cities[action.seat])
    JUDGES[type(action.move)](before, after, action.move, change)
    new = after.cities[seat]
    news = rules.common_tasks(new) - rules.common_tasks(change.city)
    if owns(new, 19):  # BF-G19, BF-Q21
        change.tiles["yellow"] += len(news)
        change.resources["gold"] += len(news)
    assert {task.value for task in new.fulfilled} == rules.common_tasks(new)
    assert difference(rules.tiles_of(change.city), rules.tiles_of(new)) == nonzero(change.tiles)
    assert difference(rules.resources_of(change.city), rules.resources_of(new)) == nonzero(change.resources)
    assert new.points - change.city.points == change.points
    assert change.offer is (None if after.offer is None else type(after.offer))
    assert [city for n, city in enumerate(before.cities) if n != seat] == [
        city for n, city in enumerate(after.cities) if n != seat
    ]


def nonzero(counts: Tokens) -> dict[str, int]:
    return {kind: count for kind, count in counts.items() if count}


def difference(before: Tokens, after: Tokens) -> dict[str, int]:
    after.subtract(before)
    return nonzero(after)


def course(state: Bonfire) -> Iterator[Event]:
    """BF-T1, BF-T9a, BF-D3 to BF-D6, BF-D10, BF-D11: the events after a turn."""
    turn, status = state.turn, [city.status for city in state.cities]
    seat, number, round_number = turn.seat, turn.number, turn.round
    value = None if state.countdown is None else state.countdown.value
    if not turn.main_done:
        status[seat] = SeatStatus.STUCK
        yield e.SeatStuck(seat)
    while set(status) != {SeatStatus.PASSED} and (
        set(status) != {SeatStatus.STUCK} or state.countdown is not None
    ):
        seat, number = (seat + 1) % state.players, number + 1
        if seat == 0:
            round_number += 1
            value = None if state.countdown is None else 5 if value is None else value - 1
            if value == 0:
                break
            yield e.RoundBegun(round_number, value)
        yield e.TurnBegun(seat, number)
        if status[seat] is SeatStatus.ACTIVE and can_act(state, seat):
            return
        if status[seat] is not SeatStatus.PASSED and value is not None:
            status[seat] = SeatStatus.PASSED
            yield e.SeatPassed(seat, value)
        elif status[seat] is SeatStatus.ACTIVE:
            status[seat] = SeatStatus.STUCK
            yield e.SeatStuck(seat)
    yield e.PlayEnded()


def can_act(state: Bonfire, seat: int) -> bool:
    fresh = not state.cities[seat].fate
    return fresh or rules.has_main_option(state, seat) or bool(rules.usable_novices(state, seat))


def check_entry(state: Bonfire, events: Sequence[Event]) -> None:
    """Check the actions of an entry, each with its consequences; forced answers are separate actions."""
    starts = [n for n, event in enumerate(events) if isinstance(event, e.ActionTaken)]
    for start, end in zip(starts, [*starts[1:], len(events)]):
        action = events[start]
        assert isinstance(action, e.ActionTaken)
        if isinstance(action.move, c.EndTurn):
            assert state.turn.main_done or not rules.has_main_option(state, action.seat)
            assert list(events[start + 1 : end]) == list(course(state))
            return
        after = evolved(state, events[start:end])
        judge(state, action, after)
        state = after


def open_spaces(state: Bonfire, *, neutral: bool) -> set[str]:
    """BF-T63, BF-T68, BF-G24."""
    owner = None if neutral else state.turn.seat
    return {
        seats.space.value
        for seats in state.board.council
        if owns(state.acting, 24) or owner not in {novice.seat for novice in seats.novices}
    }


def is_available(state: Bonfire, space: str, lit: int | None) -> bool:
    """BF-C9."""
    city = state.acting
    return {
        "council_path": len(city.paths) < 6,
        "council_guardian": len(city.guardians) < 5,
        "council_specialist": len(city.gnomes) < 6 and any(state.board.specialists),
        "council_guardian_move": any(rules.shift_places(city, one, lit) for one in rules.stands_of(city)),
        "council_fate": bool(city.fate_supply and rules.anchors(city)),
    }.get(space, True)


def main_options(state: Bonfire) -> Iterator[tuple[type[Command], str, set[Any]]]:
    """The first field of each main option, and every answer to it."""
    city, board = state.acting, state.board
    few = rules.tiles_of(city).total() <= (3 if owns(city, 14) else 1)
    yield (
        c.PlaceFateTile,
        "end",
        {"top", "bottom"} if few and city.fate_supply and rules.anchors(city) else set(),
    )
    islands = {island.id for island in cat.ISLANDS} - {city.ship}
    yield (
        c.MoveShip,
        "to",
        {to for to in islands if rules.has_tiles(city, "ship", rules.ship_price(city, to))},
    )
    yield c.ReceiveTask, "task", set(rules.tasks_here(state, city))
    most = 2 * rules.tiles_of(city).total()
    steps = {n for n in range(1, most + 1) if rules.has_tiles(city, "guardian", n)}
    yield c.MakeProcession, "steps", steps if rules.anybody_can_step(city) else set()
    sources = {f"display:{n}" for n, path in enumerate(board.path_display, start=1) if path}
    sources |= {f"pile:{n}" for n, pile in enumerate(board.path_piles, start=1) if pile}
    yield c.BuildPath, "source", sources if rules.can_build(city) else set()
    yield (
        c.UseGreatBonfire,
        "to",
        {
            f"gb{n}"
            for n in range(7)
            if rules.has_tiles(city, "great_bonfire", rules.bonfire_price(state, city, n))
        },
    )
    cards = {card for card in (*board.specialists, *board.elders) if card}
    yield c.RecruitGnome, "gnome", {card for card in cards if rules.recruit_options(city, card)}
    yield c.IgniteBonfire, "position", set(rules.fulfilled_tasks(city))


def listed(position: Position, kind: type[Command], name: str) -> set[Any]:
    return {getattr(move, name) for move in position.moves if type(move) is kind}


def check_rest(position: Position) -> None:
    """BF-T2, BF-T7, BF-T9, BF-T27, BF-T47, BF-T67, BF-D8: check the moves when no form is open."""
    state, seat = position.state, position.state.turn.seat
    city, turn, kinds = state.acting, state.turn, {type(move) for move in position.moves}
    for kind, name, allowed in main_options(state):
        assert listed(position, kind, name) == (set() if turn.main_done else allowed), kind
    display = [cat.PATH_TILE[path].crystal for path in state.board.path_display if path]
    value = None if state.countdown is None else state.countdown.value
    bare: Mapping[type[Command], bool] = {
        c.RetrieveGuardian: rules.guardian_here(state, city),
        c.RecyclePathDisplay: rules.can_build(city) and len(display) == 4 and len(set(display)) == 1,
        c.Pass: value is not None and not turn.begun,
    }
    for kind, is_allowed in bare.items():
        assert (kind in kinds) == (is_allowed and not turn.main_done), kind
    assert listed(position, c.PlaceNeutralNovice, "common_task") == rules.usable_novices(state, seat)
    held = nonzero(rules.tiles_of(city))
    assert {tiles[0].value for tiles in listed(position, c.DiscardActionTiles, "tiles")} == set(held)
    assert (c.EndTurn in kinds) == (turn.main_done or not rules.has_main_option(state, seat))
    assert not kinds & {c.SkipIslandAction, c.ResolveBonus}


def check_fate(position: Position, form: Any) -> None:
    """BF-T12: anchors, then the rotations that fit there."""
    kind, spots = type(form), rules.anchors(position.state.acting)
    if form.anchor is not UNSET:
        assert sorted(listed(position, kind, "rotation")) == spots[form.anchor.row, form.anchor.column]
    elif form.end is not UNSET:
        assert {(cell.row, cell.column) for cell in listed(position, kind, "anchor")} == spots.keys()


def check_rewards(position: Position, form: Any) -> None:
    """BF-T54, BF-T55."""
    state, kind, index = position.state, type(form), int(form.to.removeprefix("gb"))
    if listed(position, kind, "rewards") != {UNSET}:
        chosen = {frozenset(rewards) for rewards in listed(position, kind, "rewards")}
        assert chosen == rules.reward_sets(state, state.acting, index)
    elif listed(position, kind, "portal") != {UNSET}:
        assert listed(position, kind, "portal") == rules.fitting_portals(state, state.acting, index)


def check_novice(position: Position, form: Any) -> None:
    """BF-T63, BF-T64, BF-T66, BF-T68, BF-C9."""
    neutral, kind = isinstance(form, c.PlaceNeutralNovice), type(form)
    if form.council_space is UNSET:
        spaces = open_spaces(position.state, neutral=neutral)
        assert listed(position, kind, "council_space") == spaces
        return
    usable = is_available(position.state, form.council_space, None if neutral else form.position)
    point = {"point"} if form.council_space != "council_gold" else set()
    assert listed(position, kind, "take") == point | ({"bonus"} if usable else set())


def check_task(position: Position, form: Any) -> None:
    """BF-T30, BF-T31."""
    city = position.state.acting
    if form.pile is UNSET:
        assert listed(position, c.ReceiveTask, "pile") == set(rules.payable_piles(city))
    elif form.position is UNSET:
        free = {n for n, space in enumerate(city.spaces, start=1) if space.task is None}
        assert listed(position, c.ReceiveTask, "position") == free


def check_gnome(position: Position, form: Any) -> None:
    """BF-T58."""
    if form.option is UNSET:
        options = rules.recruit_options(position.state.acting, form.gnome)
        assert listed(position, c.RecruitGnome, "option") == set(options)


def check_walk(position: Position, form: Any) -> None:
    """BF-T38 to BF-T41: check guardians and walks; the last one who can walk may not stay."""
    city, free = position.state.acting, isinstance(position.state.offer, Arrival)
    moves = listed(position, c.MakeProcession, "moves")
    if moves == {UNSET}:
        return
    steps = (1 if free else form.steps) + owns(city, 2)
    stands, waiting = rules.stands_of(city), set(rules.stands_of(city))
    for each in form.moves or ():
        origin = rules.rank(stands[each.guardian])
        waiting = {who for who in waiting - {each.guardian} if not is_before(stands, who, origin)}
        stands[each.guardian] = str(rules.walk(city, stands, stands[each.guardian], each.steps))
    ready = {who for who in waiting if rules.can_step(city, stands, who)}
    first = max(rules.rank(stands[who]) for who in ready)
    due = {who for who in ready if rules.rank(stands[who]) == first}
    must = not free and not any(each.steps for each in form.moves or ()) and len(ready) == 1
    ways = {(who, way) for who in due for way in strides(city, stands, stands[who], steps) if way or not must}
    assert {(move.guardian.value, tuple(move.steps)) for (move,) in moves} == ways


def is_before(stands: Stands, guardian: str, origin: int) -> bool:
    """Whether a guardian was to move before another who stood at this place."""
    return not stands[guardian].startswith("bonfire") and rules.rank(stands[guardian]) > origin


def strides(city: City, stands: Stands, place: str, steps: int) -> Iterator[tuple[str, ...]]:
    """Every walk of at most this many steps, including none."""
    yield ()
    for stride in rules.STRIDES if steps else ():
        there = rules.step(city, stands, place, stride)
        if there is not None:
            yield from ((stride, *way) for way in strides(city, stands, there, steps - 1))


def check_bonus(position: Position, form: Any) -> None:
    """BF-C2 to BF-C8: check the first field of each space, and the destinations of a guardian."""
    state, city = position.state, position.state.acting
    assert isinstance(state.offer, Bonus)
    space, first = state.offer.space.value, form == c.ResolveBonus()
    piles = {path for pile in state.board.path_piles for path in pile}
    stands = rules.stands_of(city)
    questions: Mapping[str, tuple[str, set[Any]]] = {
        "council_path": ("path", {*state.board.path_display, *piles} - {None}),
        "council_guardian": ("guardian", {one.value for one in cat.ISLAND_GUARDIANS} - set(stands)),
        "council_great_bonfire": ("to", {f"gb{n}" for n in range(7)}),
        "council_specialist": ("gnome", set(state.board.specialists) - {None}),
        "council_guardian_move": ("guardian", {one for one in stands if rules.shift_places(city, one)}),
        "council_ship": ("to", {island.id for island in cat.ISLANDS} - {city.ship}),
        "council_fate": ("end", {"top", "bottom"}),
    }
    name, allowed = questions[space]
    if first:
        assert listed(position, c.ResolveBonus, name) == allowed
    elif space == "council_fate":
        check_fate(position, form)
    elif space == "council_great_bonfire":
        check_rewards(position, form)
    elif space == "council_guardian_move" and form.destination is UNSET:
        assert listed(position, c.ResolveBonus, "destination") == rules.shift_places(city, form.guardian)


def check_island(position: Position) -> None:
    """BF-T25."""
    state, kinds = position.state, {type(move) for move in position.moves}
    assert c.SkipIslandAction in kinds
    assert listed(position, c.ReceiveTask, "task") == set(rules.tasks_here(state, state.acting))
    assert (c.RetrieveGuardian in kinds) == rules.guardian_here(state, state.acting)


FORMS: Mapping[type[Command], Callable[[Position, Any], None]] = {
    c.PlaceFateTile: check_fate,
    c.ReceiveTask: check_task,
    c.MakeProcession: check_walk,
    c.UseGreatBonfire: check_rewards,
    c.RecruitGnome: check_gnome,
    c.IgniteBonfire: check_novice,
    c.PlaceNeutralNovice: check_novice,
    c.ResolveBonus: check_bonus,
}


def check_list(position: Position) -> None:
    """Every answer that the rules allow is listed, and no other."""
    state = position.state
    form: Any = state.form
    if type(form) in FORMS:
        FORMS[type(form)](position, form)
    elif isinstance(state.offer, Bonus):
        check_bonus(position, c.ResolveBonus())
    elif isinstance(state.offer, Arrival):
        check_walk(position, c.MakeProcession())
    elif isinstance(state.offer, Island) and form is None:
        check_island(position)
    elif form is None and state.offer is None and state.acting.fate and not state.turn.passed:
        check_rest(position)


def check_game(game: Played) -> None:
    for position, events in entries(game):
        check_list(position)
        check_entry(position.state, events)
        score = BONFIRE.score(position.state)
        assert [seat.total for seat in score.seats] == [rules.total(city) for city in position.state.cities]


@tries(3)
@given(games((2, 3, 4)))
def test_the_game_agrees_with_the_second_reading_of_the_rules(game: Played) -> None:
    check_game(game)


@pytest.mark.long
@tries(80)
@given(games((2, 3, 4)))
def test_the_game_agrees_with_the_second_reading_in_many_games(game: Played) -> None:
    check_game(game)
