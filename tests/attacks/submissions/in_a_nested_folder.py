# Lies one folder down, in a folder with blanks and brackets in its name: graded as it is.
# row 30
# place: my hw (2)/solver.py
# beside my hw (2)/helper.py: from reference import *
from helper import *
