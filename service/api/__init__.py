"""The HTTP and GraphQL interface: the only layer that knows about requests and responses."""
