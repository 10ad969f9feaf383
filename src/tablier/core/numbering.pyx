"""Positions as numbers, for the games whose rules number them."""

from tablier.core.rules cimport RuleSet, State


def positions(RuleSet rules not None):
    """How many positions are numbered; 0 if these rules number none."""
    return rules.c.ranks


def rank(State state not None):
    """The number of a position: the same for two that differ only in who is who."""
    if not state.rules.c.ranks:
        raise ValueError(f"{state.rules.game!r} does not number its positions")
    return state.rules.c.rank(&state.rules.c, state.raw)


def unrank(RuleSet rules not None, number):
    """A position with this number: perhaps one that no game leads to and that cannot be read as a text."""
    cdef State state
    if not 0 <= number < rules.c.ranks:
        raise ValueError(f"{rules.game!r} has no position {number}: it numbers {rules.c.ranks}")
    state = rules.blank()
    rules.c.unrank(&rules.c, number, state.raw)
    return state


def layers(RuleSet rules not None):
    """The numbers in parts, as (first, one past the last): no move leads from one part to a later one."""
    cdef int i
    cuts = [rules.c.layer(&rules.c, i) for i in range(rules.c.layers + 1)]
    return tuple(zip(cuts, cuts[1:]))


def images(State state not None):
    """The position under each symmetry of the board."""
    cdef State image
    cdef int i
    found = []
    for i in range(state.rules.c.images):
        image = state.rules.blank()
        state.rules.c.image(&state.rules.c, state.raw, i, image.raw)
        found.append(image)
    return tuple(found)
