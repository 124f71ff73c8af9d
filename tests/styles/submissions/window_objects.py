# The window is a value of its own, with the rules of pruning as its methods; the searches below look
# as if there were no pruning.
from dataclasses import dataclass, replace

STRICT_AT_MAX = False
STRICT_AT_MIN = False
FAIL_HARD = False


@dataclass(frozen=True)
class Window:
    alpha: float = float("-inf")
    beta: float = float("inf")

    def raised(self, value):
        return replace(self, alpha=value) if value > self.alpha else self

    def lowered(self, value):
        return replace(self, beta=value) if value < self.beta else self

    def is_above(self, value):
        return value > self.beta or (value == self.beta and not STRICT_AT_MAX)

    def is_below(self, value):
        return value < self.alpha or (value == self.alpha and not STRICT_AT_MIN)

    def held(self, value):
        return max(self.alpha, min(self.beta, value)) if FAIL_HARD else value


class Everything(Window):
    """Nothing is outside, so that the same search looks at the whole tree."""

    def raised(self, value):
        return self

    lowered = raised

    def is_above(self, value):
        return False

    is_below = is_above

    def held(self, value):
        return value


def search(game, state, window, policies, order=None):
    if game.is_end(state):
        return game.utility(state), None
    player = game.player(state)
    moves = list(game.successors(state).items())
    if player in policies:
        chances = policies[player](state)
        worths = [(chances.get(a, 0), search(game, s, window, policies)[0]) for a, s in moves]
        return sum(chance * worth for chance, worth in worths), None
    if order:
        moves = order(moves, player)
    if player == "agent":
        return at_max(game, moves, window, policies, order)
    return at_min(game, moves, window, policies, order)


def at_max(game, moves, window, policies, order):
    best, chosen, inner = None, None, window
    for action, child in moves:
        value, _ = search(game, child, inner, policies, order)
        if best is None or value > best:
            best, chosen = value, action
        if inner.is_above(value):
            break
        inner = inner.raised(value)
    return window.held(best), chosen


def at_min(game, moves, window, policies, order):
    best, chosen, inner = None, None, window
    for action, child in moves:
        value, _ = search(game, child, inner, policies, order)
        if best is None or value < best:
            best, chosen = value, action
        if inner.is_below(value):
            break
        inner = inner.lowered(value)
    return window.held(best), chosen


def others(policies):
    return {player: policy for player, policy in policies.items() if player != "agent"}


def game_value(game, policies, state):
    return search(game, state, Everything(), policies)[0]


def expectimax(game, policies, state):
    return search(game, state, Everything(), others(policies))


def expectiminimax(game, policies, state):
    return search(game, state, Everything(), others(policies))


def minimax(game, state):
    return search(game, state, Everything(), {})


def alpha_beta(game, state):
    return search(game, state, Window(), {})


def alpha_beta_ordered(game, state, evaluate):
    def order(moves, player):
        guesses = [evaluate(child) for _, child in moves]
        places = sorted(range(len(moves)), key=guesses.__getitem__, reverse=player == "agent")
        return [moves[place] for place in places]

    return search(game, state, Window(), {}, order)
