-- Where a game is, and what is remembered of a command; the head written again, so that a WAIT after it covers all that
-- was written before, over whichever connection.
-- KEYS  head, seen     ARGV  command ('': none), '1' if WAIT follows
local head = redis.call('HMGET', KEYS[1], 'seq', 'hash', 'status', 'seed', 'archived')
if head[1] and ARGV[2] == '1' then redis.call('HSET', KEYS[1], 'seq', head[1]) end
return {head, ARGV[1] ~= '' and redis.call('HGET', KEYS[2], ARGV[1])}
