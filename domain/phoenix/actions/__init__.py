"""One file for each kind of move; which step admits which of them is said in `steps`."""
