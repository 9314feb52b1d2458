"""One file for each kind of move; `steps` defines which step admits which moves."""
