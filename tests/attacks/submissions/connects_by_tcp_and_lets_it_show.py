# Connects to a server and lets the refusal show.
# row 22
# expect minimax: RAISED
# says: Operation not permitted
import urllib.request

from reference import *
from target import TCP


def minimax(game, state):
    urllib.request.urlopen("http://127.0.0.1:%d/" % TCP, timeout=0.2)
