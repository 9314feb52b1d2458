"""RQ jobs and the outbox sweeper: what is due at a table beside its players' moves."""
