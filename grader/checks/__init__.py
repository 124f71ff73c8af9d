"""Compare what a run returned and visited with what a case expects: one module a kind."""
