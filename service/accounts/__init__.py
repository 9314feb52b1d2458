"""Players and how they are identified: tokens, tickets, recovery codes, names, external issuers."""
