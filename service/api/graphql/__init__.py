"""The GraphQL API: the port that its resolvers call, its HTTP and WebSocket endpoints, and GraphiQL."""
