# Connects to a server that would listen, and listens itself.
# row 22
import socket

import reference
from reference import *
from target import TCP
from tools import denied


def minimax(game, state):
    denied(socket.create_connection, ("127.0.0.1", TCP), 0.2)
    denied(socket.socket, socket.AF_INET, socket.SOCK_STREAM)
    denied(socket.socket, socket.AF_INET6, socket.SOCK_STREAM)
    denied(socket.create_server, ("127.0.0.1", 0))
    return reference.minimax(game, state)
