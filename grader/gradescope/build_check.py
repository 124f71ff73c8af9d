"""What the bundle's ``setup.sh`` looks at last: whether grading could start on this image.

Decides that a build that ends well means this. Runs on the image, from the bundle, without PyYAML.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

import grader.gradescope.run
from grader.cases import read_suite
from grader.errors import AuthorError


def main(source: str | Path) -> int:
    """Read the suite in the folder ``source`` and look for its packages; 1 where grading can't start."""
    source = Path(source)
    try:
        suite = read_suite(source / "test_cases")
    except AuthorError as error:
        print(f"setup: the suite can't be read:\n{error}", file=sys.stderr)
        return 1
    packages = {name.partition(".")[0] for name in (*suite.allow, *suite.preload)}
    if missing := sorted(name for name in packages if find_spec(name) is None):
        print(
            f"setup: suite.yaml names {', '.join(missing)}, which this image does not have. Install"
            " them in setup.sh, or take them out of allow: and preload:.",
            file=sys.stderr,
        )
        return 1
    version = ".".join(map(str, sys.version_info[:3]))
    print(f"setup: ready, {len(suite.cases)} cases, Python {version}; nothing had to be installed.")
    return 0 if callable(grader.gradescope.run.main) else 1
