"""Print a grade: for Gradescope, for a terminal.

Reading order: ``text`` and ``ascii`` (characters), ``summary`` (what students may be told of the
whole), ``schema`` (what a valid results.json is), ``results`` (write one), ``terminal``.
"""
