# Comes with modules named like the grader's, the suite's and the standard library's.
# row 29
# says: games.py was left out: the course's own games.py is used.
# beside games.py: raise SystemExit("FORGED shadowed")
# beside grader/__init__.py: raise SystemExit("FORGED shadowed")
# beside grader/child/describe.py: raise SystemExit("FORGED shadowed")
# beside grader/child/wire.py: raise SystemExit("FORGED shadowed")
# beside yaml.py: raise SystemExit("FORGED shadowed")
# beside builtins.py: raise SystemExit("FORGED shadowed")
import builtins

import games
import grader.child.describe

from reference import *
