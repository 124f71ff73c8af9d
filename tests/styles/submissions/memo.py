# Memos keyed by the state. Values are remembered where every node is searched in full. Alpha-beta
# remembers only what the game says: what a cut search returns holds for one window, so a memo of
# values would have to be keyed by the window, too.
from functools import lru_cache

STRICT_AT_MAX = False
STRICT_AT_MIN = False
FAIL_HARD = False

INFINITY = float("inf")


def solver(game, policies):
    memo = {}

    def solve(state):
        if state not in memo:
            memo[state] = computed(state)
        return memo[state]

    def computed(state):
        if game.is_end(state):
            return game.utility(state), None
        player, children = game.player(state), game.successors(state)
        if player in policies:
            chances = policies[player](state)
            return sum(chances.get(a, 0) * solve(child)[0] for a, child in children.items()), None
        pick = max if player == "agent" else min
        values = {action: solve(child)[0] for action, child in children.items()}
        action = pick(values, key=values.get)
        return values[action], action

    return solve


def minimax(game, state):
    return solver(game, {})(state)


def expectiminimax(game, policies, state):
    return solver(game, {p: policy for p, policy in policies.items() if p != "agent"})(state)


def expectimax(game, policies, state):
    return expectiminimax(game, policies, state)


def game_value(game, policies, state):
    return solver(game, policies)(state)[0]


def minimax_policy(game):
    solve = solver(game, {})
    return lambda state: {solve(state)[1]: 1}


def expectimax_policy(game, policies):
    solve = solver(game, {p: policy for p, policy in policies.items() if p != "agent"})
    return lambda state: {solve(state)[1]: 1}


def alpha_beta(game, state):
    @lru_cache(maxsize=None)
    def worth(state):
        return game.utility(state) if game.is_end(state) else None

    @lru_cache(maxsize=None)
    def is_max(state):
        return game.player(state) == "agent"

    @lru_cache(maxsize=None)
    def moves(state):
        return tuple(game.successors(state).items())

    def search(state, alpha, beta):
        if worth(state) is not None:
            return worth(state), None
        low, high = alpha, beta
        best, chosen = (-INFINITY if is_max(state) else INFINITY), None
        for action, child in moves(state):
            value, _ = search(child, alpha, beta)
            if value > best if is_max(state) else value < best:
                best, chosen = value, action
            if is_max(state):
                if best > beta or (best == beta and not STRICT_AT_MAX):
                    break
                alpha = max(alpha, best)
            else:
                if best < alpha or (best == alpha and not STRICT_AT_MIN):
                    break
                beta = min(beta, best)
        return (min(max(best, low), high) if FAIL_HARD else best), chosen

    return search(state, -INFINITY, INFINITY)
