"""Draw game trees for people."""

from grader.draw.text import Marks, draw

__all__ = ["Marks", "draw"]
