# A class that carries the search: the path and its windows are attributes, methods change them.
STRICT_AT_MAX = False
STRICT_AT_MIN = False
FAIL_HARD = False


class Search:
    def __init__(self, game, policies=None):
        self.game = game
        self.policies = {k: v for k, v in (policies or {}).items() if k != "agent"}
        self.action = None  # the best one at the node that was looked at last

    def run(self, state):
        if self.game.is_end(state):
            self.action = None
            return self.game.utility(state)
        player = self.game.player(state)
        if player in self.policies:
            return self.average(state, self.policies[player](state))
        return self.choose(state, player == "agent")

    def average(self, state, chances):
        total = 0.0
        for action, child in self.game.successors(state).items():
            total += chances.get(action, 0) * self.run(child)
        self.action = None
        return total

    def choose(self, state, is_max):
        best = action = None
        for candidate, child in self.game.successors(state).items():
            value = self.run(child)
            if best is None or (value > best if is_max else value < best):
                best, action = value, candidate
        self.action = action
        return best


class Pruning(Search):
    def __init__(self, game, evaluate=None):
        super().__init__(game)
        self.evaluate = evaluate
        self.windows = [
            [float("-inf"), float("inf")]
        ]  # one for each node of the path, and the first

    def choose(self, state, is_max):
        self.windows.append(list(self.windows[-1]))
        best = action = None
        for candidate, child in self.ordered(state, is_max):
            value = self.run(child)
            if best is None or (value > best if is_max else value < best):
                best, action = value, candidate
            if self.enough(best, is_max):
                break
            self.narrow(best, is_max)
        self.windows.pop()
        self.action = action
        if FAIL_HARD:
            alpha, beta = self.windows[-1]
            best = max(alpha, min(beta, best))
        return best

    def ordered(self, state, is_max):
        moves = list(self.game.successors(state).items())
        if self.evaluate is not None:
            moves.sort(key=lambda move: self.evaluate(move[1]), reverse=is_max)
        return moves

    def enough(self, best, is_max):
        alpha, beta = self.windows[-1]
        if is_max:
            return best > beta if STRICT_AT_MAX else best >= beta
        return best < alpha if STRICT_AT_MIN else best <= alpha

    def narrow(self, best, is_max):
        window = self.windows[-1]
        if is_max and best > window[0]:
            window[0] = best
        if not is_max and best < window[1]:
            window[1] = best


class BestMove:
    """A policy that is an object."""

    def __init__(self, game, policies):
        self.game, self.policies = game, policies

    def __call__(self, state):
        search = Search(self.game, self.policies)
        search.run(state)
        return {search.action: 1}


def minimax(game, state):
    search = Search(game)
    return search.run(state), search.action


def expectiminimax(game, policies, state):
    search = Search(game, policies)
    return search.run(state), search.action


def expectimax(game, policies, state):
    return expectiminimax(game, policies, state)


def minimax_policy(game):
    return BestMove(game, {})


def expectimax_policy(game, policies):
    return BestMove(game, policies)


def alpha_beta(game, state):
    search = Pruning(game)
    return search.run(state), search.action


def alpha_beta_ordered(game, state, evaluate):
    search = Pruning(game, evaluate)
    return search.run(state), search.action
