# Never finishes being imported.
# row 2
# expect game_value: TIMED_OUT
# expect expectimax: TIMED_OUT
# expect minimax: TIMED_OUT
# expect alpha_beta: TIMED_OUT
# expect depth_limited: TIMED_OUT
while True:
    pass
