# Connects to a local socket, makes a pair, and passes descriptors through it to the outside.
# row 22
import array
import socket

import reference
from reference import *
from target import LOCAL
from tools import REQUESTS, denied


def minimax(game, state):
    denied(socket.socketpair)
    denied(socket.socket, socket.AF_UNIX)
    try:
        with socket.socket(fileno=REQUESTS, family=socket.AF_UNIX, type=socket.SOCK_STREAM) as pipe:
            pipe.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [0]))])
    except OSError:
        pass
    finally:
        try:
            pipe.detach()
        except NameError:
            pass
    return reference.minimax(game, state)
