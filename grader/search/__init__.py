"""Our own searches, traced, with every convention as a switch; share no code with ``solution/``."""
