"""The rating model."""
