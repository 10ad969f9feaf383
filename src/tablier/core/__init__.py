"""The compiled heart: the contract of a rule set, states, random games. No game's name, no I/O."""
