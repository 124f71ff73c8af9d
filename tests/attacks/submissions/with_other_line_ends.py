# Is saved with the line ends of another system: graded as it is.
# row 30
# form: crlf
from reference import *
