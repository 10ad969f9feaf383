"""Benchmarks: ratios against something else measured in the same run, never times to be met."""
