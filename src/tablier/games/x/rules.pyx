"""X, on rhombic boards of 4 to 20 hexagons a side. The clauses are in RULES.md."""

from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

from tablier.core.bits cimport lowest
from tablier.core.rules cimport Move, Random, RuleSet, Rules, State, random_below
from tablier.games.x.knowledge cimport decisive
from tablier.games.x.paths cimport corners, flood, held
from tablier.games.x.net cimport policy_value

from tablier.grid import EMPTY, Reader, cell, write_rows

from typing import NamedTuple


class Corner(NamedTuple):
    """A corner of the board, by its cell.

    `owner` is the seat that holds it now (None: there is no path yet), `open` the seats that can still own it
    at the end, the owner included. It is `settled` when only one can.
    """

    cell: str
    owner: object
    settled: bool
    open: tuple


class Facts(NamedTuple):
    """The four corners, and the seat that wins whatever is still played (None: not certain yet)."""

    corners: tuple
    winner: object


cdef struct Claims:
    int owners     # three bits a corner: the seat that owns it now, or none
    int open       # three bits a corner: the seats that can still own it


cdef Claims claims(const Tables *t, const Board *b, bint in_full) noexcept nogil:
    """The owners of the corners and the seats that can still own them; the latter exact if `in_full`,
    otherwise only if they may decide the game."""
    cdef uint64_t now_first[MAX_SIZE]
    cdef uint64_t now_last[MAX_SIZE]
    cdef uint64_t could_first[MAX_SIZE]
    cdef uint64_t could_last[MAX_SIZE]
    cdef uint64_t fill[MAX_SIZE]
    cdef Claims found
    cdef int r
    flood(b.rows, now_first, now_last, t.size)
    found.owners = corners(now_first, now_last, now_first, now_last, t.size)
    found.open = held(found.owners)
    if not in_full and t.winner[found.open] < 0:
        return found
    for r in range(t.size):
        fill[r] = b.rows[r] | in_each_lane(vacant(t, b.rows[r]))
    flood(fill, could_first, could_last, t.size)
    found.open = corners(now_first, now_last, could_first, could_last, t.size)
    return found


cdef int certain(const Tables *t, const Board *b) noexcept nogil:
    """The seat that wins whatever is still played, or -1 (§X8)."""
    # Keeping a seat from a corner takes n stones of the two others: around the corner lie n disjoint paths,
    # the i-th made of the cells whose larger distance from its two edges is i. A path that owns the corner
    # and reaches the j-th of them at most has a stone at each distance 0 to j from one of the edges, and each
    # longer one must be blocked by a stone of its own. Before that, every seat can own every corner.
    if b.stones - b.stones // 3 < <uint64_t> t.size:
        return -1
    return t.winner[claims(t, b, False).open]


cdef void start(const Rules *rules, void *state) noexcept nogil:
    cdef Board *b = <Board *> state
    cdef int r
    for r in range(MAX_SIZE):
        b.rows[r] = 0
    b.stones = 0


cdef int turn(const Rules *rules, const void *state) noexcept nogil:
    return <int> ((<const Board *> state).stones % 3)   # §X1


cdef inline bint is_full(const Tables *t, const Board *b) noexcept nogil:
    return b.stones == <uint64_t> (t.size * t.size)


cdef int moves(const Rules *rules, const void *state, Move *out) noexcept nogil:
    cdef const Tables *t = <const Tables *> rules.tables
    cdef const Board *b = <const Board *> state
    cdef uint64_t row
    cdef int r, n = 0
    if is_full(t, b) or not t.to_the_end and certain(t, b) >= 0:
        return 0
    for r in range(t.size):
        row = vacant(t, b.rows[r])
        while row:
            out[n] = r * t.size + lowest(row)
            n += 1
            row &= row - 1
    return n


cdef void play(const Rules *rules, void *state, Move move) noexcept nogil:
    cdef const Tables *t = <const Tables *> rules.tables
    cdef Board *b = <Board *> state
    b.rows[move // t.size] |= <uint64_t> 1 << (move % t.size + LANE * <int> (b.stones % 3))
    b.stones += 1


cdef int result(const Rules *rules, const void *state, double *scores) noexcept nogil:
    cdef const Tables *t = <const Tables *> rules.tables
    cdef const Board *b = <const Board *> state
    cdef bint full = is_full(t, b)
    cdef int winner
    if t.to_the_end and not full:
        return 0
    winner = certain(t, b)
    if winner < 0:
        return 0
    wins(winner, scores)
    return 2 if full else 1


cdef void settle(const Rules *rules, const void *state, int without, double *scores) noexcept nogil:
    cdef int seat, winner = certain(<const Tables *> rules.tables, <const Board *> state)
    if winner >= 0 and winner != without:
        wins(winner, scores)
        return
    for seat in range(3):
        scores[seat] = 1.0 / 3 if without < 0 else 0 if seat == without else 0.5


cdef int playout(const Rules *rules, void *state, Random *rng, double *scores) noexcept nogil:
    """A random game to the full board: stopping when it is decided would change the plies, not the winner.

    Profile: two thirds of the time go into drawing the cells one by one, the rest into the two flood fills.
    """
    cdef const Tables *t = <const Tables *> rules.tables
    cdef Board *b = <Board *> state
    cdef uint16_t free[MAX_CELLS]
    cdef uint64_t first[MAX_SIZE]
    cdef uint64_t last[MAX_SIZE]
    cdef uint64_t row
    cdef uint32_t left, stop, at, place
    cdef int r, _seat, n = t.size, plies, lane
    if b.stones:
        left = 0
        for r in range(n):
            row = vacant(t, b.rows[r])
            while row:
                free[left] = r << 5 | lowest(row)
                left += 1
                row &= row - 1
    else:
        left = n * n
        memcpy(free, t.place, left * sizeof(uint16_t))
    plies = left
    # Only the owner of each cell counts, not the order: draw the cells of the second and the third seat in
    # turn; the seat to move, which fills the most, gets the rest.
    lane = <int> (b.stones % 3)
    stop = left - (left + 1) // 3
    for _seat in range(2):
        lane = lane + 1 if lane < 2 else 0
        while left > stop:
            at = random_below(rng, left)
            left -= 1
            place = free[at]
            free[at] = free[left]
            b.rows[place >> 5] |= <uint64_t> 1 << ((place & 31) + LANE * lane)
        stop = (plies + 2) // 3
    lane = lane + 1 if lane < 2 else 0
    for r in range(n):
        b.rows[r] |= vacant(t, b.rows[r]) << LANE * lane
    b.stones = n * n
    flood(b.rows, first, last, n)
    wins(t.winner[corners(first, last, first, last, n)], scores)
    return plies


cdef void observe(const Rules *rules, const void *state, int seat, uint8_t *planes) noexcept nogil:
    """The stones of each seat, those of `seat` first."""
    cdef int size = (<const Tables *> rules.tables).size, which, r, c
    cdef uint64_t row
    for which in range(3):
        for r in range(size):
            row = (<const Board *> state).rows[r] >> LANE * ((seat + which) % 3)
            for c in range(size):
                planes[c] = row >> c & 1
            planes += size


cdef int unique_most(const int *owned) noexcept nogil:
    """The seat with the largest number that no other seat has (§X7)."""
    cdef int number = CORNERS, seat
    while True:
        for seat in range(3):
            if owned[seat] == number != owned[(seat + 1) % 3] and number != owned[(seat + 2) % 3]:
                return seat
        number -= 1


cdef int8_t winner_of(int sets) noexcept nogil:
    """The seat that wins whichever of its seats each corner goes to; -1 if that depends, or if a corner has
    none."""
    cdef int owned[3]
    cdef int choice, k, seat, one, winner = -1
    for choice in range(81):
        owned[0] = owned[1] = owned[2] = 0
        one = choice
        for k in range(CORNERS):
            seat = one % 3
            one //= 3
            if not sets >> (3 * k + seat) & 1:
                break
            owned[seat] += 1
        else:
            seat = unique_most(owned)
            if winner >= 0 and winner != seat:
                return -1
            winner = seat
    return winner


cdef class XRules(RuleSet):
    """The rules of X on one size of board."""

    cdef Tables t

    def __cinit__(self, int size, bint to_the_end):
        cdef int at
        if not 4 <= size <= MAX_SIZE or size % 2:
            raise ValueError(f"a board has an even number of cells a side, 4 to {MAX_SIZE}, not {size}")
        self.t.size = size
        self.t.to_the_end = to_the_end
        self.t.row = (<uint64_t> 1 << size) - 1
        for at in range(size * size):
            self.t.place[at] = at // size << 5 | at % size
        for at in range(1 << 3 * CORNERS):
            self.t.winner[at] = winner_of(at)
        self.c.bytes = sizeof(Board)
        self.c.seats = 3
        self.c.n_moves = size * size
        self.c.bound = size * size
        self.c.tables = &self.t
        self.c.start = start
        self.c.turn = turn
        self.c.moves = moves
        self.c.play = play
        self.c.result = result
        self.c.settle = settle
        self.c.playout = playout
        self.c.policy_value = policy_value
        self.c.decisive = decisive
        self.c.planes = 3
        self.c.rows = self.c.columns = size
        self.c.observe = observe
        self.reasons = ("decided", "full")

    def write(self, State state not None):
        cdef const Board *b = <const Board *> state.raw
        cdef int r, c, n = self.t.size
        self.check(state)
        board = [
            (EMPTY, "r", "y", "", "g")[seats_in(b.rows[r] >> c)] for r in range(n) for c in range(n)
        ]
        return f"{write_rows(board, n)} {'ryg'[b.stones % 3]}"

    def cells(self, State state not None):
        """What lies on each cell, row by row from a1: 0 for nothing, otherwise 1 + seat of the stone."""
        cdef const Board *b = <const Board *> state.raw
        cdef unsigned char found[MAX_CELLS]
        cdef int r, c, seats, n = self.t.size
        self.check(state)
        for r in range(n):
            for c in range(n):
                seats = seats_in(b.rows[r] >> c)
                found[r * n + c] = 3 if seats == 4 else seats
        return (<const char *> found)[:n * n]

    def read(self, str text not None):
        cdef State state = self.blank()
        cdef Board *b = <Board *> state.raw
        cdef int at, n = self.t.size
        reader = Reader(text)
        board = reader.rows(n, n, "ryg")
        to_move = reader.letter("the side to move", "ryg")
        turn_at = reader.at - 1
        reader.end()
        counts = [board.count(seat) for seat in "ryg"]
        stones = sum(counts)
        if counts != [(stones + 2) // 3, (stones + 1) // 3, stones // 3]:
            raise reader.error(
                "no game leads here: red, yellow and green place one stone each in turn, red first", 0
            )
        if to_move != stones % 3:
            raise reader.error(
                "after {stones} stones it is {seat}’s turn", turn_at, stones=stones, seat="ryg"[stones % 3]
            )
        for at in range(n * n):
            if board[at] != EMPTY:
                b.rows[at // n] |= <uint64_t> 1 << (at % n + LANE * <int> "ryg".index(board[at]))
        b.stones = stones
        if not self.t.to_the_end and certain(&self.t, b) >= 0 and not ended_last(&self.t, b):
            raise reader.error("no game leads here: it was decided before the last stone", 0)
        return state

    def refusal(self, State state not None, int move):
        self.check(state)
        self.check_move(move)
        return "X3", "There is already a stone on that cell."

    def facts(self, State state not None):
        cdef const Board *b = <const Board *> state.raw
        cdef Claims found
        cdef int k, n = self.t.size
        self.check(state)
        found = claims(&self.t, b, True)
        named = []
        for k in range(CORNERS):
            owner = seats_of(found.owners >> 3 * k & ANYONE)
            open_to = seats_of(found.open >> 3 * k & ANYONE)
            named.append(Corner(
                cell(n - 1 if k & 1 else 0, n - 1 if k & 2 else 0),
                owner[0] if owner else None,
                len(open_to) == 1,
                open_to,
            ))
        winner = self.t.winner[found.open]
        return Facts(tuple(named), winner if winner >= 0 else None)


cdef bint ended_last(const Tables *t, const Board *b) noexcept nogil:
    """True if a stone of the seat that moved last may have decided the game.

    More stones never undo a decision, so that everything before an undecided position was undecided too.
    """
    cdef Board before = b[0]
    cdef int r, c, lane = LANE * <int> ((b.stones + 2) % 3)
    cdef uint64_t stone
    before.stones -= 1
    for r in range(t.size):
        for c in range(t.size):
            stone = <uint64_t> 1 << (c + lane)
            if b.rows[r] & stone:
                before.rows[r] ^= stone
                if certain(t, &before) < 0:
                    return True
                before.rows[r] ^= stone
    return False


cdef tuple seats_of(int bits):
    """A set of seats as numbers."""
    return tuple([seat for seat in range(3) if bits >> seat & 1])
