-- Write a webhook unless it exists or was deleted: a repeated request must not restore it.
-- KEYS  webhook     ARGV  fields and values
if redis.call('HEXISTS', KEYS[1], 'gone') == 1 then return 0 end
if redis.call('EXISTS', KEYS[1]) == 0 then redis.call('HSET', KEYS[1], unpack(ARGV)) end
return 1
