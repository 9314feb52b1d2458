"""Bonfire: the game for two to four players, and solo against Tom."""
