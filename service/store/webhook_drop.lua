-- Delete a webhook and all its data; for some time, the store remembers that it is gone.
-- KEYS  webhook, deliveries, order, waiting, direct, outbox, its items     ARGV  its name in the outbox,
--       seconds
redis.call('DEL', unpack(KEYS, 1, 5))
redis.call('ZREM', KEYS[6], ARGV[1])
redis.call('HDEL', KEYS[7], ARGV[1])
redis.call('HSET', KEYS[1], 'gone', 1)
redis.call('EXPIRE', KEYS[1], ARGV[2])
return 1
