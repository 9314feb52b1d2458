-- Write a token unless it exists or was revoked: a repeated request must not restore it.
-- KEYS  token     ARGV  expiry in milliseconds or '', then fields and values
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('HSET', KEYS[1], 'expires', ARGV[1], unpack(ARGV, 2))
if ARGV[1] ~= '' then redis.call('PEXPIREAT', KEYS[1], ARGV[1]) end
return 1
