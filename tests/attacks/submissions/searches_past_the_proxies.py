# Makes an honest search with requests of its own, and asks about the start twice: the record is the same.
# row 15
from reference import *
from tools import VISIT, ask


def alpha_beta(game, state):
    known = [1]

    def search(handle, alpha, beta):
        told = ask(VISIT, handle)
        if not isinstance(told, tuple):
            return told, None
        player, actions, names = told
        first = known[0]
        known[0] += len(actions)
        best, chosen = None, None
        for child, action in enumerate(actions, first):
            value, _ = search(child, alpha, beta)
            if best is None or (value > best if player == "agent" else value < best):
                best, chosen = value, action
            if player == "agent":
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best, chosen

    known[0] += len(ask(VISIT, 0)[1])
    return search(0, float("-inf"), float("inf"))
