"""Game-tree search: the functions that you write.

Replace each ``raise NotImplementedError`` by your code and hand in this file. README.md explains the
words; ``games.py`` has the interface of a game and the class ``Tree`` to try things on.

Who moves: ``"agent"`` (max), ``"opp"`` or any other label (min), and players whose policy is known.
Throughout, a player with a policy in ``policies`` is averaged over it, ``"agent"`` without one takes
the maximum, and any other player without one takes the minimum.

Where a function returns ``(value, action)``, the action is the mover's best one: at the agent's node
one with the highest value, at an opponent's node one with the lowest. It is ``None`` at an end, where
the mover has a policy, and at depth 0. Of several best actions any one is right, unless a case asks
for the first; comparing with a strict ``>`` (or ``<``) keeps the first.
"""

from __future__ import annotations

from games import Action, Evaluation, Game, Player, Policy, State


def game_value(game: Game, policies: dict[Player, Policy], state: State) -> float:
    """Return the expected utility of ``state`` when everybody follows their policy.

        V_eval(s) = Utility(s)                                          if IsEnd(s)
                    sum over a of pi_player(s)(a) * V_eval(Succ(s, a))  if Player(s) has a policy
                    max over a of V_eval(Succ(s, a))                    if it is the agent without one
                    min over a of V_eval(Succ(s, a))                    otherwise

    ``policies[player](state)`` is a dictionary from actions to probabilities.
    """
    raise NotImplementedError


def expectimax(
    game: Game, policies: dict[Player, Policy], state: State
) -> tuple[float, Action | None]:
    """Return (value, action) when the agent maximises against known policies.

        V_exptmax(s) = Utility(s)                                             if IsEnd(s)
                       max over a of V_exptmax(Succ(s, a))                    if Player(s) = agent
                       sum over a of pi_player(s)(a) * V_exptmax(Succ(s, a))  if it has a policy

    The agent is optimised even if ``policies`` has a policy for it.
    """
    raise NotImplementedError


def minimax(game: Game, state: State) -> tuple[float, Action | None]:
    """Return (value, action) when the agent maximises and every other player minimises.

        V_minmax(s) = Utility(s)                           if IsEnd(s)
                      max over a of V_minmax(Succ(s, a))   if Player(s) = agent
                      min over a of V_minmax(Succ(s, a))   otherwise

    Ask ``game.player`` who moves: there may be several opponents, and turns need not alternate.
    """
    raise NotImplementedError


def expectiminimax(
    game: Game, policies: dict[Player, Policy], state: State
) -> tuple[float, Action | None]:
    """Return (value, action) where some players choose and others, such as a coin, are chance.

        V_exptminmax(s) =
            Utility(s)                                                if IsEnd(s)
            max over a of V_exptminmax(Succ(s, a))                    if Player(s) = agent
            sum over a of pi_player(s)(a) * V_exptminmax(Succ(s, a))  if it has a policy
            min over a of V_exptminmax(Succ(s, a))                    otherwise

    As in ``expectimax``, the agent is optimised even if ``policies`` has a policy for it.
    """
    raise NotImplementedError


def minimax_policy(game: Game) -> Policy:
    """Return the policy that plays a minimax-optimal action.

        pi(s) = argmax over a of V_minmax(Succ(s, a))   if Player(s) = agent
                argmin over a of V_minmax(Succ(s, a))   otherwise

    A policy is a function from a state to ``{action: probability}``. Yours is called with states that
    are no ends. Any distribution over the optimal actions is right.
    """
    raise NotImplementedError


def expectimax_policy(game: Game, policies: dict[Player, Policy]) -> Policy:
    """Return the policy that plays an optimal action against ``policies``.

        pi(s) = argmax over a of V_exptminmax(Succ(s, a))   if Player(s) = agent
                argmin over a of V_exptminmax(Succ(s, a))   otherwise

    It is called with states whose mover has to choose: the agent's, and those of players without a
    policy, who minimise.
    """
    raise NotImplementedError


def alpha_beta(game: Game, state: State) -> tuple[float, Action | None]:
    """Return the same value as minimax, without looking at what can't matter.

    Keep, while you go down, alpha (the most that any max node above is sure of) and beta (the least
    that any min node above is sure of). Look at the successors in the order in which
    ``game.successors`` gives them, and stop at a node as soon as

        v >= beta  at a max node        v <= alpha  at a min node

    where v is the best value there so far; then return v itself. A node counts as visited at the
    first call of ``is_end``, ``utility``, ``player`` or ``successors`` about it, and the order of
    these first calls is checked: ask about a successor only when you search it.
    """
    raise NotImplementedError


def depth_limited(
    game: Game, state: State, depth: int, evaluate: Evaluation
) -> tuple[float, Action | None]:
    """Return (value, action) of minimax that evaluates instead of looking further.

    On entering a node, in this order: an end has its utility; at depth 0 the value is
    ``evaluate(state)``; otherwise look at the successors. A move into an agent's node costs one unit
    of depth, any other move nothing, so that one unit is one round of all players.

        V(s, d) = Utility(s)                        if IsEnd(s)
                  evaluate(s)                       if d = 0
                  max over a of V(Succ(s, a), d')   if Player(s) = agent
                  min over a of V(Succ(s, a), d')   otherwise
        where d' = d - 1 if Player(Succ(s, a)) = agent, else d

    Never evaluate an end.
    """
    raise NotImplementedError


def depth_limited_plies(
    game: Game, state: State, plies: int, evaluate: Evaluation
) -> tuple[float, Action | None]:
    """Return the same as ``depth_limited`` where every move costs one, whoever makes it.

        V(s, d) = Utility(s)                          if IsEnd(s)
                  evaluate(s)                         if d = 0
                  max over a of V(Succ(s, a), d - 1)  if Player(s) = agent
                  min over a of V(Succ(s, a), d - 1)  otherwise

    An evaluation says what a state is worth to the agent, whoever is to move.
    """
    raise NotImplementedError
