"""The GraphQL API, with the same structs as REST and the same use cases behind one port."""
