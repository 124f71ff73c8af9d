"""Submissions that try to cheat the grader or to break it, and the proof that they can't."""
