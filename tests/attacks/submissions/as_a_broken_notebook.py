# Is named a notebook and is none.
# row 30
# place: search.ipynb
# expect game_value: NOT_RUN
# expect expectimax: NOT_RUN
# expect minimax: NOT_RUN
# expect alpha_beta: NOT_RUN
# expect depth_limited: NOT_RUN
# says: is not a notebook that can be read
from reference import *
