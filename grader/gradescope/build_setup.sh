#!/usr/bin/env bash
# Gradescope runs this once, as root, in /autograder/source, when it makes the image. Nothing is
# installed and no package index is asked: grading needs Python 3.10 or later and its standard library.
# It fails where grading would fail later, so that staff see it and not the first student.
set -euo pipefail
umask 022  # a submission runs as another user, who has to be able to read these files

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)"
python="$(bash "$here/run_autograder" --python)"
# Checked by hash: every file of the zip has the same date, so dates would not tell versions apart.
"$python" -I -m compileall -q --invalidation-mode checked-hash "$here/grader" || true  # saves time later
exec "$python" -I -c \
    'import sys; sys.path.insert(0, sys.argv[1]); from grader.gradescope.build_check import main; sys.exit(main(sys.argv[1]))' \
    "$here"
