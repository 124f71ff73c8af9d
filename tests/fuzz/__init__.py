"""Hostile and random input for the grader's own readers, and faults put into its runs.

``decoding``, ``wires``, ``peers``, ``documents``, ``bundles`` and ``handins`` each make inputs
from a random generator, so from a seed, and check what comes of them; ``run`` does so at length,
``faults`` kills runs. What they hold to is in ``tests/test_fuzz.py`` and ``tests/test_faults.py``, which
run a little of each.
"""
