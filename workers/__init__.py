"""RQ jobs and the outbox sweeper: all work on a game besides its players' moves."""
