# Waits for input that nobody gives, while it is imported.
# row 30
# expect game_value: RAISED
# expect expectimax: RAISED
# expect minimax: RAISED
# expect alpha_beta: RAISED
# expect depth_limited: RAISED
# says: EOFError
name = input("Your name? ")
