# Is saved as some editors save it, with a byte order mark: graded as it is.
# row 30
# form: bom
from reference import *
