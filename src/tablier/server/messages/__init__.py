"""What clients are told, as values."""
