"""Persons: tokens, accounts, passwords, rate limits, merging guests into accounts."""
