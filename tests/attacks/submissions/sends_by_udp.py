# Sends a datagram, opens raw sockets and sockets of the kernel's own kinds.
# row 22
import socket

import reference
from reference import *
from target import UDP
from tools import denied


def minimax(game, state):
    for family, kind in ((2, 2), (2, 3), (10, 2), (16, 3), (17, 3), (38, 5), (40, 1)):
        denied(socket.socket, family, kind)
    try:
        with socket.socket(type=socket.SOCK_DGRAM) as client:
            client.sendto(b"here", ("127.0.0.1", UDP))
    except OSError:
        pass
    return reference.minimax(game, state)
