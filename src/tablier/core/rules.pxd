"""The contract between a game's rules and everything that plays by them.

A rule set is a small table of C functions over a plain struct. They own no Python and raise nothing: the
doors (`State.after`, `RuleSet.read`) check what comes in, the functions trust it. A state's bytes are
canonical: two states are equal exactly when their bytes are.
"""

from libc.stdint cimport uint32_t, uint64_t

cdef enum:
    MAX_SEATS = 4
    MAX_MOVES = 512    # legal moves of one position, in any game (tests/laws measures what is used)
    MAX_MOVE = 4096    # moves in the table of any game
    STATE_WORDS = 48   # 8-byte words of the largest state

ctypedef int Move

cdef struct Random:
    uint64_t s

cdef inline uint64_t draw(Random *chance) noexcept nogil:
    """64 random bits: a Weyl sequence and a mixing step."""
    cdef uint64_t z
    chance.s += <uint64_t> 0x9E3779B97F4A7C15
    z = chance.s
    z = (z ^ (z >> 32)) * <uint64_t> 0xD6E8FEB86659FD93
    return z ^ (z >> 32)

cdef inline uint32_t below(Random *chance, uint32_t n) noexcept nogil:
    """A number from 0 to n - 1, without a division."""
    return <uint32_t> (((draw(chance) >> 32) * n) >> 32)

cdef struct Rules

ctypedef void (*start_t)(const Rules *rules, void *state) noexcept nogil
ctypedef int (*turn_t)(const Rules *rules, const void *state) noexcept nogil
ctypedef int (*moves_t)(const Rules *rules, const void *state, Move *out) noexcept nogil
ctypedef void (*play_t)(const Rules *rules, void *state, Move move) noexcept nogil
ctypedef int (*result_t)(const Rules *rules, const void *state, double *scores) noexcept nogil
ctypedef void (*settle_t)(const Rules *rules, const void *state, int without, double *scores) noexcept nogil
ctypedef void (*identity_t)(const Rules *rules, void *state) noexcept nogil
ctypedef int (*playout_t)(const Rules *rules, void *state, Random *chance, double *scores) noexcept nogil
ctypedef void (*appraise_t)(
    const Rules *rules, const void *state, Random *chance, const Move *moves, int n, float *weights,
    double *scores
) noexcept nogil
ctypedef void (*evaluate_t)(const Rules *rules, const void *state, double *shares) noexcept nogil
ctypedef void (*prior_t)(
    const Rules *rules, const void *state, const Move *moves, int n, float *weights
) noexcept nogil
ctypedef void (*trace_t)(const Rules *rules, const void *state, signed char *who) noexcept nogil
ctypedef int (*closing_t)(const Rules *rules, const void *state, Move *moves, int n) noexcept nogil
ctypedef uint64_t (*rank_t)(const Rules *rules, const void *state) noexcept nogil
ctypedef void (*unrank_t)(const Rules *rules, uint64_t number, void *state) noexcept nogil
ctypedef uint64_t (*layer_t)(const Rules *rules, int layer) noexcept nogil
ctypedef void (*image_t)(const Rules *rules, const void *state, int which, void *image) noexcept nogil

cdef struct Rules:
    size_t bytes         # of a state, at most 8 * STATE_WORDS
    int seats
    int bound            # plies after which a random game is cut short and settled as it stands
    const void *tables   # what the game computed once for these options
    # required
    start_t start
    turn_t turn          # the seat to move; also answered when the game is over
    moves_t moves        # writes the legal moves, ascending, and returns how many; 0 exactly when over
    play_t play          # makes a legal move
    result_t result      # 0: it goes on; otherwise writes the scores and returns 1 + index of the reason
    # optional: RuleSet fills in all seats equal, NULL (everything counts), a plain random game
    settle_t settle      # the scores as it stands, the seat `without` (-1: nobody) coming last
    identity_t identity  # erases, in place, what a repetition does not look at
    playout_t playout    # a random game to its end, in place; writes the scores and returns the plies
    # what players know, all optional (NULL): the searches do without
    appraise_t appraise  # `evaluate` and `prior` at once
    evaluate_t evaluate  # guesses the scores of an unfinished game; they add up to what the real ones do
    prior_t prior        # a weight above 0 for each of these legal moves: how likely a good player makes it
    trace_t trace        # for each move of the table: the seat that has made it in this game, -1 for none
    closing_t closing    # of these legal moves, in order: all that end the game at once, others worth a look
    double top           # the largest part of all points that one side can get (1: winner takes all)
    # positions as numbers, to solve a game for two; optional (0, NULL), as are more layers or images than one
    uint64_t ranks       # the positions have the numbers 0 to ranks - 1
    rank_t rank          # the number of a state; two that differ only in who is who may share one
    unrank_t unrank      # a state with this number; it need not be one that a game leads to
    int layers           # of the numbers, one behind the other; no move leads to a later layer
    layer_t layer        # the first number of a layer; asked for `layers`, it answers `ranks`
    int images           # the symmetries of the board, the identity among them
    image_t image        # the state seen so, in the same layer; its moves lead to the images of what follows

cdef void settle_equally(const Rules *rules, const void *state, int without, double *scores) noexcept nogil
cdef int play_out(const Rules *rules, void *state, Random *chance, double *scores) noexcept nogil

cdef class RuleSet:
    cdef Rules c
    cdef public object game        # the Game these rules belong to, set by it
    cdef readonly tuple reasons    # how a game can end by itself, in the order of `result`
    cdef State blank(self)
    cdef int check(self, State state) except -1

cdef class State:
    cdef readonly RuleSet rules
    cdef uint64_t raw[STATE_WORDS]
    cdef State copy(self)
