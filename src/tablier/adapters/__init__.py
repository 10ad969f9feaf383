"""Tablier behind the interfaces of other programs."""
