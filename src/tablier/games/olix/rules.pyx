"""OLIX for two players. The clauses are in RULES.md."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from tablier.core.bits cimport lowest
from tablier.core.rules cimport Move, Random, RuleSet, Rules, State, random_bits
from tablier.games.olix.figures cimport (
    BEYOND, Field, KIND_O, KINDS, MARGIN, Pattern, SIZE, SMALLEST, find, find_o, find_rings, holds, is_beyond,
    is_value, lay, measure
)
from tablier.games.olix.knowledge cimport evaluate, force, move_seats, prior
from tablier.games.olix.lanes cimport BYTES, count_up

from tablier.core.values import whole_number
from tablier.grid import EMPTY, Reader, cell, write_rows
from tablier.scene import Phrase

import re
from typing import NamedTuple

KIND = "OLIX"
HOLDERS = ("", "r", "b", "rb")
COLUMN = re.compile("([OLIX])(?:-|([1-9][0-9]?)(r|b|rb))")

COLUMNS = {
    KIND[kind]: tuple([value for value in range(SMALLEST[kind], BEYOND[kind]) if is_value(kind, value)])
    for kind in range(KINDS)
}


class Column(NamedTuple):
    """A score column: its value, the seats with a marker, the marker's cell, and the patterns on the
    board."""

    kind: str
    value: object
    holders: tuple
    cell: object
    patterns: tuple


class Facts(NamedTuple):
    """The four score columns, and the pawns each player has left."""

    columns: tuple
    left: tuple


cdef void counted(const Board *b, bint any_inside, int side, uint16_t *inside) noexcept nogil:
    """The pawns that count inside a side's O (§O3)."""
    cdef int row
    for row in range(SIZE):
        inside[row] = b.rows[side][row] | (b.rows[side ^ 1][row] if any_inside else 0)


cdef void find_at(const Board *b, bint any_inside, int side, int at, Pattern *best) noexcept nogil:
    """The best pattern of each kind through a side's pawn on a cell."""
    cdef uint16_t inside[SIZE]
    counted(b, any_inside, side, inside)
    find(b.rows[side], inside, at, best)


# The contract

cdef void start(const Rules *rules, void *state) noexcept nogil:
    memset(state, 0, sizeof(Board))


cdef int turn(const Rules *rules, const void *state) noexcept nogil:
    return <int> ((<const Board *> state).plies & 1)


cdef inline bint is_super(const Board *b) noexcept nogil:
    """True if a pattern stands beyond its column: it has won (§O7)."""
    cdef int kind
    for kind in range(KINDS):
        if b.value[kind] >= BEYOND[kind]:
            return True
    return False


cdef bint can_change(const Tables *t, const Board *b) noexcept nogil:
    """True if a pattern that changes a column can still be scored (§O8).

    Each side in turn is given all empty cells. A pattern that then reaches the threshold must use one of
    them: of L, I and X a side has scored the best it has (only its own pawns make them), so all of these lie
    below the threshold. The same holds for O, with one exception: the opponent's pawn inside a 3x3 border
    turns an 8 into a 9 without a score.
    """
    cdef Field field, mine, rings, filled
    cdef int best[KINDS]
    cdef int side, kind, row, threshold
    for side in range(2):
        memset(&field, 0, sizeof(Field))
        for row in range(SIZE):
            field.row[MARGIN + row] = ROW & ~b.rows[side ^ 1][row]
        measure(&field, best)
        for kind in range(KINDS):
            threshold = b.value[kind] + (b.holders[kind] >> side & 1) if b.value[kind] else SMALLEST[kind]
            if best[kind] >= threshold:
                return True
        if t.any_inside and b.value[KIND_O] + (b.holders[KIND_O] >> side & 1) == 9:
            lay(&mine, b.rows[side])
            find_rings(&mine, &rings)
            find_rings(&field, &filled)
            for row in range(SIZE):
                if filled.row[MARGIN + row] & b.rows[side ^ 1][row] & ~rings.row[MARGIN + row]:
                    return True
    return False


cdef inline bint is_decided(const Tables *t, const Board *b) noexcept nogil:
    """True if the game ends here because no column can change (§O8)."""
    return not t.to_the_end and not can_change(t, b)


cdef int moves(const Rules *rules, const void *state, Move *out) noexcept nogil:
    cdef const Board *b = <const Board *> state
    cdef int row, n = 0
    cdef uint32_t free
    if is_super(b) or b.plies >= PLIES or is_decided(<const Tables *> rules.tables, b):
        return 0
    for row in range(SIZE):
        free = ROW & ~(b.rows[0][row] | b.rows[1][row])   # §O2
        while free:
            out[n] = row * SIZE + lowest(free)
            free &= free - 1
            n += 1
    return n


cdef inline void mark(Board *b, int kind, int side, int value) noexcept nogil:
    """Mark a scored pattern in its column (§O6)."""
    if value > b.value[kind]:
        b.value[kind] = value
        b.holders[kind] = 0
    if value and value == b.value[kind]:
        b.holders[kind] |= 1 << side


cdef void play(const Rules *rules, void *state, Move move) noexcept nogil:
    cdef Board *b = <Board *> state
    cdef Pattern best[KINDS]
    cdef int kind, side = b.plies & 1
    b.rows[side][move // SIZE] |= 1 << move % SIZE
    b.plies += 1
    find_at(b, (<const Tables *> rules.tables).any_inside, side, move, best)
    for kind in range(KINDS):
        mark(b, kind, side, best[kind].value)


cdef inline int cell_number(int kind, int value) noexcept nogil:
    """The cell of a value in its column, 1 to 4; 5 is beyond the column (§O5)."""
    if value >= BEYOND[kind]:
        return 5
    if kind == KIND_O:
        return value // 2 - 1 if value < 9 else 4
    return value - SMALLEST[kind] + 1


cdef void settle(const Rules *rules, const void *state, int without, double *scores) noexcept nogil:
    """Compare markers, then their cells (§O9); a pattern beyond its column wins (§O7)."""
    cdef const Board *b = <const Board *> state
    cdef int kind, side, number
    # High bits: number of markers; below: how many lie on the fourth cell, the third, ... Compared as
    # numbers.
    cdef uint32_t rank[2]
    for side in range(2):
        rank[side] = 0
        for kind in range(KINDS):
            if b.holders[kind] >> side & 1:
                number = cell_number(kind, b.value[kind])
                rank[side] += (1 << 16 if number < 5 else 1 << 20) + (1 << 3 * (number - 1))
    scores[0] = 1 if rank[0] > rank[1] else 0 if rank[0] < rank[1] else 0.5
    scores[1] = 1 - scores[0]


cdef int result(const Rules *rules, const void *state, double *scores) noexcept nogil:
    cdef const Board *b = <const Board *> state
    cdef int reason
    if is_super(b):
        reason = 1
    elif b.plies >= PLIES:
        reason = 2
    elif is_decided(<const Tables *> rules.tables, b):
        reason = 3
    else:
        return 0
    settle(rules, state, -1, scores)
    return reason


# Random games. The order of the pawns is drawn first, all are placed, and patterns are measured once at the
# end instead of after every pawn. That gives the same result because a side's own pawns alone make a pattern
# beyond its column, and it stays (an O beyond its column is one by its border): none at the end means none on
# the way, and if there is one, bisection finds the pawn that made it. The columns follow from the last board
# too; only a 9 around the opponent's pawn depends on the order, which is known. Whether the game is decided
# early (§O8) is not checked: from there on no column changes and no side wins at once, so the scores are the
# same at the end. Profile: three fifths of the time go into drawing the order and placing the pawns, one
# fifth into `measure`.

cdef inline void put(Field *f, const uint8_t *order, int first, int last) noexcept nogil:
    """Place every other pawn of an order (one side's); a cell is 16 * row + column."""
    cdef int i
    for i in range(first, last, 2):
        f.row[MARGIN + (order[i] >> 4)] |= 1 << (order[i] & 15)


cdef inline void pick(uint8_t *order, int i, int j, Field *f) noexcept nogil:
    """Make cell number `j` of an order its number `i`, and place a pawn there."""
    cdef uint8_t picked = order[j]
    order[j] = order[i]
    order[i] = picked
    f.row[MARGIN + (picked >> 4)] |= 1 << (picked & 15)


cdef int first_super(const Board *b, int side, const uint8_t *order, int begin, int n) noexcept nogil:
    """By bisection: the ply, counted from 1, at which a side that ends with a pattern beyond a column makes
    it."""
    cdef Field low, middle
    cdef int best[KINDS]
    cdef int done = 0, enough = (n - begin + 1) // 2, half
    lay(&low, b.rows[side])
    while enough - done > 1:
        half = (done + enough) // 2
        middle = low
        put(&middle, order, begin + 2 * done, begin + 2 * half)
        measure(&middle, best)
        if is_beyond(best):
            enough = half
        else:
            done = half
            low = middle
    return begin + 2 * enough - 1


cdef bint is_nine(
    const Board *b, int side, const Field *own, const Field *other, const uint8_t *order, int n
) noexcept nogil:
    """True if a side scored a 9 around the opponent's pawn: it completed the border after that pawn came."""
    cdef Field rings
    cdef uint8_t when[16 * SIZE]
    cdef int row, i, right, up, centre
    cdef uint32_t found
    cdef bint has_dates = False   # `when` is filled in only if there is such a border
    find_rings(own, &rings)
    for row in range(1, SIZE - 1):
        found = rings.row[MARGIN + row] & other.row[MARGIN + row]
        while found:
            centre = 16 * row + lowest(found)
            found &= found - 1
            if not has_dates:
                has_dates = True
                memset(when, 0, sizeof(when))
                for i in range(n):
                    when[order[i]] = i + 1
            for up in range(-1, 2):
                for right in range(-1, 2):
                    if when[centre + 16 * up + right] > when[centre]:
                        return True
    return False


cdef int empties(const Board *b, uint8_t *out) noexcept nogil:
    """The empty cells, as 16 * row + column; `out` has room for BYTES more."""
    cdef int row, n = 0
    cdef uint32_t free
    for row in range(SIZE):
        free = ROW & ~(b.rows[0][row] | b.rows[1][row])
        if free == ROW:
            count_up(out + n, 16 * row)   # more than a row: what follows overwrites the rest
            n += SIZE
        else:
            while free:
                out[n] = 16 * row + lowest(free)
                free &= free - 1
                n += 1
    return n


cdef int playout(const Rules *rules, void *state, Random *rng, double *scores) noexcept nogil:
    cdef Board *b = <Board *> state
    cdef bint any_inside = (<const Tables *> rules.tables).any_inside
    cdef uint8_t order[CELLS + BYTES]
    cdef Field field[2]
    cdef int best[2][KINDS]
    cdef int free, n, i, side, kind, ended, winner = -1, mover = b.plies & 1
    cdef uint64_t bits
    if result(rules, state, scores):
        return 0
    for side in range(2):
        lay(&field[side], b.rows[side])
    free = empties(b, order)
    n = PLIES - b.plies
    i = 0
    while i < n:
        bits = random_bits(rng)   # serves two picks
        pick(order, i, i + <int> ((bits >> 32) * <uint32_t> (free - i) >> 32), &field[mover])
        i += 1
        if i < n:
            bits = <uint32_t> bits
            pick(order, i, i + <int> (bits * <uint32_t> (free - i) >> 32), &field[mover ^ 1])
            i += 1
    for side in range(2):
        measure(&field[side], best[side])
    ended = n + 1
    for side in range(2):
        if is_beyond(best[side]):
            i = first_super(b, side, order, side ^ mover, n)
            if i < ended:
                ended = i
                winner = side
    if winner >= 0:
        n = ended - 1   # up to the last pawn, which is then played
        for side in range(2):
            lay(&field[side], b.rows[side])
            put(&field[side], order, side ^ mover, n)
            measure(&field[side], best[side])
    for side in range(2):
        if any_inside and best[side][KIND_O] < 9 and (
            (b.value[KIND_O] == 9 and b.holders[KIND_O] >> side & 1)
            or is_nine(b, side, &field[side], &field[side ^ 1], order, n)
        ):
            best[side][KIND_O] = 9
    for side in range(2):
        memcpy(b.rows[side], &field[side].row[MARGIN], SIZE * sizeof(uint16_t))
        for kind in range(KINDS):
            mark(b, kind, side, best[side][kind])
    b.plies += n
    if winner >= 0:
        play(rules, state, (order[n] >> 4) * SIZE + (order[n] & 15))
        n += 1
    settle(rules, state, -1, scores)
    return n


cdef void observe(const Rules *rules, const void *state, int seat, uint8_t *planes) noexcept nogil:
    """The pawns of `seat` and of the other; then, full of its value, each column that the one or the other
    holds."""
    cdef const Board *b = <const Board *> state
    cdef int which, side, row, column, kind
    for which in range(2):
        side = seat ^ which
        for row in range(SIZE):
            for column in range(SIZE):
                planes[column] = b.rows[side][row] >> column & 1
            planes += SIZE
    for which in range(2):
        side = seat ^ which
        for kind in range(KINDS):
            memset(planes, b.value[kind] if b.holders[kind] >> side & 1 else 0, CELLS)
            planes += CELLS


cdef class OlixRules(RuleSet):
    """The rules of OLIX with its options."""

    cdef Tables t

    def __cinit__(self, str interior not None, bint to_the_end):
        if interior not in ("any", "own"):
            raise ValueError(f"the pawns inside an O are 'any' or 'own', not {interior!r}")
        self.t.any_inside = interior == "any"
        self.t.to_the_end = to_the_end
        self.c.bytes = sizeof(Board)
        self.c.seats = 2
        self.c.n_moves = CELLS
        self.c.bound = PLIES
        self.c.tables = &self.t
        self.c.start = start
        self.c.turn = turn
        self.c.moves = moves
        self.c.play = play
        self.c.result = result
        self.c.settle = settle
        self.c.playout = playout
        self.c.evaluate = evaluate
        self.c.prior = prior
        self.c.move_seats = move_seats
        self.c.force = force
        self.c.planes = 2 + 2 * KINDS
        self.c.rows = self.c.columns = SIZE
        self.c.observe = observe
        self.reasons = ("super", "exhausted", "decided")

    cdef const Board *board(self, State state) except NULL:
        self.check(state)
        return <const Board *> state.raw

    def write(self, State state not None):
        cdef const Board *b = self.board(state)
        board = [
            "r" if b.rows[0][at // SIZE] >> at % SIZE & 1
            else "b" if b.rows[1][at // SIZE] >> at % SIZE & 1
            else EMPTY
            for at in range(CELLS)
        ]
        columns = ",".join([
            KIND[kind] + (f"{b.value[kind]}{HOLDERS[b.holders[kind]]}" if b.value[kind] else "-")
            for kind in range(KINDS)
        ])
        return f"{write_rows(board, SIZE)} {'rb'[b.plies & 1]} {columns}"

    def cells(self, State state not None):
        """What lies on each cell, row by row from a1: 0 for nothing, otherwise 1 + seat of the pawn."""
        cdef const Board *b = self.board(state)
        cdef unsigned char found[CELLS]
        cdef int r, c
        for r in range(SIZE):
            for c in range(SIZE):
                found[r * SIZE + c] = (b.rows[0][r] >> c & 1) | (b.rows[1][r] >> c & 1) << 1
        return (<const char *> found)[:CELLS]

    def read(self, str text not None):
        cdef State state = self.blank()
        cdef Board *b = <Board *> state.raw
        cdef int side, at
        reader = Reader(text)
        board = reader.rows(SIZE, SIZE, "rb")
        placed = board.count("r"), board.count("b")
        before_turn = reader.at
        to_move = reader.letter("the player to move", "rb")
        word, begin = reader.field("the score columns")
        reader.end()
        if max(placed) > STOCK:
            raise reader.error(
                "each player has {stock} pawns to place, not {found}", 0, stock=STOCK, found=max(placed)
            )
        if placed[0] - placed[1] not in (0, 1):
            raise reader.error(
                "Red begins and players take turns: there cannot be {red} red and {blue} blue pawns",
                0, red=placed[0], blue=placed[1]
            )
        if to_move != placed[0] - placed[1]:
            seat = Phrase(("Red", "Blue")[1 - to_move])
            raise reader.error("by the pawns it is {seat}’s turn", before_turn + 1, seat=seat)
        for at in range(CELLS):
            if board[at] != EMPTY:
                side = "rb".index(board[at])
                b.rows[side][at // SIZE] |= 1 << at % SIZE
        b.plies = placed[0] + placed[1]
        self.read_columns(reader, word, begin, b)
        self.check_columns(reader, word, begin, b)
        if b.plies:
            self.check_last(reader, b)
        return state

    cdef int read_columns(self, object reader, str word, int begin, Board *b) except -1:
        """Parse the columns as written; `check_columns` compares them with the board."""
        cdef int kind
        at = begin
        columns = word.split(",")
        for kind in range(KINDS):
            found = COLUMN.fullmatch(columns[kind]) if kind < len(columns) else None
            if found is None or found[1] != KIND[kind]:
                raise reader.error(
                    "column {kind} is {kind}-, or {kind} with a value and r, b or rb",
                    min(at, begin + len(word)),   # where the comma is missing, not behind it
                    kind=KIND[kind],
                )
            if found[2]:
                b.value[kind] = int(found[2])
                b.holders[kind] = HOLDERS.index(found[3])
            at += len(columns[kind]) + 1
        if len(columns) > KINDS:
            raise reader.error("there are four score columns", at)
        return 0

    cdef int check_columns(self, object reader, str word, int begin, Board *b) except -1:
        """Refuse columns that no order of the pawns on the board can have given."""
        cdef Board given
        cdef Field field, rings
        cdef Pattern best[KINDS]
        cdef int sure[2][KINDS]
        cdef int side, at, kind, row
        cdef bint nine
        memset(&given, 0, sizeof(Board))
        for side in range(2):
            lay(&field, b.rows[side])
            measure(&field, sure[side])
            if is_beyond(sure[side]):
                if side == <int> (b.plies & 1):
                    raise reader.error("no game leads here: a pattern that wins at once was made earlier", 0)
                for at in range(CELLS):
                    if holds(b.rows[side], at % SIZE, at // SIZE):
                        find_at(b, self.t.any_inside, side, at, best)
                        for kind in range(KINDS):
                            if best[kind].value >= BEYOND[kind]:
                                sure[side][kind] = max(sure[side][kind], best[kind].value)
            # A 9 with the opponent's pawn inside was scored only if the border came last: the text decides.
            nine = b.value[KIND_O] == 9 and b.holders[KIND_O] >> side & 1
            if nine and sure[side][KIND_O] < 9 and self.t.any_inside:
                find_rings(&field, &rings)
                for row in range(SIZE):
                    if rings.row[MARGIN + row] & b.rows[side ^ 1][row]:
                        sure[side][KIND_O] = 9
            for kind in range(KINDS):
                mark(&given, kind, side, sure[side][kind])
        at = begin
        for kind, column in enumerate(word.split(",")):
            if given.value[kind] != b.value[kind] or given.holders[kind] != b.holders[kind]:
                shown = f"{given.value[kind]}{HOLDERS[given.holders[kind]]}" if given.value[kind] else "-"
                raise reader.error(
                    "by the board it is {right}, not {column}", at,
                    right=f"{KIND[kind]}{shown}", column=column,
                )
            at += len(column) + 1
        return 0

    cdef int check_last(self, object reader, Board *b) except -1:
        """Refuse a position that no last pawn can have led to.

        Whether the game was decided earlier is not checked: without a pawn of the longest line, or one that
        blocks it, the game is open again, so nearly all such positions also arise in another order.
        """
        cdef Field mine, rings
        cdef int best[KINDS]
        cdef int side = (b.plies & 1) ^ 1, at, row
        cdef bint scored_nine = b.value[KIND_O] >= 9 and b.holders[KIND_O] >> side & 1
        cdef uint16_t filled[SIZE]   # centres of the side's 3x3 borders with an opponent's pawn inside
        was_closed = False
        lay(&mine, b.rows[side])
        find_rings(&mine, &rings)
        for row in range(SIZE):
            filled[row] = rings.row[MARGIN + row] & b.rows[side ^ 1][row]
        for at in range(CELLS):
            if not holds(b.rows[side], at % SIZE, at // SIZE):
                continue
            mine.row[MARGIN + at // SIZE] ^= 1 << at % SIZE
            measure(&mine, best)
            mine.row[MARGIN + at // SIZE] ^= 1 << at % SIZE
            if is_beyond(best):
                continue
            if not self.t.any_inside or scored_nine or not is_near(filled, at):
                return 0
            was_closed = True
        if was_closed:
            raise reader.error("no game leads here: the last pawn closed an O of 9", 0)
        raise reader.error("no game leads here: no single pawn made all that wins at once", 0)

    def refusal(self, State state not None, int move):
        self.check(state)
        self.check_move(move)
        return "O2", "There is already a pawn on that cell."

    def scored(self, State state not None, move, seat=None):
        """The patterns that a move would score: (kind, value, cells), the best of each kind; by a pawn of the
        player to move, or of another seat. IllegalMove if it is not legal, ValueError for no such seat."""
        cdef Board b = self.board(state)[0]
        cdef Pattern best[KINDS]
        cdef int kind, side, at
        state.after(move)   # refuses what is not legal
        at = whole_number(move, "a move")
        side = turn(&self.c, state.raw) if seat is None else whole_number(seat, "a seat")
        if not 0 <= side < 2:
            raise ValueError(f"there is no seat {side}: they are 0 and 1")
        b.rows[side][at // SIZE] |= 1 << at % SIZE
        find_at(&b, self.t.any_inside, side, at, best)
        return tuple([
            (KIND[kind], best[kind].value, self.spots(&b, side, kind, best[kind]))
            for kind in range(KINDS)
            if best[kind].value
        ])

    def column_rates(self, State state not None, int times, *, unsigned long long seed=0):
        """For each column the parts of so many random games in which each seat has a marker in it at the end;
        ValueError for no games."""
        cdef int held[KINDS][2]
        cdef double scores[2]
        cdef const Board *root = self.board(state)
        cdef Board b
        cdef Random rng
        cdef int kind, side, _
        if times < 1:
            raise ValueError(f"at least 1 game is played, not {times}")
        memset(held, 0, sizeof(held))
        rng.s = seed
        for _ in range(times):
            b = root[0]
            playout(&self.c, &b, &rng, scores)
            for kind in range(KINDS):
                for side in range(2):
                    held[kind][side] += b.holders[kind] >> side & 1
        return tuple([
            (held[kind][0] / <double> times, held[kind][1] / <double> times) for kind in range(KINDS)
        ])

    def facts(self, State state not None):
        cdef const Board *b = self.board(state)
        cdef int kind, side
        columns = []
        for kind in range(KINDS):
            holders = tuple([side for side in range(2) if b.holders[kind] >> side & 1])
            columns.append(Column(
                KIND[kind],
                b.value[kind] or None,
                holders,
                cell_number(kind, b.value[kind]) if b.value[kind] else None,
                tuple([self.shown(b, side, kind) for side in holders]),
            ))
        return Facts(tuple(columns), (STOCK - (b.plies + 1) // 2, STOCK - b.plies // 2))

    cdef object shown(self, const Board *b, int side, int kind):
        """The cells of a side's pattern of the held value; None if a pawn placed inside an O has changed
        it."""
        cdef Pattern best[KINDS]
        cdef uint16_t inside[SIZE]
        cdef int at
        if kind == KIND_O:
            memset(best, 0, sizeof(best))
            counted(b, self.t.any_inside, side, inside)
            find_o(b.rows[side], inside, -1, -1, b.value[KIND_O], &best[KIND_O])
            return self.spots(b, side, KIND_O, best[KIND_O]) if best[KIND_O].value else None
        for at in range(CELLS):
            if holds(b.rows[side], at % SIZE, at // SIZE):
                find_at(b, self.t.any_inside, side, at, best)
                if best[kind].value == b.value[kind]:
                    return self.spots(b, side, kind, best[kind])
        return None

    cdef tuple spots(self, const Board *b, int side, int kind, Pattern p):
        """The cells of a pattern's pawns: as many as its value."""
        cdef uint16_t inside[SIZE]
        cdef int column, row, part
        if kind == KIND_O:
            counted(b, self.t.any_inside, side, inside)
            return tuple([
                cell(column, row)
                for row in range(p.row[0], p.row[2] + 1)
                for column in range(p.column[0], p.column[2] + 1)
                if inside[row] >> column & 1
            ])
        column, row = p.column[0], p.row[0]
        found = [cell(column, row)]
        for part in range(1, 3):
            while (column, row) != (p.column[part], p.row[part]):
                column += (p.column[part] > column) - (p.column[part] < column)
                row += (p.row[part] > row) - (p.row[part] < row)
                found.append(cell(column, row))
        return tuple(found)


cdef bint is_near(const uint16_t *centres, int at) noexcept nogil:
    """True if a cell belongs to the 3x3 cells around one of these centres."""
    cdef int column, row
    for row in range(at // SIZE - 1, at // SIZE + 2):
        for column in range(at % SIZE - 1, at % SIZE + 2):
            if holds(centres, column, row):
                return True
    return False
