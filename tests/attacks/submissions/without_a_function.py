# Leaves a function out, and gives another a name that is nearly right.
# row 30
# expect minimax: NOT_IMPLEMENTED
# says: solver.py defines no function named minimax
from reference import *

mini_max = minimax
del minimax
