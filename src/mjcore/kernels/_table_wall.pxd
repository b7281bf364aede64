"""The wall of a table, and the log of what happens at it."""

from mjcore.kernels._table_types cimport FLOWER_EVENT, NO_SEAT, REPLACEMENT_EVENT, event_t, table_t


cdef inline void log_event(table_t* table, int type, int seat, int tile, int other, int extra) noexcept nogil:
    cdef event_t* event
    if table.events == NULL or table.n_events == table.most_events:
        return
    event = &table.events[table.n_events]
    event.type = type
    event.seat = seat
    event.tile = tile
    event.other = other
    event.extra = extra
    table.n_events += 1


cdef inline int next_of(int seat) noexcept nogil:
    return (seat + 1) & 3


cdef inline int _taken(table_t* table, int at) noexcept nogil:
    """The tile at a place of the wall, or the next one of the feed."""
    if table.feed == NULL:
        return table.wall[at]
    if table.fed >= table.n_feed:
        table.fault = True
        return 0
    table.fed += 1
    return table.feed[table.fed - 1]


cdef inline int take_in_turn(table_t* table, int seat) noexcept nogil:
    """The next tile in turn; there is one."""
    table.n_drawn += 1
    table.left -= 1
    if table.rules.separate_walls:
        table.left_of[seat] -= 1
    elif table.rules.open_end:
        table.left_behind -= 1
    table.head += 1
    return _taken(table, table.head - 1)


cdef inline int take_behind(table_t* table, int seat) noexcept nogil:
    """The next tile for a kong or a flower; there is one."""
    cdef int at = table.tail, first = table.rules.n_wall - table.rules.tail_tiles
    table.n_drawn += 1
    if table.rules.separate_walls:
        table.left -= 1
        table.left_of[seat] -= 1
        return _taken(table, 0)
    if table.rules.open_end:
        table.left -= 1
        table.left_behind -= 1
        table.live_end -= 1
        return _taken(table, table.live_end)
    table.tail += 1
    if table.rules.tail_replenished and table.left > 0:
        table.left -= 1          # the live wall gives a tile to the tail
        table.live_end -= 1
    else:
        table.left_behind -= 1
    if at >= table.rules.n_wall:
        return _taken(table, table.live_end)
    if table.rules.rear_first:
        at -= first
        return _taken(table, table.rules.n_wall - 2 - 2 * (at // 2) + (at & 1))
    return _taken(table, at)


cdef inline bint is_last(const table_t* table, int seat) noexcept nogil:
    """Whether a tile that a seat draws or discards now is the last: nobody could draw after it."""
    if table.rules.separate_walls:
        return table.left_of[next_of(seat)] <= 0
    return table.left <= 0


cdef inline bint has_kong_tile(const table_t* table, int seat) noexcept nogil:
    if table.rules.separate_walls:
        return table.left_of[seat] > 0 and table.left_of[next_of(seat)] > 0
    return table.left_behind > 0


cdef inline int replace_flower(table_t* table, int seat, int flower, bint dealt) noexcept nogil:
    """Expose a flower and take another tile; 255 if there is none."""
    log_event(table, FLOWER_EVENT, seat, flower, NO_SEAT, dealt)
    table.players[seat].flowers += 1
    if table.left <= 0:
        return 255
    flower = take_behind(table, seat)
    log_event(table, REPLACEMENT_EVENT, seat, flower, NO_SEAT, 0)
    return flower
