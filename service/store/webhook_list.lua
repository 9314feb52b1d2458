-- Add a webhook to its player's webhooks, unless the player has too many.
-- KEYS  the player's webhooks     ARGV  webhook id, its game or '', maximum number of webhooks
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then return 1 end
if redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return 1
