# Short forced wins of one side against all others, by AND/OR search with killer moves; lengths are counted in
# turns of the winning side. Nearly every attempt is refuted by the first reply, so that two turns cost about
# the square of the number of moves.

from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

from tablier.core.rules cimport MAX_MOVES, MAX_SEATS, Move, STATE_WORDS
from tablier.search.problem cimport (
    Problem, RootPosition, is_legal, is_over, is_repeated, is_time_up, position_key, share
)

cdef double EPSILON = 1e-9

cdef enum:
    MAX_TURNS = 3
    MAX_PLIES = MAX_TURNS * MAX_SEATS


cdef class Tactics:
    """Forced wins from a root within a few turns. An answer is exact if `complete` is true; otherwise nodes
    or time ran out."""

    cdef RootPosition position
    cdef Problem p
    cdef Move killers[MAX_PLIES + 1]   # by ply: the last winning move or refutation
    cdef unsigned long long limit
    cdef readonly unsigned long long nodes
    cdef readonly bint complete
    cdef readonly int turns            # length of the last forced win found; 0: the move itself lost

    def __cinit__(self, RootPosition position not None):
        self.position = position
        self.p = position.p
        self.complete = True
        memset(self.killers, 255, sizeof(self.killers))

    def win(self, int turns, *, unsigned long long nodes=1_000_000, double deadline=0):
        """A move that forces the largest share within so many turns of the mover's side; None if there is
        none."""
        cdef Move moves[MAX_MOVES]
        cdef const uint64_t *root = self.position.state.raw
        cdef int n = self.p.rules.moves(self.p.rules, root, moves)
        cdef int step, side, found = -1
        self.begin(turns, nodes, deadline)
        with nogil:
            side = self.p.side[self.p.rules.turn(self.p.rules, root)]
            for step in range(1, turns + 1):   # the shortest first
                found = self.first_winning_move(root, moves, n, side, step - 1, 0)
                if found >= 0:
                    self.turns = step
                    break
        return found if found >= 0 else None

    def refuting_side(self, Move move, int turns, *, unsigned long long nodes=1_000_000, double deadline=0):
        """A side that can force the largest share within so many turns after `move`; None if there is none.

        ValueError for a move that is not legal at the root, or turns out of range.
        """
        self.begin(turns, nodes, deadline)
        mover = self.p.rules.turn(self.p.rules, self.position.state.raw)
        return self.winner_after(move, turns, self.p.side[<int> mover])

    def winning_side(self, Move move, int turns, *, unsigned long long nodes=1_000_000, double deadline=0):
        """The same, with the mover's own side among those that may win."""
        self.begin(turns, nodes, deadline)
        return self.winner_after(move, turns, -1)

    def threats_win(self, int nodes):
        """A move that begins a win by threats, as long as it may be; None if there is none, or the game has
        no search for it (`force`)."""
        cdef Move move = -1
        cdef int turns = 0
        cdef const uint64_t *root = self.position.state.raw
        if self.p.rules.force != NULL:
            with nogil:
                turns = self.p.rules.force(self.p.rules, root, nodes, &move)
        if turns <= 0:
            return None
        self.turns = turns
        return move

    def threats_refute(self, Move move, int nodes):
        """The side that wins by threats after `move`; None if there is none, or the game has no search for
        it. ValueError for a move that is not legal at the root."""
        cdef uint64_t after[STATE_WORDS]
        cdef double shares[MAX_SEATS]
        cdef Move reply = -1
        cdef int turns = 0
        cdef const uint64_t *root = self.position.state.raw
        if not is_legal(&self.p, root, move):
            raise ValueError(f"{move} is no legal move of the root")
        if self.p.rules.force == NULL:
            return None
        with nogil:
            memcpy(after, root, self.p.rules.bytes)
            self.p.rules.play(self.p.rules, after, move)
            if not is_over(&self.p, after, shares):
                turns = self.p.rules.force(self.p.rules, after, nodes, &reply)
        if turns <= 0:
            return None
        self.turns = turns
        return self.p.side[<int> self.p.rules.turn(self.p.rules, after)]

    cdef object winner_after(self, Move move, int turns, int except_side):
        """The side, but for one, that has won after a move of the root or forces it the soonest, or None."""
        cdef uint64_t after[STATE_WORDS]
        cdef double shares[MAX_SEATS]
        cdef const uint64_t *root = self.position.state.raw
        cdef int side, step, found = -1
        if not is_legal(&self.p, root, move):
            raise ValueError(f"{move} is no legal move of the root")
        with nogil:
            memcpy(after, root, self.p.rules.bytes)
            self.p.rules.play(self.p.rules, after, move)
            if self.is_over_or_repeated(after, shares):
                for side in range(self.p.sides):
                    if side != except_side and shares[side] > self.p.rules.max_share - EPSILON:
                        found = side
                        self.turns = 0
            else:
                for step in range(1, turns + 1):
                    for side in range(self.p.sides):
                        if side != except_side and self.can_force(after, side, step, 0):
                            found = side
                            break
                    if found >= 0:
                        self.turns = step
                        break
        return found if found >= 0 else None

    cdef int begin(self, int turns, unsigned long long nodes, double deadline) except -1:
        if not 1 <= turns <= MAX_TURNS:
            raise ValueError(f"tactics look 1 to {MAX_TURNS} turns ahead, not {turns}")
        self.complete = True
        self.limit = self.nodes + nodes
        self.p.deadline = deadline
        return 0

    cdef bint is_over_or_repeated(self, const uint64_t *state, double *shares) noexcept nogil:
        """True, with the shares written, if the board or a third repetition ends the game here."""
        cdef double scores[MAX_SEATS]
        if is_over(&self.p, state, shares):
            return True
        if self.p.repeated_mask and is_repeated(&self.p, position_key(&self.p, state)):
            self.p.rules.settle(self.p.rules, state, -1, scores)
            share(&self.p, scores, shares)
            return True
        return False

    cdef Move first_winning_move(
        self, const uint64_t *state, const Move *moves, int n, int side, int turns, int ply
    ) noexcept nogil:
        """The first of these moves of the side after which it wins within so many more turns; -1 if none
        does."""
        cdef Move decisive[MAX_MOVES]
        cdef uint64_t after[STATE_WORDS]
        cdef int i
        if not turns and self.p.rules.decisive != NULL and not self.p.repeated_mask:
            memcpy(decisive, moves, n * sizeof(Move))
            n = self.p.rules.decisive(self.p.rules, state, decisive, n)
            moves = decisive
        for i in range(n):
            if self.wins_after(state, moves[i], after, side, turns, ply):
                return moves[i]
        return -1

    cdef bint wins_after(
        self, const uint64_t *state, Move move, uint64_t *after, int side, int turns, int ply
    ) noexcept nogil:
        """True if after this move, by any seat, the side has won or can force a win within so many turns."""
        cdef double shares[MAX_SEATS]
        self.nodes += 1
        memcpy(after, state, self.p.rules.bytes)
        self.p.rules.play(self.p.rules, after, move)
        if self.is_over_or_repeated(after, shares):
            return shares[side] > self.p.rules.max_share - EPSILON
        return turns > 0 and self.can_force(after, side, turns, ply + 1)

    cdef bint can_force(self, const uint64_t *state, int side, int turns, int ply) noexcept nogil:
        """True if the side can win against all others within so many turns of its own; False, and no longer
        `complete`, if nodes or time run out."""
        cdef Move moves[MAX_MOVES]
        cdef uint64_t after[STATE_WORDS]
        cdef int i, n, step
        cdef Move move
        if self.nodes >= self.limit or ply > MAX_PLIES or is_time_up(&self.p):
            self.complete = False
            return False
        n = self.p.rules.moves(self.p.rules, state, moves)
        for i in range(n):
            if moves[i] == self.killers[ply]:
                moves[i], moves[0] = moves[0], moves[i]
                break
        if self.p.side[self.p.rules.turn(self.p.rules, state)] == side:
            for step in range(1, turns + 1):   # the shortest first
                move = self.first_winning_move(state, moves, n, side, step - 1, ply)
                if move >= 0:
                    self.killers[ply] = move
                    return True
            return False
        for i in range(n):
            if not self.wins_after(state, moves[i], after, side, turns, ply):
                self.killers[ply] = moves[i]
                return False
        return True
