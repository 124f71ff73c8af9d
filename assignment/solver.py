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

from random import Random

from games import Action, Evaluation, Game, GeneralSumGame, Player, Policy, Rollout, State


def simulate(game: Game, policies: dict[Player, Policy], rng: Random) -> Rollout:
    """Return one play of the game, in which everybody draws their moves from their policy.

        s_0 = StartState()
        a_t is drawn from pi_player(s_t)(s_t),  s_(t+1) = Succ(s_t, a_t)   until IsEnd(s_t)

    Every player that moves has a policy. ``Rollout(states, actions, utility)`` has the states from the
    start to the end, the actions between them (one fewer), and the utility of the end. Draw with
    ``rng`` alone, never with the functions of the module ``random``: ``rng.choices(options, weights)``
    is made for it. Ask only about the states that the play goes through, in order.

    With ``always("A")`` for the agent and ``always("2")`` for opp, ``max(A: min(3, 5), B: 9)`` gives
    ``Rollout(["root", "A", "A2"], ["A", "2"], 5)``.
    """
    raise NotImplementedError


def estimate(game: Game, policies: dict[Player, Policy], rng: Random, n: int) -> float:
    """Return the mean utility of ``n`` plays, which comes close to the expected one as n grows.

        V_hat = 1/n * sum over i = 1, ..., n of Utility(end of play i)

    ``n`` is at least 1. Each play is one as by ``simulate``, all with the same ``rng``.
    """
    raise NotImplementedError


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

    The agent is optimised even if ``policies`` has a policy for it.
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


def value_table(game: Game, opponent_policy: Policy) -> dict[tuple[str, str], float]:
    """Return what two policies of the agent get from two opponents, at the start of the game.

        V(i, j) = V_eval(s_start) with the agent's policy i and opp's policy j
            i = "max":      pi_max, the agent's minimax policy
            i = "exptmax":  pi_exptmax, the agent's best reply to ``opponent_policy``
            j = "min":      pi_min, opp's minimax policy
            j = "fixed":    ``opponent_policy``

    The game has the players "agent" and "opp". The four keys are ``("max", "min")``,
    ``("max", "fixed")``, ``("exptmax", "min")`` and ``("exptmax", "fixed")``. Here ties matter: pi_max,
    pi_exptmax and pi_min play the first of the best actions. On any game, then,

        V(exptmax, min) <= V(max, min) <= V(max, fixed) <= V(exptmax, fixed)
    """
    raise NotImplementedError


class HalvingGame:
    """Write a game of your own: start at ``n``, go down in turn; who is to move at 0 has won.

    - The agent begins, with the number ``n`` (0 or more); then opp and the agent take turns.
    - There are two actions, in this order: ``"decrement"`` leads from a number to the number less 1,
      ``"halve"`` to half of it, rounded down. From 1 both lead to 0.
    - The game ends at 0. Who took it there has lost, and who would be next has won: the utility is 1
      if that is the agent, and -1 if it is opp.

    So ``HalvingGame(0)`` is an end already, worth 1. From 1 the agent has to go to 0 and loses; from 2
    it wins, as both actions leave opp with 1. What a state is, is up to you: it has to tell the number
    and who is to move, and it has to be hashable (a tuple is, a list is not). No method changes a state.
    """

    def __init__(self, n: int) -> None:
        raise NotImplementedError

    def start_state(self) -> State:
        """Return the state with the number ``n`` and the agent to move."""
        raise NotImplementedError

    def is_end(self, state: State) -> bool:
        """Return whether the number is 0."""
        raise NotImplementedError

    def utility(self, state: State) -> float:
        """Return 1 or -1 at an end; raise ValueError at any other state."""
        raise NotImplementedError

    def player(self, state: State) -> Player | None:
        """Return "agent" or "opp", whoever is to move; None at an end."""
        raise NotImplementedError

    def successors(self, state: State) -> dict[Action, State]:
        """Return the state after "decrement" and the state after "halve"; {} at an end."""
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


def alpha_beta_ordered(
    game: Game, state: State, evaluate: Evaluation
) -> tuple[float, Action | None]:
    """Return the same value as alpha_beta, looking first at the successors that seem best.

    A node's successors are looked at

        by decreasing evaluate(Succ(s, a))  at a max node
        by increasing evaluate(Succ(s, a))  at a min node

    and, where evaluations are equal, in the order of ``game.successors``. All else is as in
    ``alpha_beta``. Here ``evaluate`` is defined at every node, ends too. When you look at a node's
    successors, first evaluate every one of them, also an only one; to evaluate is not to visit. Of
    several best actions any one is right.
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
    """Return (value, action) of minimax that looks a number of moves ahead and then evaluates.

    On entering a node, in this order: an end has its utility; with no moves left the value is
    ``evaluate(state)``; otherwise look at the successors. Every move costs one, whoever makes it.

        V(s, d) = Utility(s)                          if IsEnd(s)
                  evaluate(s)                         if d = 0
                  max over a of V(Succ(s, a), d - 1)  if Player(s) = agent
                  min over a of V(Succ(s, a), d - 1)  otherwise

    An evaluation says what a state is worth to the agent, whoever is to move. Never evaluate an end.
    """
    raise NotImplementedError


def iterative_deepening(
    game: Game, state: State, evaluate: Evaluation, max_evaluations: int
) -> tuple[float, Action | None]:
    """Return the best answer that ``max_evaluations`` calls of ``evaluate`` are enough for.

        answer = depth_limited(game, state, d, evaluate)  for d = 1, 2, 3, ... while the budget lasts

    The budget is for all depths together: call ``evaluate`` at most ``max_evaluations`` times, and keep
    no values from one depth to the next. A depth whose next call would be one too many is given up,
    and the answer is the one of the last depth that was completed. A depth that needs exactly what is
    left is completed. Stop, too, when a depth was completed without a single call of ``evaluate``, for
    then every deeper one gives the same.

    If not even depth 1 can be completed, return ``(evaluate(state), first action)``; that one call is
    free. At an end, return ``(its utility, None)``.

    If depth 1 makes 3 calls, depth 2 makes 9 and depth 3 none, the answer is that of depth 1 for a
    budget from 3 to 11, and that of depth 3 from 12 on.
    """
    raise NotImplementedError


def evaluate_tictactoe(state: State) -> float:
    """Return a guess at what a state of ``games.TicTacToe`` is worth to the agent, who is X.

        Eval(s) = Utility(s)                            if IsEnd(s)
                  w_1 * f_1(s) + ... + w_k * f_k(s)     otherwise

    Features f_i and weights w_i are yours: a feature counts something that is good for X less the same
    for O, such as rows in which X has two marks and O none. Don't search. What is asked:

    - at an end it is the utility, elsewhere it lies strictly between -1 and 1;
    - if X and O trade places, the mover too, the value changes its sign and nothing else;
    - it is above 0 where X is clearly better;
    - with it, a search of a small depth beats weak players.
    """
    raise NotImplementedError


def max_n(game: GeneralSumGame, state: State) -> tuple[dict[Player, float], Action | None]:
    """Return (utilities, action) when every player maximises its own utility.

        V(s) = Utility(s)        if IsEnd(s)
               V(Succ(s, a*))    otherwise, where p = Player(s)
        and a* = argmax over a of V(Succ(s, a))[p]

    Here ``game.utility`` is a dictionary with a number for every player, and so is the value that you
    return. The action is the mover's best; any tie may be broken in any way, which may change what
    the others get.

    In ``A(1: utility(A: 3, B: 0), 2: B(1: utility(A: 5, B: 1), 2: utility(A: 2, B: 6)))``, B would
    take 2, so that A takes 1: ``({"A": 3, "B": 0}, "1")``.
    """
    raise NotImplementedError


def expectiminimax_pruned(
    game: Game, policies: dict[Player, Policy], state: State, low: float, high: float
) -> tuple[float, Action | None]:
    """Return the same as expectiminimax, also pruning at chance nodes.

    That can be done because every utility lies between ``low`` and ``high``. Pass alpha and beta down
    as in ``alpha_beta``. At a node whose mover has a policy, after each successor,

        known = sum over the a looked at of pi(s)(a) * V(Succ(s, a))
        rest  = sum over the other a of pi(s)(a)

    so that the node is worth at least known + rest * low and at most known + rest * high. Stop as soon
    as

        known + rest * high <= alpha   or   known + rest * low >= beta

    and return that bound. A successor with probability p, and rest after it, gets a window of its own:

        alpha' = (alpha - known - rest * high) / p
        beta'  = (beta - known - rest * low) / p

    Take the successors in the order of ``game.successors``, and begin with alpha = -infinity, beta =
    +infinity. Value and action at ``state`` are those of ``expectiminimax``.
    """
    raise NotImplementedError


def choose_by_bounds(intervals: dict[Action, tuple[float, float]]) -> set[Action]:
    """Return the options that may be the best, when all that is known of each is (low, high).

    The value of an option lies somewhere from low to high, and one wants the highest value. So

        option i is ruled out  if low_j >= high_i for another option j

    Where several options rule each other out, as all are certain of the same value (low = high), the
    first of them stays. The set is empty only if ``intervals`` is.

    ``{"A": (3, 5), "B": (5, 100)}`` gives ``{"B"}``; with ``"A": (3, 6)`` it would be both.
    """
    raise NotImplementedError
