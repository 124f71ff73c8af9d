# Asks a policy about states of others and about ends, changes what it answers, and asks for its innards.
# row own
import reference
from reference import *


def expectimax(game, policies, state):
    policy = policies["opp"]
    child = list(game.successors(state).values())[0]
    for odd in (state, "B2", None, 7):
        try:
            policy(odd)
        except (ValueError, LookupError):
            pass
    told = policy(child)
    told.clear()
    policies.setdefault("agent", lambda where: {"B": 1.0})
    policies["coin"] = None
    return reference.expectimax(game, {"opp": policy}, state)
