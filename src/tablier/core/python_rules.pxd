from tablier.core.rules cimport MAX_SEATS, Move, Random, RuleSet

cdef class Examined:
    """What the author's functions say of one value."""
    cdef object value
    cdef object end              # the author's End, or None
    cdef object fault            # the exception by which they failed, or None
    cdef int turn
    cdef int reason              # 0 while the game goes on, otherwise 1 + index of the reason
    cdef int n
    cdef bytes moves             # n Moves, ascending
    cdef double scores[MAX_SEATS]

cdef class PythonRules(RuleSet):
    cdef readonly object host    # the author's game
    cdef int size                # bytes of an encoded value
    cdef dict numbers            # from a move as the author writes it to its number
    cdef tuple keys              # the moves of the table as the author writes them
    cdef dict memo
    cdef set told                # faults that the log has
    cdef readonly object last_fault   # the last of them; None if there was none
    cdef Examined examine(self, const unsigned char *state)
    cdef object decode(self, const unsigned char *state)
    cdef int encode(self, object value, unsigned char *state) except -1
    cdef Examined ask(self, object value)
    cdef Examined fail(self, object value, object error)
    cdef int score(self, object end, double *scores) except -1
    cdef void make_move(self, unsigned char *state, Move move) noexcept
    cdef int play_randomly(self, const unsigned char *state, Random *rng, double *scores) noexcept
    cdef int tell(self, object error, str doing) except -1
