"""What the outside sees: GraphQL, OpenAPI, JSON Schema and texts."""
