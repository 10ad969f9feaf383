# A node's children lie side by side in one pool of fixed size. Each seat picks the child that promises its
# own side most; two sides are the special case in which one's gain is the other's loss. A node is proven when
# the division of the points below it is certain: the game is over there, or the mover has a child with the
# most one side can get, or all children are proven and the best for the mover agree on everybody's share.
#
# All arithmetic is + - * / and roots, compiled without contraction: one seed grows one tree, anywhere.
#
# Longer than our files are: it is one class.

from libc.math cimport sqrt
from libc.string cimport memcpy

from tablier.core.memory cimport release, reserve
from tablier.core.rules cimport MAX_MOVES, State, below
from tablier.core.search cimport is_closed, is_over, is_time_up, logarithm, share, stamp_of

from tablier.core.choice import Candidate

cdef double EPSILON = 1e-9

cdef enum:
    CLOCK = 4   # simulations between two looks at the clock


cdef class Tree:
    """A growing tree of games from one position. `run` as often as wanted, then ask."""

    def __cinit__(
        self, Position position not None, *, capacity=1 << 20, seed=0, double explore=1.0, bint plain=False,
        double urgency=0.0, double echo=0.0, bint appraise=False, double judge=0.0, double blind=0.0,
        int unfold=1, bint look=True, bint foresee=False, bint prove=True,
    ):
        cdef State state = position.state
        cdef bint traced = state.rules.c.trace != NULL and len(state.game.paths) <= MAX_TABLE
        cdef int visits
        if not 2 * MAX_MOVES <= capacity < 2**32:
            raise ValueError(f"a tree has room for at least {2 * MAX_MOVES} nodes, not {capacity}")
        self.position = position
        self.p = position.p
        self.style = Style(
            explore=explore, plain=plain, urgency=urgency, blind=blind, unfold=unfold, look=look, prove=prove,
            echo=echo if traced else 0, appraise=appraise and state.rules.c.appraise != NULL,
            judge=judge if state.rules.c.evaluate != NULL else 0,
            foresee=foresee and look and state.rules.c.evaluate != NULL,
        )
        self.chance.s = seed % 2**64
        memcpy(self.root, state.raw, self.p.rules.bytes)
        self.capacity = capacity
        self.nodes = <Node *> reserve(capacity * sizeof(Node))
        if self.nodes == NULL:
            raise MemoryError
        self.used = 1
        _clear(&self.nodes[0], 0)
        for visits in range(FEW if self.style.echo else 0):
            self.trust[visits] = sqrt(self.style.echo / (3.0 * visits + self.style.echo))

    def __dealloc__(self):
        release(self.nodes, self.capacity * sizeof(Node))

    def run(self, unsigned long long simulations, *, double deadline=0):
        """Play so many games more, or until the time (of the monotonic clock) or a proof comes first."""
        cdef unsigned long long last = self.simulations + simulations
        self.p.deadline = deadline
        with nogil:
            while self.simulations < last and not self.nodes[0].end:
                if self.simulations % CLOCK == 0 and self.simulations and is_time_up(&self.p):
                    break
                self.simulate()
                self.simulations += 1

    cdef void simulate(self) noexcept nogil:
        cdef uint64_t state[STATE_WORDS]
        cdef uint64_t stamps[MAX_PATH + 1]
        cdef uint32_t path[MAX_PATH + 1]
        cdef signed char seats[MAX_PATH + 1]
        cdef double shares[MAX_SEATS]
        cdef double scores[MAX_SEATS]
        cdef Node *node
        cdef uint32_t at = 0
        cdef int depth = 0, i, side
        cdef bint played = False, is_leaf
        memcpy(state, self.root, self.p.rules.bytes)
        path[0] = 0
        stamps[0] = stamp_of(&self.p, state)
        seats[0] = self.p.rules.turn(self.p.rules, state)
        while True:
            node = &self.nodes[at]
            if node.end:
                memcpy(shares, self.ends[node.end - 1], sizeof(shares))
                break
            if depth and self.repeats(stamps, depth):
                self.p.rules.settle(self.p.rules, state, -1, scores)
                share(&self.p, scores, shares)
                break
            if self.style.prove and not node.visits and is_over(&self.p, state, shares):
                node.end = self.end_of(shares)
                break
            if not node.children:
                is_leaf = (
                    depth == MAX_PATH
                    or (node.visits < self.style.unfold and depth)
                    or not self.unfold(at, state)
                )
                if node.end:
                    memcpy(shares, self.ends[node.end - 1], sizeof(shares))
                    break
                if is_leaf:
                    self.judge(state, shares)
                    played = True
                    break
                if self.style.appraise:
                    share(&self.p, self.appraisal, shares)
                    break
            at = self.pick(at, self.p.side[seats[depth]])
            self.p.rules.play(self.p.rules, state, self.nodes[at].move)
            depth += 1
            path[depth] = at
            stamps[depth] = stamp_of(&self.p, state)
            seats[depth] = self.p.rules.turn(self.p.rules, state)
        if depth > self.depth:
            self.depth = depth
        self.fingerprint = (self.fingerprint ^ path[depth]) * <uint64_t> 0x100000001B3
        self.fingerprint = (self.fingerprint ^ <uint64_t> (shares[0] * 1_000_000)) * <uint64_t> 0x100000001B3
        for i in range(depth + 1):
            node = &self.nodes[path[i]]
            node.visits += 1
            for side in range(self.p.sides):
                node.mean[side] += (<float> shares[side] - node.mean[side]) / node.visits
        if played and self.style.echo:
            self.p.rules.trace(self.p.rules, state, self.who)
            self.listen(path, seats, depth, shares)
        if self.style.prove and self.nodes[path[depth]].end:
            while depth and self.conclude(path[depth - 1], self.p.side[seats[depth - 1]]):
                depth -= 1

    cdef bint repeats(self, const uint64_t *stamps, int depth) noexcept nogil:
        cdef int i
        for i in range(depth - 1, -1, -1):
            if stamps[i] == stamps[depth]:
                return True
        return is_closed(&self.p, stamps[depth])

    cdef bint unfold(self, uint32_t at, const uint64_t *state) noexcept nogil:
        """Give a node its children, in an order of chance; False when the game is over or the pool full."""
        cdef Move moves[MAX_MOVES]
        cdef float weights[MAX_MOVES]
        cdef uint64_t after[STATE_WORDS]
        cdef double shares[MAX_SEATS]
        cdef double scores[MAX_SEATS]
        cdef double total = 0
        cdef Node *child
        cdef int i, j, side, n
        n = self.p.rules.moves(self.p.rules, state, moves) if self.used + MAX_MOVES <= self.capacity else 0
        if not n:
            return False
        for i in range(n - 1, 0, -1):
            j = below(&self.chance, i + 1)
            moves[i], moves[j] = moves[j], moves[i]
        if self.style.blind > 0:
            n = self.overlook(moves, n)
        if self.p.rules.prior != NULL and not self.style.plain:
            self.p.rules.prior(self.p.rules, state, moves, n, weights)
        else:
            for i in range(n):
                weights[i] = 1
        for i in range(n):
            total += weights[i]
        self.nodes[at].first, self.nodes[at].children = self.used, n
        for i in range(n):
            child = &self.nodes[self.used]
            self.used += 1
            _clear(child, moves[i])
            child.prior = weights[i] / total
        if self.style.look:
            side = self.p.side[self.p.rules.turn(self.p.rules, state)]
            if self.p.rules.closing != NULL:
                n = self.p.rules.closing(self.p.rules, state, moves, n)
            child = &self.nodes[self.nodes[at].first]
            for i in range(n):
                while child.move != moves[i]:
                    child += 1
                memcpy(after, state, self.p.rules.bytes)
                self.p.rules.play(self.p.rules, after, child.move)
                if is_over(&self.p, after, shares):
                    child.end = self.end_of(shares)
                elif self.style.foresee:
                    self.p.rules.evaluate(self.p.rules, after, scores)
                    share(&self.p, scores, shares)
                    child.visits = 1
                    for j in range(self.p.sides):
                        child.mean[j] = shares[j]
            self.conclude(at, side)
        if self.style.appraise and not self.nodes[at].end:
            self.appraise(at, state)
        return True

    cdef int overlook(self, Move *moves, int n) noexcept nogil:
        cdef int i, kept = 0
        for i in range(n):
            if <double> below(&self.chance, 1 << 20) >= self.style.blind * (1 << 20):
                moves[kept] = moves[i]
                kept += 1
        return kept if kept else 1

    cdef inline double trust_after(self, uint32_t visits) noexcept nogil:
        """The weight of a move's echo against what was found by making it so often."""
        if visits < <uint32_t> FEW:
            return self.trust[visits]
        return sqrt(self.style.echo / (3.0 * visits + self.style.echo))

    cdef uint32_t pick(self, uint32_t at, int side) noexcept nogil:
        """The child that promises most, certain or not."""
        cdef Node *node = &self.nodes[at]
        cdef Node *child
        cdef uint32_t i, best = node.first
        cdef double value, most = -1e9, widen
        cdef double unseen = node.mean[side] - self.style.urgency
        if self.style.plain:
            widen = self.style.explore * sqrt(logarithm(node.visits if node.visits else 1))
        else:
            widen = self.style.explore * sqrt(<double> node.visits)
        for i in range(node.first, node.first + node.children):
            child = &self.nodes[i]
            if child.end:
                value = self.ends[child.end - 1][side]
            elif self.style.plain:
                if not child.visits:
                    return i
                value = child.mean[side] + widen / sqrt(<double> child.visits)
            else:
                value = child.mean[side] if child.visits else unseen
                if child.echoes:
                    value += self.trust_after(child.visits) * (child.echo / child.echoes - value)
                value += widen * child.prior / (1 + child.visits)
            if value > most:
                most = value
                best = i
        return best

    cdef void judge(self, uint64_t *state, double *shares) noexcept nogil:
        """What an open position is worth: by playing it out, by the game's own estimate, or by both."""
        cdef double scores[MAX_SEATS]
        cdef double guess[MAX_SEATS]
        cdef int side
        if self.style.appraise:
            self.p.rules.appraise(self.p.rules, state, &self.chance, NULL, 0, NULL, scores)
            share(&self.p, scores, shares)
            return
        if self.style.judge > 0:
            if is_over(&self.p, state, shares):
                return
            self.p.rules.evaluate(self.p.rules, state, scores)
            share(&self.p, scores, guess)
            if self.style.judge >= 1:
                memcpy(shares, guess, sizeof(guess))
                return
        self.p.rules.playout(self.p.rules, state, &self.chance, scores)
        share(&self.p, scores, shares)
        if self.style.judge > 0:
            for side in range(self.p.sides):
                shares[side] += self.style.judge * (guess[side] - shares[side])

    cdef void appraise(self, uint32_t at, const uint64_t *state) noexcept nogil:
        """What the game says of a node, and how likely it thinks each child."""
        cdef Move moves[MAX_MOVES]
        cdef float weights[MAX_MOVES]
        cdef Node *node = &self.nodes[at]
        cdef Node *children = &self.nodes[node.first]
        cdef double total = 0
        cdef int i
        for i in range(node.children):
            moves[i] = children[i].move
        self.p.rules.appraise(
            self.p.rules, state, &self.chance, moves, node.children, weights, self.appraisal
        )
        for i in range(node.children):
            total += weights[i]
        for i in range(node.children):
            children[i].prior = weights[i] / total

    cdef int end_of(self, const double *shares) noexcept nogil:
        """The number of this division of the points, from 1; 0 when there are too many to tell apart."""
        cdef int i, side
        for i in range(self.n_ends):
            for side in range(self.p.sides):
                if abs(self.ends[i][side] - shares[side]) > EPSILON:
                    break
            else:
                return i + 1
        if self.n_ends == MAX_ENDS:
            return 0
        memcpy(self.ends[self.n_ends], shares, self.p.sides * sizeof(double))
        self.n_ends += 1
        return self.n_ends

    cdef bint conclude(self, uint32_t at, int side) noexcept nogil:
        """Try to prove a node by its children."""
        cdef Node *node = &self.nodes[at]
        cdef uint32_t i
        cdef int end, found = 0
        cdef double value, most = -1
        cdef bint complete = self.style.blind <= 0, agreed = True
        for i in range(node.first, node.first + node.children):
            end = self.nodes[i].end
            if not end:
                complete = False
                continue
            value = self.ends[end - 1][side]
            if value > most + EPSILON:
                most = value
                found = end
                agreed = True
            elif value > most - EPSILON and end != found:
                agreed = False   # the mover decides who of the others gets what: nothing is certain for them
        if found and agreed and (complete or most > self.p.rules.top - EPSILON):
            node.end = found
            return True
        return False

    cdef void listen(
        self, const uint32_t *path, const signed char *seats, int depth, const double *shares
    ) noexcept nogil:
        """Credit a game to every move that its seat made sooner or later (all moves as first)."""
        cdef Node *node
        cdef Node *child
        cdef uint32_t i
        cdef int d
        cdef float value
        cdef uint32_t heard
        for d in range(depth + 1):
            node = &self.nodes[path[d]]
            value = shares[self.p.side[seats[d]]]
            for i in range(node.first, node.first + node.children):
                child = &self.nodes[i]
                heard = self.who[child.move] == seats[d]   # no jump: nobody could foresee it
                child.echoes += heard
                child.echo += heard * value

    cdef uint32_t favourite(self, uint32_t at, int side) noexcept nogil:
        """The child to play: the most visited one, unless something certain is at least as good."""
        cdef Node *node = &self.nodes[at]
        cdef Node *child
        cdef uint32_t i, best = 0, sure = 0, shunned = 0
        cdef double value, most = -1
        for i in range(node.first, node.first + node.children):
            child = &self.nodes[i]
            if child.shunned:
                if not shunned or _is_later(child, &self.nodes[shunned]):
                    shunned = i
            elif child.end:
                value = self.ends[child.end - 1][side]
                if value > most + EPSILON or (
                    value > most - EPSILON and _is_later(child, &self.nodes[sure])
                ):
                    most = value
                    sure = i
            elif not best or child.visits > self.nodes[best].visits or (
                child.visits == self.nodes[best].visits and child.prior > self.nodes[best].prior
            ):
                best = i
        if not best and not sure:
            return shunned
        if not best or (sure and (
            most > self.p.rules.top - EPSILON
            or (most > 0 and self.nodes[best].visits and most >= self.nodes[best].mean[side])
        )):
            return sure
        return best

    def decide(self, Move move, int winner, int turns):
        """Take it as certain that after this move of the root the side `winner` gets all one side can get, in
        so many turns of its own.

        If that leaves something for the others, nobody knows how they fare: a move that helps one of them is
        only made when all do, a move that wins is as good as proven.
        """
        cdef double shares[MAX_SEATS]
        cdef uint32_t at
        cdef int side, mover = self.p.side[self.p.rules.turn(self.p.rules, self.root)]
        self.ensure()
        at = self._child(0, move)
        if not at:
            return
        self.nodes[at].turns = turns
        if self.p.rules.top < 1 and winner != mover:
            self.nodes[at].shunned = True
            return
        for side in range(self.p.sides):
            shares[side] = (1 - self.p.rules.top) / (self.p.sides - 1)
        shares[winner] = self.p.rules.top
        self.nodes[at].end = self.end_of(shares)
        self.conclude(0, mover)

    # What it found, for Python

    def ensure(self):
        """Unfold the root, so that there is an answer even before the first game."""
        if not self.nodes[0].children and not self.unfold(0, self.root):
            raise ValueError("the game is over: there is no move to choose")

    @property
    def state(self):
        """The root."""
        return self.position.state

    @property
    def proven(self):
        return self.nodes[0].end != 0

    def shares(self):
        return self._shares(0)

    def _shares(self, uint32_t at):
        cdef double shares[MAX_SEATS]
        cdef Node *node = &self.nodes[at]
        cdef double total = 0
        cdef int side
        for side in range(self.p.sides):
            if node.end:
                shares[side] = self.ends[node.end - 1][side]
            else:
                shares[side] = node.mean[side] if node.visits else 1
            total += shares[side]
        for side in range(self.p.sides):
            shares[side] /= total
        return self.position.by_seat(shares)

    @property
    def favourite_move(self):
        """The move to play, and whether there is nothing more to ask about it."""
        cdef uint32_t at
        self.ensure()
        at = self.favourite(0, self.p.side[self.p.rules.turn(self.p.rules, self.root)])
        return self.nodes[at].move, self.nodes[at].end != 0 or self.nodes[at].shunned

    def candidates(self):
        """The root's moves, the favourite first, then by visits."""
        cdef Node *root = &self.nodes[0]
        cdef uint32_t i, best
        cdef int side = self.p.side[self.p.rules.turn(self.p.rules, self.root)]
        self.ensure()
        best = self.favourite(0, side)
        found = []
        for i in range(root.first, root.first + root.children):
            found.append((i != best, -<long long> self.nodes[i].visits, self.nodes[i].move, i))
        found.sort()
        return tuple([
            Candidate(self.nodes[i].move, self.nodes[i].visits, self._shares(i), self.nodes[i].end != 0)
            for _, _, _, i in found
        ])

    def line(self):
        """The favourite of the favourite of ..., from the root on."""
        cdef uint64_t state[STATE_WORDS]
        cdef uint32_t at = 0
        cdef int side
        memcpy(state, self.root, self.p.rules.bytes)
        moves = []
        while self.nodes[at].children and len(moves) < MAX_PATH:
            side = self.p.side[self.p.rules.turn(self.p.rules, state)]
            at = self.favourite(at, side)
            if not at or (moves and not self.nodes[at].visits and not self.nodes[at].end):
                break
            moves.append(self.nodes[at].move)
            self.p.rules.play(self.p.rules, state, self.nodes[at].move)
        return tuple(moves)

    def _child(self, uint32_t at, Move move):
        cdef uint32_t i
        for i in range(self.nodes[at].first, self.nodes[at].first + self.nodes[at].children):
            if self.nodes[i].move == move:
                return i
        return 0

    @property
    def signature(self):
        """A fingerprint of all games so far: where each left the tree and what it was worth."""
        return self.fingerprint

    @property
    def size(self):
        """Nodes in the pool."""
        return self.used

    def follow(self, Position position not None, moves):
        """Keep only what lies below these moves, which lead to the new position; False when nothing does."""
        cdef uint32_t at = 0, done = 0, i, first
        cdef Node *kept
        for move in moves:
            at = self._child(at, move)
            if not at:
                return False
        if not self.nodes[at].children:
            return False
        kept = <Node *> reserve(self.capacity * sizeof(Node))
        if kept == NULL:
            raise MemoryError
        kept[0] = self.nodes[at]
        self.used = 1
        with nogil:
            while done < self.used:
                if kept[done].children:
                    first = kept[done].first
                    kept[done].first = self.used
                    for i in range(kept[done].children):
                        kept[self.used] = self.nodes[first + i]
                        self.used += 1
                done += 1
        release(self.nodes, self.capacity * sizeof(Node))
        self.nodes = kept
        self.position = position
        self.p = position.p
        self.simulations = 0
        self.depth = 0
        memcpy(self.root, position.state.raw, self.p.rules.bytes)
        return True


cdef void _clear(Node *node, Move move) noexcept nogil:
    cdef int side
    node.first = node.visits = node.echoes = 0
    node.echo = 0
    node.prior = 1
    for side in range(MAX_SEATS):
        node.mean[side] = 0
    node.move = move
    node.children = 0
    node.end = 0
    node.shunned = False
    node.turns = 0


cdef inline bint _is_later(const Node *one, const Node *other) noexcept nogil:
    """Of two moves that lead to the same: does the first put it off for longer, or else look better?"""
    return one.turns > other.turns or (one.turns == other.turns and one.visits > other.visits)
