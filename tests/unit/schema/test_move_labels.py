"""Labels of moves in four languages."""

import pytest

from domain.games import RULESETS
from domain.phoenix.commands import PerformDaytime
from schema.move_labels import move_label


@pytest.mark.parametrize(
    "lang,label",
    [
        ("en", "Perform the daytime effect: Event to discard: 1"),
        ("de", "Tageseffekt ausführen: Abzulegendes Ereignis: 1"),
        ("nl", "Dageffect uitvoeren: Af te leggen gebeurtenis: 1"),
        ("fr", "Appliquer l’effet de jour\u00a0: Événement à défausser\u00a0: 1"),
    ],
)
def test_label_separates_the_name_of_a_field_from_its_number(lang: str, label: str) -> None:
    assert move_label(RULESETS["phoenix"], lang, PerformDaytime(discard_slot=1)) == label
