# Is a notebook, and there is no solver.py.
# row 30
# place: my search.ipynb
# form: notebook
# says: the code cells of my search.ipynb were graded
from reference import *
