"""Webhooks: messages in the Standard Webhooks format, about one game or about all games of a player.

The log is the only source. A game with followers has a hash beside its log that maps each follower to the
last seq sent to it. If that hash exists, the append script adds an item to the outbox in the same script
call. An append without followers therefore writes nothing more, sends nothing, and needs no second round
trip. Entry and item are written together or not at all. If the process dies before it has enqueued the job,
nothing is lost, because the sweeper finds the item.

The job (`follower_notifier.py`) queues deliveries of all new entries for each follower. The id of a delivery
is derived from its content. Only then does the job advance the stored seqs, so running it twice changes
nothing. A delivery queue (`delivery_queue.py`) has its own item in the outbox, written with its deliveries
and removed with the last of them. The item is due when the next attempt is due, which causes the retries.

A webhook for all games of a player begins to follow a game in one of two ways. On creation, the webhook is
stored and then the player's games are read. When seats change, the game is listed (an outbox item makes sure
of it) and then its players' webhooks are read. Whichever comes second sees the other.
"""
