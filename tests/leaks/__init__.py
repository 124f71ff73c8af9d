"""Planted leaks: what a handout could give away, hidden in the ways that somebody may think of.

``material`` takes the secrets from the real suite and reference; ``of_code``, ``of_cases`` and
``of_host`` hide them. Each plant writes into a folder and says what the scan has to call it.
"""
