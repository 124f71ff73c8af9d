# No recursion: a stack of frames, each with its children still to come.
from reference import *  # noqa: F403

INFINITY = float("inf")


class Frame:
    def __init__(self, game, state, action, alpha, beta):
        self.action, self.alpha, self.beta = action, alpha, beta
        self.end = game.is_end(state)
        self.best, self.choice = None, None
        if self.end:
            self.best = game.utility(state)
            return
        self.is_max = game.player(state) == "agent"
        self.todo = list(game.successors(state).items())[::-1]

    def take(self, value, action):
        if self.best is None or (value > self.best if self.is_max else value < self.best):
            self.best, self.choice = value, action
        if self.is_max:
            self.alpha = max(self.alpha, self.best)
        else:
            self.beta = min(self.beta, self.best)
        if self.alpha >= self.beta:
            self.todo = []


def _search(game, state, prune):
    stack = [Frame(game, state, None, -INFINITY, INFINITY)]
    while True:
        top = stack[-1]
        if not top.end and top.todo:
            action, child = top.todo.pop()
            window = (top.alpha, top.beta) if prune else (-INFINITY, INFINITY)
            stack.append(Frame(game, child, action, *window))
            continue
        stack.pop()
        if not stack:
            return top.best, top.choice
        above = stack[-1]
        if prune:
            above.take(top.best, top.action)
        else:
            saved = list(above.todo)
            above.take(top.best, top.action)
            above.todo = saved
            above.alpha, above.beta = -INFINITY, INFINITY


def minimax(game, state):
    return _search(game, state, prune=False)


def alpha_beta(game, state):
    return _search(game, state, prune=True)
