"""The automa of the solo game (BF-O7 to BF-O22): a function for each action, and the human's choices."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from domain.bonfire import events as e
from domain.bonfire.actions import path, recruit
from domain.bonfire.catalogue import (
    BOARD,
    GNOME_CARD,
    GREAT_BONFIRE,
    ISLAND_GUARDIANS,
    MAX_GNOMES,
    MAX_PATHS,
    PATH_TILE,
    POSITIONS,
    TOM_CARD,
    CommonTask,
    CouncilSpace,
    GnomeId,
    Guardian,
    IslandId,
    Resource,
    TaskId,
    TomAction,
    TomCardId,
    islands_of,
)
from domain.bonfire.commands import ResolveTom
from domain.bonfire.common import COMMON_TASK
from domain.bonfire.state import TOM_SEAT, Bonfire, TomAsks, TomQuestion, TomsTurn
from domain.bonfire.tasks import TASK
from domain.bonfire.turn import hand_over
from domain.kernel.action import Action, Field
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event

PLAYTHROUGHS: Final = 4
_COMPENSATION: Final = 3
_BELONGS_TO: Final[Mapping[TomAction, CommonTask]] = {
    TomAction.GNOME: CommonTask.GNOMES,
    TomAction.PATH: CommonTask.PATHS,
    TomAction.TASK_HIGH: CommonTask.TASKS,
    TomAction.TASK_LOW: CommonTask.TASKS,
    TomAction.GUARDIAN: CommonTask.GUARDIANS,
    TomAction.GREAT_BONFIRE: CommonTask.PORTALS,
}


_RULE: Final[Mapping[TomAction, str]] = {
    TomAction.GNOME: "BF-O10",
    TomAction.PATH: "BF-O11",
    TomAction.TASK_HIGH: "BF-O12",
    TomAction.TASK_LOW: "BF-O13",
    TomAction.GUARDIAN: "BF-O14",
    TomAction.GREAT_BONFIRE: "BF-O15",
}


def toms_turn(state: Bonfire, step: TomsTurn, dice: Dice) -> Iterator[Event]:
    """BF-O7, BF-O16: Tom's next card, or, once it is resolved, the rest of his turn."""
    return _take_turn(state, dice) if step.resolved is None else _after_card(state, step.resolved)


def _take_turn(state: Bonfire, dice: Dice) -> Iterator[Event]:
    """BF-O7, BF-O8: the next card, the gnome it reveals, and its action, or points instead (BF-O18)."""
    assert state.tom is not None
    pile = state.tom.pile
    if not pile:
        pile = dice.shuffled(state.tom.discard)
        yield e.TomPileShuffled(state.tom.playthrough + 1, len(pile), pile, reveals=True)
    card = TOM_CARD[pile[0]]
    yield e.TomCardDrawn(card.id, card.action, _RULE[card.action], reveals=True)
    gnomes = state.board.gnome_pile
    if card.gnome_icon and not gnomes:
        gnomes = dice.shuffled(state.tom.gnome_discard)
        yield e.GnomePileShuffled(len(gnomes), gnomes, reveals=True)
    if card.gnome_icon:
        yield e.TomGnomeRevealed(gnomes[0], GNOME_CARD[gnomes[0]].resource, rule="BF-O8", reveals=True)
    belongs = COMMON_TASK[_BELONGS_TO[card.action]]
    if belongs.met(state.cities[TOM_SEAT]):
        yield e.TomCompensated(card.id, belongs.id, _COMPENSATION, rule="BF-O18")
        yield e.TomCardResolved(card.id)
    elif card.gnome_icon:
        revealed = _after_reveal(state, gnomes)
        yield from _SEARCHES[card.action](revealed, card.id, GNOME_CARD[gnomes[0]].resource, dice)
    else:
        yield from _ACTS[card.action](state, card.id)


def _after_reveal(state: Bonfire, gnomes: tuple[GnomeId, ...]) -> Bonfire:
    """The state after the gnome was revealed, so that refills come from the right pile."""
    assert state.tom is not None
    reshuffled = not state.board.gnome_pile
    discard = () if reshuffled else state.tom.gnome_discard
    return replace(
        state,
        board=replace(state.board, gnome_pile=gnomes[1:]),
        tom=replace(state.tom, gnome_discard=(*discard, gnomes[0])),
    )


def _gnomes(state: Bonfire, card: TomCardId, resource: Resource, dice: Dice) -> Iterator[Event]:
    """BF-O10, BF-Q59: take every specialist in the display with that resource, left to right, up to six."""
    room = MAX_GNOMES - len(state.cities[TOM_SEAT].gnomes)
    shown = [gnome for gnome in state.board.specialists if gnome is not None]
    found = [gnome for gnome in shown if GNOME_CARD[gnome].resource is resource][:room]
    if not found:
        yield e.TomFoundNothing(card, rule="BF-O10")
    yield from recruit.join(state, TOM_SEAT, found, dice)
    yield e.TomCardResolved(card)


def _paths(state: Bonfire, card: TomCardId, resource: Resource, _dice: Dice) -> Iterator[Event]:
    """BF-O11, BF-Q59: build every path tile in the display with that resource, left to right, up to six."""
    built = len(state.cities[TOM_SEAT].paths)
    display = list(state.board.path_display)
    for slot, tile in enumerate(state.board.path_display):
        if tile is not None and PATH_TILE[tile].resource is resource and built < MAX_PATHS:
            built += 1
            display[slot] = None
            yield e.PathBuilt(TOM_SEAT, tile, built + 1, f"display:{slot + 1}", resource)
    if tuple(display) == state.board.path_display:
        yield e.TomFoundNothing(card, rule="BF-O11")
    else:
        yield from path.refills(display, state.board.path_piles)
    yield e.TomCardResolved(card)


def _highest_task(state: Bonfire, card: TomCardId, resource: Resource, _dice: Dice) -> Iterator[Event]:
    """BF-O12: take the task with the most points on the two islands of the resource."""
    return _task(state, card, resource, max)


def _lowest_task(state: Bonfire, card: TomCardId, resource: Resource, _dice: Dice) -> Iterator[Event]:
    """BF-O13: take the task with the fewest points there; a novice follows."""
    return _task(state, card, resource, min)


def _task(
    state: Bonfire, card: TomCardId, resource: Resource, best: Callable[[Sequence[int]], int]
) -> Iterator[Event]:
    tasks = [task for island in islands_of(resource) for task in state.board.tasks_on(island)]
    if not tasks:
        yield e.TomFoundNothing(card, rule="BF-Q61" if best is min else "BF-O12")
        yield e.TomCardResolved(card)
        return
    points = best([TASK[task].points for task in tasks])
    equal = tuple(task for task in tasks if TASK[task].points == points)
    yield e.OfferMade(TOM_SEAT, TomAsks(card, TomQuestion.TASK, equal))


def _guardian(state: Bonfire, card: TomCardId) -> Iterator[Event]:
    """BF-O14: take a guardian of a colour that Tom lacks."""
    there = {place.guardian for place in state.cities[TOM_SEAT].guardians}
    missing = tuple(guardian.value for guardian in ISLAND_GUARDIANS if guardian not in there)
    yield e.OfferMade(TOM_SEAT, TomAsks(card, TomQuestion.GUARDIAN, missing))


def _great_bonfire(state: Bonfire, card: TomCardId) -> Iterator[Event]:
    """BF-O15, BF-O19, BF-Q60: turn clockwise, at most once around, to the portal of Tom's next notch."""
    city, pointer, count = state.cities[TOM_SEAT], state.board.pointer, len(GREAT_BONFIRE)
    position = max(position for position in POSITIONS if position not in city.portals)
    shape = BOARD[city.board].portals[position - 1]
    clockwise = [(pointer + distance) % count for distance in range(1, count + 1)]
    index = next((index for index in clockwise if shape in state.board.portals[index]), None)
    if index is None:
        yield e.TomFoundNothing(card, rule="BF-O15")
    else:
        space = GREAT_BONFIRE[index].id
        yield e.GreatBonfireTurned(TOM_SEAT, space)
        yield e.PortalPlaced(TOM_SEAT, shape, space, position)
    yield e.TomCardResolved(card)


_SEARCHES: Final[Mapping[TomAction, Callable[[Bonfire, TomCardId, Resource, Dice], Iterator[Event]]]] = {
    TomAction.GNOME: _gnomes,
    TomAction.PATH: _paths,
    TomAction.TASK_HIGH: _highest_task,
    TomAction.TASK_LOW: _lowest_task,
}
_ACTS: Final[Mapping[TomAction, Callable[[Bonfire, TomCardId], Iterator[Event]]]] = {
    TomAction.GUARDIAN: _guardian,
    TomAction.GREAT_BONFIRE: _great_bonfire,
}


def _after_card(state: Bonfire, card: TomCardId) -> Iterator[Event]:
    """BF-O16, BF-O21, BF-O22: a neutral novice for each fulfilled common task; then the next turn or end."""
    assert state.tom is not None
    fulfilled = state.cities[TOM_SEAT].fulfilled
    waiting = next((task for task in state.board.neutral_novices if task in fulfilled), None)
    if waiting is not None:
        yield _asks_space(card, waiting)
    elif state.tom.playthrough == PLAYTHROUGHS and not state.tom.pile:
        yield e.PlayEnded()
    else:
        yield from hand_over(state)


def _asks_space(card: TomCardId, common_task: CommonTask | None) -> Event:
    """BF-O17: any space is allowed; the choice is recorded."""
    spaces = tuple(space.value for space in CouncilSpace)
    return e.OfferMade(TOM_SEAT, TomAsks(card, TomQuestion.SPACE, spaces, common_task))


def _asked(state: Bonfire) -> TomAsks:
    assert isinstance(state.offer, TomAsks)
    return state.offer


def _options(state: Bonfire, _seat: int, _form: ResolveTom) -> tuple[str, ...]:
    return _asked(state).options


def _no_option(state: Bonfire, _seat: int, form: ResolveTom) -> Rejected | None:
    """The choice must be one of the offered options (rules page, 8.3)."""
    asked = _asked(state)
    if form.choice is UNSET or form.choice in asked.options:
        return None
    space = asked.question is TomQuestion.SPACE
    rule = "BF-O17" if space else _RULE[TOM_CARD[asked.card].action]
    return Rejected("not_an_option", rule=rule, choice=form.choice, options=asked.options)


def _outcome(state: Bonfire, seat: int, form: ResolveTom, _dice: Dice) -> Iterator[Event]:
    """Carry out the choice and continue Tom's turn."""
    assert form.choice is not UNSET
    asked = _asked(state)
    yield e.ActionTaken(seat, form, main=False)
    yield from _ANSWERED[asked.question](state, asked, form.choice)


def _task_chosen(state: Bonfire, asked: TomAsks, choice: str) -> Iterator[Event]:
    """BF-O12, BF-O13, BF-Q58: place it lit on Tom's lowest free position; with Task II a novice follows."""
    task = TaskId(choice)
    position = next(p for p in POSITIONS if state.cities[TOM_SEAT].spaces[p - 1].task is None)
    yield e.TaskReceived(TOM_SEAT, task, _island_of(state, task), position)
    yield e.BonfireLit(TOM_SEAT, task, position)
    if TOM_CARD[asked.card].action is TomAction.TASK_LOW:
        yield _asks_space(asked.card, None)
    else:
        yield e.TomCardResolved(asked.card)


def _space_chosen(_state: Bonfire, asked: TomAsks, choice: str) -> Iterator[Event]:
    """BF-O13, BF-O16: place Tom's novice, or a neutral one lying flat; either gives a point."""
    flat = asked.common_task is not None
    yield e.NovicePlaced(TOM_SEAT, CouncilSpace(choice), asked.common_task, flat)
    yield e.PointsGained(TOM_SEAT, 1, rule="BF-O16" if flat else "BF-O13")
    yield e.TomCardResolved(asked.card)


def _guardian_chosen(_state: Bonfire, asked: TomAsks, choice: str) -> Iterator[Event]:
    """BF-O14: move the guardian from her island to Tom's start area."""
    yield e.GuardianArrived(TOM_SEAT, Guardian(choice))
    yield e.TomCardResolved(asked.card)


_ANSWERED: Final[Mapping[TomQuestion, Callable[[Bonfire, TomAsks, str], Iterator[Event]]]] = {
    TomQuestion.TASK: _task_chosen,
    TomQuestion.SPACE: _space_chosen,
    TomQuestion.GUARDIAN: _guardian_chosen,
}


def _island_of(state: Bonfire, task: TaskId) -> IslandId:
    return next(entry.island for entry in state.board.tasks if task in entry.tasks)


RESOLVE_TOM = Action(ResolveTom, fields=(Field("choice", _options, _no_option),), outcome=_outcome)
