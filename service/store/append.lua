-- The whole effect of one command on a game, or none of it. Compares and writes bytes; parses none of them.
local log, head, snap, snaps, seen, outbox, items, games, followers, plans = unpack(KEYS)
local game, after, after_hash, seq, hash, entry, status, snapshot, keep, command, digest, seed, confirm, drops, puts =
  unpack(ARGV, 1, 15)
local followed, planned = redis.call('EXISTS', followers), redis.call('EXISTS', plans)
local planner, plan, rest = unpack(ARGV, 19, 21)
local borrows, keeps = unpack(ARGV, 25, 26)

-- An answer to a repeat writes too if WAIT follows: that counts its own connection's writes, and the first time
-- may have come over another.
if command ~= '' then
  local first = redis.call('HGET', seen, command)
  if first then
    if confirm == '1' then redis.call('HSET', seen, command, first) end
    return {'seen', first}
  end
end

local now = redis.call('HMGET', head, 'seq', 'hash', 'archived', 'quarantined')
local now_seq, now_hash = now[1] or '0', now[2] or string.rep('0', 64)
if now_seq == seq and now_hash == hash then
  if confirm == '1' then redis.call('HSET', head, 'seq', seq) end
  return {'appended', followed, planned}
end
if now_seq ~= after or now_hash ~= after_hash or now[3] then return {'conflict', now_seq, now_hash} end
if now[4] then return {'quarantined'} end
if plan ~= '' and redis.call('HGET', plans, planner) ~= plan then return {'replanned'} end

-- First of all writes: if Redis refuses it (memory, replicas, disk), nothing has happened.
-- A fork begins with another game's entries, and the snapshots of them that are kept.
local i = 27
for n = 1, tonumber(borrows) do
  redis.call('XADD', log, n .. '-0', 'entry', ARGV[i], 'hash', ARGV[i + 1])
  i = i + 2
end
for _ = 1, tonumber(keeps) do
  redis.call('XADD', snaps, ARGV[i] .. '-0', 'state', ARGV[i + 1])
  i = i + 2
end
redis.call('XADD', log, seq .. '-0', 'entry', entry, 'hash', hash)
redis.call('HSET', head, 'seq', seq, 'hash', hash, 'status', status)
if after == '0' then
  redis.call('HSET', head, 'seed', seed)
  redis.call('SADD', games, game)
end
if snapshot ~= '' then
  redis.call('HSET', snap, 'seq', seq, 'state', snapshot)
  if keep == '1' then redis.call('XADD', snaps, seq .. '-0', 'state', snapshot) end
end
if command ~= '' then redis.call('HSET', seen, command, seq .. ':' .. digest) end

for _ = 1, tonumber(drops) do
  redis.call('ZREM', outbox, ARGV[i])
  redis.call('HDEL', items, ARGV[i])
  i = i + 1
end
for _ = 1, tonumber(puts) do
  redis.call('ZADD', outbox, ARGV[i + 1], ARGV[i])
  redis.call('HSET', items, ARGV[i], ARGV[i + 2])
  i = i + 3
end
-- Whoever follows the game is to be told; nobody pays for it where nobody does.
if followed == 1 and ARGV[16] ~= '' then
  redis.call('ZADD', outbox, ARGV[17], ARGV[16])
  redis.call('HSET', items, ARGV[16], ARGV[18])
end
-- A player's entry is the next move of their plan, or ends it; whoever has one still is looked after.
if planned == 1 and ARGV[22] ~= '' then
  if rest ~= '' then
    redis.call('HSET', plans, planner, rest)
  elseif planner ~= '' then
    redis.call('HDEL', plans, planner)
  end
  planned = redis.call('EXISTS', plans)
  if planned == 1 then
    redis.call('ZADD', outbox, ARGV[23], ARGV[22])
    redis.call('HSET', items, ARGV[22], ARGV[24])
  else
    redis.call('ZREM', outbox, ARGV[22])
    redis.call('HDEL', items, ARGV[22])
  end
end
for c = i, #ARGV do redis.call('PUBLISH', ARGV[c], game .. ' ' .. seq) end
return {'appended', followed, planned}
