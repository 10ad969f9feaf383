"""The state of OLIX and the tables of its options."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t

from tablier.games.olix.figures cimport KINDS, SIZE

cdef enum:
    CELLS = SIZE * SIZE
    ROW = (1 << SIZE) - 1
    STOCK = 46          # pawns of each player (§O1)
    PLIES = 2 * STOCK   # of the longest game

cdef struct Tables:
    bint any_inside   # the opponent's pawns inside an O count (§O3)
    bint to_the_end   # play on after the game is decided (§O8)

cdef struct Board:
    uint16_t rows[2][SIZE]  # each side's pawns: bit c of row r is the cell in column c
    uint8_t value[KINDS]    # of the pattern marked in each column, 0 while it is empty
    uint8_t holders[KINDS]  # of the column: bit 0 Red, bit 1 Blue
    uint32_t plies
