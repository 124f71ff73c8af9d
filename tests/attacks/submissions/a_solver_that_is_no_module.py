# Puts something else for itself into the table of modules, whose attributes answer to every name.
# row own
# expect game_value: NOT_IMPLEMENTED
# expect expectimax: NOT_IMPLEMENTED
# expect minimax: NOT_IMPLEMENTED
# expect alpha_beta: NOT_IMPLEMENTED
# expect depth_limited: NOT_IMPLEMENTED
import sys


class Everything:
    __path__ = []
    __dict__ = {}

    def __getattr__(self, name):
        return lambda *arguments: (3, "A")


sys.modules["solver"] = Everything()
