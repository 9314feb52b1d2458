"""The one way a game is read and changed."""
