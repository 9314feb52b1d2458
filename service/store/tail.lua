-- Read the head, whether a known entry is in the log, the entries after it, and a key of `seen`.
local head = redis.call('HMGET', KEYS[1], 'seq', 'hash', 'status', 'seed', 'archived')
local seen = ARGV[3] ~= '' and redis.call('HGET', KEYS[3], ARGV[3])
if head[1] == ARGV[1] and head[2] == ARGV[2] then return {head, 1, {}, seen} end
local entries, known = {}, ARGV[1] == '0'
for _, row in ipairs(redis.call('XRANGE', KEYS[2], ARGV[1] .. '-0', '+')) do
  if known then
    entries[#entries + 1] = row[2][2]
  elseif row[1] == ARGV[1] .. '-0' and string.sub(row[2][4], 1, 16) == string.sub(ARGV[2], 1, 16) then
    known = true
  else
    break
  end
end
return {head, known and 1 or 0, entries, seen}
