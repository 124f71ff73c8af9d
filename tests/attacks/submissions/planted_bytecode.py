# Comes with compiled files that would run in place of the source that is read.
# row 29
# beside __pycache__/reference.cpython-311.pyc: not what it says
# beside __pycache__/solver.cpython-311.pyc: not what it says
# beside reference.pyc: not what it says
# beside reference.cpython-311-x86_64-linux-gnu.so: not what it says
from reference import *
