# Evaluates states by guessed names and handles, and ends, and takes the answers for utilities.
# row own
# expect depth_limited: RAISED
from reference import *


def depth_limited(game, state, depth, evaluate):
    values = {}
    for name in ("A1", "Qvx1.Qvx3"):
        try:
            values[name] = evaluate(name)
        except LookupError:
            pass
    if values:
        return max(values.values()), "A"
    return evaluate(state), "A"
