"""Compiled search: Monte-Carlo tree search, alpha-beta, tactics, retrograde analysis."""
