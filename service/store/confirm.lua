-- Return a game's head and the stored result of a command. The head is written again, so that a following
-- WAIT covers all earlier writes, whichever connection made them.
-- KEYS  head, seen     ARGV  command ('': none), '1' if WAIT follows
local head = redis.call('HMGET', KEYS[1], 'seq', 'hash', 'status', 'seed', 'archived')
if head[1] and ARGV[2] == '1' then redis.call('HSET', KEYS[1], 'seq', head[1]) end
return {head, ARGV[1] ~= '' and redis.call('HGET', KEYS[2], ARGV[1])}
