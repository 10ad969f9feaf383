# Bit-parallel rollouts: in a random game only the owner of each cell counts, not the order. So a cell needs
# one bit for each seat and game, and one vector operation works on 256 games at once: they take 7 to 9 us on
# a board of ten, as long as 26 games played one by one.

from libc.stdint cimport uint16_t, uint64_t
from libc.string cimport memset

from tablier.core.bits cimport count
from tablier.core.rules cimport Random, State, random_below, random_bits
from tablier.games.x.knowledge cimport decisive
from tablier.games.x.rules cimport Board, CORNERS, LANE, MAX_CELLS, MAX_SIZE, Tables

cdef enum:
    WORDS = 4
    GAMES = 64 * WORDS
    MAX_BATCHES = 0x7FFFFFFF // GAMES   # games are counted in an int

cdef float GAIN_SLOPE = 16    # slope from a cell's measured win-rate gain to its sampling weight
cdef float MIN_WEIGHT = 0.1   # the smallest sampling weight

cdef extern from *:
    """
    typedef uint64_t tablier_games __attribute__((vector_size(32)));
    """
    ctypedef uint64_t Games "tablier_games"   # a set of games, with & | ^ ~, shifts and sums by words
    Games NONE "((tablier_games) {0})"


cdef inline int size_of(Games games) noexcept nogil:
    cdef const uint64_t *words = <const uint64_t *> &games
    return count(words[0]) + count(words[1]) + count(words[2]) + count(words[3])


cdef inline Games toss(Games *rng) noexcept nogil:
    """A set that contains each game with probability 1/2: xorshift in each word."""
    cdef Games x = rng[0]
    x ^= x << 13
    x ^= x >> 7
    x ^= x << 17
    rng[0] = x
    return x


cdef inline Games third(Games *rng) noexcept nogil:
    """A set that contains each game with probability 85/256, by its binary digits, the last one first."""
    cdef Games found = NONE
    cdef int _
    for _ in range(4):
        found |= toss(rng)
        found &= toss(rng)
    return found


cdef inline void swap_owners(
    Games (*own)[MAX_CELLS], const float (*weight)[MAX_CELLS], int at, int other, Games *rng
) noexcept nogil:
    """Reassign two cells to their two owners at random in every game.

    The odds follow from the cells' sampling weights for both seats, rounded to 64ths for each pair of seats,
    and are drawn by their binary digits, the last one first.
    """
    cdef Games gets[3]   # the games in which the first of two seats would get the first cell
    cdef Games coin, change = NONE
    cdef float ours, theirs
    cdef int odds[3]
    cdef int seat, next, digit
    for seat in range(3):
        next = seat + 1 if seat < 2 else 0
        ours = weight[seat][at] * weight[next][other]
        theirs = weight[next][at] * weight[seat][other]
        odds[seat] = <int> (64 * ours / (ours + theirs))
        gets[seat] = NONE
    for digit in range(6):
        coin = toss(rng)
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
    const Tables *t, const Board *b, Random *rng, const RolloutStats *found, Games (*own)[MAX_CELLS]
) noexcept nogil:
    """Assign every empty cell of every game to a seat, to each as many as it would fill in turn.

    The cells are grouped into random threes, the same in all games, and each seat gets one of three. Then
    each cell is swapped once with a random one, by the sampling weights.
    """
    cdef uint16_t free[MAX_CELLS]
    cdef float weight[3][MAX_CELLS]
    cdef Games bits, first, second, coin
    cdef uint64_t row
    cdef uint16_t one, two, three
    cdef int at, left = 0, empty, r, c, i, _, n = t.size, seat = <int> (b.stones % 3)
    cdef Games *mine = own[seat]
    cdef Games *after = own[(seat + 1) % 3]
    cdef Games *before = own[(seat + 2) % 3]
    for i in range(WORDS):
        (<uint64_t *> &bits)[i] = random_bits(rng) | 1
    for r in range(n):
        row = b.rows[r]
        for c in range(n):
            at = r * n + c
            for i in range(3):
                own[i][at] = ~NONE if row >> (c + LANE * i) & 1 else NONE
                weight[i][at] = max(1 + GAIN_SLOPE * gain(found, i, i, at), MIN_WEIGHT)
            if not (row >> c | row >> (c + LANE) | row >> (c + 2 * LANE)) & 1:
                free[left] = at
                left += 1
    empty = left
    while left > 2:
        for _ in range(3):
            at = random_below(rng, left)
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
        swap_owners(own, weight, free[i], free[random_below(rng, empty)], &bits)


cdef inline Games reach(
    const Games *own, Games *reached, const Games *behind, int step, int n
) noexcept nogil:
    """Extend the flood fill to a row from the one behind it (same column, and one `step` along) and along the
    row; returns the games in which a cell was added."""
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
    """Flood fill in all games from the first row if `upwards`, otherwise from the last."""
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


cdef void own_corners(const Games (*own)[MAX_CELLS], Games (*owned)[CORNERS], int n) noexcept nogil:
    """The games in which each seat owns each corner (§X5)."""
    cdef Games reached[MAX_CELLS]
    # cells of the corner's column connected to its row, from the far end on
    cdef Games at_edge[3][CORNERS][MAX_SIZE]
    cdef Games free, low
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
            owned[seat][k] = NONE
            for i in range(n):
                owned[seat][k] |= at_edge[seat][k][i]


cdef void winners(const Games (*owned)[CORNERS], Games *won) noexcept nogil:
    """The games that each seat wins, by the corners it owns (§X6, §X7)."""
    cdef Games none[3]
    cdef Games single[3]
    cdef Games pair[3]
    cdef Games most[3]
    cdef Games low, carry, one, two
    cdef int seat
    for seat in range(3):
        one, two = owned[seat][0] ^ owned[seat][1], owned[seat][2] ^ owned[seat][3]
        low, carry = one ^ two, one & two
        one, two = owned[seat][0] & owned[seat][1], owned[seat][2] & owned[seat][3]
        most[seat] = one & two | low & (one | two)   # three corners or four
        single[seat] = low & ~(one | two)
        pair[seat] = (one ^ two | carry) & ~low
        none[seat] = ~(low | one | two | carry)
    for seat in range(3):
        won[seat] = most[seat] | pair[seat] & single[(seat + 1) % 3]
        won[seat] |= none[seat] & pair[(seat + 1) % 3] & pair[(seat + 2) % 3]


cdef void rollout_batch(const Tables *t, const Board *b, Random *rng, RolloutStats *found) noexcept nogil:
    """Add the statistics of 256 games. With games found before, cells are sampled by the gains measured in
    them."""
    cdef Games own[3][MAX_CELLS]
    cdef Games owned[3][CORNERS]
    cdef Games winner[3]
    cdef int seat, who, at, k, n = t.size, cells = t.size * t.size
    fill(t, b, rng, found, own)
    own_corners(own, owned, n)
    winners(owned, winner)
    found.games += GAMES
    for seat in range(3):
        found.won[seat] += size_of(winner[seat])
        for k in range(CORNERS):
            found.corners[seat][k] += size_of(owned[seat][k])
        for at in range(cells):
            found.owned[seat][at] += size_of(own[seat][at])
            for who in range(3):
                found.owned_wins[seat][who][at] += size_of(own[seat][at] & winner[who])


cdef int roll_out(State state, int times, uint64_t seed, RolloutStats *found) except -1:
    """The statistics of so many batches; ValueError for a state of another game or batches out of range."""
    cdef Random rng
    cdef int _
    if state.rules.c.decisive != decisive:
        raise ValueError(f"this position belongs to {state.rules.game!r}, not to X")
    if not 0 < times <= MAX_BATCHES:
        raise ValueError(f"the batches of random games are 1 to {MAX_BATCHES}, not {times}")
    memset(found, 0, sizeof(RolloutStats))
    rng.s = seed
    for _ in range(times):
        rollout_batch(<const Tables *> state.rules.c.tables, <const Board *> state.raw, &rng, found)
    return 0


def rollout_counts(State state not None, int times, *, unsigned long long seed=0):
    """The statistics of so many batches of 256 games: games won by seat, games by owner and cell, games won
    by owner, winner and cell. ValueError for a state of another game or batches out of range."""
    cdef RolloutStats found
    roll_out(state, times, seed, &found)
    cells = range((<const Tables *> state.rules.c.tables).size ** 2)
    return (
        [found.won[seat] for seat in range(3)],
        [[found.owned[seat][<int> at] for at in cells] for seat in range(3)],
        [[[found.owned_wins[seat][who][<int> at] for at in cells] for who in range(3)] for seat in range(3)],
    )


def ownership_rates(State state not None, int times, *, unsigned long long seed=0):
    """The parts of so many batches of 256 games in which each seat owns each corner (in the order of the
    facts) and each cell, by seat. ValueError as for `rollout_counts`."""
    cdef RolloutStats found
    roll_out(state, times, seed, &found)
    cells = range((<const Tables *> state.rules.c.tables).size ** 2)
    games = <double> found.games
    return (
        [[found.corners[seat][k] / games for k in range(CORNERS)] for seat in range(3)],
        [[found.owned[seat][<int> at] / games for at in cells] for seat in range(3)],
    )
