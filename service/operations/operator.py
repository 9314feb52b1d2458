"""What an operator is told when a command cannot do what was asked."""


class OperatorError(Exception):
    """Its text is for the operator."""
