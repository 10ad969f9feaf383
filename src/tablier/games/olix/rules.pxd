"""The board of OLIX, as the rules and the players' knowledge see it."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t

cdef enum:
    SIZE = 11
    CELLS = SIZE * SIZE
    ROW = (1 << SIZE) - 1
    STOCK = 46             # §O1
    PLIES = 2 * STOCK
    KINDS = 4
    O = 0
    L = 1
    I = 2
    X = 3
    MARGIN = 8             # empty lanes below and above a field: the longest line that matters

cdef struct Tables:
    bint any_inside        # §O3: do the opponent's pawns inside an O count?
    bint to_the_end        # §O8

cdef struct Board:
    uint16_t rows[2][SIZE]  # each side's pawns: bit c of row r is the cell in column c
    uint8_t value[KINDS]    # of the pattern marked in each column, 0 while it is empty
    uint8_t holders[KINDS]  # of the column: bit 0 Red, bit 1 Blue
    uint32_t plies

cdef struct Pattern:
    int value
    int column[3]          # the two ends and between them the corner of an L (else the first end again);
    int row[3]             # of an O two opposite corners

# One side's pawns with a margin, so that a look at any row up to MARGIN away is a plain load.
cdef struct Field:
    uint16_t row[MARGIN + 16 + MARGIN]
