# Chance nodes add their children up.
# expect expectimax: some WRONG
# expect expectiminimax: some WRONG
# expect game_value: some WRONG
from reference import *  # noqa: F403


def game_value(game, policies, state):
    if game.is_end(state):
        return game.utility(state)
    values = [game_value(game, policies, child) for child in game.successors(state).values()]
    player = game.player(state)
    if player in policies:
        return sum(values)
    return max(values) if player == "agent" else min(values)


def expectimax(game, policies, state):
    others = {player: policy for player, policy in policies.items() if player != "agent"}
    if game.is_end(state):
        return game.utility(state), None
    value = game_value(game, others, state)
    if game.player(state) in others:
        return value, None
    for action, child in game.successors(state).items():
        if game_value(game, others, child) == value:
            return value, action


expectiminimax = expectimax
