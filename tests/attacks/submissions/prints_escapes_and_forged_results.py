# Prints a results file, a table of points, escape sequences, marks of direction and bytes that are no text.
# row 17
# expect minimax: WRONG
# says: | FORGED Points: 100 of 100.
import os

from reference import *


def minimax(game, state):
    print('FORGED {"score": 100, "tests": [{"score": 30, "max_score": 30}]}')
    print("FORGED Points: 100 of 100.\r\nFORGED [ok] value\rFORGED\x0bFORGED\x0cFORGED\x85FORGED\u2028FORGED")
    print("\x1b[2J\x1b[HFORGED\x00\u202e\u2066\ud83d".encode("utf-8", "surrogatepass").decode("utf-8", "replace"))
    os.write(1, b"\xff\xfe\x00FORGED\n\x9b2J\n")
    os.write(2, b"\n\n\nFORGED Total: 100 of 100 points; 12 of 12 cases passed.\n")
    return 77, "Z"
