"""Runs inside the sandbox, standard library only: lock down, load the submission, proxies, wire."""
