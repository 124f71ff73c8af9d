"""Print a grade: for Gradescope, for a terminal."""
