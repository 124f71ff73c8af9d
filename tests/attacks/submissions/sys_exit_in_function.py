# Calls sys.exit(0) in a call.
# row 2
# expect alpha_beta: RAISED
# says: called exit() (SystemExit)
import sys

from reference import *


def alpha_beta(game, state):
    sys.exit(0)
