"""Plateau X in its four variants. The clauses are in RULES.md."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from tablier.core.bits cimport count, lowest
from tablier.core.rules cimport Move, RuleSet, Rules, State
from tablier.games.plateau_x.board cimport (
    Board, CORNERS, DOUBLES, KINDS, LEVEL_BITS, MAX_PAWNS, NOWHERE, Place, Relief, SINGLE, TRIPLES, Tables,
    all_pawns, arrive, closed, fits, ground, height, joined, lay, one, pawns_of, reach, shelf, slot_at,
    spread, fill_relief, worth_of,
)
from tablier.games.plateau_x.knowledge cimport decisive, evaluate
from tablier.games.plateau_x.playout cimport BOUND, playout

from tablier.games.plateau_x.bricks import BRICKS, TRIPLES as ALL_TRIPLES, places
from tablier.games.plateau_x.positions import Position, Variant, read, write
from tablier.grid import cells

from typing import NamedTuple


class Pawn(NamedTuple):
    """A pawn: its cell, level, size of plateau and order of arrival (§P13)."""

    seat: int
    cell: object
    level: int
    plateau: int
    arrival: object


class Standing(NamedTuple):
    """A seat: the place it would take now, and its stock."""

    place: int
    singles: int
    doubles: int


class Facts(NamedTuple):
    """The pawns, the seats, and the Triples left in common."""

    pawns: tuple
    seats: tuple
    triples: int


cdef void start(const Rules *rules, void *state) noexcept nogil:
    cdef const Tables *t = <const Tables *> rules.tables
    cdef Board *b = <Board *> state
    cdef int seat
    memset(b, 0, sizeof(Board))
    memset(b.pawn, NOWHERE, MAX_PAWNS)
    for seat in range(t.seats):
        b.stock[seat] = t.singles
        b.stock[DOUBLES + seat] = t.doubles
    b.stock[TRIPLES] = t.triples


cdef int turn(const Rules *rules, const void *state) noexcept nogil:
    return (<const Board *> state).turn


cdef int moves(const Rules *rules, const void *state, Move *out) noexcept nogil:
    cdef const Tables *t = <const Tables *> rules.tables
    cdef const Board *b = <const Board *> state
    cdef Relief r
    cdef uint64_t fit[KINDS]
    cdef uint64_t pawns = all_pawns(b), own = pawns_of(t, b, b.turn), open, ends
    cdef int kind, i, first, n = 0
    fill_relief(t, b, &r)
    fits(t, b, &r, pawns, fit)
    for kind in range(KINDS):
        if b.stock[shelf(kind, b.turn)]:
            while fit[kind]:
                out[n] = t.move[kind][lowest(fit[kind])]
                fit[kind] &= fit[kind] - 1
                n += 1
    if slot_at(t, b, NOWHERE) >= 0:
        ends = t.board & ground(b) & ~pawns   # §P6
        while ends:
            out[n] = t.enter + t.number[lowest(ends)]
            ends &= ends - 1
            n += 1
    open = t.board & ~closed(b, &r, pawns & ~own)
    for i in range(b.turn * t.pawns, (b.turn + 1) * t.pawns):
        if b.pawn[i] == NOWHERE:
            continue
        first = t.travel + t.number[b.pawn[i]] * t.size * t.size
        ends = reach(&r, one(b.pawn[i]), open & ~(pawns ^ one(b.pawn[i])))
        while ends:
            out[n] = first + t.number[lowest(ends)]
            ends &= ends - 1
            n += 1
    return n


cdef bint blocked(const Tables *t, const Board *b) noexcept nogil:
    """True if the player to move has no legal move (§P12)."""
    cdef Relief r
    cdef uint64_t fit[KINDS]
    cdef uint64_t pawns = all_pawns(b), own = pawns_of(t, b, b.turn), open
    cdef int kind
    fill_relief(t, b, &r)
    fits(t, b, &r, pawns, fit)
    for kind in range(KINDS):
        if fit[kind] and b.stock[shelf(kind, b.turn)]:
            return False
    if slot_at(t, b, NOWHERE) >= 0 and t.board & ground(b) & ~pawns:
        return False
    open = t.board & ~pawns & ~closed(b, &r, pawns & ~own)
    return not spread(own, r.step_beside, r.step_above) & open   # a pawn that can leave its cell can move


cdef void play(const Rules *rules, void *state, Move move) noexcept nogil:
    cdef const Tables *t = <const Tables *> rules.tables
    cdef Board *b = <Board *> state
    cdef int ends = t.size * t.size
    if move < t.enter:
        lay(b, &t.place[move])
    elif move < t.travel:
        arrive(t, b, slot_at(t, b, NOWHERE), t.bit[move - t.enter])
    else:
        move -= t.travel
        arrive(t, b, slot_at(t, b, t.bit[move // ends]), t.bit[move % ends])
    b.turn += 1
    if b.turn == t.seats:
        b.turn = 0


cdef void worth(const Tables *t, const Board *b, int *best) noexcept nogil:
    """The sort key of each seat's best pawn; 0 without a pawn in play."""
    cdef Relief r
    cdef int seat, slot
    fill_relief(t, b, &r)
    for seat in range(t.seats):
        best[seat] = 0
        for slot in range(seat * t.pawns, (seat + 1) * t.pawns):
            if b.pawn[slot] != NOWHERE:
                best[seat] = max(best[seat], worth_of(b, &r, slot))


cdef void settle(const Rules *rules, const void *state, int without, double *scores) noexcept nogil:
    cdef const Tables *t = <const Tables *> rules.tables
    cdef int best[4]
    cdef int seat, other, ahead, level
    worth(t, <const Board *> state, best)
    if without >= 0:
        best[without] = -1   # below those without a pawn
    for seat in range(t.seats):
        ahead = 0
        level = 0
        for other in range(t.seats):
            ahead += best[other] > best[seat]
            level += best[other] == best[seat]
        scores[seat] = 0
        for other in range(ahead, ahead + level):
            scores[seat] += t.points[other]
        scores[seat] /= level


cdef int result(const Rules *rules, const void *state, double *scores) noexcept nogil:
    if not blocked(<const Tables *> rules.tables, <const Board *> state):
        return 0
    settle(rules, state, -1, scores)
    return 1


cdef void repetition_key(const Rules *rules, void *state) noexcept nogil:
    """The order of arrival does not tell positions apart."""
    memset((<Board *> state).rank, 0, MAX_PAWNS)


cdef void observe(const Rules *rules, const void *state, int seat, uint8_t *planes) noexcept nogil:
    """Levels; where a brick of each kind shows whole, as its anchor; pawns of each seat, as their order of
    arrival; stocks of Singles and Doubles of each seat, and of Triples. `seat` comes first."""
    cdef const Tables *t = <const Tables *> rules.tables
    cdef const Board *b = <const Board *> state
    cdef int area = t.size * t.size, i, kind, which, who, slot
    for i in range(area):
        planes[i] = height(b, t.bit[i])
    planes += area
    for kind in range(KINDS):
        for i in range(area):
            planes[i] = b.bare[kind] >> t.bit[i] & 1
        planes += area
    for which in range(t.seats):
        who = (seat + which) % t.seats
        memset(planes, 0, area)
        for slot in range(who * t.pawns, (who + 1) * t.pawns):
            if b.pawn[slot] != NOWHERE:
                planes[t.number[b.pawn[slot]]] = b.rank[slot]
        planes += area
        memset(planes, b.stock[who], area)
        memset(planes + area, b.stock[DOUBLES + who], area)
        planes += 2 * area
    memset(planes, b.stock[TRIPLES], area)


cdef void lay_out(Tables *t, variant):
    """Number the moves: bricks by kind and cell clicked, pawns coming in, pawns moving from cell to cell."""
    cdef int size = variant.size, kind, number, bit, i, n = 0, part = 1
    cdef Place *p
    t.size, t.seats, t.pawns, t.singles, t.doubles = variant
    t.triples = ALL_TRIPLES
    t.board = 0
    for number in range(size * size):
        bit = 8 * (number // size) + number % size
        t.bit[number] = bit
        t.number[bit] = number
        t.board |= one(bit)
    t.beside = t.board & t.board >> 1
    t.below = t.board & t.board >> 8
    for kind, brick in enumerate(BRICKS):
        for anchor, spots in places(brick, size):
            p = &t.place[n]
            p.cells = 0
            p.kind = kind
            p.anchor = one(t.bit[<int> anchor])
            for i in range(3):
                at = i % len(spots)
                p.bit[i] = t.bit[<int> spots[at]]
                p.part[i] = part + <int> at
                p.cells |= one(p.bit[i])
            t.move[kind][t.bit[<int> anchor]] = n
            n += 1
        part += len(brick.cells)
    t.enter = n
    t.travel = n + size * size
    for i, points in enumerate({2: (1, 0), 3: (3, 1, 0), 4: (4, 2, 1, 0)}[t.seats]):   # §P14
        t.points[i] = points


cdef class PlateauRules(RuleSet):
    """The rules of one variant of Plateau X."""

    cdef Tables t
    cdef readonly object variant
    cdef tuple names     # of the cells, by number

    def __cinit__(self, size, seats, pawns, singles):
        variant = Variant(size, seats, pawns, singles)
        if variant not in VARIANTS:
            raise ValueError(f"there is no such variant: {variant}")
        self.variant = variant
        self.names = cells(variant.size, variant.size)
        lay_out(&self.t, variant)
        self.c.bytes = sizeof(Board)
        self.c.seats = self.t.seats
        self.c.n_moves = len(self.paths())
        self.c.tables = &self.t
        self.c.start = start
        self.c.turn = turn
        self.c.moves = moves
        self.c.play = play
        self.c.result = result
        self.c.settle = settle
        self.c.repetition_key = repetition_key
        self.c.bound = BOUND
        self.c.playout = playout
        self.c.evaluate = evaluate
        self.c.decisive = decisive
        self.c.max_share = self.t.points[0] / sum([self.t.points[i] for i in range(self.t.seats)])
        self.c.planes = 2 + KINDS + 3 * self.t.seats
        self.c.rows = self.c.columns = self.t.size
        self.c.observe = observe
        self.reasons = ("blocked",)

    cdef const Board *board(self, State state) except NULL:
        self.check(state)
        return <const Board *> state.raw

    def paths(self):
        """The clicks of every move, by number."""
        names = self.names
        bricks = [(brick.token, names[at]) for brick in BRICKS for at, _ in places(brick, self.t.size)]
        return (*bricks, *[("@", name) for name in names], *[(a, b) for a in names for b in names])

    def write(self, State state not None):
        cdef const Board *b = self.board(state)
        cdef int i
        standing = sorted([
            (b.rank[i], i // self.t.pawns, self.t.number[b.pawn[i]])
            for i in range(MAX_PAWNS) if b.pawn[i] != NOWHERE
        ])
        return write(self.variant, Position(
            list(self.levels(state)),
            list(self.cells(state)),
            b.turn,
            [(b.stock[i], b.stock[DOUBLES + i]) for i in range(self.t.seats)],
            b.stock[TRIPLES],
            [(seat, at) for _, seat, at in standing],
        ))

    def read(self, str text not None):
        cdef State state = self.blank()
        cdef Board *b = <Board *> state.raw
        cdef const Place *p
        cdef int i, number, seat, slot
        position = read(self.variant, text)
        start(&self.c, b)
        for number in range(self.t.size * self.t.size):
            for i in range(LEVEL_BITS):
                b.level[i] |= <uint64_t> (position.levels[number] >> i & 1) << self.t.bit[number]
            b.part[self.t.bit[number]] = position.parts[number]
        for number in range(self.t.enter):
            p = &self.t.place[number]
            if all([b.part[p.bit[i]] == p.part[i] for i in range(3)]):
                b.bare[p.kind] |= p.anchor
        for b.turn, number in position.pawns:
            slot = slot_at(&self.t, b, NOWHERE)
            assert slot >= 0
            arrive(&self.t, b, slot, self.t.bit[number])
        for seat in range(self.t.seats):
            b.stock[seat], b.stock[DOUBLES + seat] = position.stocks[seat]
        b.stock[TRIPLES] = position.triples
        b.turn = position.turn
        return state

    def cells(self, State state not None):
        """What shows on each cell, row by row from a1: 0 for the bare grid, otherwise 1 + the index in
        `bricks.LETTERS` of the part of a brick; see `levels` for the heights."""
        cdef const Board *b = self.board(state)
        cdef unsigned char found[49]
        cdef int number, n = self.t.size * self.t.size
        for number in range(n):
            found[number] = b.part[self.t.bit[number]]
        return (<const char *> found)[:n]

    def levels(self, State state not None):
        """The level of every cell, row by row from a1."""
        cdef const Board *b = self.board(state)
        cdef int number
        return tuple([height(b, self.t.bit[number]) for number in range(self.t.size * self.t.size)])

    def plateau(self, State state not None, str cell not None):
        """The cells of the plateau of a cell, none on level 0 (§P8); ValueError if there is no such cell."""
        cdef const Board *b = self.board(state)
        cdef Relief r
        if cell not in self.names:
            raise ValueError(f"there is no cell {cell[:20]!r}")
        fill_relief(&self.t, b, &r)
        return self.named(joined(&r, one(self.t.bit[<int> self.names.index(cell)]) & ~ground(b)))

    cdef tuple named(self, uint64_t spots):
        """The names of a set of cells."""
        cdef int at
        return tuple([name for at, name in enumerate(self.names) if spots >> self.t.bit[at] & 1])

    def route(self, State state not None, int move):
        """The cells of a shortest path for a pawn's move, both ends included; ValueError if it cannot go
        there."""
        cdef const Board *b = self.board(state)
        cdef Relief r
        cdef uint64_t pawns = all_pawns(b), layer, seen = 0, end, open
        cdef uint64_t layers[64]
        cdef int n = 0, ends = self.t.size * self.t.size
        if not self.t.travel <= move < self.t.travel + ends * ends:
            raise ValueError(f"{move} does not move a pawn")
        layer = one(self.t.bit[(move - self.t.travel) // ends])
        end = one(self.t.bit[(move - self.t.travel) % ends])
        if not layer & pawns_of(&self.t, b, b.turn):
            raise ValueError("the player to move has no pawn there")
        fill_relief(&self.t, b, &r)
        open = self.t.board & ~closed(b, &r, pawns & ~pawns_of(&self.t, b, b.turn)) & ~(pawns & ~layer)
        while layer and not (n and layer & end):
            layers[n] = layer   # every layer but the first brings new cells: 50 at most
            n += 1
            layer = spread(layer, r.step_beside, r.step_above) & open & ~seen
            seen |= layer
        if not layer:
            raise ValueError("the pawn cannot go there")
        way = [end]
        while n:
            n -= 1
            end = spread(end, r.step_beside, r.step_above) & layers[n]
            end &= -end
            way.append(end)
        return tuple([self.named(spot)[0] for spot in reversed(way)])

    def facts(self, State state not None):
        cdef const Board *b = self.board(state)
        cdef Relief r
        cdef int best[4]
        cdef int i, level, seat
        cdef uint64_t spot
        fill_relief(&self.t, b, &r)
        worth(&self.t, b, best)
        pawns = []
        for i in range(self.t.seats * self.t.pawns):
            if b.pawn[i] == NOWHERE:
                pawns.append(Pawn(i // self.t.pawns, None, 0, 0, None))
                continue
            spot, level = one(b.pawn[i]), height(b, b.pawn[i])
            size = count(joined(&r, spot)) if level else 0
            pawns.append(Pawn(i // self.t.pawns, self.named(spot)[0], level, size, b.rank[i]))
        seats = []
        for seat in range(self.t.seats):
            place = 1 + sum([value > best[seat] for value in best[:self.t.seats]])
            seats.append(Standing(place, b.stock[seat], b.stock[DOUBLES + seat]))
        return Facts(tuple(pawns), tuple(seats), b.stock[TRIPLES])

    def refusal(self, State state not None, int move):
        cdef const Board *b = self.board(state)
        cdef Relief r
        cdef int ends = self.t.size * self.t.size
        self.check_move(move)
        fill_relief(&self.t, b, &r)
        if move < self.t.enter:
            return self.why_not_lay(b, &r, &self.t.place[move])
        if move < self.t.travel:
            return self.why_not_enter(b, one(self.t.bit[move - self.t.enter]))
        move -= self.t.travel
        return self.why_not_walk(b, &r, self.t.bit[move // ends], self.t.bit[move % ends])

    cdef tuple why_not_lay(self, const Board *b, const Relief *r, const Place *p):
        if not b.stock[shelf(p.kind, b.turn)]:
            if p.kind >= CORNERS:
                return "P3", "There is no Triple left."
            return "P3", "You have no Single left." if p.kind == SINGLE else "You have no Double left."
        if p.cells & all_pawns(b):
            return "P4", "A brick cannot cover a pawn."
        if b.bare[p.kind] & p.anchor:
            return "P5", "An identical brick already lies exactly there."
        return "P4", "A brick must lie flat: all its cells on the same level."

    cdef tuple why_not_enter(self, const Board *b, uint64_t spot):
        if slot_at(&self.t, b, NOWHERE) < 0:
            if self.t.pawns == 1:
                return "P6", "Your pawn is in play already."
            return "P6", "Both your pawns are in play already."
        if spot & all_pawns(b):
            return "P6", "There is already a pawn on that cell."
        return "P6", "A pawn comes in on level 0, where there is no brick."

    cdef tuple why_not_walk(self, const Board *b, const Relief *r, int start, int end):
        cdef uint64_t pawn = one(start), goal = one(end), pawns = all_pawns(b)
        cdef uint64_t own = pawns_of(&self.t, b, b.turn), shut = closed(b, r, pawns & ~own)
        cdef int right = (end & 7) - (start & 7), up = (end >> 3) - (start >> 3)
        cdef int climb = height(b, end) - height(b, start)
        if not pawn & own:
            if pawn & pawns:
                return "P7", "That pawn is not yours."
            return "P7", "You have no pawn there: choose a brick or your pawn first."
        if start == end and not spread(pawn, r.step_beside, r.step_above) & ~pawns & ~shut:
            return "P9", "The pawn cannot leave its cell."
        if goal & shut and pawn & joined(r, goal):
            return "P9", "A pawn that leaves a plateau shared with an opponent cannot return to it that turn."
        if goal & pawns:
            return "P7", "There is already a pawn on that cell."
        if goal & shut:
            return "P7", "There is an opponent on that plateau."
        if right * right + up * up == 1 and not -2 < climb < 2:
            if climb > 0:
                return "P7", "Too high: a pawn climbs one level at a time."
            return "P7", "Too low: a pawn goes down one level at a time."
        if goal & reach(r, pawn, self.t.board & ~(pawns ^ pawn)):
            return "P7", "Every way there crosses a plateau with an opponent on it."
        if goal & reach(r, pawn, self.t.board):
            return "P7", "Another pawn is in the way."
        if right * right + up * up == 1:
            return "P7", "Same level: every step must go one level up or down."
        if right * right + up * up == 2 and climb * climb == 1:
            return "P7", "Pawns do not move diagonally."
        return "P7", "There is no way there: every step goes exactly one level up or down."


VARIANTS = (Variant(7, 4, 1, 2), Variant(6, 2, 1, 3), Variant(7, 2, 2, 3), Variant(7, 3, 1, 2))
