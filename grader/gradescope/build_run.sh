#!/usr/bin/env bash
# Gradescope runs this from /autograder, as root, once for each submission. The result is
# /autograder/results/results.json, whatever happens. `run_autograder --python` only says which
# interpreter it takes: $PYTHON, or the first of 3.10 or later found. That setup.sh asks for it keeps
# an image without one from being built.
set -euo pipefail

is_new_enough() {
    "$1" -I -c 'import sys; sys.exit(sys.version_info < (3, 10))' >/dev/null 2>&1
}

# System interpreters come first: one under a user's home can't be reached by the user id that
# submissions run as. An unknown `python3` is last.
list_candidates() {
    local folder minor
    for folder in /usr/bin /usr/local/bin; do
        for minor in 13 12 11 10; do
            echo "$folder/python3.$minor"
        done
        echo "$folder/python3"
    done
    command -v python3 || true
}

find_python() {
    local candidate
    if [ -n "${PYTHON:-}" ]; then
        is_new_enough "$PYTHON" && echo "$PYTHON"
        return
    fi
    while IFS= read -r candidate; do
        if [ -x "$candidate" ] && is_new_enough "$candidate"; then
            echo "$candidate"
            return
        fi
    done < <(list_candidates)
    return 1
}

root="${AUTOGRADER_ROOT:-/autograder}"
if ! python="$(find_python)"; then
    echo "No Python of 3.10 or later is on this image. Choose Ubuntu 22.04 or later as its base." >&2
    exit 3
fi
if [ "${1:-}" = --python ]; then
    echo "$python"
    exit
fi
unset PYTHON
exec "$python" -I -c \
    'import sys; sys.path.insert(0, sys.argv[1]); from grader.gradescope.run import main; sys.exit(main(sys.argv[2]))' \
    "$root/source" "$root"
