"""Tablier in a terminal."""
