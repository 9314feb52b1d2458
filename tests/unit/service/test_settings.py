"""The settings: defaults, reading, refusals that name variable, value and what is expected."""

import pytest

from domain.games import RULESETS
from service.settings import Settings, SettingsError, load, masked, rows
from tests.support.clashing import with_games


def test_unset_variables_give_the_defaults() -> None:
    settings = load({"PATH": "/bin", "HOME": "/root"})
    assert settings == Settings()
    assert (settings.host, settings.port, settings.data) == ("127.0.0.1", 8000, "./.emberlog")


def test_values_are_parsed_by_their_type() -> None:
    settings = load(
        {
            "EMBERLOG_PORT": "9000",
            "EMBERLOG_SWEEP_SECONDS": "0.5",
            "EMBERLOG_REDIS_URL": "rediss://log.example/0",
            "EMBERLOG_LOG_FORMAT": "console",
        }
    )
    assert (settings.port, settings.sweep_seconds, settings.log_format) == (9000, 0.5, "console")
    assert settings.redis == "rediss://log.example/0"


def test_an_empty_variable_counts_as_not_set() -> None:
    assert load({"EMBERLOG_PORT": "", "EMBERLOG_REDIS_URL": ""}) == Settings()


@pytest.mark.parametrize(
    "variable,value,expected",
    [
        ("EMBERLOG_PORT", "http", "a port number from 1 to 65535"),
        ("EMBERLOG_PORT", "0", "a port number from 1 to 65535"),
        ("EMBERLOG_PORT", "8000.5", "a port number from 1 to 65535"),
        ("EMBERLOG_WAIT_REPLICAS", "-1", "a whole number, 0 or more"),
        ("EMBERLOG_CACHE_GAMES", "0", "a whole number, 1 or more"),
        ("EMBERLOG_SWEEP_SECONDS", "nan", "a number of seconds above 0"),
        ("EMBERLOG_SWEEP_SECONDS", "0", "a number of seconds above 0"),
        ("EMBERLOG_RATE_PER_TOKEN", "inf", "a number, 0 or more"),
        (
            "EMBERLOG_REDIS_URL",
            "localhost:6379",
            "a URL that begins with redis://, rediss:// or unix://, or one of redis+sentinel:// and redis+cluster://",
        ),
        (
            "EMBERLOG_QUEUE_URL",
            "redis+cluster://a",
            "a URL that begins with redis://, rediss://, unix://, redis+sentinel:// or rediss+sentinel://",
        ),
        ("EMBERLOG_LOG_FORMAT", "xml", "json or console"),
        ("EMBERLOG_LOG_LEVEL", "loud", "one of debug, info, warning, error"),
    ],
)
def test_unreadable_value_is_refused_and_the_expected_form_is_named(
    variable: str, value: str, expected: str
) -> None:
    with pytest.raises(SettingsError) as refused:
        load({variable: value})
    assert str(refused.value) == f"{variable}={value!r} cannot be read: expected {expected}"


def test_a_misspelt_variable_is_refused() -> None:
    with pytest.raises(SettingsError, match="EMBERLOG_PROT is not a setting"):
        load({"EMBERLOG_PROT": "9000"})


def test_all_problems_are_reported_at_once() -> None:
    with pytest.raises(SettingsError) as refused:
        load({"EMBERLOG_PORT": "x", "EMBERLOG_PROT": "1", "EMBERLOG_WORKERS": "many"})
    assert len(str(refused.value).splitlines()) == 3


def test_queue_uses_the_redis_of_the_logs_by_default() -> None:
    same = load({"EMBERLOG_REDIS_URL": "redis://a"})
    other = load({"EMBERLOG_REDIS_URL": "redis://a", "EMBERLOG_QUEUE_URL": "redis://b"})
    assert (same.queue, other.queue) == ("redis://a", "redis://b")


def test_queue_cannot_use_the_cluster_of_the_logs() -> None:
    settings = load({"EMBERLOG_REDIS_URL": "redis+cluster://a"})
    with pytest.raises(SettingsError, match="EMBERLOG_QUEUE_URL is not set"):
        _ = settings.queue


def test_role_without_a_redis_url_is_refused() -> None:
    with pytest.raises(SettingsError, match="EMBERLOG_REDIS_URL is not set"):
        _ = Settings().queue


def test_every_setting_has_a_row_with_its_description() -> None:
    listed = list(rows(load({"EMBERLOG_PORT": "9000"})))
    assert [row.variable.removeprefix("EMBERLOG_").lower() for row in listed] == list(
        Settings.__struct_fields__
    )
    assert all(row.meaning.endswith(".") for row in listed)
    assert [row.variable for row in listed if not row.is_default] == ["EMBERLOG_PORT"]


@pytest.mark.parametrize(
    "url,shown",
    [
        ("redis://localhost:6379/0", "redis://localhost:6379/0"),
        ("redis://user:secret@host:6379/0", "redis://user:***@host:6379/0"),
        ("redis://:secret@host", "redis://:***@host"),
        ("redis://:sec/r@et@host", "redis://:***@host"),
        ("unix:///run/redis.sock?db=1&password=secret", "unix:///run/redis.sock?db=1&password=***"),
        (
            "redis+sentinel://a:b@h:1,h:2/games?sentinel_password=secret&db=1",
            "redis+sentinel://a:***@h:1,h:2/games?sentinel_password=***&db=1",
        ),
    ],
)
def test_passwords_are_masked(url: str, shown: str) -> None:
    assert masked(url) == shown
    (row,) = (row for row in rows(Settings(redis_url=url)) if row.variable == "EMBERLOG_REDIS_URL")
    assert row.value == shown


def test_a_refusal_masks_the_password_too() -> None:
    with pytest.raises(SettingsError) as refused:
        load({"EMBERLOG_REDIS_URL": "valkey://user:secret@host"})
    assert "secret" not in str(refused.value)


def test_additional_games_are_registered() -> None:
    settings = load({"EMBERLOG_GAMES": "tests.support.toy:TOY,tests.support.clashing.north:NORTH"})
    with with_games():
        settings.register_games()
        assert {"toy", "north"} <= RULESETS.keys()


@pytest.mark.parametrize("value", ["tests.support.toy", "toy:", ":TOY", "a:b,", "a b:c"])
def test_unreadable_games_setting_is_rejected(value: str) -> None:
    with pytest.raises(SettingsError, match=r"expected names such as package\.module:object"):
        load({"EMBERLOG_GAMES": value})


def test_missing_game_is_rejected_by_the_name_of_the_setting() -> None:
    with with_games(), pytest.raises(SettingsError, match=r"EMBERLOG_GAMES: no game at 'no\.where:GAME'"):
        load({"EMBERLOG_GAMES": "no.where:GAME"}).register_games()
