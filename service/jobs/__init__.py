"""Background work: queues, retries, and what happens after an append."""
