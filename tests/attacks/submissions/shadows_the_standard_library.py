# Comes with modules named like the standard library's and like files that test tools run.
# row 29
# beside random.py: raise SystemExit("FORGED shadowed")
# beside json.py: raise SystemExit("FORGED shadowed")
# beside struct.py: raise SystemExit("FORGED shadowed")
# beside unittest.py: raise SystemExit("FORGED shadowed")
# beside conftest.py: raise SystemExit("FORGED shadowed")
# beside sitecustomize.py: raise SystemExit("FORGED shadowed")
# beside usercustomize.py: raise SystemExit("FORGED shadowed")
# beside pytest.ini: [pytest]
# beside x.pth: import os; os._exit(0)
import json
import random
import struct
import unittest

from reference import *
