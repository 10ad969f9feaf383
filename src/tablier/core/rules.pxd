"""The contract between a game's rules and everything that plays by them.

A rule set is a table of C functions over a plain struct. The functions own no Python and raise nothing: they
trust their arguments, which the methods that Python calls (`State.after`, `RuleSet.read`, ...) have checked.
`RuleSet.bind` checks the table itself when a game is made. A state's bytes are canonical: two states are
equal exactly when their bytes are.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

# The limits of the contract, for Python too: sizes of the buffers on the stack of everything that plays.
cpdef enum:
    MAX_SEATS = 4
    MAX_MOVES = 512    # legal moves of one position
    MAX_MOVE = 4096    # moves in the table of a game
    STATE_WORDS = 48   # 8-byte words of the largest state
    MAX_PLANES = 255   # observation planes of a game, and rows and columns of each

ctypedef int Move

cdef struct Random:
    uint64_t s

cdef inline uint64_t random_bits(Random *rng) noexcept nogil:
    """64 random bits: a Weyl sequence and a mixing step."""
    cdef uint64_t z
    rng.s += <uint64_t> 0x9E3779B97F4A7C15
    z = rng.s
    z = (z ^ (z >> 32)) * <uint64_t> 0xD6E8FEB86659FD93
    return z ^ (z >> 32)

cdef inline uint32_t random_below(Random *rng, uint32_t n) noexcept nogil:
    """A number from 0 to n - 1, by multiplication instead of division."""
    return <uint32_t> (((random_bits(rng) >> 32) * n) >> 32)

cdef struct Rules

ctypedef void (*start_t)(const Rules *rules, void *state) noexcept nogil
ctypedef int (*turn_t)(const Rules *rules, const void *state) noexcept nogil
ctypedef int (*moves_t)(const Rules *rules, const void *state, Move *out) noexcept nogil
ctypedef void (*play_t)(const Rules *rules, void *state, Move move) noexcept nogil
ctypedef int (*result_t)(const Rules *rules, const void *state, double *scores) noexcept nogil
ctypedef void (*settle_t)(const Rules *rules, const void *state, int without, double *scores) noexcept nogil
ctypedef void (*repetition_key_t)(const Rules *rules, void *state) noexcept nogil
ctypedef int (*playout_t)(const Rules *rules, void *state, Random *rng, double *scores) noexcept nogil
ctypedef void (*policy_value_t)(
    const Rules *rules, const void *state, Random *rng, const Move *moves, int n, float *weights,
    double *scores
) noexcept nogil
ctypedef void (*evaluate_t)(const Rules *rules, const void *state, double *shares) noexcept nogil
ctypedef void (*prior_t)(
    const Rules *rules, const void *state, const Move *moves, int n, float *weights
) noexcept nogil
ctypedef void (*move_seats_t)(const Rules *rules, const void *state, signed char *who) noexcept nogil
ctypedef int (*decisive_t)(const Rules *rules, const void *state, Move *moves, int n) noexcept nogil
ctypedef int (*force_t)(const Rules *rules, const void *state, int nodes, Move *move) noexcept nogil
ctypedef uint64_t (*rank_t)(const Rules *rules, const void *state) noexcept nogil
ctypedef void (*unrank_t)(const Rules *rules, uint64_t number, void *state) noexcept nogil
ctypedef uint64_t (*layer_t)(const Rules *rules, int layer) noexcept nogil
ctypedef void (*image_t)(const Rules *rules, const void *state, int which, void *image) noexcept nogil

ctypedef void (*observe_t)(const Rules *rules, const void *state, int seat, uint8_t *planes) noexcept nogil

cdef struct Rules:
    size_t bytes         # of a state, at most 8 * STATE_WORDS
    int seats            # at most MAX_SEATS
    int side[MAX_SEATS]  # of each seat, as in Game.sides; by default each seat is a side of its own
    int n_moves          # moves in the table (Game.paths), at most MAX_MOVE
    int bound            # plies after which a random game is cut short and settled as it stands
    const void *tables   # what the game computed once for these options
    # required
    start_t start        # writes the first position
    turn_t turn          # the seat to move; defined for finished games too
    moves_t moves        # writes the legal moves, ascending, and returns how many; 0 exactly when over
    play_t play          # makes a legal move
    # 0 while the game goes on; otherwise writes the scores and returns 1 + index of the reason
    result_t result
    # optional; by default all sides equal, NULL (every byte counts), uniformly random moves
    settle_t settle      # the scores as the position stands, the seat `without` (-1: none) coming last
    repetition_key_t repetition_key   # erases, in place, what the repetition rule does not compare
    playout_t playout    # a random game to its end, in place; writes the scores and returns the plies
    # knowledge for the searches, all optional (NULL)
    policy_value_t policy_value       # value and prior in one call: scores, and a weight for each move
    evaluate_t evaluate  # estimated scores of an unfinished game; they add up to what the real ones do
    # a weight above 0 for each of these legal moves, in proportion to its prior probability
    prior_t prior
    # for each move of the table: the seat that has made it (AMAF), -1 for none
    move_seats_t move_seats
    # keeps, in order, all of these legal moves that end the game, and others worth expanding
    decisive_t decisive
    # For two sides of which the winner takes all: looks for a win by moves that each leave one reply, in so
    # many nodes. Above 0: the turns in which the seat to move wins, beginning with `move`. Below 0: it loses
    # at once whatever it does. 0: neither was found; `move` is the only one that does not lose at once, or
    # -1.
    force_t force
    double max_share     # the largest share of all points that one side can get (1: the winner takes all)
    # ranking of positions, for retrograde analysis of games for two; optional (0, NULL)
    uint64_t ranks       # positions have the numbers 0 to ranks - 1
    # the number of a state; positions equal up to swapping the two sides may share a rank
    rank_t rank
    unrank_t unrank      # a state with this number; it need not be reachable
    int layers           # consecutive ranges of numbers; no move leads to a later layer
    layer_t layer        # the first number of a layer; `ranks` for `layers`
    int images           # symmetries of the board, the identity included
    # The state under symmetry `which`; same layer. Commutes with play:
    # image(play(s, m)) == play(image(s), m') for some legal m'.
    image_t image
    # observation planes, for programs that learn; optional (0, NULL)
    int planes           # each of `rows` x `columns` cells, row by row from a1
    int rows
    int columns
    # writes a byte for each cell of each plane, as `seat` sees them: what is its own before that of the next
    # seats in turn. Whose turn it is need not be told: `observe` below adds it.
    observe_t observe

cdef void settle_equally(const Rules *rules, const void *state, int without, double *scores) noexcept nogil
cdef int play_out(const Rules *rules, void *state, Random *rng, double *scores) noexcept nogil
# All planes of a game with `observe`: its own, then one for each seat, full of ones for the seat to move.
cdef void observe(const Rules *rules, const void *state, int seat, uint8_t *planes) noexcept nogil

cdef class RuleSet:
    cdef Rules c
    cdef readonly object game      # the Game these rules belong to, set by `bind`
    cdef readonly tuple reasons    # how the board can end a game, in the order of `result`
    cdef State blank(self)
    cdef int check(self, State state) except -1
    cdef int check_move(self, int move) except -1
    cdef str find_problem(self, seats, sides, paths)

cdef class State:
    cdef readonly RuleSet rules
    cdef uint64_t raw[STATE_WORDS]
    cdef State copy(self)
