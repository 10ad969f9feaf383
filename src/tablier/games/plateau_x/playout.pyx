"""Random games: at every ply all legal moves are found as sets of cells, counted, and one is drawn.

Profile: some 550 instructions a ply (Mini, callgrind) without a hot spot: comparing the levels after a brick,
the two flood fills of a walk, counting ten sets, and unpredictable branches (which kind of move is drawn, how
many rounds a flood fill takes).
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from tablier.core.bits cimport count, nth
from tablier.core.rules cimport Random, Rules, random_below
from tablier.games.plateau_x.board cimport (
    Board, KINDS, MAX_PAWNS, NOWHERE, Relief, Tables,
    all_pawns, arrive, closed, fits, ground, lay, one, pawns_of, reach, shelf, slot_at, spread, fill_relief,
)

cdef enum:
    BINS = 256

# Hash table of the positions since the last brick or entry: they differ only in the pawns' cells and the
# turn.
cdef struct Past:
    int n
    uint16_t first[BINS]
    uint16_t next[BOUND + 2]
    uint8_t times[BOUND + 2]
    uint32_t key[BOUND + 2]


cdef inline void forget(Past *past) noexcept nogil:
    """Empty the table: a brick or an entry cannot be undone, so that no earlier position can recur."""
    if past.n:
        memset(past.first, 0, sizeof(past.first))
        past.n = 0


cdef inline int remember(Past *past, const Board *b) noexcept nogil:
    """Count a position; returns how often it has stood, now included."""
    cdef uint32_t key, found
    cdef int i
    memcpy(&key, b.pawn, MAX_PAWNS)
    key ^= <uint32_t> b.turn << 6   # a cell uses the lower six bits only
    found = key * <uint32_t> 0x9E3779B1 >> 24
    i = past.first[found]
    while i and past.key[i] != key:
        i = past.next[i]
    if not i:
        past.n += 1
        i = past.n
        past.key[i] = key
        past.times[i] = 0
        past.next[i] = past.first[found]
        past.first[found] = i
    past.times[i] += 1
    return past.times[i]


cdef int playout(const Rules *rules, void *state, Random *rng, double *scores) noexcept nogil:
    """A random game, ended by a third repetition as well."""
    cdef const Tables *t = <const Tables *> rules.tables
    cdef Board *b = <Board *> state
    cdef Relief r
    cdef Past past
    cdef uint64_t fit[KINDS + 3]   # bricks, entries, and the walks of up to two pawns
    cdef uint64_t pawns = all_pawns(b), own, open
    cdef int ahead[KINDS + 4]
    cdef int plies = 0, i, slot, choice
    past.n = 1
    forget(&past)
    remember(&past, b)
    fill_relief(t, b, &r)
    ahead[0] = 0
    while plies < rules.bound:
        fits(t, b, &r, pawns, fit)
        for i in range(KINDS):
            if not b.stock[shelf(i, b.turn)]:
                fit[i] = 0
        fit[KINDS] = t.board & ground(b) & ~pawns if slot_at(t, b, NOWHERE) >= 0 else 0
        own = pawns_of(t, b, b.turn)
        slot = b.turn * t.pawns
        fit[KINDS + 1] = fit[KINDS + 2] = 0
        if spread(own, r.step_beside, r.step_above) & ~pawns:   # often no pawn can leave its cell at all
            open = t.board & ~closed(b, &r, pawns & ~own)
            for i in range(t.pawns):
                if b.pawn[slot + i] != NOWHERE:
                    fit[KINDS + 1 + i] = reach(
                        &r, one(b.pawn[slot + i]), open & ~(pawns ^ one(b.pawn[slot + i]))
                    )
        for i in range(KINDS + 3):
            ahead[i + 1] = ahead[i] + count(fit[i])
        if not ahead[KINDS + 3]:
            break
        choice = <int> random_below(rng, ahead[KINDS + 3])
        i = 0
        while choice >= ahead[i + 1]:
            i += 1
        choice = nth(fit[i], choice - ahead[i])
        if i < KINDS:
            lay(b, &t.place[t.move[i][choice]])
            fill_relief(t, b, &r)
            forget(&past)
        elif i == KINDS:
            arrive(t, b, slot_at(t, b, NOWHERE), choice)
            pawns |= one(choice)
            forget(&past)
        else:
            slot += i - KINDS - 1
            pawns ^= one(b.pawn[slot]) ^ one(choice)
            arrive(t, b, slot, choice)
        b.turn += 1
        if b.turn == t.seats:
            b.turn = 0
        plies += 1
        if remember(&past, b) == 3:
            break
    rules.settle(rules, b, -1, scores)
    return plies
