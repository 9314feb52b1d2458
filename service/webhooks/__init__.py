"""Webhooks: messages in the Standard Webhooks format, about one game or about all games of a player.

The log is the only source. A game that is followed has a hash of its followers beside its log, each with
the last seq that it was told of. The append script looks whether that hash is there and, if so, puts an
item into the outbox in the same breath. So an append where nobody subscribed writes nothing, sends nothing,
and takes no other round trip; and as entry and item are written together or not at all, nothing is lost
when the process dies before it has sent a job: the sweeper finds the item. The job (`follower_notifier.py`)
queues deliveries of all entries since for each follower, under an id that follows from its content, and only
then moves their seqs on: done twice, it changes nothing. A delivery queue (`delivery_queue.py`) has an
item of its own in the outbox, written with its deliveries and removed with the last of them; it is due when
the next attempt is: that makes the retries.

Who subscribes to all of a player's games comes to follow each of them from two sides: the subscription is
written, then the player's games are read; a game is listed (seats changed, an item in the outbox says so),
then its players' subscriptions are read. Whichever comes second sees the other.
"""
