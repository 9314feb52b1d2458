"""Set-up, read by the code and by the referee."""

import random
from collections.abc import Sequence
from typing import Any

from domain.kernel.messages import Event
from domain.kernel.ruleset import Setup
from domain.phoenix import events as e
from domain.phoenix.ids import Clan
from domain.phoenix.options import ClanChoice
from domain.phoenix.ruleset import PHOENIX
from tests.support.phoenix_matches.compared import compare
from tests.support.phoenix_matches.match import Against, Match, Played
from tests.support.phoenix_matches.translated import evolved, outcomes, plain
from tests.support.phoenix_referee import coop_set_up, playing, set_up
from tests.support.phoenix_referee.enemy import SCENARIO_CLAN, Enemy
from tests.support.phoenix_referee.state import Game, Outcomes


def begun(played: Played) -> Match:
    """A match right after set-up."""
    choices = chosen_clans(played)
    setup = PHOENIX.setup(played.options, choices, played.dice(1))
    check_seats(played, choices, setup)
    chance = outcomes(setup.events)
    if played.against is None:
        game = competitive(played, setup.events, chance)
    else:
        game = against_basilisk(played, played.against, setup.events, chance)
    playing.run(game, chance)
    assert chance.is_used_up, "shuffled too often"
    state = evolved(None, setup.events)
    compare(game, state)
    match = Match(played, state, game)
    if played.short_piles and not game.asymmetric:
        shorten_piles(match)
    match.list_moves()
    return match


def chosen_clans(played: Played) -> list[ClanChoice | None]:
    """PP-S2, PP-CO2: what the players have chosen in the lobby, sometimes nothing."""
    against = played.against
    taken = None if against is None else SCENARIO_CLAN.get(str(against.scenario), against.clan)
    clans = [clan for clan in Clan if clan != taken]
    picked = random.Random(played.seed).sample(clans, played.places)
    if against is not None and taken is None:
        return [None] * played.places
    return [ClanChoice(clan) if (played.seed + place) % 3 else None for place, clan in enumerate(picked)]


def check_seats(played: Played, choices: Sequence[ClanChoice | None], setup: Setup) -> None:
    """PP-S2, PP-CO1, PP-CO2, PP-SO2: who sits where, with which clan."""
    board = laid_out(setup.events)
    if played.against is None:
        assert sorted(setup.seats, key=str) == list(range(played.places))
    else:
        allies = [0] * played.against.allies if played.mode == "solo" else list(range(played.places))
        assert (setup.seats[0], sorted(setup.seats[1:], key=str)) == ("basilisk", allies)
        assert played.against.clan in {None, board.seats[0].clan}
    first = dict(reversed(list(zip(setup.seats, board.seats))))
    for place, choice in enumerate(choices):
        assert choice is None or first[place].clan is choice.clan


def laid_out(events: Sequence[Event]) -> e.BoardLaidOut:
    return next(event for event in events if isinstance(event, e.BoardLaidOut))


def clan_piles(events: Sequence[Event]) -> list[Any]:
    """By seat."""
    piles = {event.seat: plain(event.clan_pile) for event in events if isinstance(event, e.ClanPileShuffled)}
    return [piles[seat] for seat in sorted(piles)]


def villages(events: Sequence[Event]) -> list[str]:
    """The whole pile, with the tile that is built at once."""
    found = next(event for event in events if isinstance(event, e.VillagesShuffled))
    built = [found.built] if found.built else []
    return [village.value for village in (*built, found.top, *(found.village_pile or ()))]


def competitive(played: Played, events: Sequence[Event], chance: Outcomes) -> Game:
    """Sections 3, 9.5 to 9.7."""
    board = laid_out(events)
    picks = {event.seat: plain(event.pick) for event in events if isinstance(event, e.KinDrawn)}
    dealt = set_up.Dealt(
        plain([seat.clan for seat in board.seats]),
        board.token,
        clan_piles(events),
        villages(events),
        chance.foreseen.pop(0),
        chance.revelations.pop(0),
        [picks[seat] for seat in sorted(picks)],
    )
    return set_up.set_up(
        dealt,
        team=played.mode == "team",
        palace_alt="palace_alt" in played.variants,
        asymmetric="asymmetric" in played.variants,
        dragon="dragon" in played.variants,
    )


def against_basilisk(played: Played, against: Against, events: Sequence[Event], chance: Outcomes) -> Game:
    """Sections 9.3, 9.4, 9.8."""
    dealt = coop_set_up.DealtAgainstBasilisk(
        plain([seat.clan for seat in laid_out(events).seats]),
        clan_piles(events),
        chance.stacks.pop(0),
        chance.packets.pop(0),
        villages(events),
        chance.foreseen.pop(0),
        chance.revelations.pop(0),
    )
    enemy = Enemy(against.difficulty, against.scenario, solo=played.mode == "solo", allies=against.allies)
    return coop_set_up.set_up_coop(dealt, enemy, palace_alt="palace_alt" in played.variants)


def shorten_piles(match: Match) -> None:
    """Most cards leave the game, so that the discard piles have to be shuffled (PP-T2, PP-E18)."""
    board = match.state.board
    events = [
        e.ForeseenPileShuffled(2, board.foreseen_pile[:2]),
        e.RevelationPileShuffled(2, board.revelation_pile[:2]),
    ]
    match.state = evolved(match.state, events)
    match.game.foreseen_pile = match.game.foreseen_pile[:2]
    match.game.card_pile = match.game.card_pile[:2]
    compare(match.game, match.state)
