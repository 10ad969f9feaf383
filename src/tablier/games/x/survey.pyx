# In a random game only who fills which cell counts, not when. So a cell needs one bit for each seat and game,
# and what is done to a vector of bits is done in all its games at once: 256 of them take 7 to 9 us on a
# board of ten, as long as 26 that are played one by one.

from libc.stdint cimport uint16_t, uint64_t
from libc.string cimport memset

from tablier.core.bits cimport count
from tablier.core.rules cimport Random, State, below, draw
from tablier.games.x.rules cimport Board, CORNERS, LANE, MOST_CELLS, MOST_SIZE, Tables

cdef enum:
    WORDS = 4
    GAMES = 64 * WORDS

cdef float BOLD = 16    # how much more a cell is worth that wins a game more, in all games in which it is had
cdef float LEAST = 0.1

cdef extern from *:
    """
    typedef uint64_t tablier_games __attribute__((vector_size(32)));
    """
    ctypedef uint64_t Games "tablier_games"   # a set of games; it knows & | ^ ~, shifts and sums of its words
    Games NONE "((tablier_games) {0})"


cdef inline int size_of(Games games) noexcept nogil:
    cdef const uint64_t *words = <const uint64_t *> &games
    return count(words[0]) + count(words[1]) + count(words[2]) + count(words[3])


cdef inline Games toss(Games *chance) noexcept nogil:
    """Each game with one chance in two: a shift register a word."""
    cdef Games x = chance[0]
    x ^= x << 13
    x ^= x >> 7
    x ^= x << 17
    chance[0] = x
    return x


cdef inline Games third(Games *chance) noexcept nogil:
    """Each game with one chance in three, less a thousandth: by the digits of 85/256, the last one first."""
    cdef Games found = NONE
    cdef int _
    for _ in range(4):
        found |= toss(chance)
        found &= toss(chance)
    return found


cdef inline void barter(
    Games (*own)[MOST_CELLS], const float (*worth)[MOST_CELLS], int at, int other, Games *chance
) noexcept nogil:
    """Give two cells to their two owners anew, in every game by chance.

    How likely somebody gets which follows from what the cells are worth to both. The chance of each pair of
    seats is a number of 64ths, tossed for by its digits, the last one first.
    """
    cdef Games gets[3]   # the games in which the first of two seats would get the first cell
    cdef Games coin, change = NONE
    cdef float ours, theirs
    cdef int odds[3]
    cdef int seat, next, digit
    for seat in range(3):
        next = seat + 1 if seat < 2 else 0
        ours = worth[seat][at] * worth[next][other]
        theirs = worth[next][at] * worth[seat][other]
        odds[seat] = <int> (64 * ours / (ours + theirs))
        gets[seat] = NONE
    for digit in range(6):
        coin = toss(chance)
        for seat in range(3):
            gets[seat] = coin & gets[seat] | (coin ^ gets[seat]) & (NONE - (odds[seat] >> digit & 1))
    for seat in range(3):
        next = seat + 1 if seat < 2 else 0
        change |= own[seat][at] & own[next][other] & ~gets[seat]
        change |= own[next][at] & own[seat][other] & gets[seat]
    for seat in range(3):
        coin = (own[seat][at] ^ own[seat][other]) & change
        own[seat][at] ^= coin
        own[seat][other] ^= coin


cdef void fill(
    const Tables *t, const Board *b, Random *chance, const Survey *found, Games (*own)[MOST_CELLS]
) noexcept nogil:
    """Give every empty cell of every game to somebody, and all as many as they would fill in turn.

    The cells are put into threes by chance, the same in all games, and each of the three seats gets one of
    them. Then everybody barters: every cell for another one.
    """
    cdef uint16_t free[MOST_CELLS]
    cdef float worth[3][MOST_CELLS]
    cdef Games bits, first, second, coin
    cdef uint64_t row
    cdef uint16_t one, two, three
    cdef int at, left = 0, empty, r, c, i, _, n = t.size, seat = <int> (b.stones % 3)
    cdef Games *mine = own[seat]
    cdef Games *after = own[(seat + 1) % 3]
    cdef Games *before = own[(seat + 2) % 3]
    for i in range(WORDS):
        (<uint64_t *> &bits)[i] = draw(chance) | 1
    for r in range(n):
        row = b.rows[r]
        for c in range(n):
            at = r * n + c
            for i in range(3):
                own[i][at] = ~NONE if row >> (c + LANE * i) & 1 else NONE
                worth[i][at] = max(1 + BOLD * gain(found, i, i, at), LEAST)
            if not (row >> c | row >> (c + LANE) | row >> (c + 2 * LANE)) & 1:
                free[left] = at
                left += 1
    empty = left
    while left > 2:
        for _ in range(3):
            at = below(chance, left)
            left -= 1
            free[at], free[left] = free[left], free[at]
        one, two, three = free[left], free[left + 1], free[left + 2]
        first = third(&bits)
        second = toss(&bits) & ~first
        coin = toss(&bits)
        mine[one], after[one], before[one] = first, second, ~(first | second)
        mine[two], mine[three] = coin & ~first, ~(coin | first)
        after[two], before[three] = coin & first | before[one] & ~coin, coin & ~before[one]
        before[two], after[three] = ~(mine[two] | after[two]), ~(mine[three] | before[three])
    if left == 2:
        coin = toss(&bits)
        mine[free[0]] = after[free[1]] = coin
        mine[free[1]] = after[free[0]] = ~coin
    elif left == 1:
        mine[free[0]] = ~NONE
    for i in range(empty):
        barter(own, worth, free[i], free[below(chance, empty)], &bits)


cdef inline Games reach(
    const Games *own, Games *reached, const Games *behind, int step, int n
) noexcept nogil:
    """Reach a row from the one behind it, whose cells touch the same column and the one a step from it, and
    go on along the row; the games in which there is anything new."""
    cdef Games run = NONE, new = NONE, more
    cdef int c
    for c in range(n):
        more = reached[c] | behind[c]
        if 0 <= c + step < n:
            more |= behind[c + step]
        run = (run | more) & own[c]
        new |= run & ~reached[c]
        reached[c] = run
    run = NONE
    for c in range(n - 1, -1, -1):
        run = (run | reached[c]) & own[c]
        new |= run & ~reached[c]
        reached[c] = run
    return new


cdef inline bint is_any(Games games) noexcept nogil:
    cdef const uint64_t *words = <const uint64_t *> &games
    return (words[0] | words[1] | words[2] | words[3]) != 0


cdef void flood(const Games *own, Games *reached, int n, bint upwards) noexcept nogil:
    """What is connected to the first row if `upwards`, otherwise to the last."""
    cdef Games new
    cdef int i, r, edge = 0 if upwards else (n - 1) * n
    cdef bint first = True
    for r in range(n * n):
        reached[r] = NONE
    for r in range(edge, edge + n):
        reached[r] = own[r]
    while True:
        new = NONE
        for i in range(1, n):
            if upwards:
                r = n * i
                new |= reach(own + r, reached + r, reached + r - n, 1, n)
            else:
                r = n * (n - 1 - i)
                new |= reach(own + r, reached + r, reached + r + n, -1, n)
        if not first and not is_any(new):
            return
        first = False
        upwards = not upwards


cdef void winners(const Games (*own)[MOST_CELLS], Games *won, int n) noexcept nogil:
    """The games that each seat has won (§X5 to §X7)."""
    cdef Games reached[MOST_CELLS]
    cdef Games at_edge[3][CORNERS][MOST_SIZE]   # what the corner's row reaches of its column, from afar
    cdef Games owned[CORNERS]
    cdef Games none[3]
    cdef Games single[3]
    cdef Games pair[3]
    cdef Games most[3]
    cdef Games free, low, carry, one, two
    cdef int seat, k, r, i
    for seat in range(3):
        for k in range(0, CORNERS, 2):
            flood(own[seat], reached, n, k == 0)
            for i in range(n):
                r = n - 1 - i if k == 0 else i
                at_edge[seat][k][i] = reached[r * n]
                at_edge[seat][k + 1][i] = reached[r * n + n - 1]
    for k in range(CORNERS):
        free = ~NONE
        for i in range(n):
            low = NONE
            for seat in range(3):
                at_edge[seat][k][i] &= free
                low |= at_edge[seat][k][i]
            free &= ~low
    for seat in range(3):
        for k in range(CORNERS):
            owned[k] = NONE
            for i in range(n):
                owned[k] |= at_edge[seat][k][i]
        one, two = owned[0] ^ owned[1], owned[2] ^ owned[3]
        low, carry = one ^ two, one & two
        one, two = owned[0] & owned[1], owned[2] & owned[3]
        most[seat] = one & two | low & (one | two)   # three corners or four
        single[seat] = low & ~(one | two)
        pair[seat] = (one ^ two | carry) & ~low
        none[seat] = ~(low | one | two | carry)
    for seat in range(3):
        won[seat] = most[seat] | pair[seat] & single[(seat + 1) % 3]
        won[seat] |= none[seat] & pair[(seat + 1) % 3] & pair[(seat + 2) % 3]


cdef void survey(const Tables *t, const Board *b, Random *chance, Survey *found) noexcept nogil:
    """Add 256 games. If some have been found before, a cell now goes rather to whom it brought more then."""
    cdef Games own[3][MOST_CELLS]
    cdef Games winner[3]
    cdef int seat, who, at, n = t.size, cells = t.size * t.size
    fill(t, b, chance, found, own)
    winners(own, winner, n)
    found.games += GAMES
    for seat in range(3):
        found.won[seat] += size_of(winner[seat])
        for at in range(cells):
            found.had[seat][at] += size_of(own[seat][at])
            for who in range(3):
                found.brought[seat][who][at] += size_of(own[seat][at] & winner[who])


def surveyed(State state not None, int times, *, unsigned long long seed=0):
    """In so many surveys: how many games each seat won, for each seat and cell in how many it had it, and for
    each seat, winner and cell in how many of those the winner won."""
    cdef const Tables *t = <const Tables *> state.rules.c.tables
    cdef Survey found
    cdef Random chance
    cdef int _, cells = t.size * t.size
    memset(&found, 0, sizeof(Survey))
    chance.s = seed
    for _ in range(times):
        survey(t, <const Board *> state.raw, &chance, &found)
    return (
        [found.won[seat] for seat in range(3)],
        [[found.had[seat][at] for at in range(cells)] for seat in range(3)],
        [[[found.brought[seat][who][at] for at in range(cells)] for who in range(3)] for seat in range(3)],
    )
