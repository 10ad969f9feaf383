"""Live play: tables in memory, the news between processes, thinking."""
