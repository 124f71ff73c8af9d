# Comes with links to files that only the grader can read, as modules and as folders.
# row 29
# says: stolen.py is a link and was left out.
# link stolen.py: /etc/shadow
# link folder: /etc
# link zero.py: /dev/zero
from reference import *

try:
    import stolen
    raise SystemExit("imported a link")
except ImportError:
    pass
