# Short forced wins, counted in turns of the winning side, against everybody else. Nearly every try is refuted
# by the first reply, so looking two turns ahead costs about the square of the number of moves.

from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

from tablier.core.rules cimport MAX_MOVES, MAX_SEATS, Move, STATE_WORDS
from tablier.core.search cimport Position, Problem, is_closed, is_over, is_time_up, share, stamp_of

cdef double EPSILON = 1e-9

cdef enum:
    MOST_TURNS = 3
    MOST_PLIES = MOST_TURNS * MAX_SEATS


cdef class Tactics:
    """What can be forced from a position within a few turns. An answer is exact when `complete` is true."""

    cdef Position position
    cdef Problem p
    cdef Move helped[MOST_PLIES + 1]   # by ply: the move that won or the reply that saved last time
    cdef unsigned long long limit
    cdef readonly unsigned long long nodes
    cdef readonly bint complete
    cdef readonly int turns            # of the last answer; 0: the move itself gave it away

    def __cinit__(self, Position position not None):
        self.position = position
        self.p = position.p
        self.complete = True
        memset(self.helped, 255, sizeof(self.helped))

    def win(self, int turns, *, unsigned long long nodes=1_000_000, double deadline=0):
        """A move that forces the most one side can get within so many own turns, or None."""
        cdef Move moves[MAX_MOVES]
        cdef const uint64_t *root = self.position.state.raw
        cdef int n = self.p.rules.moves(self.p.rules, root, moves)
        cdef int step, side, found = -1
        self._set_out(turns, nodes, deadline)
        with nogil:
            side = self.p.side[self.p.rules.turn(self.p.rules, root)]
            for step in range(1, turns + 1):   # the shortest first
                found = self.first_that_leads(root, moves, n, side, step - 1, 0)
                if found >= 0:
                    self.turns = step
                    break
        return found if found >= 0 else None

    def punisher(self, Move move, int turns, *, unsigned long long nodes=1_000_000, double deadline=0):
        """A side that can force the most one side can get within so many turns after this move, or None."""
        cdef uint64_t after[STATE_WORDS]
        cdef double shares[MAX_SEATS]
        cdef const uint64_t *root = self.position.state.raw
        cdef int side, mover, step, found = -1
        self._set_out(turns, nodes, deadline)
        with nogil:
            mover = self.p.side[self.p.rules.turn(self.p.rules, root)]
            memcpy(after, root, self.p.rules.bytes)
            self.p.rules.play(self.p.rules, after, move)
            if self.over(after, shares):
                for side in range(self.p.sides):
                    if side != mover and shares[side] > self.p.rules.top - EPSILON:
                        found = side
                        self.turns = 0
            else:
                for step in range(1, turns + 1):
                    for side in range(self.p.sides):
                        if side != mover and self.forces(after, side, step, 0):
                            found = side
                            break
                    if found >= 0:
                        self.turns = step
                        break
        return found if found >= 0 else None

    def _set_out(self, int turns, unsigned long long nodes, double deadline):
        if not 1 <= turns <= MOST_TURNS:
            raise ValueError(f"tactics look 1 to {MOST_TURNS} turns ahead, not {turns}")
        self.complete = True
        self.limit = self.nodes + nodes
        self.p.deadline = deadline

    cdef bint over(self, const uint64_t *state, double *shares) noexcept nogil:
        cdef double scores[MAX_SEATS]
        if is_over(&self.p, state, shares):
            return True
        if self.p.closed_mask and is_closed(&self.p, stamp_of(&self.p, state)):
            self.p.rules.settle(self.p.rules, state, -1, scores)
            share(&self.p, scores, shares)
            return True
        return False

    cdef Move first_that_leads(
        self, const uint64_t *state, const Move *moves, int n, int side, int turns, int ply
    ) noexcept nogil:
        """The first of these moves of the side that `leads`, or -1."""
        cdef Move closing[MAX_MOVES]
        cdef uint64_t after[STATE_WORDS]
        cdef int i
        if not turns and self.p.rules.closing != NULL and not self.p.closed_mask:
            memcpy(closing, moves, n * sizeof(Move))
            n = self.p.rules.closing(self.p.rules, state, closing, n)
            moves = closing
        for i in range(n):
            if self.leads(state, moves[i], after, side, turns, ply):
                return moves[i]
        return -1

    cdef bint leads(
        self, const uint64_t *state, Move move, uint64_t *after, int side, int turns, int ply
    ) noexcept nogil:
        """Does this move, whoever makes it, win for the side now, or let it force a win in so many turns?"""
        cdef double shares[MAX_SEATS]
        self.nodes += 1
        memcpy(after, state, self.p.rules.bytes)
        self.p.rules.play(self.p.rules, after, move)
        if self.over(after, shares):
            return shares[side] > self.p.rules.top - EPSILON
        return turns > 0 and self.forces(after, side, turns, ply + 1)

    cdef bint forces(self, const uint64_t *state, int side, int turns, int ply) noexcept nogil:
        """Can the side, against all others, win within so many turns of its own? No, when time runs out."""
        cdef Move moves[MAX_MOVES]
        cdef uint64_t after[STATE_WORDS]
        cdef int i, n, step
        cdef Move move
        if self.nodes >= self.limit or is_time_up(&self.p):
            self.complete = False
            return False
        n = self.p.rules.moves(self.p.rules, state, moves)
        for i in range(n):
            if moves[i] == self.helped[ply]:
                moves[i], moves[0] = moves[0], moves[i]
                break
        if self.p.side[self.p.rules.turn(self.p.rules, state)] == side:
            for step in range(1, turns + 1):   # at once, or else later
                move = self.first_that_leads(state, moves, n, side, step - 1, ply)
                if move >= 0:
                    self.helped[ply] = move
                    return True
            return False
        for i in range(n):
            if not self.leads(state, moves[i], after, side, turns, ply):
                self.helped[ply] = moves[i]
                return False
        return True
