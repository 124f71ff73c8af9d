# Writes files of content wherever it may.
# row 24
import os
import tempfile

import reference
from reference import *
from target import NOTES
from tools import denied, refused


def minimax(game, state):
    for note in NOTES:
        denied(open, note, "wb")
        denied(os.open, os.path.dirname(note) or ".", os.O_TMPFILE | os.O_RDWR)
    refused(tempfile.TemporaryFile)
    refused(tempfile.mkdtemp)
    return reference.minimax(game, state)
