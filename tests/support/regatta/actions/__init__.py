"""One file for each action, or for actions that belong together."""
