"""Pages for people who read: the reference of the API, and the guides of `docs/`."""
