"""All boards of Quixo for two, solved 64 at a time; the contract is `tablier.core.kernel.Kernel`.

A layer are the boards with so many marked cells, the fullest first. The cells of a board that are marked are
its mask; a mask with n cells is an entry, and who owns them an index of n bits (planes.h).

- A push along a row that takes an own cube moves one index bit, because cells of a row are neighbours in the
  index. One that takes a neutral cube adds an index bit and leads to a layer solved before.
- A push along a column is a push along a row of the transposed mask.
- Of four masks that are mirror images one is kept, the smallest. A mask and its transposed twin are judged
  together and kept both in memory; a push to a mirror image of a kept mask is made in the mirrored frame,
  where it leads to the kept one itself. A file holds one mask of eight.
- Boards are judged in place, by all threads at once: a value, once known, is final. A mask is judged again
  only if one that it leads to has changed since.
"""

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t, uint8_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from tablier.core.bits cimport count, lowest
from tablier.core.memory cimport release, reserve
from tablier.core.rules cimport RuleSet, State
from tablier.games.quixo.numbers cimport image_of, rank
from tablier.games.quixo.planes cimport (
    LOST_AT, OPEN_AT, cells_of, gather, gather_portably, number_in, plane_begin, plane_count, plane_fault,
    plane_fill, plane_full, plane_join, plane_judge, plane_line, plane_mark, plane_pack, plane_recall,
    plane_reverse, plane_round, plane_sort, plane_take_neutral, plane_take_own, plane_unpack, plane_words,
    scatter, scatter_portably, shared_add, shared_read, shared_write,
)
from tablier.games.quixo.rules cimport (
    Board, MAX_CELLS, MAX_PUSHES, Push, SYMMETRIES, Tables, pushed,
)

from concurrent.futures import ThreadPoolExecutor, wait
from math import comb

from tablier.core.kernel import Class, Needs
from tablier.games.quixo.rules import QuixoRules

cdef enum:
    MIRRORS = 4        # the symmetries 0 to 3 mirror, 4 transposes
    TRANSPOSE = 4
    BUFFERS = 10       # planes that a thread works with
    MAX_THREADS = 1024
    CHUNK = 16         # masks that a thread takes at a time, at most
    LOST = 1           # values as `tablier.search.retrograde` has them
    DRAWN = 2
    WON = 3
    BEGIN = 0
    SWEEP = 1
    CHECK = 2
    COUNT = 3
    ROUND = 4
    MARK = 5

PATIENCE = 0.25
"""Seconds between two reports."""
SMALL = 1 << 22
"""A layer with fewer boards is not worth sharing out."""
JUDGED = (2, 2.1, 2.4, 2.7, 3.8, 4.3, 5.6, 6.5, 14, 14, 26, 103, 28, 71)
"""How often a board with 12 marks or fewer, 13, ..., 25 is judged on the 5x5 board (docs/solver.md)."""
SECONDS = 0.8e-9
"""Of processor time that it takes to judge a board once (docs/solver.md)."""
PASSES = 2.5
"""What else is done with a board costs as much as judging it so often: the first pass, writing."""
STORED, STORED_SMALL, INDEX = 0.065, 0.25, 40
"""Bytes a board takes in a file, on the 5x5 board and on smaller ones at most, and an entry besides."""


def judged_on(marks):
    """How often a board with so many marks is judged, as a rule."""
    if not 0 <= marks <= MAX_CELLS:
        raise ValueError(f"a board has 0 to {MAX_CELLS} marks, not {marks}")
    return JUDGED[max(0, marks - 12)]


cdef struct Pair:
    uint32_t mask
    uint32_t twin     # the kept mirror image of the transposed mask
    int mirror        # by which it is one


cdef struct Target:
    uint32_t mask
    int taken         # index bit
    int entry         # index bit


cdef struct Targets:
    int n[MIRRORS]
    Target at[MIRRORS][MAX_PUSHES]


cdef class Layer:
    """The values of all boards with so many marks, as the other side sees them (planes.h)."""

    cdef int n
    cdef size_t words, masks, pairs
    cdef uint32_t *mask
    cdef Pair *pair
    cdef uint64_t *A
    cdef uint64_t *B
    cdef uint64_t *next_A     # only while distances are found, as the next one
    cdef uint64_t *next_B
    cdef uint16_t *distance   # by board
    cdef uint32_t *recalled   # by slot: the round after which distances of the layer last counted

    def __dealloc__(self):
        free(self.mask)
        free(self.pair)
        free(self.recalled)
        self.drop()

    cdef size_t bytes(self) noexcept nogil:
        return self.masks * self.words * sizeof(uint64_t)

    cdef void drop(self) noexcept nogil:
        """Give the planes back."""
        release(self.A, self.bytes())
        release(self.B, self.bytes())
        release(self.distance, self.boards() * sizeof(uint16_t))
        self.A = self.B = NULL
        self.distance = NULL
        self.drop_next()

    cdef void drop_next(self) noexcept nogil:
        release(self.next_A, self.bytes())
        release(self.next_B, self.bytes())
        self.next_A = self.next_B = NULL

    cdef size_t boards(self) noexcept nogil:
        """Room for the boards of all masks, whole words each."""
        return self.masks * self.words * 64


cdef class QuixoKernel:
    """Solves Quixo for two on the board of these rules."""

    version = 1
    class_names = ("own", "other")

    cdef RuleSet rules
    cdef dict orbits                            # by symmetries and marks: masks that differ
    cdef const Tables *t
    cdef int cells, pushes
    cdef int push[MAX_PUSHES]                  # those along rows
    cdef int moved[SYMMETRIES][MAX_CELLS]      # where a cell goes
    cdef int *slot                              # by mask: its place in its layer
    cdef Layer here, above
    # shared by the threads
    cdef uint32_t *changed                      # by slot: when
    cdef uint32_t *judged                       # by pair: when
    cdef uint32_t clock, taken, changes, judgements, stopped
    cdef int sweep
    cdef uint16_t round
    cdef uint64_t decided

    def __cinit__(self, RuleSet rules not None):
        cdef int i, which
        if not isinstance(rules, QuixoRules) or not rules.c.ranks:
            raise ValueError(f"this solves Quixo for two, not {rules.game!r}")
        self.rules = rules
        self.orbits = {}
        self.t = <const Tables *> rules.c.tables
        self.cells = self.t.size ** 2
        for i in range(self.t.pushes):
            if self.t.push[i].turn in (1, 63):
                self.push[self.pushes] = i
                self.pushes += 1
        for which in range(SYMMETRIES):
            for i in range(self.cells):
                self.moved[which][i] = lowest(image_of(self.t, <uint32_t> 1 << i, which))

    def __dealloc__(self):
        free(self.slot)
        free(self.changed)
        free(self.judged)

    # What there is

    @property
    def layers(self):
        return self.cells + 1

    def needs(self, first=0, last=None):
        last = self.layers if last is None else last
        layers = range(first, last)
        held = range(max(0, first - 1), last)
        planes = [0] + [self._masks(layer, MIRRORS) * plane_words(self._marks(layer)) * 16 for layer in held]
        lists = 4 * 2**self.cells + 24 * max([self._masks(layer, MIRRORS) for layer in held])
        each = STORED if self.cells == MAX_CELLS else STORED_SMALL
        stored = [self.entries(layer) * (INDEX + each * self.positions(layer)) for layer in layers]
        return Needs(
            memory=max([sum(two) for two in zip(planes, planes[1:])]) + lists,
            disk=int(sum(stored)),
            seconds=sum([self.work(layer) for layer in layers]),
        )

    def label(self, layer):
        return f"{self._marks(layer)} marks"

    def work(self, layer):
        marks = self._marks(layer)
        return self._masks(layer, MIRRORS) * 2**marks * (judged_on(marks) + PASSES) * SECONDS

    def entries(self, layer):
        return self._masks(layer, SYMMETRIES)

    def positions(self, layer):
        return 2 ** self._marks(layer)

    def _marks(self, layer):
        if not 0 <= layer <= self.cells:
            raise ValueError(f"{self.rules.game!r} has no layer {layer}: it has {self.layers}")
        return self.cells - layer

    def _masks(self, layer, symmetries):
        """How many masks no symmetry makes equal: the mean number that one leaves unchanged (Burnside)."""
        marks = self._marks(layer)
        if symmetries not in self.orbits:
            self.orbits[symmetries] = self._count_orbits(symmetries)
        return self.orbits[symmetries][marks]

    def _count_orbits(self, symmetries):
        total = [0] * (self.cells + 1)
        if not 1 <= symmetries <= SYMMETRIES:
            raise ValueError(f"the board has {SYMMETRIES} symmetries, not {symmetries}")
        for which in range(symmetries):
            left, ways = set(range(self.cells)), [1] + [0] * self.cells
            while left:
                cell = first = left.pop()
                cycle = 1
                while self.moved[which][cell] != first:
                    cell = self.moved[which][cell]
                    left.remove(cell)
                    cycle += 1
                for n in range(self.cells, cycle - 1, -1):
                    ways[n] += ways[n - cycle]
            total = [n + more for n, more in zip(total, ways)]
        return [n // symmetries for n in total]

    # Layers in memory

    def begin(self, layer):
        cdef Layer new = Layer.__new__(Layer)
        cdef size_t room, i = 0, k = 0
        cdef uint32_t mask, low, next_mask, end = <uint32_t> 1 << self.cells, twin
        cdef int mirror
        new.n = self._marks(layer)
        new.words = plane_words(new.n)
        room = self._masks(layer, MIRRORS)
        if self.slot == NULL:
            self.slot = <int *> malloc(end * sizeof(int))
        new.mask = <uint32_t *> malloc(room * sizeof(uint32_t))
        new.pair = <Pair *> malloc(room * sizeof(Pair))
        free(self.changed)
        free(self.judged)
        self.changed = <uint32_t *> calloc(room, sizeof(uint32_t))
        self.judged = <uint32_t *> calloc(room, sizeof(uint32_t))
        self.drop_above()
        if self.here is not None and self.here.n == new.n + 1:
            self.above = self.here
        elif self.here is not None:
            self.here.drop()
        self.here = None
        if not (self.slot and new.mask and new.pair and self.changed and self.judged):
            raise MemoryError
        with nogil:
            mask = (<uint32_t> 1 << new.n) - 1
            while mask < end:
                if self.kept(mask, &mirror) == mask:
                    self.slot[mask] = <int> i
                    new.mask[i] = mask
                    i += 1
                    twin = self.kept(image_of(self.t, mask, TRANSPOSE), &mirror)
                    if mask <= twin:
                        new.pair[k] = Pair(mask, twin, mirror)
                        k += 1
                if not mask:
                    break
                low = mask & -mask   # the next set of as many cells (Gosper)
                next_mask = mask + low
                mask = next_mask | (((mask ^ next_mask) >> 2) // low)
        new.masks, new.pairs = i, k
        new.A = <uint64_t *> reserve(new.bytes())
        new.B = <uint64_t *> reserve(new.bytes())
        if new.A == NULL or new.B == NULL:
            raise MemoryError
        self.here = new

    def close(self):
        self.drop_above()
        if self.here is not None:
            self.here.drop()
            self.here = None

    cdef Layer current(self):
        if self.here is None:
            raise ValueError("no layer is in memory: begin one")
        return self.here

    def keys(self):
        cdef Layer here = self.current()
        cdef size_t i
        found = bytearray(4 * here.pairs)
        cdef uint32_t[::1] keys = memoryview(found).cast("I")
        for i in range(here.pairs):
            keys[i] = here.pair[i].mask
        return bytes(found)

    cdef size_t entry_bytes(self, size_t first, size_t last) except 0:
        if not first < last <= self.current().pairs:
            raise ValueError(f"{self.here.pairs} entries are in memory, not {first} to {last}")
        return (last - first) * self.here.words * 2 * sizeof(uint64_t)

    def pack(self, size_t first, size_t last):
        cdef bytes found = PyBytes_FromStringAndSize(NULL, self.entry_bytes(first, last))
        cdef uint64_t *out = <uint64_t *> <char *> found
        cdef Layer here = self.here
        cdef size_t i, at
        cdef uint64_t *a = self.buffers()
        cdef uint64_t *b = a + here.words
        with nogil:
            for i in range(first, last):
                at = <size_t> self.slot[here.pair[i].mask] * here.words
                plane_reverse(a, here.A + at, here.n)
                plane_reverse(b, here.B + at, here.n)
                plane_pack(out, a, b, here.n)
                out += 2 * here.words
        free(a)
        return found

    def restore(self, size_t first, size_t last, const uint8_t[::1] data not None):
        cdef size_t size = self.entry_bytes(first, last)
        cdef Layer here = self.here
        cdef size_t i
        cdef uint64_t *a
        cdef uint64_t *b
        cdef const char *source
        if <size_t> data.shape[0] != size:
            raise ValueError(f"{last - first} entries are {size} bytes, not {data.shape[0]}")
        source = <const char *> &data[0]
        a = self.buffers()
        b = a + here.words
        with nogil:
            for i in range(first, last):
                plane_unpack(a, b, source, here.n)
                source += 2 * here.words * sizeof(uint64_t)
                self.store(here.pair[i], a, b)
        free(a)

    def enter(self, uint8_t[::1] table not None):
        """Write the values of the layer into a table of the solver for any game, to compare the two."""
        cdef Layer here = self.current()
        cdef uint64_t number, bit
        cdef uint32_t mask, own, position
        cdef size_t i, at
        cdef int which, value
        cdef Board board
        if <uint64_t> table.shape[0] != (self.t.boards + 3) // 4:
            raise ValueError(f"a table of {self.rules.game!r} has {(self.t.boards + 3) // 4} bytes")
        board.turn = 0
        with nogil:
            for i in range(here.pairs):
                mask = here.pair[i].mask
                at = <size_t> self.slot[mask] * here.words
                for position in range(<uint32_t> 1 << here.n):
                    # the planes are as the other side sees them: this is the complement of the position
                    bit = <uint64_t> 1 << (position & 63)
                    value = DRAWN
                    if here.A[at + (position >> 6)] & ~here.B[at + (position >> 6)] & bit:
                        value = WON
                    elif here.B[at + (position >> 6)] & ~here.A[at + (position >> 6)] & bit:
                        value = LOST
                    own = mask & ~cells_of(position, mask)
                    for which in range(SYMMETRIES):
                        board.marks = (
                            image_of(self.t, own, which)
                            | <uint64_t> image_of(self.t, mask & ~own, which) << 32
                        )
                        number = rank(&self.rules.c, &board)
                        table[number >> 2] |= value << 2 * (number & 3)

    cdef uint64_t *buffers(self) except NULL:
        cdef uint64_t *found = <uint64_t *> malloc(BUFFERS * self.here.words * sizeof(uint64_t))
        if found == NULL:
            raise MemoryError
        return found

    # Solving

    def solve(self, *, threads=1, report=None):
        cdef Layer here = self.current()
        if here.n < self.cells and self.above is None:
            raise ValueError("the layer before is not in memory: solve or restore it first")
        self.clock = 1
        self.judgements = self.sweep = 0
        self._share(BEGIN, threads, report)
        self.drop_above()
        while True:
            self.changes = 0
            self._share(SWEEP, threads, report)
            self.sweep += 1
            if not self.changes:
                return

    cdef void drop_above(self):
        """Give the memory of the layer before back, whoever still refers to it."""
        if self.above is not None:
            self.above.drop()
            self.above = None

    def _part_done(self):
        """Which part of the layer is done, by how often its boards are judged as a rule."""
        self.current()
        begun = self.here.pairs if self.sweep or self.judgements else 0
        return min(1.0, (begun + self.judgements) / ((judged_on(self.here.n) + 1) * self.here.pairs))

    def faults(self, *, threads=1):
        cdef Layer here = self.current()
        if here.n < self.cells and self.above is None:
            raise ValueError("the layer before is not in memory: restore it first")
        return sum(self._share(CHECK, threads, None), [])

    def classes(self, *, threads=1):
        cdef int n = self.current().n
        won, lost = [map(sum, zip(*each)) for each in zip(*self._share(COUNT, threads, None))]
        return tuple([
            Class((own, n - own), w, l, comb(self.cells, n) * comb(n, own) - w - l)
            for own, (w, l) in reversed(list(enumerate(zip(won, lost))))
        ])

    def _share(self, task, threads, report):
        """Let threads do a task for all pairs of the layer; what each of them returns."""
        self.current()
        if not 1 <= threads <= MAX_THREADS:
            raise ValueError(f"threads is 1 to {MAX_THREADS}, not {threads}")
        self.taken = self.stopped = 0
        if self.here.masks << self.here.n < SMALL:
            return [self._work(task, 1)]
        with ThreadPoolExecutor(threads) as pool:
            running = [pool.submit(self._work, task, threads) for _ in range(threads)]
            try:
                while wait(running, timeout=PATIENCE).not_done:
                    if report:
                        report(self._part_done())
            finally:
                self.stopped = 1   # whoever interrupts does not wait for the rest
            return [each.result() for each in running]

    def _work(self, int task, size_t threads):
        cdef Layer here = self.current()
        if not 1 <= threads <= <size_t> MAX_THREADS:
            raise ValueError(f"threads is 1 to {MAX_THREADS}, not {threads}")
        if task in (BEGIN, CHECK, ROUND, MARK) and here.n < self.cells and self.above is None:
            raise ValueError("the layer before is not in memory")
        if task in (ROUND, MARK) and (here.distance == NULL or here.next_A == NULL):
            raise ValueError("distances are found by `measure`")
        cdef size_t first, last, k, chunk = max(1, min(<size_t> CHUNK, here.pairs // (8 * threads)))
        cdef int64_t fault
        cdef uint64_t decided = 0
        cdef uint64_t[MAX_CELLS + 1] won, lost
        cdef uint64_t *buffers = self.buffers()
        found = []
        for k in range(MAX_CELLS + 1):
            won[k] = lost[k] = 0
        with nogil:
            while not shared_read(&self.stopped):
                first = shared_add(&self.taken, <uint32_t> chunk) - chunk
                if first >= here.pairs:
                    break
                last = min(first + chunk, here.pairs)
                for k in range(first, last):
                    if task == BEGIN:
                        self.begin_pair(k, buffers)
                    elif task == SWEEP:
                        self.sweep_pair(k, buffers)
                    elif task == ROUND:
                        self.round_pair(k, buffers)
                    elif task == MARK:
                        decided += self.mark_pair(k)
                    elif task == CHECK:
                        fault = self.check_pair(k, buffers)
                        if fault >= 0:
                            with gil:
                                found.append((here.pair[k].mask, fault))
                    else:
                        self.count_pair(k, won, lost)
        free(buffers)
        if task == COUNT:
            return [won[k] for k in range(here.n + 1)], [lost[k] for k in range(here.n + 1)]
        return decided if task == MARK else found

    def measure(self, *, threads=1):
        cdef Layer here = self.current(), above = self.above
        cdef size_t i, k
        cdef uint16_t last = 0, above_last = 0
        if here.n < self.cells and (above is None or above.distance == NULL):
            raise ValueError("the layer before is not in memory with its distances: measure it first")
        here.distance = <uint16_t *> reserve(here.boards() * sizeof(uint16_t))
        here.next_A = <uint64_t *> reserve(here.bytes())
        here.next_B = <uint64_t *> reserve(here.bytes())
        here.recalled = <uint32_t *> malloc(here.masks * sizeof(uint32_t))
        if not (here.distance and here.next_A and here.next_B and here.recalled):
            raise MemoryError
        with nogil:
            for k in range(here.boards()):
                here.distance[k] = OPEN_AT
            if here.n < self.cells:
                for i in range(above.masks):
                    above.recalled[i] = 0
                for k in range(above.boards()):
                    if above.distance[k] != OPEN_AT:
                        above_last = max(above_last, above.distance[k] & ~LOST_AT)
                for k in range(above.masks * above.words):
                    above.A[k] = above.B[k] = 0
        self.round = 0
        while self._round(threads) or self.round <= above_last + 1:
            last = self.round if self.decided else last
            if here.n < self.cells:
                with nogil:
                    for i in range(above.masks):
                        if plane_recall(
                            above.A + i * above.words, above.B + i * above.words,
                            above.distance + i * above.words * 64, above.n, self.round,
                        ):
                            above.recalled[i] = self.round + 1
            self.round += 1
        here.drop_next()
        self.drop_above()
        return last

    def _round(self, threads):
        """Decide what follows from what is known; was there anything?"""
        self._share(ROUND, threads, None)
        self.decided = sum(self._share(MARK, threads, None))
        return self.decided

    def distances(self, size_t first, size_t last):
        self.entry_bytes(first, last)
        cdef Layer here = self.here
        cdef size_t i, k, each = <size_t> 1 << here.n
        cdef uint16_t *source
        if here.distance == NULL:
            raise ValueError("the layer was not measured")
        cdef bytes found = PyBytes_FromStringAndSize(NULL, (last - first) * each * sizeof(uint16_t))
        cdef uint16_t *out = <uint16_t *> <char *> found
        with nogil:
            for i in range(first, last):
                source = here.distance + <size_t> self.slot[here.pair[i].mask] * here.words * 64
                for k in range(each):
                    out[k] = source[each - 1 - k]
                out += each
        return found

    cdef void round_pair(self, size_t k, uint64_t *buffers) noexcept nogil:
        """What a pair's boards are worth by what is known so far: lines, then moves."""
        cdef Pair pair = self.here.pair[k]
        cdef size_t words = self.here.words, at = <size_t> self.slot[pair.mask] * words, w
        cdef int n = self.here.n
        cdef uint64_t *a = buffers + 8 * words
        cdef uint64_t *b = buffers + 9 * words
        if self.round > 1 and not self.is_due(pair):
            return
        self.judged[k] = <uint32_t> self.round + 1
        if self.round == 0:
            self.lines(pair.mask, a, b)
            for w in range(words):
                b[w] &= ~a[w]
        else:
            self.moves(pair, True, buffers)
            memcpy(a, buffers, words * sizeof(uint64_t))
            memcpy(b, buffers + words, words * sizeof(uint64_t))
            self.moves(pair, False, buffers)
            plane_join(buffers, buffers + words, a, b, n)
            plane_reverse(a, self.here.A + at, n)
            plane_reverse(b, self.here.B + at, n)
            plane_round(a, b, buffers, buffers + words, n)
        self.store_in(self.here.next_A, self.here.next_B, pair, a, b)

    cdef uint64_t mark_pair(self, size_t k) noexcept nogil:
        """Take over what a round has decided; how many boards."""
        cdef Pair pair = self.here.pair[k]
        cdef uint64_t found
        if self.judged[k] != <uint32_t> self.round + 1:
            return 0
        found = self.mark_mask(pair.mask)
        if pair.twin != pair.mask:
            found += self.mark_mask(pair.twin)
        return found

    cdef uint64_t mark_mask(self, uint32_t mask) noexcept nogil:
        cdef size_t at = <size_t> self.slot[mask] * self.here.words
        cdef uint64_t found = plane_mark(
            self.here.A + at, self.here.B + at, self.here.next_A + at, self.here.next_B + at,
            self.here.distance + 64 * at, self.here.n, self.round,
        )
        if found:
            self.changed[self.slot[mask]] = <uint32_t> self.round + 1
        return found

    cdef bint is_due(self, Pair pair) noexcept nogil:
        """Did the last round decide boards of a mask that this pair leads to?"""
        cdef int half, i, mirror
        cdef uint32_t mask, to
        cdef const Push *push
        for half in range(1 if pair.mask == pair.twin else 2):
            mask = pair.twin if half else pair.mask
            for i in range(self.pushes):
                push = &self.t.push[self.push[i]]
                to = self.kept(<uint32_t> pushed(mask, push), &mirror)
                if mask & push.taken:
                    if self.changed[self.slot[to]] == self.round:
                        return True
                elif self.above.recalled[self.slot[to]] == self.round:
                    return True
        return False

    cdef void begin_pair(self, size_t k, uint64_t *buffers) noexcept nogil:
        """Lines, and what neutral cubes lead to."""
        cdef Pair pair = self.here.pair[k]
        cdef size_t words = self.here.words
        cdef uint64_t *a = buffers + 8 * words
        cdef uint64_t *b = buffers + 9 * words
        self.lines(pair.mask, a, b)
        self.moves(pair, True, buffers)
        plane_begin(a, b, buffers, buffers + words, self.here.n)
        self.store(pair, a, b)

    cdef void sweep_pair(self, size_t k, uint64_t *buffers) noexcept nogil:
        """What own cubes lead to, if that has changed since it was last looked at."""
        cdef Pair pair = self.here.pair[k]
        cdef size_t words = self.here.words, at = <size_t> self.slot[pair.mask] * words
        cdef int n = self.here.n
        cdef uint64_t *a = buffers + 8 * words
        cdef uint64_t *b = buffers + 9 * words
        cdef uint32_t now
        if self.sweep and not self.is_stale(pair, self.judged[k]):
            return
        self.judged[k] = shared_read(&self.clock)
        shared_add(&self.judgements, 1)
        self.moves(pair, False, buffers)
        plane_reverse(a, self.here.A + at, n)
        plane_reverse(b, self.here.B + at, n)
        if plane_judge(a, b, buffers, buffers + words, n):
            self.store(pair, a, b)
            now = shared_add(&self.clock, 1)
            shared_write(&self.changed[self.slot[pair.mask]], now)
            shared_write(&self.changed[self.slot[pair.twin]], now)
            shared_add(&self.changes, 1)

    cdef int64_t check_pair(self, size_t k, uint64_t *buffers) noexcept nogil:
        """The first board of a pair that is not worth what lines and moves say, or -1."""
        cdef Pair pair = self.here.pair[k]
        cdef size_t words = self.here.words, at = <size_t> self.slot[pair.mask] * words
        cdef int n = self.here.n
        cdef uint64_t *some = buffers
        cdef uint64_t *every = buffers + words
        cdef uint64_t *own = buffers + 6 * words
        cdef uint64_t *other = buffers + 7 * words
        cdef uint64_t *a = buffers + 8 * words
        cdef uint64_t *b = buffers + 9 * words
        self.moves(pair, True, buffers)
        memcpy(a, some, words * sizeof(uint64_t))
        memcpy(b, every, words * sizeof(uint64_t))
        self.moves(pair, False, buffers)
        plane_join(some, every, a, b, n)
        plane_reverse(a, self.here.A + at, n)
        plane_reverse(b, self.here.B + at, n)
        self.lines(pair.mask, own, other)
        return plane_fault(a, b, own, other, some, every, n)

    cdef void count_pair(self, size_t k, uint64_t *won, uint64_t *lost) noexcept nogil:
        cdef uint32_t mask = self.here.pair[k].mask
        cdef size_t at = <size_t> self.slot[mask] * self.here.words
        cdef int which, same = 0
        for which in range(SYMMETRIES):
            same += image_of(self.t, mask, which) == mask
        plane_count(self.here.A + at, self.here.B + at, self.here.n, SYMMETRIES // same, won, lost)

    cdef uint32_t kept(self, uint32_t mask, int *mirror) noexcept nogil:
        """The smallest mirror image of a mask, and the mirror."""
        cdef uint32_t best = mask, image
        cdef int which
        mirror[0] = 0
        for which in range(1, MIRRORS):
            image = image_of(self.t, mask, which)
            if image < best:
                best = image
                mirror[0] = which
        return best

    cdef bint is_stale(self, Pair pair, uint32_t since) noexcept nogil:
        """Has a mask that own cubes of this pair lead to changed since?"""
        cdef int half, i, mirror
        cdef uint32_t mask
        for half in range(1 if pair.mask == pair.twin else 2):
            mask = pair.twin if half else pair.mask
            for i in range(self.pushes):
                if mask & self.t.push[self.push[i]].taken:
                    to = self.kept(<uint32_t> pushed(mask, &self.t.push[self.push[i]]), &mirror)
                    if shared_read(&self.changed[self.slot[to]]) > since:
                        return True
        return False

    cdef void lines(self, uint32_t mask, uint64_t *own, uint64_t *other) noexcept nogil:
        cdef int i
        plane_fill(own, self.here.n, 0)
        plane_fill(other, self.here.n, 0)
        for i in range(self.t.lines):
            if mask & self.t.line[i] == self.t.line[i]:
                plane_line(own, other, self.here.n, number_in(self.t.line[i], mask))

    cdef void moves(self, Pair pair, bint is_neutral, uint64_t *buffers) noexcept nogil:
        """What the moves of a pair's mask that take neutral or own cubes say: buffers 0 (some move leads to
        a lost board) and 1 (every move leads to a won one)."""
        cdef size_t words = self.here.words
        cdef uint64_t *some = buffers
        cdef uint64_t *every = buffers + words
        cdef uint64_t *s = buffers + 2 * words
        cdef uint64_t *e = buffers + 3 * words
        cdef int cell[MAX_CELLS]
        cdef int k = 0
        cdef uint32_t left = pair.twin
        self.rows(pair.mask, is_neutral, some, every, buffers + 4 * words)
        if pair.twin == pair.mask:
            memcpy(s, some, 2 * words * sizeof(uint64_t))
        else:
            self.rows(pair.twin, is_neutral, s, e, buffers + 4 * words)
        while left:
            cell[k] = self.moved[TRANSPOSE][self.moved[pair.mirror][lowest(left)]]
            left &= left - 1
            k += 1
        plane_sort(s, e, self.here.n, cell)
        plane_join(some, every, s, e, self.here.n)

    cdef void rows(
        self, uint32_t mask, bint is_neutral, uint64_t *some, uint64_t *every, uint64_t *frame
    ) noexcept nogil:
        """What the pushes along rows say; `frame` has room for two planes."""
        cdef Targets targets
        cdef Target to
        cdef int n = self.here.n, mirror, i, k
        cdef int cell[MAX_CELLS]
        cdef uint64_t full = plane_full(n)
        cdef uint64_t *s = some
        cdef uint64_t *e = every
        cdef size_t at
        cdef uint32_t left
        self.aim(mask, is_neutral, &targets)
        plane_fill(some, n, 0)
        plane_fill(every, n, full)
        for mirror in range(MIRRORS):
            if not targets.n[mirror]:
                continue
            if mirror:
                s, e = frame, frame + self.here.words
                plane_fill(s, n, 0)
                plane_fill(e, n, full)
            for i in range(targets.n[mirror]):
                to = targets.at[mirror][i]
                if is_neutral:
                    at = <size_t> self.slot[to.mask] * self.above.words
                    plane_take_neutral(s, e, self.above.A + at, self.above.B + at, n, to.entry)
                else:
                    at = <size_t> self.slot[to.mask] * self.here.words
                    plane_take_own(s, e, self.here.A + at, self.here.B + at, n, to.taken, to.entry)
            if mirror:
                left = image_of(self.t, mask, mirror)
                k = 0
                while left:
                    cell[k] = self.moved[mirror][lowest(left)]
                    left &= left - 1
                    k += 1
                plane_sort(s, e, n, cell)
                plane_join(some, every, s, e, n)

    cdef void aim(self, uint32_t mask, bint is_neutral, Targets *targets) noexcept nogil:
        """Where the pushes along rows lead, by the mirror in whose frame they lead to a kept mask."""
        cdef int i, mirror
        cdef uint32_t to
        cdef Target *target
        cdef const Push *push
        for mirror in range(MIRRORS):
            targets.n[mirror] = 0
        for i in range(self.pushes):
            push = &self.t.push[self.push[i]]
            if ((mask & push.taken) == 0) != is_neutral:
                continue
            to = self.kept(<uint32_t> pushed(mask, push), &mirror)
            target = &targets.at[mirror][targets.n[mirror]]
            targets.n[mirror] += 1
            target.mask = to
            target.entry = count(to & (image_of(self.t, push.entry, mirror) - 1))
            target.taken = count(image_of(self.t, mask, mirror) & (image_of(self.t, push.taken, mirror) - 1))

    cdef void store(self, Pair pair, uint64_t *a, uint64_t *b) noexcept nogil:
        """Keep the values of a mask, for itself and for its twin; the buffers are used up."""
        self.store_in(self.here.A, self.here.B, pair, a, b)

    cdef void store_in(
        self, uint64_t *A, uint64_t *B, Pair pair, uint64_t *a, uint64_t *b
    ) noexcept nogil:
        cdef int n = self.here.n
        cdef int cell[MAX_CELLS]
        cdef int k = 0
        cdef uint32_t left = pair.mask
        cdef size_t at = <size_t> self.slot[pair.mask] * self.here.words
        plane_reverse(A + at, a, n)
        plane_reverse(B + at, b, n)
        if pair.twin == pair.mask:
            return
        while left:
            cell[k] = self.moved[pair.mirror][self.moved[TRANSPOSE][lowest(left)]]
            left &= left - 1
            k += 1
        plane_sort(a, b, n, cell)
        at = <size_t> self.slot[pair.twin] * self.here.words
        plane_reverse(A + at, a, n)
        plane_reverse(B + at, b, n)

    # Positions

    def locate(self, State state not None):
        cdef uint64_t marks
        cdef uint32_t own, other, mask, image, best = 0xffffffff
        cdef int which, how = 0
        if state.rules is not self.rules:
            raise ValueError(f"this solves {self.rules.game!r}, not {state.rules.game!r}")
        marks = (<const Board *> state.raw).marks
        own, other = <uint32_t> marks, <uint32_t> (marks >> 32)
        mask = own | other
        for which in range(SYMMETRIES):
            image = image_of(self.t, mask, which)
            if image < best:
                best, how = image, which
        return self.cells - count(mask), best, number_in(image_of(self.t, own, how), best)

    def state(self, layer, key, position):
        cdef int n = self._marks(layer)
        cdef State state
        cdef uint32_t mask, own
        if not 0 <= key < 2**self.cells or key.bit_count() != n or not 0 <= position < 2**n:
            raise ValueError(f"layer {layer} of {self.rules.game!r} has no position {position} in {key}")
        mask, own = key, cells_of(position, key)
        state = self.rules.blank()
        (<Board *> state.raw).marks = own | <uint64_t> (mask & ~own) << 32
        return state


def moved_bits(uint64_t word, int k):
    """For a test: the bits of a word gathered and scattered, by special instructions if any, and without."""
    if not 0 <= k < 6:
        raise ValueError(f"a word of 64 boards has the index bits 0 to 5, not {k}")
    return (gather(word, k), scatter(word, k)), (gather_portably(word, k), scatter_portably(word, k))
