"""Print a grade: for Gradescope, for a terminal, for whatever reads JUnit XML, CSV or a log.

Reading order: ``text`` and ``ascii`` (characters), ``summary`` (what students may be told of the
whole), ``schema`` (what a valid results.json is), ``leaderboard``, ``results`` (write one),
``terminal``; ``rows`` (the entries of results), from which ``junit``, ``table`` and ``github`` are made.
"""
