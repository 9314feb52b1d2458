-- Load a game atomically: head, latest snapshot and the entries after it.
local head = redis.call('HMGET', KEYS[1], 'seq', 'hash', 'status', 'seed', 'archived')
if not head[1] then return false end
local snap = redis.call('HMGET', KEYS[2], 'seq', 'state')
local entries = {}
for i, row in ipairs(redis.call('XRANGE', KEYS[3], '(' .. (snap[1] or '0') .. '-0', '+')) do
  entries[i] = row[2][2]
end
return {head, snap, entries}
