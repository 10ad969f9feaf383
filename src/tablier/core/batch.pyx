"""Many games of one kind, stepped side by side without Python, over blocks of memory that NumPy can share."""

from cpython.buffer cimport PyBUF_FORMAT, PyBUF_WRITABLE
from libc.stdint cimport int8_t, int32_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcpy, memset

from tablier.core.rules cimport (
    MAX_MOVES, MAX_SEATS, Move, Random, RuleSet, Rules, STATE_WORDS, State, observe, random_below,
    random_bits,
)

from tablier.core.values import IllegalMove, whole_number

cdef enum:
    DIMENSIONS = 4
    REPETITION = 3        # how often a position stands before the game is over, as in a match
    FIRST_ROOM = 64       # keys that the history of a game has room for at first
    MAX_GAMES = 1 << 24


cdef class Block:
    """Memory with a shape, for all to read by the buffer protocol and for its batch alone to write. One that
    Python makes has no memory."""

    cdef char *memory
    cdef bytes code
    cdef int dimensions
    cdef Py_ssize_t size
    cdef Py_ssize_t item
    cdef Py_ssize_t shape[DIMENSIONS]
    cdef Py_ssize_t strides[DIMENSIONS]

    def __dealloc__(self):
        free(self.memory)

    def __reduce__(self):
        raise TypeError("the arrays of a batch are not pickled: copy what you keep")

    def __getbuffer__(self, Py_buffer *view, int flags):
        if flags & PyBUF_WRITABLE:
            raise BufferError("these arrays are the batch's own: they are read, not written")
        if self.memory == NULL:
            raise BufferError("this block belongs to no batch")
        view.buf = self.memory
        view.obj = self
        view.len = self.size
        view.itemsize = self.item
        view.readonly = 1
        view.ndim = self.dimensions
        view.format = <char *> self.code if flags & PyBUF_FORMAT else NULL
        view.shape = self.shape
        view.strides = self.strides
        view.suboffsets = NULL
        view.internal = NULL


cdef Block make_block(str code, Py_ssize_t item, tuple shape):
    """Zeroed memory for an array of this shape, of items of so many bytes; `code` as in the module struct."""
    cdef Block block = Block.__new__(Block)
    cdef int i
    assert 0 < len(shape) <= DIMENSIONS
    block.code = code.encode("ascii")
    block.item = block.size = item
    block.dimensions = len(shape)
    for i in reversed(range(block.dimensions)):
        block.shape[i] = shape[i]
        block.strides[i] = block.size
        block.size *= block.shape[i]
    block.memory = <char *> calloc(max(block.size, 1), 1)
    if block.memory == NULL:
        raise MemoryError
    return block


cdef struct History:
    uint64_t *keys       # hashes of the positions of this game, for the rule on repetition
    int n
    int room


cdef class BatchCore:
    """`n` games from the same start; each begins anew as soon as it is over.

    The blocks always show where the games stand: `turns`, `legal_mask`, `planes` (as the seat to move sees
    them), `plies`, `samples` (a random legal move), and of the last step `rewards`, `ended` and `truncated`.
    """

    cdef readonly RuleSet rules
    cdef readonly int n
    cdef readonly int max_plies
    cdef readonly Block turns, legal_mask, planes, plies, samples, rewards, ended, truncated
    cdef Py_ssize_t words          # of a state
    cdef Py_ssize_t cells          # bytes of all planes of a game
    cdef double best               # score that earns a reward of 1
    cdef uint64_t *states
    cdef uint64_t start[STATE_WORDS]
    cdef Random *generators
    cdef History *histories

    def __cinit__(self, State state not None, n, *, max_plies, double best):
        cdef RuleSet rules = state.rules
        self.n = whole_number(n, "the number of games")
        self.max_plies = whole_number(max_plies, "max_plies")
        if not 0 < self.n <= MAX_GAMES:
            raise ValueError(f"a batch has 1 to {MAX_GAMES:,} games, not {n}")
        if self.max_plies < 1:
            raise ValueError(f"a game has at least one ply, not {max_plies}")
        if not state.legal_moves:
            raise ValueError("the game is over: games cannot begin there")
        self.rules, self.best = rules, best
        memcpy(self.start, state.raw, rules.c.bytes)
        planes = rules.planes_shape if rules.c.observe != NULL else (0, 0, 0)
        n = self.n
        self.turns = make_block("b", 1, (n,))
        self.legal_mask = make_block("?", 1, (n, rules.c.n_moves))
        self.planes = make_block("B", 1, (n, *planes))
        self.plies = make_block("i", 4, (n,))
        self.samples = make_block("i", 4, (n,))
        self.rewards = make_block("f", 4, (n, rules.c.seats))
        self.ended = make_block("?", 1, (n,))
        self.truncated = make_block("?", 1, (n,))
        self.words = (rules.c.bytes + 7) // 8
        self.cells = planes[0] * planes[1] * planes[2]
        self.states = <uint64_t *> calloc(n, 8 * self.words)
        self.generators = <Random *> calloc(n, sizeof(Random))
        self.histories = <History *> calloc(n, sizeof(History))
        if self.states == NULL or self.generators == NULL or self.histories == NULL:
            raise MemoryError
        self.reset(0)

    def __dealloc__(self):
        cdef int i
        if self.histories != NULL:
            for i in range(self.n):
                free(self.histories[i].keys)
        free(self.histories)
        free(self.generators)
        free(self.states)

    def __reduce__(self):
        raise TypeError("a batch is not pickled: it shares its memory with arrays")

    def reset(self, seed):
        """Begin all games anew. A game's random moves depend on the seed and on its index alone."""
        cdef uint64_t first = whole_number(seed, "seed") % 2**64
        cdef Random *rng
        cdef int i
        cdef bint is_short = False
        memset(self.rewards.memory, 0, self.rewards.size)
        memset(self.ended.memory, 0, self.n)
        memset(self.truncated.memory, 0, self.n)
        with nogil:
            for i in range(self.n):
                rng = &self.generators[i]
                rng.s = first
                rng.s = random_bits(rng) ^ <uint64_t> i
                rng.s = random_bits(rng)
                is_short |= not self.begin(i)
        if is_short:
            raise MemoryError

    def step(self, const int32_t[::1] moves not None):
        """Make a move in every game. IllegalMove if one of them is not legal: then no game has changed."""
        cdef const uint8_t *legal = <const uint8_t *> self.legal_mask.memory
        cdef int i, n_moves = self.rules.c.n_moves, bad = -1
        cdef bint is_short = False
        if moves.shape[0] != self.n:
            raise ValueError(f"a step takes {self.n} moves, one for each game, not {moves.shape[0]}")
        with nogil:
            for i in range(self.n):
                if not 0 <= moves[i] < n_moves or not legal[<Py_ssize_t> i * n_moves + moves[i]]:
                    bad = i
                    break
            else:
                memset(self.rewards.memory, 0, self.rewards.size)
                for i in range(self.n):
                    is_short |= not self.advance(i, moves[i])
        if is_short:
            raise MemoryError
        if bad >= 0:
            try:
                self.state(bad).after(moves[bad])
            except IllegalMove as error:
                error.add_note(f"in game {bad} of the batch")
                raise

    def state(self, int i):
        """The position of one game."""
        cdef State state = self.rules.blank()
        if not 0 <= i < self.n:
            raise ValueError(f"the games are numbered from 0 to {self.n - 1}, not {i}")
        memcpy(state.raw, self.states + i * self.words, self.rules.c.bytes)
        return state

    cdef bint begin(self, int i) noexcept nogil:
        """Put the first position up; False if there is not enough memory."""
        cdef Move moves[MAX_MOVES]
        cdef uint64_t *state = self.states + i * self.words
        memcpy(state, self.start, 8 * self.words)
        (<int32_t *> self.plies.memory)[i] = 0
        self.histories[i].n = 0
        self.show(i, state, moves, self.rules.c.moves(&self.rules.c, state, moves))
        return self.remember(i, state) > 0

    cdef bint advance(self, int i, Move move) noexcept nogil:
        """Make a legal move, and begin anew if that ends the game; False if there is not enough memory."""
        cdef const Rules *c = &self.rules.c
        cdef uint64_t *state = self.states + i * self.words
        cdef int32_t *plies = <int32_t *> self.plies.memory + i
        cdef uint8_t *ended = <uint8_t *> self.ended.memory + i
        cdef uint8_t *truncated = <uint8_t *> self.truncated.memory + i
        cdef Move moves[MAX_MOVES]
        cdef double scores[MAX_SEATS]
        cdef int n, times
        c.play(c, state, move)
        plies[0] += 1
        ended[0] = truncated[0] = 0
        n = c.moves(c, state, moves)
        if not n:
            c.result(c, state, scores)
            ended[0] = 1
        else:
            times = self.remember(i, state)
            if not times:
                return False
            if times >= REPETITION or plies[0] >= self.max_plies:
                c.settle(c, state, -1, scores)
                ended[0] = 1
                truncated[0] = times < REPETITION
        if ended[0]:
            self.reward(i, scores)
            return self.begin(i)
        self.show(i, state, moves, n)
        return True

    cdef int remember(self, int i, const uint64_t *state) noexcept nogil:
        """How often the position has stood in this game, now included; 0 if there is not enough memory."""
        cdef uint64_t erased[STATE_WORDS]
        cdef History *past = &self.histories[i]
        cdef uint64_t key = 0
        cdef Py_ssize_t w
        cdef int k, times = 1, room
        cdef void *more
        if self.rules.c.repetition_key != NULL:
            memcpy(erased, state, 8 * self.words)
            self.rules.c.repetition_key(&self.rules.c, erased)
            state = erased
        for w in range(self.words):
            key = (key ^ state[w]) * <uint64_t> 0x9E3779B97F4A7C15
            key ^= key >> 29
        if past.n == past.room:
            room = 2 * past.room if past.room else FIRST_ROOM
            more = realloc(past.keys, room * sizeof(uint64_t))
            if more == NULL:
                return 0
            past.keys, past.room = <uint64_t *> more, room
        for k in range(past.n):
            times += past.keys[k] == key
        past.keys[past.n] = key
        past.n += 1
        return times

    cdef void show(self, int i, const uint64_t *state, const Move *moves, int n) noexcept nogil:
        """Write what the blocks say of a position with these legal moves."""
        cdef const Rules *c = &self.rules.c
        cdef uint8_t *legal = <uint8_t *> self.legal_mask.memory + <Py_ssize_t> i * c.n_moves
        cdef int k, turn = c.turn(c, state)
        (<int8_t *> self.turns.memory)[i] = turn
        memset(legal, 0, c.n_moves)
        for k in range(n):
            legal[moves[k]] = 1
        (<int32_t *> self.samples.memory)[i] = moves[random_below(&self.generators[i], n)]
        if self.cells:
            observe(c, state, turn, <uint8_t *> self.planes.memory + i * self.cells)

    cdef void reward(self, int i, const double *scores) noexcept nogil:
        """1 for the best score there is, 0 for the mean of all seats."""
        cdef float *rewards = <float *> self.rewards.memory + i * self.rules.c.seats
        cdef int seat, seats = self.rules.c.seats
        cdef double mean = 0
        for seat in range(seats):
            mean += scores[seat] / seats
        for seat in range(seats):
            rewards[seat] = (scores[seat] - mean) / (self.best - mean) if self.best > mean else 0
