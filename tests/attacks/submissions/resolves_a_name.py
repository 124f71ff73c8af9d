# Resolves a name, which would carry news to whoever is asked.
# row 22
import socket

import reference
from reference import *
from tools import refused


def minimax(game, state):
    refused(socket.getaddrinfo, "localhost.invalid", 80)
    refused(socket.gethostbyname, "localhost.invalid")
    return reference.minimax(game, state)
