"""The GraphQL API: its resolvers' port, its place over HTTP and sockets, and GraphiQL."""
