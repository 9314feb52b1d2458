-- Gives a claim back unfinished: whoever comes next may go on at once.
-- KEYS  webhook, outbox     ARGV  its name in the outbox, now, whose claim
if redis.call('HGET', KEYS[1], 'busy') ~= ARGV[3] then return 0 end
redis.call('HDEL', KEYS[1], 'busy', 'busy_until')
redis.call('ZADD', KEYS[2], 'XX', ARGV[2], ARGV[1])
return 1
