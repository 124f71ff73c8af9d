# Is imported well when only looked at, and ends the process whenever it counts.
# row 1
# expect game_value: CRASHED
# expect expectimax: CRASHED
# expect minimax: CRASHED
# expect alpha_beta: CRASHED
# expect depth_limited: CRASHED
import os

from reference import *
from tools import is_probe

if not is_probe():
    os._exit(0)
