"""The API over GraphQL: the same structs as REST answers with, the same use cases behind one port."""
