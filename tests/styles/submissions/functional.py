# No loop and no assignment to a variable twice: children are folded by reduce into a record, which
# passes unchanged over what is left once it is done.
from functools import partial, reduce
from typing import NamedTuple

STRICT_AT_MAX = False
STRICT_AT_MIN = False
FAIL_HARD = False

INFINITY = float("inf")


class So(NamedTuple):
    alpha: float
    beta: float
    best: float
    action: object = None
    done: bool = False


def without_agent(policies):
    return dict(filter(lambda item: item[0] != "agent", policies.items()))


def full(game, policies, state):
    return (
        (game.utility(state), None)
        if game.is_end(state)
        else (mean(game, policies, state), None)
        if game.player(state) in policies
        else optimum(game, policies, state)
    )


def mean(game, policies, state):
    chances = policies[game.player(state)](state)
    return reduce(
        lambda total, move: total + chances.get(move[0], 0) * full(game, policies, move[1])[0],
        game.successors(state).items(),
        0,
    )


def optimum(game, policies, state):
    ahead = 1 if game.player(state) == "agent" else -1
    return reduce(
        lambda best, new: new if ahead * new[0] > ahead * best[0] else best,
        map(
            lambda move: (full(game, policies, move[1])[0], move[0]),
            game.successors(state).items(),
        ),
    )


def game_value(game, policies, state):
    return full(game, policies, state)[0]


def expectiminimax(game, policies, state):
    return full(game, without_agent(policies), state)


def expectimax(game, policies, state):
    return full(game, without_agent(policies), state)


def minimax(game, state):
    return full(game, {}, state)


def at_max(search, so, move):
    if so.done:
        return so
    value = search(move[1], so.alpha, so.beta)[0]
    best, action = max((so.best, so.action), (value, move[0]), key=lambda pair: pair[0])
    done = best > so.beta or (best == so.beta and not STRICT_AT_MAX)
    return So(max(so.alpha, best), so.beta, best, action, done)


def at_min(search, so, move):
    if so.done:
        return so
    value = search(move[1], so.alpha, so.beta)[0]
    best, action = min((so.best, so.action), (value, move[0]), key=lambda pair: pair[0])
    done = best < so.alpha or (best == so.alpha and not STRICT_AT_MIN)
    return So(so.alpha, min(so.beta, best), best, action, done)


def pruned(game, arrange, state, alpha, beta):
    if game.is_end(state):
        return game.utility(state), None
    is_max = game.player(state) == "agent"
    step, start = (at_max, -INFINITY) if is_max else (at_min, INFINITY)
    so = reduce(
        partial(step, partial(pruned, game, arrange)),
        arrange(game.successors(state).items(), is_max),
        So(alpha, beta, start),
    )
    return (min(max(so.best, alpha), beta) if FAIL_HARD else so.best), so.action


def as_they_come(moves, is_max):
    return moves


def alpha_beta(game, state):
    return pruned(game, as_they_come, state, -INFINITY, INFINITY)


def alpha_beta_ordered(game, state, evaluate):
    def arrange(moves, is_max):
        return sorted(moves, key=lambda move: evaluate(move[1]), reverse=is_max)

    return pruned(game, arrange, state, -INFINITY, INFINITY)
