"""Quixo for two players (boards of 3 to 5) and for two teams (5). The clauses are in RULES.md."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from tablier.core.bits cimport count, lowest
from tablier.core.rules cimport Move, Random, RuleSet, Rules, State, random_below
from tablier.games.quixo.knowledge cimport evaluate, fill_evaluation, team_evaluate
from tablier.games.quixo.numbers cimport fill_ranks, image, layer, rank, unrank

from tablier.grid import EMPTY, Reader, cell, write_rows

from typing import NamedTuple


class Facts(NamedTuple):
    """The full lines on the board, each as its cells."""

    lines: tuple


cdef bint has_line(const Tables *t, uint32_t x) noexcept nogil:
    """True if the marks fill a line (§Q5)."""
    cdef int i
    if t.size == 5:
        return five(x)
    for i in range(t.lines):
        if x & t.line[i] == t.line[i]:
            return True
    return False


# Two players

cdef void start(const Rules *rules, void *state) noexcept nogil:
    cdef Board *b = <Board *> state
    b.marks = 0
    b.turn = 0


cdef int turn(const Rules *rules, const void *state) noexcept nogil:
    return <int> (<const Board *> state).turn


cdef int moves(const Rules *rules, const void *state, Move *out) noexcept nogil:
    cdef const Tables *t = <const Tables *> rules.tables
    cdef uint64_t marks = (<const Board *> state).marks
    cdef uint32_t other = <uint32_t> (marks >> 32)
    cdef int i, n = 0
    if has_line(t, <uint32_t> marks) or has_line(t, other):
        return 0
    for i in range(t.pushes):
        out[n] = i
        n += (t.push[i].taken & other) == 0   # §Q2
    return n


cdef void play(const Rules *rules, void *state, Move move) noexcept nogil:
    cdef Board *b = <Board *> state
    b.marks = rotated(pushed(b.marks, &(<const Tables *> rules.tables).push[move]), 32)
    b.turn ^= 1


cdef int result(const Rules *rules, const void *state, double *scores) noexcept nogil:
    cdef const Tables *t = <const Tables *> rules.tables
    cdef const Board *b = <const Board *> state
    cdef int winner
    # The side that did not move last wins by any line of its own (§Q6), so it is checked first.
    if has_line(t, <uint32_t> b.marks):
        winner = <int> b.turn
    elif has_line(t, <uint32_t> (b.marks >> 32)):
        winner = <int> b.turn ^ 1
    else:
        return 0
    scores[winner] = 1
    scores[winner ^ 1] = 0
    return 1


cdef int playout(const Rules *rules, void *state, Random *rng, double *scores) noexcept nogil:
    """A random game on the 5x5 board. A push is drawn by table lookup, as if from the ascending list of the
    legal ones, and without branches, which a processor could not predict."""
    cdef const Tables *t = <const Tables *> rules.tables
    cdef Board *b = <Board *> state
    cdef uint64_t marks = b.marks
    cdef uint32_t other, before_sides, before_last, drawn, at, at_sides, at_last
    cdef int plies = 0
    if result(rules, state, scores):
        return 0
    while plies < rules.bound:
        other = <uint32_t> (marks >> 32)
        before_sides = t.first_count[other & 31]
        before_last = before_sides + t.sides_count[sides_of(other)]
        drawn = random_below(rng, before_last + t.last_count[other >> 20])
        at = first_at(other)
        at_sides = sides_at(other) - before_sides
        at_last = last_at(other) - before_last
        at += (at_sides - at) & -<uint32_t> (drawn >= before_sides)
        at += (at_last - at_sides) & -<uint32_t> (drawn >= before_last)
        marks = rotated(pushed(marks, &t.push[t.legal[at + drawn]]), 32)
        plies += 1
        if fives(marks):
            break
    else:
        rules.settle(rules, state, -1, scores)
        return plies
    b.marks = marks
    b.turn ^= plies & 1
    result(rules, state, scores)
    return plies


cdef inline uint32_t first_at(uint32_t other) noexcept nogil:
    """Where `legal` has the pushes that take a cube of the first row."""
    return ROW_STRIDE * (other & 31)


cdef inline uint32_t sides_at(uint32_t other) noexcept nogil:
    return 32 * ROW_STRIDE + SIDES_STRIDE * sides_of(other)


cdef inline uint32_t last_at(uint32_t other) noexcept nogil:
    return 32 * ROW_STRIDE + SIDES * SIDES_STRIDE + ROW_STRIDE * (other >> 20)


cdef void observe(const Rules *rules, const void *state, int seat, uint8_t *planes) noexcept nogil:
    """The marks of `seat`, then those of the other."""
    cdef const Board *b = <const Board *> state
    cdef uint64_t marks = rotated(b.marks, 32) if <int> b.turn != seat else b.marks
    cdef int i, cells = (<const Tables *> rules.tables).size ** 2
    for i in range(cells):
        planes[i] = marks >> i & 1
        planes[cells + i] = marks >> (32 + i) & 1


cdef void lay_out(Tables *t, int size):
    """Number the pushes: by cell taken, then by cell entered."""
    cdef int column, row, taken, entry, step, at
    cdef uint32_t between
    cdef Push *p
    t.size = size
    t.pushes = 0
    t.rim = 0
    for taken in range(size * size):
        column, row = taken % size, taken // size
        if 0 < column < size - 1 and 0 < row < size - 1:
            continue
        t.rim |= <uint32_t> 1 << taken
        # §Q4: the ends of its row and of its column, but not where it was taken
        ends = {row * size, row * size + size - 1, column, (size - 1) * size + column} - {taken}
        for entry in sorted(ends):
            step = 1 if entry // size == row else size
            if entry > taken:
                step = -step   # the cubes move from the entry towards the gap
            between = 0
            at = entry
            while at != taken:
                between |= <uint32_t> 1 << at
                at += step
            p = &t.push[t.pushes]
            t.pushes += 1
            p.taken = <uint32_t> 1 << taken
            p.entry = <uint32_t> 1 << entry
            p.shifted = <uint64_t> between << 32 | between
            between |= p.taken
            p.kept = ~(<uint64_t> between << 32 | between)
            p.turn = step & 63
    t.lines = 0
    for line in lines_of(size):
        t.line[t.lines] = sum([1 << at for at in line])
        t.lines += 1
    if size == 5:
        list_pushes(t)


cdef void list_pushes(Tables *t) noexcept nogil:
    """Fill in the legal pushes by the other side's marks."""
    cdef uint32_t held, left, right, other
    for held in range(32):
        t.first_count[held] = list_legal(t, 31, held, &t.legal[first_at(held)])
        t.last_count[held] = list_legal(t, 31 << 20, held << 20, &t.legal[last_at(held << 20)])
    for left in range(8):
        for right in range(8):
            other = 0
            for held in range(3):
                other |= (left >> held & 1) << (5 + 5 * held) | (right >> held & 1) << (9 + 5 * held)
            t.sides_count[sides_of(other)] = list_legal(t, 0x7FFF << 5, other, &t.legal[sides_at(other)])


cdef int list_legal(const Tables *t, uint32_t cubes, uint32_t other, uint8_t *out) noexcept nogil:
    """Write the pushes that take one of these cubes, unless it shows the other side's mark; gives their
    number."""
    cdef int i, n = 0
    for i in range(t.pushes):
        if t.push[i].taken & cubes & ~other:
            out[n] = i
            n += 1
    return n


cdef tuple line_cells(int size):
    """The lines as names of cells."""
    return tuple([tuple([cell(at % size, at // size) for at in line]) for line in lines_of(size)])


cdef list lines_of(int size):
    """Rows, columns and the two long diagonals, as cell numbers (§Q5)."""
    rows = [[row * size + column for column in range(size)] for row in range(size)]
    columns = [[row * size + column for row in range(size)] for column in range(size)]
    diagonals = [[i * size + i for i in range(size)], [i * size + size - 1 - i for i in range(size)]]
    return rows + columns + diagonals


cdef class QuixoRules(RuleSet):
    """The rules for two players."""

    cdef Tables t
    cdef tuple lines

    def __cinit__(self, int size):
        if not 3 <= size <= 5:
            raise ValueError(f"a board has 3 to 5 cells a side, not {size}")
        lay_out(&self.t, size)
        fill_evaluation(&self.t)
        self.lines = line_cells(size)
        self.c.bytes = sizeof(Board)
        self.c.seats = 2
        self.c.n_moves = self.t.pushes
        self.c.tables = &self.t
        self.c.start = start
        self.c.turn = turn
        self.c.moves = moves
        self.c.play = play
        self.c.result = result
        if size == 5:
            self.c.playout = playout
        self.c.evaluate = evaluate
        fill_ranks(&self.t)
        self.c.ranks = self.t.boards
        self.c.rank = rank
        self.c.unrank = unrank
        self.c.layers = self.t.layers
        self.c.layer = layer
        self.c.images = SYMMETRIES
        self.c.image = image
        self.c.planes = 2
        self.c.rows = self.c.columns = size
        self.c.observe = observe
        self.reasons = ("line",)

    def pushes(self):
        """(cell taken, cell entered) of every push, by number."""
        cdef int i
        return tuple([
            (cell_name(self.t.push[i].taken, self.t.size), cell_name(self.t.push[i].entry, self.t.size))
            for i in range(self.t.pushes)
        ])

    def write(self, State state not None):
        cdef const Board *b = <const Board *> state.raw
        cdef uint32_t own = <uint32_t> b.marks, other = <uint32_t> (b.marks >> 32)
        self.check(state)
        crosses, circles = (other, own) if b.turn else (own, other)
        cubes = range(self.t.size ** 2)
        board = ["x" if crosses >> i & 1 else "o" if circles >> i & 1 else EMPTY for i in cubes]
        return f"{write_rows(board, self.t.size)} {'xo'[b.turn]}"

    def cells(self, State state not None):
        """What each cube shows, row by row from a1: 0 for nothing, otherwise 1 + seat of the mark."""
        cdef const Board *b = <const Board *> state.raw
        cdef uint64_t marks = rotated(b.marks, 32) if b.turn else b.marks
        cdef unsigned char found[MAX_CELLS]
        cdef int i
        self.check(state)
        for i in range(self.t.size ** 2):
            found[i] = <unsigned char> ((marks >> i & 1) | (marks >> (32 + i) & 1) << 1)
        return (<const char *> found)[:self.t.size ** 2]

    def read(self, str text not None):
        cdef State state = self.blank()
        cdef Board *b = <Board *> state.raw
        reader = Reader(text)
        board = reader.rows(self.t.size, self.t.size, "xo")
        to_move = reader.letter("the side to move", "xo")
        reader.end()
        crosses, circles = [sum([1 << i for i, mark in enumerate(board) if mark == side]) for side in "xo"]
        n, m = crosses.bit_count(), circles.bit_count()
        # Both begin by taking a neutral cube (§Q2): after one ply there is a cross, after two there are both.
        if (n, m, to_move) not in ((0, 0, 0), (1, 0, 1)) and not (n and m):
            raise reader.error("no game leads here: each side begins by marking a blank cube", 0)
        last = (crosses, circles)[1 - to_move]
        if n and not last & self.t.rim:
            raise reader.error("no game leads here: the cube pushed in last lies on the rim", 0)
        own, other = (circles, crosses) if to_move else (crosses, circles)
        b.marks = own | other << 32
        b.turn = to_move
        return state

    def refusal(self, State state not None, int move):
        self.check(state)
        self.check_move(move)
        return "Q2", "That cube shows the other mark."

    def facts(self, State state not None):
        cdef const Board *b = <const Board *> state.raw
        self.check(state)
        return Facts(full_lines(&self.t, self.lines, <uint32_t> b.marks, <uint32_t> (b.marks >> 32)))


cdef tuple full_lines(const Tables *t, tuple lines, uint32_t one, uint32_t other):
    """The lines one of the sides has filled, as cells."""
    cdef int i
    return tuple([
        lines[i] for i in range(t.lines) if one & t.line[i] == t.line[i] or other & t.line[i] == t.line[i]
    ])


cdef str cell_name(uint32_t bit, int size):
    cdef int at = lowest(bit)
    return cell(at % size, at // size)


# Two teams: seats 0 and 2 play crosses, 1 and 3 circles (§Q8).
# Move 4 * push + seat turns the dot to that seat.

cdef enum:
    PASS = 4 * MAX_PUSHES


cdef void team_start(const Rules *rules, void *state) noexcept nogil:
    cdef TeamBoard *b = <TeamBoard *> state
    b.marks[0] = b.marks[1] = b.dots = b.turn = 0


cdef int team_turn(const Rules *rules, const void *state) noexcept nogil:
    return <int> (<const TeamBoard *> state).turn


cdef uint32_t takeable(const Tables *t, const TeamBoard *b) noexcept nogil:
    """The rim cubes that the seat to move may take."""
    cdef uint32_t marked = b.marks[0] | b.marks[1]
    cdef uint32_t mine = b.marks[b.turn & 1] & (b.dots if b.turn & 2 else ~b.dots)   # §Q9
    if count(marked) < 4:
        mine = 0   # §Q10: everyone's first cube is a neutral one
    return t.rim & (~marked | mine)


cdef int team_moves(const Rules *rules, const void *state, Move *out) noexcept nogil:
    cdef const Tables *t = <const Tables *> rules.tables
    cdef const TeamBoard *b = <const TeamBoard *> state
    cdef uint32_t free = takeable(t, b)
    cdef int i, n = 0, side = b.turn & 1
    if five(b.marks[0]) or five(b.marks[1]):
        return 0
    for i in range(t.pushes):
        if t.push[i].taken & free:
            out[n] = 4 * i + side        # §Q11
            out[n + 1] = 4 * i + side + 2
            n += 2
    if not n:
        out[0] = PASS                    # §Q12
        n = 1
    return n


cdef void team_play(const Rules *rules, void *state, Move move) noexcept nogil:
    cdef const Push *p
    cdef TeamBoard *b = <TeamBoard *> state
    cdef int side = b.turn & 1
    cdef uint64_t marks
    b.turn = (b.turn + 1) & 3
    if move == PASS:
        return
    p = &(<const Tables *> rules.tables).push[move >> 2]
    marks = pushed(b.marks[side] | <uint64_t> b.marks[side ^ 1] << 32, p)
    b.marks[side] = <uint32_t> marks
    b.marks[side ^ 1] = <uint32_t> (marks >> 32)
    b.dots = (b.dots & <uint32_t> p.kept) | <uint32_t> rotated(b.dots & <uint32_t> p.shifted, p.turn)
    if move & 2:
        b.dots |= p.entry


cdef int team_result(const Rules *rules, const void *state, double *scores) noexcept nogil:
    cdef const TeamBoard *b = <const TeamBoard *> state
    cdef int seat, side = b.turn & 1, winner
    # §Q13 with §Q6: any line of the side that did not move last wins for it.
    if five(b.marks[side]):
        winner = side
    elif five(b.marks[side ^ 1]):
        winner = side ^ 1
    else:
        return 0
    for seat in range(4):
        scores[seat] = seat & 1 == winner
    return 1


cdef void team_observe(const Rules *rules, const void *state, int seat, uint8_t *planes) noexcept nogil:
    """The cubes whose dot points to each seat, those of `seat` first."""
    cdef const TeamBoard *b = <const TeamBoard *> state
    cdef uint32_t cubes
    cdef int which, who, i
    for which in range(4):
        who = (seat + which) & 3
        cubes = b.marks[who & 1] & (b.dots if who & 2 else ~b.dots)
        for i in range(25):
            planes[i] = cubes >> i & 1
        planes += 25


cdef class TeamRules(RuleSet):
    """The rules for two teams of two."""

    cdef Tables t
    cdef tuple lines

    def __cinit__(self):
        lay_out(&self.t, 5)
        fill_evaluation(&self.t)
        self.lines = line_cells(5)
        self.c.bytes = sizeof(TeamBoard)
        self.c.seats = 4
        for seat in range(4):
            self.c.side[<int> seat] = seat & 1
        self.c.n_moves = PASS + 1
        self.c.tables = &self.t
        self.c.start = team_start
        self.c.turn = team_turn
        self.c.moves = team_moves
        self.c.play = team_play
        self.c.result = team_result
        self.c.evaluate = team_evaluate
        self.c.planes = 4
        self.c.rows = self.c.columns = 5
        self.c.observe = team_observe
        self.reasons = ("line",)

    def write(self, State state not None):
        # A cube is written as the side its dot points to: s and n are crosses, w and e circles.
        cdef const TeamBoard *b = <const TeamBoard *> state.raw
        self.check(state)
        marks, dots, to_move = (b.marks[0], b.marks[1]), b.dots, b.turn
        board = [EMPTY] * 25
        for side in range(2):
            for i in range(25):
                if marks[side] >> i & 1:
                    board[i] = "swne"[side + 2 * (dots >> i & 1)]
        return f"{write_rows(board, 5)} {'swne'[to_move]}"

    def cells(self, State state not None):
        """What each cube shows, row by row from a1: 0 for nothing, otherwise 1 + seat its dot points to."""
        cdef const TeamBoard *b = <const TeamBoard *> state.raw
        cdef unsigned char found[25]
        cdef int i, side
        self.check(state)
        for i in range(25):
            found[i] = 0
            for side in range(2):
                if b.marks[side] >> i & 1:
                    found[i] = <unsigned char> (1 + side + 2 * (b.dots >> i & 1))
        return (<const char *> found)[:25]

    def read(self, str text not None):
        cdef State state = self.blank()
        cdef TeamBoard *b = <TeamBoard *> state.raw
        reader = Reader(text)
        board = reader.rows(5, 5, "swne")
        to_move = reader.letter("the side to move", "swne")
        reader.end()
        for i, mark in enumerate(board):
            if mark != EMPTY:
                b.marks["swne".index(mark) & 1] |= <uint32_t> 1 << <int> i
                b.dots |= <uint32_t> ("swne".index(mark) >> 1) << <int> i
        crosses, circles = count(b.marks[0]), count(b.marks[1])
        # §Q10: the first four plies mark one neutral cube each, two of either side.
        first = crosses + circles < 4
        if (first and (to_move != crosses + circles or not 0 <= crosses - circles <= 1)) or (
            not first and min(crosses, circles) < 2
        ):
            raise reader.error("no game leads here: all four begin by marking a blank cube", 0)
        b.turn = to_move
        return state

    def refusal(self, State state not None, int move):
        cdef const TeamBoard *b = <const TeamBoard *> state.raw
        cdef uint32_t taken
        self.check(state)
        self.check_move(move)
        if move == PASS:
            return "Q12", "You may only pass when there is no cube you can take."
        taken = self.t.push[move >> 2].taken
        if not takeable(&self.t, b):
            return "Q12", "There is no cube you can take: you have to pass."
        if taken & b.marks[(b.turn & 1) ^ 1]:
            return "Q9", "That cube shows the other mark."
        if taken & b.marks[b.turn & 1] and count(b.marks[0] | b.marks[1]) < 4:
            return "Q10", "Your first cube must be a blank one."
        if not taken & takeable(&self.t, b):
            return "Q9", "The dot on that cube points to your partner."
        return "Q11", "The dot points to you or to your partner."

    def facts(self, State state not None):
        cdef const TeamBoard *b = <const TeamBoard *> state.raw
        self.check(state)
        return Facts(full_lines(&self.t, self.lines, b.marks[0], b.marks[1]))
