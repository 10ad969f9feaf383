# Principal variation search (negamax with null windows), iterative deepening, a transposition table, killer
# moves and the history heuristic. A position that occurred earlier in the line, or would stand for the third
# time, is settled as it stands. `search_move` makes a move and checks whether it ends the game, so that
# `search` only sees unfinished positions.

from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from tablier.core.memory cimport release, reserve
from tablier.core.rules cimport MAX_SEATS, Random, State, random_below
from tablier.search.problem cimport (
    check_decision, is_legal, is_over, is_repeated, is_time_up, position_key, share
)

from tablier.core.values import whole_number
from tablier.search.choice import Candidate

cdef extern from *:
    """
    #define TABLIER_PREFETCH(address) __builtin_prefetch(address)
    """
    void prefetch "TABLIER_PREFETCH"(const void *address) noexcept nogil

cdef enum:
    CLOCK_INTERVAL = 1024   # nodes between two readings of the clock
    MAX_HISTORY = 1 << 20
    MAX_NOISE = 100
    EXACT = 1
    LOWER_BOUND = 2
    UPPER_BOUND = 3


cdef class AlphaBeta:
    """Alpha-beta search for two sides. Call `run`, then read the results.

    `capacity` is the number of entries in the transposition table. `noise` blurs every evaluation by up to
    this part of a full win. `contempt`: a repetition is scored this much below its value for the root side.
    `allowed` restricts the moves of the root; empty: all. ValueError for a number out of range, for three
    sides, and if no move is left.
    """

    def __cinit__(
        self, RootPosition position not None, *, capacity=1 << 20, seed=0, double noise=0.0,
        double contempt=0.0, allowed=(),
    ):
        cdef State state = position.state
        cdef uint64_t size = 1
        capacity = whole_number(capacity, "capacity")
        if len(position.sides) != 2:
            raise ValueError(f"alpha-beta needs two sides, not {len(position.sides)}")
        if not 2 <= capacity < 2**32:
            raise ValueError(f"a transposition table has at least 2 entries, not {capacity}")
        if not 0 <= noise <= MAX_NOISE:
            raise ValueError(f"noise is 0 to {MAX_NOISE}, not {noise}")
        if not -1 <= contempt <= 1:
            raise ValueError(f"contempt is -1 to 1, not {contempt}")
        self.position = position
        self.p = position.p
        self.seed = whole_number(seed, "seed") % 2**64
        self.noise = <int> (noise * MAX_EVALUATION)
        self.contempt = <int> (contempt * MAX_EVALUATION)
        memcpy(self.root, state.raw, self.p.rules.bytes)
        self.mover = self.p.side[self.p.rules.turn(self.p.rules, self.root)]
        self.moves = state.rules.c.n_moves
        while 2 * size <= <uint64_t> capacity:
            size *= 2
        self.mask = size - 1
        self.table = <TTEntry *> reserve(size * sizeof(TTEntry))
        self.history = <int *> calloc(2 * self.moves, sizeof(int))
        if self.table == NULL or self.history == NULL:
            raise MemoryError
        memset(self.killers, 255, sizeof(self.killers))
        for side in range(2):
            self.seat[<int> side] = position.sides[side][0]
        self.lines = 1
        self.list_root_moves(frozenset(allowed))

    def __dealloc__(self):
        release(self.table, (self.mask + 1) * sizeof(TTEntry))
        free(self.history)

    cdef int list_root_moves(self, allowed) except -1:
        """Fill `root_moves` in random order."""
        cdef Move moves[MAX_MOVES]
        cdef Random rng
        cdef int i, j, n = self.p.rules.moves(self.p.rules, self.root, moves)
        rng.s = self.seed
        self.n_root_moves = 0
        for i in range(n):
            if not allowed or moves[i] in allowed:
                moves[self.n_root_moves] = moves[i]
                self.n_root_moves += 1
        if not self.n_root_moves:
            raise ValueError(
                "none of the allowed moves is legal" if n else "the game is over: there is no move to choose"
            )
        for i in range(self.n_root_moves - 1, 0, -1):
            j = random_below(&rng, i + 1)
            moves[i], moves[j] = moves[j], moves[i]
        for i in range(self.n_root_moves):
            self.root_moves[i].move = moves[i]
            self.root_moves[i].value = 0
            self.root_moves[i].nodes = 0
            self.root_moves[i].is_given = False
        return 0

    def run(self, unsigned long long nodes, *, double deadline=0, int depth=MAX_DEPTH - 1, int lines=1):
        """Deepen iteratively until the nodes, the deadline (by the monotonic clock) or the depth is reached,
        or until the root is proven. So many of the best moves (`lines`) get an exact value, the others a
        bound."""
        cdef int d
        if lines < 1:
            raise ValueError(f"a search follows at least 1 line, not {lines}")
        self.lines = lines
        self.limit = self.nodes + nodes
        self.p.deadline = deadline
        self.stopped = False
        with nogil:
            self.keys[0] = position_key(&self.p, self.root)
            for d in range(self.depth + 1, min(depth, MAX_DEPTH - 1) + 1):
                if self.is_decided() or not self.search_root(d):
                    break
                self.depth = d

    def decide(self, Move move, int winner, int turns):
        """Record that the side `winner` has a forced win, of so many turns of its own, after a move of the
        root.

        If the best move is then a loss, the next `run` deepens from the first ply again. ValueError for a
        move that is not legal at the root, a side that does not exist, or turns out of range.
        """
        cdef int i
        check_decision(&self.p, self.root, move, winner, turns)
        for i in range(self.n_root_moves):
            if self.root_moves[i].move == move:
                self.root_moves[i].value = (
                    WIN - 2 * turns + 1 if winner == self.p.side[self.root_turn()] else 2 * turns - WIN
                )
                self.root_moves[i].is_given = True
                if self.root_moves[i].value > 0:
                    self.root_moves[i], self.root_moves[0] = self.root_moves[0], self.root_moves[i]
        if self.root_moves[0].value < 0:
            self.depth = 0

    cdef int root_turn(self) noexcept nogil:
        return self.p.rules.turn(self.p.rules, self.root)

    @property
    def best_move(self):
        """The move to play, and whether its value is proven."""
        return self.root_moves[0].move, abs(self.root_moves[0].value) >= PROVEN

    cdef bint is_decided(self) noexcept nogil:
        """True if the best move is a proven win, or all moves are proven losses."""
        return self.root_moves[0].value >= PROVEN or (self.depth and self.root_moves[0].value <= -PROVEN)

    cdef bint check_stop(self) noexcept nogil:
        """True once nodes or time have run out; never during the first iteration: there is always a best
        move."""
        if not self.stopped and self.depth and (
            self.nodes >= self.limit or (self.nodes % CLOCK_INTERVAL == 0 and is_time_up(&self.p))
        ):
            self.stopped = True
        return self.stopped

    cdef bint search_root(self, int depth) noexcept nogil:
        """One iteration to this depth; False if interrupted. A move among the best `lines` is moved to its
        place among them at once."""
        cdef int i, j, k, value, worst
        cdef int side = self.p.side[self.root_turn()]
        cdef uint64_t before
        cdef RootMove reply
        for i in range(self.n_root_moves):
            before = self.nodes
            worst = self.root_moves[self.lines - 1].value if i >= self.lines else -WIN - 1
            if self.root_moves[i].is_given:
                value = self.root_moves[i].value
            elif worst < -WIN:
                value = self.search_move(self.root, self.root_moves[i].move, depth, -WIN, WIN, 0, side)
            else:
                value = self.search_move(self.root, self.root_moves[i].move, depth, worst, worst + 1, 0, side)
                if value > worst and not self.stopped:
                    value = self.search_move(self.root, self.root_moves[i].move, depth, worst, WIN, 0, side)
            if self.stopped:
                self.promote_unproven()
                return False
            self.root_moves[i].value = value
            self.root_moves[i].nodes += self.nodes - before
            self.signature_hash = (self.signature_hash ^ (self.nodes - before)) * <uint64_t> 0x100000001B3
            self.signature_hash = (self.signature_hash ^ <uint64_t> (value + WIN)) * <uint64_t> 0x100000001B3
            if value > worst:
                reply = self.root_moves[i]
                j = min(i, self.lines)
                for k in range(i, j, -1):
                    self.root_moves[k] = self.root_moves[k - 1]
                while j > 0 and self.root_moves[j - 1].value < value:
                    self.root_moves[j] = self.root_moves[j - 1]
                    j -= 1
                self.root_moves[j] = reply
        return True

    cdef void promote_unproven(self) noexcept nogil:
        """Interrupted mid-iteration after the PV move failed to a proven loss: promote the best move that is
        not proven lost."""
        cdef int i, best = 0
        for i in range(1, self.n_root_moves):
            if self.root_moves[i].value > self.root_moves[best].value:
                best = i
        if self.root_moves[0].value <= -PROVEN:
            self.root_moves[0], self.root_moves[best] = self.root_moves[best], self.root_moves[0]

    cdef int search_move(
        self, const uint64_t *state, Move move, int depth, int alpha, int beta, int ply, int side
    ) noexcept nogil:
        """The value of a move for the side that makes it, exact between alpha and beta."""
        cdef uint64_t after[STATE_WORDS]
        cdef double shares[2]
        cdef double scores[MAX_SEATS]
        cdef uint64_t key
        cdef int i
        self.nodes += 1
        if self.nodes % CLOCK_INTERVAL == 0 or self.nodes >= self.limit:
            self.check_stop()
        memcpy(after, state, self.p.rules.bytes)
        self.p.rules.play(self.p.rules, after, move)
        if is_over(&self.p, after, shares):
            if shares[side] > 0.999:
                return WIN - ply - 1
            if shares[side] < 0.001:
                return ply + 1 - WIN
            return <int> ((2 * shares[side] - 1) * MAX_EVALUATION)
        if depth <= 1 and not self.p.repeated_mask:
            return self.evaluate_state(after, side)
        key = position_key(&self.p, after)
        for i in range(ply, -1, -1):
            if self.keys[i] == key:
                break
        else:
            if not is_repeated(&self.p, key):
                if depth <= 1:
                    return self.evaluate_state(after, side)
                self.keys[ply + 1] = key
                prefetch(&self.table[key & self.mask & ~<uint64_t> 1])
                # A side that moves twice in a row keeps the sign of the value.
                if self.p.side[self.p.rules.turn(self.p.rules, after)] == side:
                    return self.search(after, depth - 1, alpha, beta, ply + 1)
                return -self.search(after, depth - 1, -beta, -alpha, ply + 1)
        self.p.rules.settle(self.p.rules, after, -1, scores)
        share(&self.p, scores, shares)
        i = <int> ((2 * shares[side] - 1) * MAX_EVALUATION)
        i += -self.contempt if side == self.mover else self.contempt
        return max(1 - PROVEN, min(PROVEN - 1, i))

    cdef int evaluate_state(self, const uint64_t *state, int side) noexcept nogil:
        """The static evaluation for a side, with noise that depends on the position and the seed."""
        cdef double shares[2]
        cdef double scores[MAX_SEATS]
        cdef Random rng
        cdef int value = 0
        if self.p.rules.evaluate != NULL:
            self.p.rules.evaluate(self.p.rules, state, scores)
            if self.p.rules.seats == 2 and scores[0] + scores[1] == 1:   # spares a division
                shares[side] = scores[self.seat[side]]
            else:
                share(&self.p, scores, shares)
            value = <int> ((2 * shares[side] - 1) * MAX_EVALUATION)
        if self.noise:
            rng.s = position_key(&self.p, state) ^ self.seed
            value += <int> random_below(&rng, self.noise) - <int> random_below(&rng, self.noise)
            value = max(-MAX_EVALUATION, min(MAX_EVALUATION, value))
        return value

    cdef int search(self, const uint64_t *state, int depth, int alpha, int beta, int ply) noexcept nogil:
        """The value of an unfinished position for the side to move, exact between alpha and beta."""
        cdef Move moves[MAX_MOVES]
        cdef int scores_by_move[MAX_MOVES]
        cdef TTEntry *known
        cdef Move move, best_move = -1
        cdef uint64_t key = self.keys[ply]
        cdef int i, j, n, value, best = -WIN - 1, before = alpha
        cdef int side = self.p.side[self.p.rules.turn(self.p.rules, state)]
        if self.stopped:
            return 0
        n = self.p.rules.moves(self.p.rules, state, moves)   # while the prefetched entry is on its way
        known = self.tt_probe(key)
        if known != NULL:
            value = known.value
            if value >= PROVEN:
                value -= ply
            elif value <= -PROVEN:
                value += ply
            if (known.depth >= depth or abs(value) >= PROVEN) and (
                known.bound == EXACT
                or (known.bound == LOWER_BOUND and value >= beta)
                or (known.bound == UPPER_BOUND and value <= alpha)
            ):
                return value
            best_move = <Move> known.move - 1
        self.order_moves(state, moves, n, scores_by_move, ply, side, best_move)
        best_move = -1
        for i in range(n):
            move = moves[_take_best(scores_by_move, n)]
            if i == 0:
                value = self.search_move(state, move, depth, alpha, beta, ply, side)
            else:
                value = self.search_move(state, move, depth, alpha, alpha + 1, ply, side)
                if alpha < value < beta:
                    value = self.search_move(state, move, depth, alpha, beta, ply, side)
            if self.stopped:
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
            self.history[j] = min(self.history[j] + depth * depth, MAX_HISTORY)
            if self.killers[ply][0] != best_move:
                for j in range(KILLERS - 1, 0, -1):
                    self.killers[ply][j] = self.killers[ply][j - 1]
                self.killers[ply][0] = best_move
        self.tt_store(
            key, best, best_move, depth,
            LOWER_BOUND if best >= beta else EXACT if best > before else UPPER_BOUND, ply,
        )
        return best

    cdef void order_moves(
        self, const uint64_t *state, const Move *moves, int n, int *scores_by_move, int ply, int side,
        Move first
    ) noexcept nogil:
        """Score the moves for ordering: the transposition table's, killers, then by the history heuristic; of
        two equal moves the earlier one."""
        cdef int i, j, score
        for i in range(n):
            score = self.history[side * self.moves + moves[i]]
            for j in range(KILLERS):
                if moves[i] == self.killers[ply][j]:
                    score = MAX_HISTORY + KILLERS - j
            if moves[i] == first:
                score = MAX_HISTORY + KILLERS + 1
            scores_by_move[i] = score * MAX_MOVES + MAX_MOVES - 1 - i

    cdef TTEntry *tt_probe(self, uint64_t key) noexcept nogil:
        """The entry of a position; NULL if there is none."""
        cdef uint64_t at = key & self.mask
        if self.table[at].key == key and self.table[at].bound:
            return &self.table[at]
        at ^= 1
        if self.table[at].key == key and self.table[at].bound:
            return &self.table[at]
        return NULL

    cdef void tt_store(
        self, uint64_t key, int value, Move move, int depth, int bound, int ply
    ) noexcept nogil:
        """Store a result in a bucket of two: the first entry is depth-preferred, the second always
        replaced."""
        cdef uint64_t at = key & self.mask
        if self.table[at].key != key and self.table[at].bound and self.table[at].depth > depth:
            at ^= 1
        if value >= PROVEN:
            value += ply
        elif value <= -PROVEN:
            value -= ply
        self.table[at].key = key
        self.table[at].value = value
        self.table[at].move = move + 1
        self.table[at].depth = depth
        self.table[at].bound = bound

    # Results, for Python

    @property
    def proven(self):
        """True if the value of the root is certain."""
        return abs(self.root_moves[0].value) >= PROVEN

    @property
    def signature(self):
        """A hash of the search so far: nodes and value of each root move in each iteration."""
        return self.signature_hash ^ self.nodes

    def shares(self):
        """The expected shares at the root, by seat."""
        return self.shares_of(self.root_moves[0].value)

    cdef tuple shares_of(self, int value):
        cdef double shares[2]
        cdef int side = self.p.side[self.p.rules.turn(self.p.rules, self.root)]
        if abs(value) >= PROVEN:
            shares[side] = 1 if value > 0 else 0
        else:
            shares[side] = 0.5 + 0.5 * value / MAX_EVALUATION
        shares[side ^ 1] = 1 - shares[side]
        return self.position.by_seat(shares)

    def candidates(self):
        """The root's moves as Candidates, the best first. The values of those beyond the followed lines are
        upper bounds: a loss among them is proven, a win never."""
        cdef int i, value, most = self.root_moves[0].value
        found = []
        for i in range(self.n_root_moves):
            value = min(self.root_moves[i].value, most)
            proven = value <= -PROVEN or (i < self.lines and value >= PROVEN)
            found.append((
                (i != 0, -value, i),
                Candidate(
                    self.root_moves[i].move, self.root_moves[i].nodes, self.shares_of(value), proven,
                    WIN - abs(value) if proven else None,
                ),
            ))
        found.sort(key=lambda pair: pair[0])
        return tuple([candidate for _, candidate in found])

    def line(self, first=None):
        """The principal variation as far as the transposition table holds it, from the best move or from
        `first` on; ValueError for a move that is not legal at the root."""
        cdef uint64_t state[STATE_WORDS]
        cdef double shares[2]
        cdef TTEntry *known
        cdef uint64_t key
        memcpy(state, self.root, self.p.rules.bytes)
        moves, seen = [], set()
        move = self.root_moves[0].move if first is None else first
        if not is_legal(&self.p, self.root, move):
            raise ValueError(f"{move} is no legal move of the root")
        while True:
            moves.append(move)
            self.p.rules.play(self.p.rules, state, move)
            if is_over(&self.p, state, shares) or len(moves) >= max(self.depth, 1):
                break
            key = position_key(&self.p, state)
            known = self.tt_probe(key)
            if known == NULL or not known.move or key in seen or not is_legal(&self.p, state, known.move - 1):
                break
            seen.add(key)
            move = known.move - 1
        return tuple(moves)


cdef inline int _take_best(int *scores_by_move, int n) noexcept nogil:
    """Index of the best-scored remaining move; zeroes its score. The index is packed into the score's low
    bits, so that selection is a vectorisable maximum."""
    cdef int i, most = 0
    for i in range(n):
        most = scores_by_move[i] if scores_by_move[i] > most else most
    i = MAX_MOVES - 1 - most % MAX_MOVES
    scores_by_move[i] = 0
    return i
