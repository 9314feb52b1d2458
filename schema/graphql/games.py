"""The types of every ruleset: views, options, events and moves, each game's with its prefix.

A game is added by its ruleset alone.
"""

from typing import Final

from domain.games import RULESETS
from domain.kernel.codec import EVENTS_WITH_OPTIONS, kernel_events
from domain.kernel.messages import Command, Event
from domain.kernel.table import Choice, Options, Result, Seat, Status
from schema.answers import Difference, GameRow, ScoreAnswer, VersionAnswer
from schema.catalogue import MoveAnswer, OptionAnswer
from schema.entries import CHOICES
from schema.standings import LeaderboardRow
from schema.structs import Types, many
from schema.webhooks import Delivery, DeliveryError, DeliveryStatus, NewSecret

PREFIX: Final = {name: name.capitalize() for name in RULESETS}

TYPES: Final = Types(
    prefixes={type(rules).__module__.rpartition(".")[0]: PREFIX[name] for name, rules in RULESETS.items()},
    names={
        Status: "GameStatus",
        Command: "Move",
        Seat: "DealtSeat",
        Result: "GameResult",
        GameRow: "ListedGame",
        ScoreAnswer: "GameScore",
        VersionAnswer: "StreamReset",
        Difference: "AuditDifference",
        MoveAnswer: "RulesetMove",
        OptionAnswer: "RulesetOption",
        LeaderboardRow: "RankedPlayer",
        NewSecret: "WebhookSecret",
        Delivery: "WebhookDelivery",
        DeliveryStatus: "WebhookDeliveryStatus",
        DeliveryError: "WebhookDeliveryError",
    },
)

OPTIONS: Final = TYPES.union(
    "GameOptions",
    [rules.options for rules in RULESETS.values()],
    description="What was chosen when the game was opened, by ruleset.",
)
TYPES.stand_in(Options, OPTIONS)
if CHOICES:
    CHOICE: Final = TYPES.union(
        "LobbyChoice", list(CHOICES.values()), description="What a player chose in the lobby, by ruleset."
    )
    TYPES.stand_in(Choice, CHOICE)
else:
    TYPES.leave_out(Choice)

MOVE: Final = TYPES.interface(Command)
MOVES: Final = TYPES.unions(
    {f"{PREFIX[name]}Move": rules.move_types for name, rules in RULESETS.items()},
    implements=(MOVE,),
    description="All that can be asked in this game; what was not given is null.",
)

EVENT: Final = TYPES.interface(Event)
EVENTS: Final = TYPES.unions(
    {
        f"{PREFIX[name]}Event": (*EVENTS_WITH_OPTIONS, *kernel_events(rules), *rules.event_types)
        for name, rules in RULESETS.items()
    },
    implements=(EVENT,),
    description="All that can happen in this game.",
)

VIEW: Final = TYPES.union(
    "GameView",
    [rules.view_type for rules in RULESETS.values()],
    description="A game as its reader may see it, by ruleset.",
)

MOVE_INPUT: Final = TYPES.choice(
    "MoveInput",
    {
        name: (
            TYPES.one_of(
                f"{PREFIX[name]}MoveInput",
                rules.move_types,
                "A move; a field left out is asked for under its name, null declines an optional one.",
            ),
            None,
        )
        for name, rules in RULESETS.items()
    },
    "A move of the game's ruleset.",
)
OPTIONS_INPUT: Final = TYPES.choice(
    "GameOptionsInput",
    {name: (TYPES.input(rules.options), None) for name, rules in RULESETS.items()},
    "The ruleset of a new game, and its options; `{}` for all the defaults.",
)
SEATS_INPUT: Final = TYPES.choice(
    "SeatsInput",
    {
        "count": (int, "So many people play, the caller among them."),
        "places": (many(str), "What each place is for: `open`, `me`, `player:<id>` or `bot:<level>`."),
    },
    "Who plays.",
)
