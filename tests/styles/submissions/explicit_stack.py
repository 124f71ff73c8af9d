# No recursion at all: a list of frames, the one on top is worked on.
STRICT_AT_MAX = False
STRICT_AT_MIN = False
FAIL_HARD = False

INFINITY = float("inf")


class Frame:
    def __init__(self, action, alpha, beta):
        self.action = action  # that led here
        self.alpha, self.beta = alpha, beta
        self.low, self.high = alpha, beta
        self.best, self.chosen = None, None
        self.chances = None
        self.is_max = False
        self.todo = []


def opened(game, policies, evaluate, state, frame):
    """Ask about the state, and note what is to be done there."""
    if game.is_end(state):
        frame.best = game.utility(state)
        return frame
    player = game.player(state)
    frame.is_max = player == "agent"
    if player in policies:
        frame.chances, frame.best = policies[player](state), 0
    frame.todo = list(game.successors(state).items())
    if evaluate is not None:
        frame.todo.sort(key=lambda move: evaluate(move[1]), reverse=frame.is_max)
    frame.todo.reverse()  # taken from the end
    return frame


def is_cut(frame):
    if frame.is_max:
        return frame.best > frame.beta or (frame.best == frame.beta and not STRICT_AT_MAX)
    return frame.best < frame.alpha or (frame.best == frame.alpha and not STRICT_AT_MIN)


def take(frame, value, action, prune):
    """Hand the value of a child to the node above."""
    if frame.chances is not None:
        frame.best += frame.chances.get(action, 0) * value
        return
    if frame.chosen is None or (value > frame.best if frame.is_max else value < frame.best):
        frame.best, frame.chosen = value, action
    if not prune:
        return
    if is_cut(frame):
        frame.todo.clear()
    elif frame.is_max:
        frame.alpha = max(frame.alpha, frame.best)
    else:
        frame.beta = min(frame.beta, frame.best)


def run(game, policies, state, prune=False, evaluate=None):
    stack = [opened(game, policies, evaluate, state, Frame(None, -INFINITY, INFINITY))]
    while True:
        top = stack[-1]
        if top.todo:
            action, child = top.todo.pop()
            frame = Frame(action, top.alpha, top.beta)
            stack.append(opened(game, policies, evaluate, child, frame))
            continue
        stack.pop()
        if prune and FAIL_HARD and top.chosen is not None:  # ends stay as they are
            top.best = max(top.low, min(top.high, top.best))
        if not stack:
            return top.best, top.chosen
        take(stack[-1], top.best, top.action, prune)


def without_agent(policies):
    return {player: policy for player, policy in policies.items() if player != "agent"}


def game_value(game, policies, state):
    return run(game, policies, state)[0]


def expectimax(game, policies, state):
    return run(game, without_agent(policies), state)


def expectiminimax(game, policies, state):
    return run(game, without_agent(policies), state)


def minimax(game, state):
    return run(game, {}, state)


def alpha_beta(game, state):
    return run(game, {}, state, prune=True)


def alpha_beta_ordered(game, state, evaluate):
    return run(game, {}, state, prune=True, evaluate=evaluate)
