"""A referee of Phoenix Palace who has read the rules page and not the code of the game.

Everything here is plain data: ids are strings, and the printed facts are copied from the rules page again.
Only what chance decided (shuffled piles, the first player, drawn tiles) is told to the referee. A move is a
function that asks for its fields one by one: on a copy of the game it either runs through (then the copy
is the new game), or it stops at a field that is not filled in, or it is refused. Slow and plain on purpose.
"""
