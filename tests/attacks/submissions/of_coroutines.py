# Returns a coroutine and a generator where a pair is due.
# row 30
# expect minimax: WRONG
# expect alpha_beta: WRONG
import warnings

from reference import *

warnings.simplefilter("ignore")


async def minimax(game, state):
    return 3, "A"


def alpha_beta(game, state):
    yield 3, "A"
