"""Start, watch, answer and kill the children that run a submission."""
