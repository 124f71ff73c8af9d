"""The functions of the student's ``solver.py`` that a case can call, and what can be checked of them."""

from __future__ import annotations

from enum import Enum


class Check(Enum):
    """One kind of comparison within a case, with its own weight."""

    VALUE = "value"
    ACTION = "action"
    POLICY = "policy"
    VISITED = "visited"
    PRUNED = "pruned"
    EFFORT = "effort"
    PATH = "path"
    OUTCOMES = "outcomes"
    TABLE = "table"
    OPTIONS = "options"
    GAME = "game"
    ROW = "row"
    LAW = "law"
    SIGNS = "signs"
    WINS = "wins"
    PROPERTY = "property"


class Property(Enum):
    """A law that a function keeps on every tree."""

    FULL_SEARCH = "full_search"  # a search that looks at less has the full search's value
    EVERY_HORIZON = "every_horizon"  # so has one that stops early, on the tree cut there
    ADDING = "adding"
    SCALING = "scaling"
    SWAPPING = "swapping"  # the players, and the sign of every utility
    REORDERING = "reordering"
    DOUBLING = "doubling"  # a child twice; a mean need not keep its value
    INSIDE = "inside"  # a node is worth the tree below it
    OWN_POLICIES = "own_policies"
    WON_IS_WON = "won_is_won"
    INEQUALITIES = "inequalities"


class Call(Enum):
    """A function, or a class, of the student's ``solver.py``."""

    SIMULATE = "simulate"
    ESTIMATE = "estimate"
    GAME_VALUE = "game_value"
    EXPECTIMAX = "expectimax"
    MINIMAX = "minimax"
    EXPECTIMINIMAX = "expectiminimax"
    MINIMAX_POLICY = "minimax_policy"
    EXPECTIMAX_POLICY = "expectimax_policy"
    VALUE_TABLE = "value_table"
    HALVING_GAME = "HalvingGame"
    ALPHA_BETA = "alpha_beta"
    ALPHA_BETA_ORDERED = "alpha_beta_ordered"
    DEPTH_LIMITED = "depth_limited"
    DEPTH_LIMITED_PLIES = "depth_limited_plies"
    ITERATIVE_DEEPENING = "iterative_deepening"
    EVALUATE_TICTACTOE = "evaluate_tictactoe"
    MAX_N = "max_n"
    EXPECTIMINIMAX_PRUNED = "expectiminimax_pruned"
    CHOOSE_BY_BOUNDS = "choose_by_bounds"

    @property
    def arguments(self) -> tuple[str, ...]:
        """The names of what the function is given, in order."""
        return _ARGUMENTS[self]

    @property
    def checks(self) -> tuple[Check, ...]:
        """The comparisons that can be made of this call, in the order in which they are shown."""
        return _CHECKS.get(self, _SEARCH_CHECKS)

    @property
    def properties(self) -> tuple[Property, ...]:
        """The laws that a case can state of this call."""
        return _PROPERTIES.get(self, ())

    @property
    def takes_tree(self) -> bool:
        """Whether it plays on a game that the case gives."""
        return bool({"game", "state"}.intersection(self.arguments))

    @property
    def takes_policies(self) -> bool:
        return bool({"policies", "opponent_policy"}.intersection(self.arguments))

    @property
    def returns_policy(self) -> bool:
        return self in {Call.MINIMAX_POLICY, Call.EXPECTIMAX_POLICY}

    @property
    def takes_state(self) -> bool:
        return "state" in self.arguments and self.takes_tree

    @property
    def takes_depth(self) -> bool:
        return self in {Call.DEPTH_LIMITED, Call.DEPTH_LIMITED_PLIES}

    @property
    def prunes(self) -> bool:
        """Whether its visits are judged under the family of pruning conventions."""
        return self in {Call.ALPHA_BETA, Call.ALPHA_BETA_ORDERED}


_SEARCH = ("game", "state")
_WITH_POLICIES = ("game", "policies", "state")
_ARGUMENTS: dict[Call, tuple[str, ...]] = {
    Call.SIMULATE: ("game", "policies", "rng"),
    Call.ESTIMATE: ("game", "policies", "rng", "n"),
    Call.GAME_VALUE: _WITH_POLICIES,
    Call.EXPECTIMAX: _WITH_POLICIES,
    Call.MINIMAX: _SEARCH,
    Call.EXPECTIMINIMAX: _WITH_POLICIES,
    Call.MINIMAX_POLICY: ("game",),
    Call.EXPECTIMAX_POLICY: ("game", "policies"),
    Call.VALUE_TABLE: ("game", "opponent_policy"),
    Call.HALVING_GAME: ("n",),
    Call.ALPHA_BETA: _SEARCH,
    Call.ALPHA_BETA_ORDERED: ("game", "state", "evaluate"),
    Call.DEPTH_LIMITED: ("game", "state", "depth", "evaluate"),
    Call.DEPTH_LIMITED_PLIES: ("game", "state", "depth", "evaluate"),
    Call.ITERATIVE_DEEPENING: ("game", "state", "evaluate", "max_evaluations"),
    Call.EVALUATE_TICTACTOE: ("position",),
    Call.MAX_N: _SEARCH,
    Call.EXPECTIMINIMAX_PRUNED: ("game", "policies", "state", "low", "high"),
    Call.CHOOSE_BY_BOUNDS: ("intervals",),
}
_SEARCH_CHECKS = (Check.VALUE, Check.ACTION, Check.VISITED, Check.PRUNED, Check.EFFORT)
_CHECKS: dict[Call, tuple[Check, ...]] = {
    Call.SIMULATE: (Check.PATH, Check.OUTCOMES, Check.VISITED),
    Call.ESTIMATE: (Check.VALUE, Check.VISITED),
    Call.GAME_VALUE: (Check.VALUE, Check.VISITED),
    Call.MINIMAX_POLICY: (Check.POLICY,),
    Call.EXPECTIMAX_POLICY: (Check.POLICY,),
    Call.VALUE_TABLE: (Check.TABLE,),
    Call.HALVING_GAME: (Check.GAME, Check.ROW),
    Call.ITERATIVE_DEEPENING: (Check.VALUE, Check.ACTION, Check.EFFORT),
    Call.EVALUATE_TICTACTOE: (Check.LAW, Check.SIGNS, Check.WINS),
    Call.CHOOSE_BY_BOUNDS: (Check.OPTIONS,),
}
_OF_UTILITIES = (Property.ADDING, Property.SCALING, Property.REORDERING, Property.INSIDE)
_OF_CHOICES = (*_OF_UTILITIES, Property.SWAPPING, Property.DOUBLING)
_OF_DEPTH = (Property.FULL_SEARCH, Property.EVERY_HORIZON, Property.INSIDE)
_PROPERTIES: dict[Call, tuple[Property, ...]] = {
    Call.GAME_VALUE: (*_OF_UTILITIES, Property.OWN_POLICIES, Property.WON_IS_WON),
    Call.EXPECTIMAX: _OF_UTILITIES,
    Call.MINIMAX: _OF_CHOICES,
    Call.EXPECTIMINIMAX: (*_OF_UTILITIES, Property.SWAPPING),
    Call.VALUE_TABLE: (Property.INEQUALITIES,),
    Call.ALPHA_BETA: (Property.FULL_SEARCH, *_OF_CHOICES),
    Call.ALPHA_BETA_ORDERED: (Property.FULL_SEARCH, *_OF_CHOICES),
    Call.DEPTH_LIMITED: _OF_DEPTH,
    Call.DEPTH_LIMITED_PLIES: _OF_DEPTH,
    Call.ITERATIVE_DEEPENING: _OF_DEPTH,
    Call.EXPECTIMINIMAX_PRUNED: (Property.FULL_SEARCH, Property.INSIDE),
}
