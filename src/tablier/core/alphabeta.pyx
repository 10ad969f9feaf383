# Negamax with a null window around the first move's value, iterative deepening and a transposition table.
# A position that came up earlier in the line, or would stand for the third time, is settled as it stands.
# `child` makes a move and sees whether it ends the game, so `search` only meets positions that go on.

from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from tablier.core.memory cimport release, reserve
from tablier.core.rules cimport MAX_SEATS, Random, State, below
from tablier.core.search cimport is_closed, is_over, is_time_up, share, stamp_of

from tablier.core.choice import Candidate

cdef extern from *:
    """
    #define TABLIER_PREFETCH(address) __builtin_prefetch(address)
    """
    void prefetch "TABLIER_PREFETCH"(const void *address) noexcept nogil

cdef enum:
    CLOCK = 1024     # nodes between two looks at the clock
    MOST_HISTORY = 1 << 20
    EXACT = 1
    AT_LEAST = 2
    AT_MOST = 3


cdef class AlphaBeta:
    """Two sides, one's gain the other's loss. `run` once, then ask. `only` names the moves to choose from,
    `pride` how much less than it is worth a draw by repetition is to the side that asks."""

    def __cinit__(
        self, Position position not None, *, capacity=1 << 20, seed=0, double noise=0.0, double pride=0.0,
        only=(),
    ):
        cdef State state = position.state
        cdef uint64_t size = 1
        if len(position.sides) != 2:
            raise ValueError(f"alpha-beta needs two sides, not {len(position.sides)}")
        self.position = position
        self.p = position.p
        self.seed = seed % 2**64
        self.noise = <int> (noise * JUDGED)
        self.pride = <int> (pride * JUDGED)
        memcpy(self.root, state.raw, self.p.rules.bytes)
        self.mover = self.p.side[self.p.rules.turn(self.p.rules, self.root)]
        self.moves = len(state.game.paths)
        while 2 * size <= capacity:
            size *= 2
        self.mask = size - 1
        self.table = <Memory *> reserve(size * sizeof(Memory))
        self.history = <int *> calloc(2 * self.moves, sizeof(int))
        if self.table == NULL or self.history == NULL:
            raise MemoryError
        memset(self.killers, 255, sizeof(self.killers))
        for side in range(2):
            self.seat[<int> side] = position.sides[side][0]
        self._list_replies(frozenset(only))

    def __dealloc__(self):
        release(self.table, (self.mask + 1) * sizeof(Memory))
        free(self.history)

    def _list_replies(self, only):
        cdef Move moves[MAX_MOVES]
        cdef Random chance
        cdef int i, j, n = self.p.rules.moves(self.p.rules, self.root, moves)
        chance.s = self.seed
        self.n_replies = 0
        for i in range(n):
            if not only or moves[i] in only:
                moves[self.n_replies] = moves[i]
                self.n_replies += 1
        if not self.n_replies:
            raise ValueError("the game is over: there is no move to choose")
        for i in range(self.n_replies - 1, 0, -1):
            j = below(&chance, i + 1)
            moves[i], moves[j] = moves[j], moves[i]
        for i in range(self.n_replies):
            self.replies[i].move = moves[i]
            self.replies[i].value = 0
            self.replies[i].nodes = 0
            self.replies[i].decided = False

    def run(self, unsigned long long nodes, *, double deadline=0, int depth=MAX_DEPTH - 1):
        """Deepen ply by ply until the nodes, the time (of the monotonic clock), the depth or the question is
        used up."""
        cdef int d
        self.limit = self.nodes + nodes
        self.p.deadline = deadline
        self.halted = False
        with nogil:
            self.stamps[0] = stamp_of(&self.p, self.root)
            for d in range(self.depth + 1, min(depth, MAX_DEPTH - 1) + 1):
                if self.is_settled() or not self.pass_root(d):
                    break
                self.depth = d

    def decide(self, Move move, int winner, int turns):
        """Take it as certain that after this move of the root the side `winner` wins in so many turns of its
        own; what was thought of the others has to be asked again."""
        cdef int i
        for i in range(self.n_replies):
            if self.replies[i].move == move:
                self.replies[i].value = (
                    WON - 2 * turns + 1 if winner == self.p.side[self.state_turn()] else 2 * turns - WON
                )
                self.replies[i].decided = True
                if self.replies[i].value > 0:
                    self.replies[i], self.replies[0] = self.replies[0], self.replies[i]
        if self.replies[0].value < 0:
            self.depth = 0

    cdef int state_turn(self) noexcept nogil:
        return self.p.rules.turn(self.p.rules, self.root)

    @property
    def favourite_move(self):
        """The move to play, and whether it is certain what comes of it."""
        return self.replies[0].move, abs(self.replies[0].value) >= SURE

    cdef bint is_settled(self) noexcept nogil:
        """Is there a win, or nothing but losses?"""
        return self.replies[0].value >= SURE or (self.depth and self.replies[0].value <= -SURE)

    cdef bint is_halted(self) noexcept nogil:
        if not self.halted and self.depth and (
            self.nodes >= self.limit or (self.nodes % CLOCK == 0 and is_time_up(&self.p))
        ):
            self.halted = True   # never before the first ply is done: there is always an answer
        return self.halted

    cdef bint pass_root(self, int depth) noexcept nogil:
        """One more ply; False when it was broken off. The best reply moves to the front at once."""
        cdef int i, j, value, best = -WON - 1
        cdef int side = self.p.side[self.state_turn()]
        cdef uint64_t before
        cdef Reply reply
        for i in range(self.n_replies):
            before = self.nodes
            if self.replies[i].decided:
                value = self.replies[i].value
            elif best < -WON:
                value = self.child(self.root, self.replies[i].move, depth, -WON, WON, 0, side)
            else:
                value = self.child(self.root, self.replies[i].move, depth, best, best + 1, 0, side)
                if value > best and not self.halted:
                    value = self.child(self.root, self.replies[i].move, depth, best, WON, 0, side)
            if self.halted:
                self.flee()
                return False
            self.replies[i].value = value
            self.replies[i].nodes += self.nodes - before
            self.fingerprint = (self.fingerprint ^ (self.nodes - before)) * <uint64_t> 0x100000001B3
            self.fingerprint = (self.fingerprint ^ <uint64_t> (value + WON)) * <uint64_t> 0x100000001B3
            if value > best:
                best = value
                reply = self.replies[i]
                for j in range(i, 0, -1):
                    self.replies[j] = self.replies[j - 1]
                self.replies[0] = reply
        return True

    cdef void flee(self) noexcept nogil:
        """Broken off when the first reply had just turned out to lose: prefer what is not known to."""
        cdef int i, best = 0
        for i in range(1, self.n_replies):
            if self.replies[i].value > self.replies[best].value:
                best = i
        if self.replies[0].value <= -SURE:
            self.replies[0], self.replies[best] = self.replies[best], self.replies[0]

    cdef int child(
        self, const uint64_t *state, Move move, int depth, int alpha, int beta, int ply, int side
    ) noexcept nogil:
        """The value of a move for its side."""
        cdef uint64_t after[STATE_WORDS]
        cdef double shares[2]
        cdef double scores[MAX_SEATS]
        cdef uint64_t stamp
        cdef int i
        self.nodes += 1
        if self.nodes % CLOCK == 0 or self.nodes >= self.limit:
            self.is_halted()
        memcpy(after, state, self.p.rules.bytes)
        self.p.rules.play(self.p.rules, after, move)
        if is_over(&self.p, after, shares):
            if shares[side] > 0.999:
                return WON - ply - 1
            if shares[side] < 0.001:
                return ply + 1 - WON
            return <int> ((2 * shares[side] - 1) * JUDGED)
        if depth <= 1 and not self.p.closed_mask:
            return self.judge(after, side)
        stamp = stamp_of(&self.p, after)
        for i in range(ply, -1, -1):
            if self.stamps[i] == stamp:
                break
        else:
            if not is_closed(&self.p, stamp):
                if depth <= 1:
                    return self.judge(after, side)
                self.stamps[ply + 1] = stamp
                prefetch(&self.table[stamp & self.mask & ~<uint64_t> 1])
                # Sides take turns in all our games; one that moved twice in a row would keep its own value.
                if self.p.side[self.p.rules.turn(self.p.rules, after)] == side:
                    return self.search(after, depth - 1, alpha, beta, ply + 1)
                return -self.search(after, depth - 1, -beta, -alpha, ply + 1)
        self.p.rules.settle(self.p.rules, after, -1, scores)
        share(&self.p, scores, shares)
        return <int> ((2 * shares[side] - 1) * JUDGED) + (-self.pride if side == self.mover else self.pride)

    cdef int judge(self, const uint64_t *state, int side) noexcept nogil:
        """An estimate for a side, blurred for the weak."""
        cdef double shares[2]
        cdef double scores[MAX_SEATS]
        cdef Random chance
        cdef int value = 0
        if self.p.rules.evaluate != NULL:
            self.p.rules.evaluate(self.p.rules, state, scores)
            if self.p.rules.seats == 2 and scores[0] + scores[1] == 1:   # spares a division
                shares[side] = scores[self.seat[side]]
            else:
                share(&self.p, scores, shares)
            value = <int> ((2 * shares[side] - 1) * JUDGED)
        if self.noise:
            chance.s = stamp_of(&self.p, state) ^ self.seed
            value += <int> below(&chance, self.noise) - <int> below(&chance, self.noise)
            value = max(-JUDGED, min(JUDGED, value))
        return value

    cdef int search(self, const uint64_t *state, int depth, int alpha, int beta, int ply) noexcept nogil:
        """The value of an open position for the side to move, exact between alpha and beta."""
        cdef Move moves[MAX_MOVES]
        cdef int weights[MAX_MOVES]
        cdef Memory *known
        cdef Move move, best_move = -1
        cdef uint64_t stamp = self.stamps[ply]
        cdef int i, j, n, value, best = -WON - 1, before = alpha
        cdef int side = self.p.side[self.p.rules.turn(self.p.rules, state)]
        if self.halted:
            return 0
        n = self.p.rules.moves(self.p.rules, state, moves)   # while the line of the table is on its way
        known = self.recall(stamp)
        if known != NULL:
            value = known.value
            if value >= SURE:
                value -= ply
            elif value <= -SURE:
                value += ply
            if (known.depth >= depth or abs(value) >= SURE) and (
                known.bound == EXACT
                or (known.bound == AT_LEAST and value >= beta)
                or (known.bound == AT_MOST and value <= alpha)
            ):
                return value
            best_move = <Move> known.move - 1
        self.weigh(state, moves, n, weights, ply, side, best_move)
        best_move = -1
        for i in range(n):
            move = moves[_heaviest(weights, n)]
            if i == 0:
                value = self.child(state, move, depth, alpha, beta, ply, side)
            else:
                value = self.child(state, move, depth, alpha, alpha + 1, ply, side)
                if alpha < value < beta:
                    value = self.child(state, move, depth, alpha, beta, ply, side)
            if self.halted:
                return 0
            if value > best:
                best = value
                best_move = move
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        break
        if best >= beta:
            j = side * self.moves + best_move
            self.history[j] = min(self.history[j] + depth * depth, MOST_HISTORY)
            if self.killers[ply][0] != best_move:
                for j in range(KILLERS - 1, 0, -1):
                    self.killers[ply][j] = self.killers[ply][j - 1]
                self.killers[ply][0] = best_move
        self.store(
            stamp, best, best_move, depth,
            AT_LEAST if best >= beta else EXACT if best > before else AT_MOST, ply,
        )
        return best

    cdef void weigh(
        self, const uint64_t *state, const Move *moves, int n, int *weights, int ply, int side, Move first
    ) noexcept nogil:
        """Which moves to try first: the remembered one, killers, then those that cut off elsewhere, and of
        two alike the earlier one."""
        cdef int i, j, weight
        for i in range(n):
            weight = self.history[side * self.moves + moves[i]]
            for j in range(KILLERS):
                if moves[i] == self.killers[ply][j]:
                    weight = MOST_HISTORY + KILLERS - j
            if moves[i] == first:
                weight = MOST_HISTORY + KILLERS + 1
            weights[i] = weight * MAX_MOVES + MAX_MOVES - 1 - i

    cdef Memory *recall(self, uint64_t stamp) noexcept nogil:
        cdef uint64_t at = stamp & self.mask
        if self.table[at].stamp == stamp and self.table[at].bound:
            return &self.table[at]
        at ^= 1
        if self.table[at].stamp == stamp and self.table[at].bound:
            return &self.table[at]
        return NULL

    cdef void store(self, uint64_t stamp, int value, Move move, int depth, int bound, int ply) noexcept nogil:
        """Two places each: the first keeps what cost most, the second what came last."""
        cdef uint64_t at = stamp & self.mask
        if self.table[at].stamp != stamp and self.table[at].bound and self.table[at].depth > depth:
            at ^= 1
        if value >= SURE:
            value += ply
        elif value <= -SURE:
            value -= ply
        self.table[at].stamp = stamp
        self.table[at].value = value
        self.table[at].move = move + 1
        self.table[at].depth = depth
        self.table[at].bound = bound

    # What it found, for Python

    @property
    def proven(self):
        return abs(self.replies[0].value) >= SURE

    @property
    def signature(self):
        return self.fingerprint ^ self.nodes

    def shares(self):
        return self._shares(self.replies[0].value)

    def _shares(self, int value):
        cdef double shares[2]
        cdef int side = self.p.side[self.p.rules.turn(self.p.rules, self.root)]
        if abs(value) >= SURE:
            shares[side] = 1 if value > 0 else 0
        else:
            shares[side] = 0.5 + 0.5 * value / JUDGED
        shares[side ^ 1] = 1 - shares[side]
        return self.position.by_seat(shares)

    def candidates(self):
        """The root's moves, the best first. Of the others it is only known that they are worth no more than
        what is said of them, which makes a loss certain but never a win."""
        cdef int i, value, most = self.replies[0].value
        found = []
        for i in range(self.n_replies):
            value = min(self.replies[i].value, most)
            proven = value <= -SURE or (i == 0 and value >= SURE)
            found.append((
                (i != 0, -value, i),
                Candidate(self.replies[i].move, self.replies[i].nodes, self._shares(value), proven),
            ))
        found.sort(key=lambda pair: pair[0])
        return tuple([candidate for _, candidate in found])

    def line(self):
        """The best replies as far as they are remembered."""
        cdef uint64_t state[STATE_WORDS]
        cdef double shares[2]
        cdef Memory *known
        cdef uint64_t stamp
        memcpy(state, self.root, self.p.rules.bytes)
        moves, seen = [], set()
        move = self.replies[0].move
        while True:
            moves.append(move)
            self.p.rules.play(self.p.rules, state, move)
            if is_over(&self.p, state, shares) or len(moves) >= max(self.depth, 1):
                break
            stamp = stamp_of(&self.p, state)
            known = self.recall(stamp)
            if known == NULL or not known.move or stamp in seen:
                break
            seen.add(stamp)
            move = known.move - 1
        return tuple(moves)


cdef inline int _heaviest(int *weights, int n) noexcept nogil:
    """Where the heaviest move is; it is not found again. A weight ends in its own place, so that the loop is
    a plain maximum, eight at a time."""
    cdef int i, most = 0
    for i in range(n):
        most = weights[i] if weights[i] > most else most
    i = MAX_MOVES - 1 - most % MAX_MOVES
    weights[i] = 0
    return i
