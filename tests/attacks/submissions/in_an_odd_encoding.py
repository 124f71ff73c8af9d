# Declares an encoding that makes code of what looks like a comment: a function that is wrong.
# row 30
# form: odd-coding
# expect minimax: WRONG
from reference import *
# Nothing to see here. \u000a\u000adef minimax(game, state):\u000a    return 77, "Z"
