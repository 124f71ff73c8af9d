"""Game trees: what a case shows, what a search walks, what the sandbox serves.

A tree is written out (``grow``) or unfolded on demand from a game object (``unfold``).
"""

from grader.tree.drafts import Draft, DuplicateNameError, grow
from grader.tree.node import ROOT, Action, GameTree, Node, Number, Player, State
from grader.tree.policy import PolicyError, PolicyTable, always, inline, tabulate, uniform
from grader.tree.unfold import (
    GameError,
    GameNode,
    Playable,
    UnfoldedTree,
    action_text,
    unfold,
)

__all__ = [
    "ROOT",
    "Action",
    "Draft",
    "DuplicateNameError",
    "GameError",
    "GameNode",
    "GameTree",
    "Node",
    "Number",
    "Playable",
    "Player",
    "PolicyError",
    "PolicyTable",
    "State",
    "UnfoldedTree",
    "action_text",
    "always",
    "grow",
    "inline",
    "tabulate",
    "unfold",
    "uniform",
]
