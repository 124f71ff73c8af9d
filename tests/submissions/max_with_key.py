# The root chooses by max(..., key=...), values by generators; policies are closures.
from reference import *  # noqa: F403


def _value(game, state):
    if game.is_end(state):
        return game.utility(state)
    pick = max if game.player(state) == "agent" else min
    return pick(_value(game, child) for child in game.successors(state).values())


def minimax(game, state):
    if game.is_end(state):
        return game.utility(state), None
    children = game.successors(state)
    pick = max if game.player(state) == "agent" else min
    action = pick(children, key=lambda name: _value(game, children[name]))
    return _value(game, children[action]), action


def minimax_policy(game):
    table = {}

    def policy(state):
        if state not in table:
            table[state] = minimax(game, state)[1]
        return {action: float(action == table[state]) for action in game.successors(state)}

    return policy


def expectimax_policy(game, policies):
    def value(state):
        if game.is_end(state):
            return game.utility(state)
        player, children = game.player(state), game.successors(state)
        if player == "agent":
            return max(map(value, children.values()))
        if player in policies:
            chances = policies[player](state)
            return sum(chances[action] * value(child) for action, child in children.items())
        return min(map(value, children.values()))

    def policy(state):
        children = game.successors(state)
        pick = max if game.player(state) == "agent" else min
        best = pick(map(value, children.values()))
        ties = [action for action, child in children.items() if abs(value(child) - best) < 1e-9]
        return {action: 1 / len(ties) for action in ties}

    return policy
