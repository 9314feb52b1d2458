"""RQ jobs and the outbox sweeper: all work on a game apart from its players' moves."""
