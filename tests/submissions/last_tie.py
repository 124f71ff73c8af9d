# Takes the last of equally good actions: right, except where a case asks for the first.
# expect minimax: some WRONG
from reference import *  # noqa: F403


def minimax(game, state):
    if game.is_end(state):
        return game.utility(state), None
    is_max = game.player(state) == "agent"
    best = None
    for action, child in game.successors(state).items():
        value, _ = minimax(game, child)
        if best is None or (value >= best[0] if is_max else value <= best[0]):
            best = (value, action)
    return best
