"""Compiled: the contract of a rule set, states, random games, ranks of positions. No game's name, no I/O."""
