"""Explicit game trees: what a case shows, what a search walks, what the sandbox serves."""

from grader.tree.drafts import Draft, DuplicateNameError, grow
from grader.tree.node import ROOT, Action, GameTree, Node, Number, Player
from grader.tree.policy import PolicyError, PolicyTable, always, inline, tabulate, uniform

__all__ = [
    "ROOT",
    "Action",
    "Draft",
    "DuplicateNameError",
    "GameTree",
    "Node",
    "Number",
    "Player",
    "PolicyError",
    "PolicyTable",
    "always",
    "grow",
    "inline",
    "tabulate",
    "uniform",
]
