#!/usr/bin/env bash
# Make .venv beside this file from the hashed lock: `bash setup.sh`, or `bash setup.sh --test` with
# the tools that the checks need. One script for a laptop and for a Gradescope image. It can be run
# from any folder and again at any time: what is in order is left alone, what is broken is remade.
#
# PYTHON=/path/to/python chooses the interpreter; otherwise it is the first of 3.10 or later found.
# What happens on disk: .venv/ and the bytecode of grader/; as root, and only where Python's venv
# module is missing, also Debian's package of it.
set -euo pipefail
umask 022  # a submission runs as another user, who has to be able to read the interpreter's files

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)"
readonly here
readonly venv="$here/.venv"
readonly stamp="$venv/setup-stamp"  # written last: a set-up that was cut off has none

say() { printf 'setup: %s\n' "$*" >&2; }
fail() { say "$@"; exit 1; }

# Another project's paths would reach into this environment, and PIP_USER would install outside it.
unset PYTHONHOME PYTHONPATH PIP_USER PIP_TARGET PIP_PREFIX PIP_REQUIRE_VIRTUALENV

usage() {
    cat <<'END'
usage: bash setup.sh [--test]

  --test    also install the tools that scripts/check needs
  PYTHON    environment variable: the interpreter to use (3.10 or later)
END
}

is_new_enough() {
    "$1" -I -c 'import sys; sys.exit(sys.version_info < (3, 10))' >/dev/null 2>&1
}

minor_of() { "$1" -I -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null || true; }

# ensurepip is what Debian leaves out of Python until python3-venv is there.
can_make_venvs() { "$1" -I -c 'import ensurepip, venv' >/dev/null 2>&1; }

# System interpreters come first: one under a user's home can't be reached by the user id that
# submissions run as. The newest tested version is first, an unknown `python3` is last.
list_candidates() {
    local minor folder
    for minor in 13 12 11 10; do
        echo "/usr/bin/python3.$minor"
    done
    echo /usr/bin/python3
    for folder in /usr/local/bin /opt/homebrew/bin; do
        for minor in 13 12 11 10; do
            echo "$folder/python3.$minor"
        done
        echo "$folder/python3"
    done
    for minor in 13 12 11 10; do
        command -v "python3.$minor" || true
    done
    command -v python3 || true
}

# Print the interpreter to use: the first that can make a venv now, else the first at all.
find_python() {
    local candidate first=""
    if [ -n "${PYTHON:-}" ]; then
        candidate="$(command -v "$PYTHON")" || fail "PYTHON=$PYTHON is no command. Give its full path."
        is_new_enough "$candidate" || fail "PYTHON=$PYTHON is not a Python of 3.10 or later."
        echo "$candidate"
        return
    fi
    while IFS= read -r candidate; do
        if [ ! -x "$candidate" ] || ! is_new_enough "$candidate"; then
            continue
        elif can_make_venvs "$candidate"; then
            echo "$candidate"
            return
        fi
        first="${first:-$candidate}"
    done < <(list_candidates)
    [ -n "$first" ] || fail "no Python of 3.10 or later found. Install one, or say PYTHON=/path/to/python."
    echo "$first"
}

install_venv_module() {
    local python="$1" version package
    version="$(minor_of "$python")"
    package="python$version-venv"
    if [ "$(minor_of /usr/bin/python3)" = "$version" ]; then
        package=python3-venv  # brings what pip needs beside the versioned package (distutils, once)
    fi
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
        fail "$python has no venv module with pip. Install it (on Debian and Ubuntu:" \
            "sudo apt-get install $package), then run this script again."
    fi
    say "installing $package"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq >&2
    apt-get install -y -qq --no-install-recommends "$package" >&2
    can_make_venvs "$python" || fail "$package is installed, but $python still can't make a venv."
}

# What the environment depends on, in one line. Whatever changes it makes the environment anew.
# Printed by the environment's own interpreter, so that a broken one prints nothing.
fingerprint() {
    "$venv/bin/python" -I - "$here" 2>/dev/null <<'END' || true
import hashlib, pathlib, sys
here = pathlib.Path(sys.argv[1])
digest = hashlib.sha256(repr((str(here), sys.version, sys.prefix)).encode())
for name in ("setup.sh", "requirements.lock", "requirements-test.lock"):
    digest.update((here / name).read_bytes())
print(digest.hexdigest())
END
}

# Whether the environment is whole, and was made by the interpreter asked for.
is_current() {
    [ -f "$stamp" ] && [ -x "$venv/bin/python" ] && [ -x "$venv/bin/grader" ] || return 1
    [ "$(head -n 1 "$stamp")" = "$(fingerprint)" ] || return 1
    "$venv/bin/python" -I -c 'import gradescope_utils, yaml' 2>/dev/null || return 1
    [ -z "${PYTHON:-}" ] || [ "$(base_of "$PYTHON")" = "$(base_of "$venv/bin/python")" ]
}

base_of() {
    "$1" -I -c 'import os, sys; print(os.path.realpath(sys._base_executable), sys.version)' \
        2>/dev/null || true
}

# Wheels only: building a source archive would run build tools that no hash vouches for.
install_lock() {
    local options=(--quiet --no-input --disable-pip-version-check --only-binary=:all:)
    if [ ! -d "${HOME:-}" ] || [ ! -w "${HOME:-}" ]; then
        options+=(--no-cache-dir)  # pip keeps its cache in the home folder, and there is none
    fi
    say "installing $1"
    "$venv/bin/python" -I -m pip install "${options[@]}" --require-hashes -r "$here/$1" ||
        fail "pip could not install $1 (its message is above). Is the package index reachable?"
}

# The project itself is linked, as an editable install does it: a path file for imports, one console
# script, and metadata by which pytest finds the plug-in. By hand, since pip would need a build tool
# here that nothing else needs.
link_project() {
    local site launcher="$venv/bin/grader" python
    site="$("$venv/bin/python" -I -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"
    printf '%s\n' "$here" >"$site/grader.pth"
    describe_project "$site"
    # Both a shell script and a Python file: a `#!` line allows neither spaces nor a long path.
    python="$(printf '%s' "$venv/bin/python" | sed 's/[\\"$`]/\\&/g')"
    {
        echo '#!/bin/sh'
        printf "'''exec' \"%s\" -I \"\$0\" \"\$@\"\n" "$python"
        echo "' '''"
        echo 'import sys'
        echo
        echo 'from grader.cli import main'
        echo
        echo 'sys.exit(main())'
    } >"$launcher"
    chmod 755 "$launcher"
    "$venv/bin/python" -I -m compileall -q "$here/grader" >&2 || true  # only saves time later
}

describe_project() {
    local version info
    version="$(sed -n 's/^version = "\(.*\)"$/\1/p' "$here/pyproject.toml")"
    info="$1/game_tree_grader-$version.dist-info"
    mkdir -p "$info"
    printf 'Metadata-Version: 2.1\nName: game-tree-grader\nVersion: %s\n' "$version" >"$info/METADATA"
    printf '[pytest11]\ngrader.pytest_plugin = grader.pytest_plugin\n' >"$info/entry_points.txt"
    printf 'setup.sh\n' >"$info/INSTALLER"
}

make_venv() {
    local python
    python="$(find_python)"
    can_make_venvs "$python" || install_venv_module "$python"
    say "making .venv with $("$python" -I -V) ($python)"
    rm -rf "$venv"
    "$python" -I -m venv "$venv" || fail "$python could not make $venv (its message is above)."
    install_lock requirements.lock
    link_project
}

# A build that ends well has to mean that grading can start: so fail here, not at the first student.
self_check() {
    "$venv/bin/python" -I -c 'import grader, gradescope_utils, yaml' || fail "the self-check failed: an import (above)."
    "$venv/bin/grader" --version >&2 </dev/null ||
        fail "the self-check failed: .venv/bin/grader --version (its message is above)."
}

main() {
    local want="base"
    case "${1:-}" in
        --test) want="test" ;;
        -h | --help) usage; return ;;
        "") ;;
        *) usage >&2; exit 2 ;;
    esac
    local have="none"
    if is_current; then
        have="$(tail -n 1 "$stamp")"
    else
        make_venv
        have="base"
    fi
    if [ "$want" = test ] && [ "$have" != test ]; then
        rm -f "$stamp"
        install_lock requirements-test.lock
        have="test"
    fi
    self_check
    printf '%s\n%s\n' "$(fingerprint)" "$have" >"$stamp"
    say "ready: .venv/bin/grader on $("$venv/bin/python" -I -V), $have tools"
}

main "$@"
