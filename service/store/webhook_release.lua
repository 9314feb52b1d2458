-- Release a claim before its work is finished: the next sender may continue at once.
-- KEYS  webhook, outbox     ARGV  its name in the outbox, now, id of the claim
if redis.call('HGET', KEYS[1], 'busy') ~= ARGV[3] then return 0 end
redis.call('HDEL', KEYS[1], 'busy', 'busy_until')
redis.call('ZADD', KEYS[2], 'XX', ARGV[2], ARGV[1])
return 1
