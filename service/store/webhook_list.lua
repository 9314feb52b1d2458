-- Notes a webhook with its player, as long as there are not too many.
-- KEYS  the player's webhooks     ARGV  webhook id, its game or '', most webhooks
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then return 1 end
if redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return 1
