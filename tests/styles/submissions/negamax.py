# Negamax: one loop that maximises, and a sign for whose side the number is seen from. Several players
# of one side may move in a row, so the sign is turned only where the side changes.
STRICT_AT_MAX = False
STRICT_AT_MIN = False
FAIL_HARD = False

INFINITY = float("inf")


def side_of(game, state):
    return 1 if game.player(state) == "agent" else -1


def expectiminimax(game, policies, state):
    def search(state, sign):
        """The value as ``sign`` sees it."""
        if game.is_end(state):
            return sign * game.utility(state), None
        player = game.player(state)
        moves = game.successors(state).items()
        if player != "agent" and player in policies:
            chances = policies[player](state)
            return sum(chances.get(a, 0) * search(child, sign)[0] for a, child in moves), None
        mine = side_of(game, state)
        best, chosen = -INFINITY, None
        for action, child in moves:
            value = search(child, mine)[0]
            if value > best:
                best, chosen = value, action
        return sign * mine * best, chosen

    return search(state, 1)


def expectimax(game, policies, state):
    return expectiminimax(game, policies, state)


def minimax(game, state):
    return expectiminimax(game, {}, state)


def alpha_beta(game, state, evaluate=None):
    def search(state, sign, alpha, beta):
        if game.is_end(state):
            return sign * game.utility(state), None
        mine = side_of(game, state)
        if mine != sign:
            alpha, beta = -beta, -alpha
        low, strict = alpha, STRICT_AT_MAX if mine == 1 else STRICT_AT_MIN
        moves = list(game.successors(state).items())
        if evaluate:
            moves.sort(key=lambda move: -mine * evaluate(move[1]))
        best, chosen = -INFINITY, None
        for action, child in moves:
            value, _ = search(child, mine, alpha, beta)
            if value > best:
                best, chosen = value, action
            if best > beta or (best == beta and not strict):
                break
            alpha = max(alpha, best)
        if FAIL_HARD:
            best = min(max(best, low), beta)
        return sign * mine * best, chosen

    return search(state, 1, -INFINITY, INFINITY)


def alpha_beta_ordered(game, state, evaluate):
    return alpha_beta(game, state, evaluate)
