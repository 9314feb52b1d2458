"""Writes the generated parts of the installable clients from the OpenAPI document."""
