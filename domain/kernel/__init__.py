"""The code that all games share: log entries, dice, lobby, undo, fold. It does not depend on any game."""
