-- Write something that ends by itself, so that a following WAIT covers all earlier writes.
-- KEYS  any key of the server
redis.call('SET', KEYS[1], '', 'PX', 1000)
