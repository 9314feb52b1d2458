"""Prints the schema in SDL: `python -m schema.graphql > schema/schema.graphql`."""

import sys

from schema.graphql.limits import Limits
from schema.graphql.schema import schema

sys.stdout.write(f"{schema(Limits())}\n")
