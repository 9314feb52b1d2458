"""Games of the code under the eyes of the referee of `tests.support.phoenix_referee`."""
