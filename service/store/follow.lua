-- Let webhooks follow a game, each once: after a seq, or from the current head on.
-- KEYS  followers, head, outbox, its items
-- ARGV  the item's name, when it is due, the seq or '', then webhook ids
-- Returns the head if there is already something to send, else 0; false if there is no such game.
local seq = redis.call('HGET', KEYS[2], 'seq')
if not seq then return false end
local new = 0
for i = 4, #ARGV do new = new + redis.call('HSETNX', KEYS[1], ARGV[i], ARGV[3] == '' and seq or ARGV[3]) end
if new == 0 or ARGV[3] == '' or tonumber(ARGV[3]) >= tonumber(seq) then return 0 end
redis.call('ZADD', KEYS[3], ARGV[2], ARGV[1])
redis.call('HSET', KEYS[4], ARGV[1], cjson.encode({version = tonumber(seq)}))
return tonumber(seq)
