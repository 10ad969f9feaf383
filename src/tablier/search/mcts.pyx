# Monte-Carlo tree search: selection by PUCT (or UCB1) with RAVE and first-play urgency (FPU), MCTS-Solver for
# proven results, any number of sides (max^n: each seat maximises the share of its own side). A node's
# children are consecutive in one pool of fixed size.
#
# A node is proven when the shares below it are certain: the game is over there, or the mover has a child with
# the largest share a side can get, or all children are proven and the best ones for the mover agree on all
# shares.
#
# All arithmetic is + - * / and sqrt, compiled without contraction: one seed grows one tree, on any machine.
#
# Longer than 500 lines because it is one class.

from libc.math cimport sqrt
from libc.string cimport memcmp, memcpy

from tablier.core.memory cimport release, reserve
from tablier.core.rules cimport MAX_MOVES, State, random_below
from tablier.core.mathematics cimport logarithm
from tablier.search.problem cimport check_decision, is_over, is_repeated, is_time_up, position_key, share

from dataclasses import asdict

from tablier.core.values import whole_number
from tablier.level import TreeSettings
from tablier.search.choice import Candidate

cdef double EPSILON = 1e-9

cdef enum:
    CLOCK_INTERVAL = 4   # simulations between two readings of the clock


cdef class Tree:
    """A Monte-Carlo search tree from one root. Call `run`, repeatedly if wanted, then read the results.

    `settings` are a `tablier.level.TreeSettings`; those that need knowledge the game lacks are turned off.
    `capacity` is the size of the node pool: as it fills, nodes need more visits to be expanded, and a full
    one is searched on without expanding. TypeError or ValueError for settings, a capacity or a seed that
    cannot be.
    """

    def __cinit__(self, RootPosition position not None, settings=None, *, capacity=1 << 20, seed=0):
        cdef State state = position.state
        cdef int visits
        capacity = whole_number(capacity, "capacity")
        if not 2 * MAX_MOVES <= capacity < 2**32:
            raise ValueError(f"a tree has room for at least {2 * MAX_MOVES} nodes, not {capacity}")
        self.position = position
        self.p = position.p
        self.settings = _checked(TreeSettings() if settings is None else settings)
        if state.rules.c.move_seats == NULL:
            self.settings.rave_k = 0
        if state.rules.c.policy_value == NULL:
            self.settings.policy_value = False
        if state.rules.c.evaluate == NULL:
            self.settings.value_weight = 0
        if state.rules.c.force == NULL or not self.settings.prove or self.settings.overlook_chance > 0:
            self.settings.force_nodes = 0
        if state.rules.c.evaluate == NULL or not self.settings.check_terminal:
            self.settings.evaluate_children = False
        self.rng.s = whole_number(seed, "seed") % 2**64
        memcpy(self.root, state.raw, self.p.rules.bytes)
        self.capacity = capacity
        self.nodes = <Node *> reserve(capacity * sizeof(Node))
        if self.nodes == NULL:
            raise MemoryError
        self.used = 1
        _clear(&self.nodes[0], 0)
        for visits in range(RAVE_CACHED if self.settings.rave_k else 0):
            self.rave_weights[visits] = sqrt(self.settings.rave_k / (3.0 * visits + self.settings.rave_k))

    def __dealloc__(self):
        release(self.nodes, self.capacity * sizeof(Node))

    def run(self, unsigned long long simulations, *, double deadline=0):
        """Run so many more simulations, until the deadline (by the monotonic clock) or until the root is
        proven."""
        cdef unsigned long long last = self.simulations + simulations
        self.check_idle()
        self.p.deadline = deadline
        self.running = True
        with nogil:
            while self.simulations < last and not self.nodes[0].proven:
                if self.simulations % CLOCK_INTERVAL == 0 and self.simulations and is_time_up(&self.p):
                    break
                self.simulate()
                self.simulations += 1
        self.running = False

    cdef int check_idle(self) except -1:
        """ValueError while another thread runs the search: nodes must not move under it."""
        if self.running:
            raise ValueError("another thread is searching this tree")
        return 0

    cdef void simulate(self) noexcept nogil:
        """One simulation: select, expand, evaluate, back up."""
        cdef uint64_t state[STATE_WORDS]
        cdef uint64_t keys[MAX_PATH + 1]
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
        keys[0] = position_key(&self.p, state)
        seats[0] = self.p.rules.turn(self.p.rules, state)
        while True:
            node = &self.nodes[at]
            if node.proven:
                memcpy(shares, self.proven_shares[node.proven - 1], sizeof(shares))
                break
            if depth and self.repeats(keys, depth):
                self.p.rules.settle(self.p.rules, state, -1, scores)
                share(&self.p, scores, shares)
                break
            if self.settings.prove and not node.visits and is_over(&self.p, state, shares):
                node.proven = self.proven_index(shares)
                break
            if not node.children:
                is_leaf = (
                    depth == MAX_PATH
                    or (node.visits < self.visits_to_expand() and depth)
                    or not self.expand(at, state)
                )
                if node.proven:
                    memcpy(shares, self.proven_shares[node.proven - 1], sizeof(shares))
                    break
                if is_leaf:
                    self.evaluate_leaf(state, shares)
                    played = True
                    break
                if self.settings.policy_value:
                    share(&self.p, self.policy_value_scores, shares)
                    break
            at = self.select_child(at, self.p.side[seats[depth]])
            self.p.rules.play(self.p.rules, state, self.nodes[at].move)
            depth += 1
            path[depth] = at
            keys[depth] = position_key(&self.p, state)
            seats[depth] = self.p.rules.turn(self.p.rules, state)
        if depth > self.depth:
            self.depth = depth
        self.signature_hash = (self.signature_hash ^ path[depth]) * <uint64_t> 0x100000001B3
        self.signature_hash ^= <uint64_t> (shares[0] * 1_000_000)
        self.signature_hash *= <uint64_t> 0x100000001B3
        for i in range(depth + 1):
            node = &self.nodes[path[i]]
            node.visits += 1
            for side in range(self.p.sides):
                node.mean[side] += (<float> shares[side] - node.mean[side]) / node.visits
        if played and self.settings.rave_k:
            self.p.rules.move_seats(self.p.rules, state, self.move_seats)
            self.backup_amaf(path, seats, depth, shares)
        if self.settings.prove and self.nodes[path[depth]].proven:
            while depth and self.prove_node(path[depth - 1], self.p.side[seats[depth - 1]]):
                depth -= 1

    cdef bint repeats(self, const uint64_t *keys, int depth) noexcept nogil:
        """True if the last position of the line occurred earlier in it, or would stand for the third time."""
        cdef int i
        for i in range(depth - 1, -1, -1):
            if keys[i] == keys[depth]:
                return True
        return is_repeated(&self.p, keys[depth])

    cdef inline uint32_t visits_to_expand(self) noexcept nogil:
        """Visits before a node is expanded: `expand_after`, doubled for each halving of the last eighth of
        the pool, so that what room is left goes to the lines searched most. Plain UCT stays plain."""
        cdef uint32_t visits = self.settings.expand_after, room = self.capacity >> 3
        if not self.settings.ucb1:
            while self.capacity - self.used < room:
                visits = max(2 * visits, 2)
                room >>= 1
        return visits

    cdef bint expand(self, uint32_t at, const uint64_t *state) noexcept nogil:
        """Give a node its children in random order; False if the game is over, a win is forced (the node is
        proven then) or the pool is full."""
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
            j = random_below(&self.rng, i + 1)
            moves[i], moves[j] = moves[j], moves[i]
        if self.settings.overlook_chance > 0:
            n = self.overlook(moves, n)
        if self.settings.force_nodes and at:
            n = self.force_node(at, state, moves, n)
            if not n:
                return False
        if self.p.rules.prior != NULL and not self.settings.ucb1:
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
        if self.settings.check_terminal:
            side = self.p.side[self.p.rules.turn(self.p.rules, state)]
            if self.p.rules.decisive != NULL:
                n = self.p.rules.decisive(self.p.rules, state, moves, n)
            child = &self.nodes[self.nodes[at].first]
            for i in range(n):
                while child.move != moves[i]:
                    child += 1
                memcpy(after, state, self.p.rules.bytes)
                self.p.rules.play(self.p.rules, after, child.move)
                if is_over(&self.p, after, shares):
                    child.proven = self.proven_index(shares)
                elif self.settings.evaluate_children:
                    self.p.rules.evaluate(self.p.rules, after, scores)
                    share(&self.p, scores, shares)
                    child.visits = 1
                    for j in range(self.p.sides):
                        child.mean[j] = shares[j]
            self.prove_node(at, side)
        if self.settings.force_nodes and not at:
            self.force_root()
        if self.settings.policy_value and not self.nodes[at].proven:
            self.apply_policy(at, state)
        return True

    cdef void prove_win(self, uint32_t at, int winner) noexcept nogil:
        """Prove a node as won by a side of two that takes all."""
        cdef double shares[MAX_SEATS]
        shares[winner], shares[winner ^ 1] = 1, 0
        self.nodes[at].proven = self.proven_index(shares)

    cdef int force_node(self, uint32_t at, const uint64_t *state, Move *moves, int n) noexcept nogil:
        """Prove a node by the game's search for threats and return 0, or keep those of its moves that matter:
        if all but one lose at once, the result here is that of the one."""
        cdef Move reply
        cdef int turns = self.p.rules.force(self.p.rules, state, self.settings.force_nodes, &reply)
        cdef int side = self.p.side[self.p.rules.turn(self.p.rules, state)]
        if turns:
            self.prove_win(at, side if turns > 0 else side ^ 1)
            return 0
        if reply >= 0:
            moves[0] = reply
            return 1
        return n

    cdef void force_root(self) noexcept nogil:
        """Prove moves of the root by the game's search for threats, and keep all of them."""
        cdef Move move
        cdef int turns = self.p.rules.force(self.p.rules, self.root, self.settings.force_nodes, &move)
        cdef int side = self.p.side[self.p.rules.turn(self.p.rules, self.root)]
        cdef uint32_t i
        if move < 0:
            return
        for i in range(self.nodes[0].first, self.nodes[0].first + self.nodes[0].children):
            if turns > 0 and self.nodes[i].move == move:
                self.prove_win(i, side)
                self.nodes[i].turns = turns
            elif turns == 0 and self.nodes[i].move != move and not self.nodes[i].proven:
                self.prove_win(i, side ^ 1)
                self.nodes[i].turns = 1
        self.prove_node(0, side)

    cdef int overlook(self, Move *moves, int n) noexcept nogil:
        """Drop each move with `overlook_chance`, but never all; returns how many are left."""
        cdef int i, kept = 0
        for i in range(n):
            if <double> random_below(&self.rng, 1 << 20) >= self.settings.overlook_chance * (1 << 20):
                moves[kept] = moves[i]
                kept += 1
        return kept if kept else 1

    cdef inline double rave_weight(self, uint32_t visits) noexcept nogil:
        """RAVE weight sqrt(k / (3 * visits + k)) of the AMAF mean against the move's own mean."""
        if visits < <uint32_t> RAVE_CACHED:
            return self.rave_weights[visits]
        return sqrt(self.settings.rave_k / (3.0 * visits + self.settings.rave_k))

    cdef uint32_t select_child(self, uint32_t at, int side) noexcept nogil:
        """The child with the largest upper bound (PUCT or UCB1); a proven child counts as its proven
        share."""
        cdef Node *node = &self.nodes[at]
        cdef Node *child
        cdef uint32_t i, best = node.first
        cdef double value, most = -1e9, exploration
        cdef double first_play = node.mean[side] - self.settings.fpu_reduction
        if self.settings.ucb1:
            exploration = self.settings.c_puct * sqrt(logarithm(node.visits if node.visits else 1))
        else:
            exploration = self.settings.c_puct * sqrt(<double> node.visits)
        for i in range(node.first, node.first + node.children):
            child = &self.nodes[i]
            if child.proven:
                value = self.proven_shares[child.proven - 1][side]
            elif self.settings.ucb1:
                if not child.visits:
                    return i
                value = child.mean[side] + exploration / sqrt(<double> child.visits)
            else:
                value = child.mean[side] if child.visits else first_play
                if child.amaf_visits:
                    value += self.rave_weight(child.visits) * (child.amaf_sum / child.amaf_visits - value)
                value += exploration * child.prior / (1 + child.visits)
            if value > most:
                most = value
                best = i
        return best

    cdef void evaluate_leaf(self, uint64_t *state, double *shares) noexcept nogil:
        """The shares of an unfinished position by a random game, by the game's evaluation, or by a mix."""
        cdef double scores[MAX_SEATS]
        cdef double guess[MAX_SEATS]
        cdef int side
        if self.settings.policy_value:
            self.p.rules.policy_value(self.p.rules, state, &self.rng, NULL, 0, NULL, scores)
            share(&self.p, scores, shares)
            return
        if self.settings.value_weight > 0:
            if is_over(&self.p, state, shares):
                return
            self.p.rules.evaluate(self.p.rules, state, scores)
            share(&self.p, scores, guess)
            if self.settings.value_weight >= 1:
                memcpy(shares, guess, sizeof(guess))
                return
        self.p.rules.playout(self.p.rules, state, &self.rng, scores)
        share(&self.p, scores, shares)
        if self.settings.value_weight > 0:
            for side in range(self.p.sides):
                shares[side] += self.settings.value_weight * (guess[side] - shares[side])

    cdef void apply_policy(self, uint32_t at, const uint64_t *state) noexcept nogil:
        """Ask the game's policy and value for a node: sets the children's priors and
        `policy_value_scores`."""
        cdef Move moves[MAX_MOVES]
        cdef float weights[MAX_MOVES]
        cdef Node *node = &self.nodes[at]
        cdef Node *children = &self.nodes[node.first]
        cdef double total = 0
        cdef int i
        for i in range(node.children):
            moves[i] = children[i].move
        self.p.rules.policy_value(
            self.p.rules, state, &self.rng, moves, node.children, weights, self.policy_value_scores
        )
        for i in range(node.children):
            total += weights[i]
        for i in range(node.children):
            children[i].prior = weights[i] / total

    cdef int proven_index(self, const double *shares) noexcept nogil:
        """1 + index of this result, added if it is new; 0 if there is no more room."""
        cdef int i, side
        for i in range(self.n_proven):
            for side in range(self.p.sides):
                if abs(self.proven_shares[i][side] - shares[side]) > EPSILON:
                    break
            else:
                return i + 1
        if self.n_proven == MAX_PROVEN:
            return 0
        memcpy(self.proven_shares[self.n_proven], shares, self.p.sides * sizeof(double))
        self.n_proven += 1
        return self.n_proven

    cdef bint prove_node(self, uint32_t at, int side) noexcept nogil:
        """Prove a node by its children if they allow it (MCTS-Solver); True if it is proven now."""
        cdef Node *node = &self.nodes[at]
        cdef uint32_t i
        cdef int end, found = 0
        cdef double value, most = -1
        cdef bint complete = self.settings.overlook_chance <= 0, agreed = True
        for i in range(node.first, node.first + node.children):
            end = self.nodes[i].proven
            if not end:
                complete = False
                continue
            value = self.proven_shares[end - 1][side]
            if value > most + EPSILON:
                most = value
                found = end
                agreed = True
            elif value > most - EPSILON and end != found:
                agreed = False   # equal for the mover, not for the others: their shares are not certain
        if found and agreed and (complete or most > self.p.rules.max_share - EPSILON):
            node.proven = found
            return True
        return False

    cdef void backup_amaf(
        self, const uint32_t *path, const signed char *seats, int depth, const double *shares
    ) noexcept nogil:
        """Credit a simulation to every move on the path's nodes that the same seat made in it (AMAF)."""
        cdef Node *node
        cdef Node *child
        cdef uint32_t i
        cdef int d
        cdef float value
        cdef uint32_t is_same_seat
        for d in range(depth + 1):
            node = &self.nodes[path[d]]
            value = shares[self.p.side[seats[d]]]
            for i in range(node.first, node.first + node.children):
                child = &self.nodes[i]
                # no branch: it would be unpredictable
                is_same_seat = self.move_seats[child.move] == seats[d]
                child.amaf_visits += is_same_seat
                child.amaf_sum += is_same_seat * value

    cdef uint32_t best_child(self, uint32_t at, int side) noexcept nogil:
        """The child to play: the most visited one, unless a proven one is at least as good."""
        cdef Node *node = &self.nodes[at]
        cdef Node *child
        cdef uint32_t i, best = 0, sure = 0, opponent_wins = 0
        cdef double value, most = -1
        for i in range(node.first, node.first + node.children):
            child = &self.nodes[i]
            if child.opponent_wins:
                if not opponent_wins or _is_later(child, &self.nodes[opponent_wins]):
                    opponent_wins = i
            elif child.proven:
                value = self.proven_shares[child.proven - 1][side]
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
            return opponent_wins
        if not best or (sure and (
            most > self.p.rules.max_share - EPSILON
            or (most > 0 and self.nodes[best].visits and most >= self.nodes[best].mean[side])
        )):
            return sure
        return best

    def decide(self, Move move, int winner, int turns):
        """Record that the side `winner` has a forced win, of so many turns of its own, after a move of the
        root.

        Where the winner does not take all, the others' shares stay unknown: a move by which an opponent wins
        is then only played if all moves are such, a move that wins counts as proven. ValueError for a move
        that is not legal at the root, a side that does not exist, or turns out of range.
        """
        cdef double shares[MAX_SEATS]
        cdef uint32_t at
        cdef int side, mover = self.p.side[self.p.rules.turn(self.p.rules, self.root)]
        check_decision(&self.p, self.root, move, winner, turns)
        self.ensure()
        at = self.find_child(0, move)   # 0: the move was overlooked
        if not at:
            return
        self.nodes[at].turns = turns
        if self.p.rules.max_share < 1 and winner != mover:
            self.nodes[at].opponent_wins = True
            return
        for side in range(self.p.sides):
            shares[side] = (1 - self.p.rules.max_share) / max(self.p.sides - 1, 1)
        shares[winner] = self.p.rules.max_share
        self.nodes[at].proven = self.proven_index(shares)
        self.prove_node(0, mover)

    # Results, for Python

    def ensure(self):
        """Expand the root, so that there is a best move before the first simulation; ValueError if the game
        is over there."""
        if self.nodes[0].children:
            return
        self.check_idle()
        if not self.expand(0, self.root):
            raise ValueError("the game is over: there is no move to choose")

    @property
    def state(self):
        """The state at the root."""
        return self.position.state

    @property
    def parameters(self):
        """The settings in force, by name: those that need knowledge the game lacks are off."""
        return dict(self.settings)

    @property
    def proven(self):
        """True if the shares at the root are certain."""
        return self.nodes[0].proven != 0

    def shares(self):
        """The expected shares at the root, by seat."""
        return self.shares_of(0)

    cdef tuple shares_of(self, uint32_t at):
        cdef double shares[MAX_SEATS]
        cdef Node *node = &self.nodes[at]
        cdef double total = 0
        cdef int side
        for side in range(self.p.sides):
            if node.proven:
                shares[side] = self.proven_shares[node.proven - 1][side]
            else:
                shares[side] = node.mean[side] if node.visits else 1
            total += shares[side]
        for side in range(self.p.sides):
            shares[side] /= total
        return self.position.by_seat(shares)

    @property
    def best_move(self):
        """The move to play, and whether its result is known already (proven, or won by an opponent)."""
        cdef uint32_t at
        self.ensure()
        at = self.best_child(0, self.p.side[self.p.rules.turn(self.p.rules, self.root)])
        return self.nodes[at].move, self.nodes[at].proven != 0 or self.nodes[at].opponent_wins

    def candidates(self):
        """The root's moves as Candidates, the best first, then by visits."""
        cdef Node *root = &self.nodes[0]
        cdef uint32_t i, best
        cdef int side = self.p.side[self.p.rules.turn(self.p.rules, self.root)]
        self.ensure()
        best = self.best_child(0, side)
        found = []
        for i in range(root.first, root.first + root.children):
            found.append((i != best, -<long long> self.nodes[i].visits, self.nodes[i].move, i))
        found.sort()
        return tuple([
            Candidate(self.nodes[i].move, self.nodes[i].visits, self.shares_of(i), self.nodes[i].proven != 0)
            for _, _, _, i in found
        ])

    def line(self, first=None):
        """The principal variation: the best child of the best child ..., from the root on, or from the root's
        move `first` on; ValueError for a move that the root does not have."""
        cdef uint64_t state[STATE_WORDS]
        cdef uint32_t at = 0
        cdef int side
        memcpy(state, self.root, self.p.rules.bytes)
        moves = []
        while self.nodes[at].children and len(moves) < MAX_PATH:
            side = self.p.side[self.p.rules.turn(self.p.rules, state)]
            if first is None or moves:
                at = self.best_child(at, side)
            else:
                at = self.find_child(at, first)
                if not at:
                    raise ValueError(f"{first} is no move of the root")
            if not at or (moves and not self.nodes[at].visits and not self.nodes[at].proven):
                break
            moves.append(self.nodes[at].move)
            self.p.rules.play(self.p.rules, state, self.nodes[at].move)
        return tuple(moves)

    cdef uint32_t find_child(self, uint32_t at, Move move) noexcept nogil:
        """The child by this move; 0 if there is none."""
        cdef uint32_t i
        for i in range(self.nodes[at].first, self.nodes[at].first + self.nodes[at].children):
            if self.nodes[i].move == move:
                return i
        return 0

    @property
    def signature(self):
        """A hash of all simulations so far: the leaf and the shares of each."""
        return self.signature_hash

    @property
    def size(self):
        """Nodes in the pool."""
        return self.used

    def follow(self, RootPosition position not None, moves):
        """Re-root the tree at `position`, which these moves lead to, and drop all other nodes.

        False, with nothing changed, if the tree has not expanded that far. With `force_nodes` a root in which
        all moves but one lose at once has that one alone. ValueError for a position of other rules or sides,
        or one that the moves do not lead to.
        """
        cdef uint64_t state[STATE_WORDS]
        cdef uint32_t at = 0, done = 0, i, first
        cdef Node *kept
        self.check_idle()
        if position.state.rules is not self.position.state.rules or position.sides != self.position.sides:
            raise ValueError("the position belongs to another game, or has other sides")
        memcpy(state, self.root, self.p.rules.bytes)
        for move in moves:
            at = self.find_child(at, move)
            if not at:
                return False
            self.p.rules.play(self.p.rules, state, self.nodes[at].move)
        if not self.nodes[at].children:
            return False
        if memcmp(state, position.state.raw, self.p.rules.bytes) != 0:
            raise ValueError("these moves do not lead to the position")
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


cdef dict _checked(settings):
    """TreeSettings as a dict of its fields; TypeError or ValueError if a tree cannot be grown with them."""
    if not isinstance(settings, TreeSettings):
        raise TypeError(f"the settings of a tree are TreeSettings, not {type(settings).__name__}")
    found = asdict(settings)
    for name, least, most in (
        ("c_puct", 0, 1e6), ("fpu_reduction", -1e6, 1e6), ("rave_k", 0, 1e9), ("value_weight", 0, 1),
        ("overlook_chance", 0, 1), ("expand_after", 0, 2**31), ("force_nodes", 0, 2**31 - 1),
    ):
        if not least <= found[name] <= most:
            raise ValueError(f"{name} is {least} to {most}, not {found[name]}")
    return found


cdef void _clear(Node *node, Move move) noexcept nogil:
    cdef int side
    node.first = node.visits = node.amaf_visits = 0
    node.amaf_sum = 0
    node.prior = 1
    for side in range(MAX_SEATS):
        node.mean[side] = 0
    node.move = move
    node.children = 0
    node.proven = 0
    node.opponent_wins = False
    node.turns = 0


cdef inline bint _is_later(const Node *one, const Node *other) noexcept nogil:
    """True if, of two children with the same result, the first delays it longer, or else has more visits."""
    return one.turns > other.turns or (one.turns == other.turns and one.visits > other.visits)
