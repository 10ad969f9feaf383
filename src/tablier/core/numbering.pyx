"""Ranks of positions: the numbers that retrograde analysis works with."""

from tablier.core.rules cimport RuleSet, State


def positions(RuleSet rules not None):
    """The number of ranked positions; 0 if these rules do not rank any."""
    return rules.c.ranks


def rank(State state not None):
    """The rank of a position; ValueError if its rules rank none.

    Positions that are equal up to swapping the two sides may share a rank.
    """
    if not state.rules.c.ranks:
        raise ValueError(f"{state.rules.game!r} does not number its positions")
    return state.rules.c.rank(&state.rules.c, state.raw)


def unrank(RuleSet rules not None, number):
    """A position with this rank; ValueError if there is none.

    It need not be reachable, and then cannot be read back from its text.
    """
    cdef State state
    if not 0 <= number < rules.c.ranks:
        raise ValueError(f"{rules.game!r} has no position {number}: it numbers {rules.c.ranks}")
    state = rules.blank()
    rules.c.unrank(&rules.c, number, state.raw)
    return state


def layers(RuleSet rules not None):
    """The layers of the ranks as (first, one past the last): no move leads to a later layer."""
    cdef int i
    cuts = [rules.c.layer(&rules.c, i) for i in range(rules.c.layers + 1)]
    return tuple(zip(cuts, cuts[1:]))


def images(State state not None):
    """The position under each symmetry of the board, the identity first."""
    cdef State image
    cdef int i
    found = []
    for i in range(state.rules.c.images):
        image = state.rules.blank()
        state.rules.c.image(&state.rules.c, state.raw, i, image.raw)
        found.append(image)
    return tuple(found)
