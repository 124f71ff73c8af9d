"""Draw trees as text."""
