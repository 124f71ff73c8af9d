# A cut is an exception: whoever offers a value may be told that it is enough.
STRICT_AT_MAX = False
STRICT_AT_MIN = False
FAIL_HARD = False


class Enough(Exception):
    pass


class Side:
    """The best answer of one node, whoever moves there."""

    def __init__(self, ahead):
        self.ahead, self.value, self.action = ahead, None, None

    def offer(self, value, action):
        if self.value is None or self.ahead * value > self.ahead * self.value:
            self.value, self.action = value, action


class Bounded(Side):
    def __init__(self, ahead, alpha, beta):
        super().__init__(ahead)
        self.alpha, self.beta = alpha, beta

    def offer(self, value, action):
        super().offer(value, action)
        limit, strict = (
            (self.beta, STRICT_AT_MAX) if self.ahead > 0 else (self.alpha, STRICT_AT_MIN)
        )
        if self.ahead * self.value > self.ahead * limit or (self.value == limit and not strict):
            raise Enough
        if self.ahead > 0:
            self.alpha = max(self.alpha, value)
        else:
            self.beta = min(self.beta, value)


def full(game, policies, state):
    try:
        return game.utility(state), None
    except ValueError:  # not an end
        pass
    player = game.player(state)
    if player != "agent" and player in policies:
        chances, mean = policies[player](state), 0
        for action, child in game.successors(state).items():
            mean += chances.get(action, 0) * full(game, policies, child)[0]
        return mean, None
    node = Side(1 if player == "agent" else -1)
    for action, child in game.successors(state).items():
        node.offer(full(game, policies, child)[0], action)
    return node.value, node.action


def expectimax(game, policies, state):
    return full(game, policies, state)


def expectiminimax(game, policies, state):
    return full(game, policies, state)


def minimax(game, state):
    return full(game, {}, state)


def search(game, state, alpha, beta):
    try:
        return game.utility(state), None
    except ValueError:
        pass
    node = Bounded(1 if game.player(state) == "agent" else -1, alpha, beta)
    try:
        for action, child in game.successors(state).items():
            node.offer(search(game, child, node.alpha, node.beta)[0], action)
    except Enough:
        pass
    value = node.value
    if FAIL_HARD:
        value = max(alpha, min(beta, value))
    return value, node.action


def alpha_beta(game, state):
    return search(game, state, float("-inf"), float("inf"))
