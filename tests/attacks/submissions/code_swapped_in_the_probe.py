# Sends other compiled code than was handed in, right after the real one, while it is looked at.
# row 12
# expect game_value: OUT_OF_MEMORY
# expect expectimax: OUT_OF_MEMORY
# expect minimax: OUT_OF_MEMORY
# expect alpha_beta: OUT_OF_MEMORY
# expect depth_limited: OUT_OF_MEMORY
from reference import *
from tools import CODE, is_probe, send

BOMB = b"(\xff\xff\xff\x7f"
if is_probe():
    send(CODE, len(BOMB), BOMB)
