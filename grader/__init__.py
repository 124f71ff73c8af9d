"""Grade game-tree search assignments: evaluation, expectimax, minimax, alpha-beta.

Read in this order: ``tree`` (what is searched), ``cases`` (what is asked), ``search`` (the right
answers), ``child`` and ``sandbox`` (running a submission), ``checks`` and ``diagnosis`` (judging
it), ``grading`` (points and words), ``report`` and ``cli`` (telling people). Imports point down that
list only; docs/architecture.md draws it.
"""

__version__ = "0.1.0"
