"""Gradescope's folders and files around a run."""
