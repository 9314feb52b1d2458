"""URLs of Sentinels, and of clusters with several nodes."""

import pytest
from redis.asyncio.cluster import RedisCluster

from service.store import connect
from service.store.sentinels import read_url


def test_url_names_sentinels_service_database_and_logins() -> None:
    url = "redis+sentinel://ada:s%40fe@one:1,two/games/3?sentinel_username=watch&sentinel_password=w&db=3"
    known = read_url(url)
    assert known.addresses == (("one", 1), ("two", 26379))
    assert (known.service, known.tls) == ("games", False)
    assert known.own == {"username": "watch", "password": "w"}
    assert known.masters == {"username": "ada", "password": "s@fe", "db": 3}


def test_service_defaults_to_mymaster_and_the_login_may_be_missing() -> None:
    known = read_url("redis+sentinel://one")
    assert (known.addresses, known.service, known.own) == ((("one", 26379),), "mymaster", {})
    assert known.masters == {"db": 0}


def test_tls_options_apply_to_sentinels_and_master() -> None:
    known = read_url("rediss+sentinel://[::1]:7,b:8/games?ssl_ca_certs=/ca.pem&ssl_check_hostname=no")
    options = {"ssl_ca_certs": "/ca.pem", "ssl_check_hostname": False}
    assert known.addresses == (("::1", 7), ("b", 8))
    assert known.tls
    assert known.own == options
    assert known.masters == {"db": 0, **options}


@pytest.mark.parametrize("url", ["redis+cluster://a:1,b:2,c", "redis+cluster://u:p@a:1,b:2,c"])
def test_cluster_url_may_name_several_nodes(url: str) -> None:
    client = connect(url)
    assert isinstance(client, RedisCluster)
    known = client.nodes_manager.startup_nodes.values()
    assert {(node.host, node.port) for node in known} == {("a", 1), ("b", 2), ("c", 6379)}
