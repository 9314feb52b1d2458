"""Validators made by others, imported only by a test that uses them, for their import takes seconds."""

from collections.abc import Mapping
from typing import Any


def openapi_errors(document: Mapping[str, Any]) -> list[str]:
    """What is wrong with an OpenAPI document."""
    from openapi_spec_validator import OpenAPIV31SpecValidator

    return [error.message for error in OpenAPIV31SpecValidator(dict(document)).iter_errors()]


def manifest_error(manifest: Mapping[str, Any], version: str) -> str | None:
    """What is wrong with a manifest in a version of Kubernetes; an unknown field is wrong too."""
    from kubernetes_validate import ValidationError, validate

    try:
        validate(dict(manifest), version, strict=True)
    except ValidationError as error:
        return str(error.message)
    return None
