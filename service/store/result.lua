-- Add the result of a game to the results of its ruleset, once for each ending. A result of another ending,
-- lost in a failover, is replaced; the folds that counted it are then rebuilt. Without a result, the result
-- of a lost ending is removed.
-- KEYS  results, positions by game, generations
-- ARGV  game, hash of its last entry, time of that entry, result ('': remove the result with this hash)
local results, once, generations = unpack(KEYS)
local game, hash, at, result = unpack(ARGV)
local known = redis.call('HGET', once, game)
if not known and result == '' then return 0 end
if known then
  local id, known_hash = string.match(known, '^([^:]+):?(.*)$')
  if (known_hash == hash) == (result ~= '') then return 0 end
  if known_hash == '' and result ~= '' then -- stored before results had hashes
    local row = redis.call('XRANGE', results, id, id)[1]
    if row and cjson.decode(row[2][2]).at == at then
      redis.call('HSET', once, game, id .. ':' .. hash)
      return 0
    end
  end
  redis.call('XDEL', results, id)
  redis.call('HSET', once, 'replaced:' .. id, '1')
  redis.call('HDEL', once, game)
  redis.call('HINCRBY', generations, 'results', 1)
  if result == '' then return 1 end
end
redis.call('HSET', once, game, redis.call('XADD', results, '*', 'result', result) .. ':' .. hash)
return 1
