"""Regatta: a small game that is not shipped. It shows all that a game can be, and how one is added."""
