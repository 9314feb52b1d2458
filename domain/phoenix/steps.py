"""The table of steps: which moves each step admits, and what happens if no seat has to decide."""

from collections.abc import Container, Iterator, Mapping
from typing import Any, Final

from domain.kernel.agenda import StepRules
from domain.kernel.dice import Dice
from domain.kernel.engine import Engine
from domain.kernel.errors import Rejected
from domain.kernel.messages import Command, Event
from domain.phoenix import agenda, basilisk, basilisk_kin, basilisk_sectors, night, setup, turn
from domain.phoenix import state as s
from domain.phoenix.actions import draft
from domain.phoenix.actions.ability import SKIP_ABILITY, use_ability
from domain.phoenix.actions.choose import CHOOSE
from domain.phoenix.actions.daytime import SKIP_DAYTIME, perform_daytime
from domain.phoenix.actions.place_kin import PLACE_KIN
from domain.phoenix.actions.turn_start import USE_TURN_START_CARD
from domain.phoenix.catalogue import KIN
from domain.phoenix.commands import PlaceKin, UseAbility, UseTurnStartCard
from domain.phoenix.decider import NOMINATE_DECIDER, pending
from domain.phoenix.events import MoveBegun, StepClosed
from domain.phoenix.evolve import evolve
from domain.phoenix.questions import QUESTIONS
from domain.phoenix.reactions import reactions


def _dropped(_state: s.Phoenix, _step: Any, _dice: Dice) -> Iterator[Event]:
    """PP-T13: a choice without an answer is dropped."""
    yield StepClosed()


STEPS: Final[Mapping[type, StepRules[s.Phoenix]]] = {
    agenda.TurnStart: StepRules(lambda *_: (USE_TURN_START_CARD, PLACE_KIN), forced=False),
    agenda.Placement: StepRules(lambda *_: (PLACE_KIN,), forced=False),
    agenda.Ability: StepRules(lambda state, _: (use_ability(state), SKIP_ABILITY), forced=False),
    agenda.Daytime: StepRules(lambda state, _: (perform_daytime(state), SKIP_DAYTIME), forced=False),
    agenda.Performed: StepRules(happens=turn.finish_daytime),
    agenda.Rotation: StepRules(happens=turn.rotate),
    agenda.Refill: StepRules(happens=turn.refill_slots),
    agenda.TurnEnd: StepRules(lambda *_: (turn.END_TURN,), forced=False),
    **{kind: StepRules(lambda *_: (CHOOSE,), _dropped) for kind in QUESTIONS},
    agenda.DealKin: StepRules(happens=draft.deal_kin),
    agenda.DraftKin: StepRules(lambda *_: (draft.ASYM_CHOOSE_FIGHTER,), draft.reveal_hands, forced=False),
    agenda.OpenClanhouse: StepRules(happens=setup.open_clanhouse),
    agenda.DealRevelations: StepRules(happens=draft.deal_revelations),
    agenda.DraftRevelations: StepRules(
        lambda *_: (draft.ASYM_BUY_REVELATIONS,), draft.reveal_purchases, forced=False
    ),
    agenda.OpenRevelations: StepRules(happens=setup.open_revelations),
    agenda.ResolveDraft: StepRules(happens=draft.resolve_draft),
    agenda.ResolveKept: StepRules(happens=draft.resolve_one),
    agenda.StartRound: StepRules(happens=turn.start_round),
    agenda.NightBegins: StepRules(happens=night.begin),
    agenda.ForeseenEvents: StepRules(happens=night.next_event),
    agenda.ForeseenFor: StepRules(happens=night.resolve_event),
    agenda.ForeseenDone: StepRules(happens=night.finish_event),
    agenda.DragonWakes: StepRules(happens=night.wake_the_dragon),
    agenda.Scoring: StepRules(happens=night.score_sectors),
    agenda.ScoreSector: StepRules(happens=night.score_sector),
    agenda.ScorePalace: StepRules(happens=night.score_palace),
    agenda.PalaceReward: StepRules(happens=night.reward_palace),
    agenda.Majority: StepRules(happens=night.give_bonus),
    agenda.NightEnds: StepRules(happens=night.end),
    agenda.DifficultySet: StepRules(happens=basilisk.set_difficulty),
    agenda.BasiliskTurn: StepRules(happens=basilisk.take_turn),
    agenda.BasiliskPlaces: StepRules(happens=basilisk.place),
    agenda.BasiliskAbility: StepRules(happens=basilisk_kin.perform_ability),
    agenda.BasiliskHit: StepRules(happens=basilisk_kin.reward_hit),
    agenda.Moonlight: StepRules(happens=basilisk_kin.moonlight),
    agenda.BasiliskPerforms: StepRules(happens=basilisk_sectors.perform_effect),
    agenda.BasiliskAcquires: StepRules(happens=basilisk_sectors.acquire_ready),
    agenda.BasiliskShuffles: StepRules(happens=basilisk_sectors.shuffle_stack),
    agenda.BasiliskTurnEnds: StepRules(happens=basilisk.end_turn),
}


def _not_your_turn(state: s.Phoenix, by: int | str) -> Rejected:
    """PP-T3, PP-T13: another seat has to decide now; 4.4: a decision in the draft is final."""
    top = pending(state)[-1]
    if isinstance(top.step, agenda.DraftKin | agenda.DraftRevelations) and by in range(state.players):
        return Rejected("wrong_step", rule="PP-AS2", expected=())
    return Rejected("not_your_turn", rule="PP-T3", seats=top.seats)


_KNOWN_IDS: Final[Mapping[type[Command], Mapping[str, Container[Any]]]] = {
    PlaceKin: {"kin_id": KIN},
    UseAbility: {"ready_kin": KIN, "target": KIN, "kin": KIN},
    UseTurnStartCard: {"kin": KIN},
}
ENGINE: Final = Engine[s.Phoenix](
    agenda=pending,
    steps=STEPS,
    evolve=evolve,
    move_begun=MoveBegun,
    not_your_turn=_not_your_turn,
    step_rule="PP-T4",
    reactions=reactions,
    known_ids=_KNOWN_IDS,
    asides=lambda _state, _seat: (NOMINATE_DECIDER,),
)
