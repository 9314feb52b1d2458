"""Players, and all by which they are known: tokens, tickets, recovery codes, names, other issuers."""
