"""What every game shares: log entries, dice, lobby, undo, fold. It knows no game."""
