"""Where a simulation runs: in place, or in the root of a Debian or Ubuntu made from packages.

A root has the platform's real paths, its system Python and none of this host's packages. It is
entered by mount namespace and chroot, so only as root on Linux, and made by debootstrap, which has
to be installed. In place the folders stand in a temporary folder, and AUTOGRADER_ROOT names it.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.errors import UsageError

RELEASES = {"debian": "bookworm", "ubuntu": "jammy"}  # with Python 3.11 and 3.10
PACKAGES = "python3,python3-venv,ca-certificates"
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

# What a host needs to reach its package index; settings of the student's run come from nowhere else.
_NETWORK = (
    "http_proxy",
    "https_proxy",
    "no_proxy",
    "ssl_cert_file",
    "requests_ca_bundle",
    "pip_cert",
)
_LENT = ("etc/resolv.conf", "etc/hosts", "etc/pip.conf", "etc/ssl/certs/ca-certificates.crt")
# /dev and /proc are mounted where only this process and what it starts can see them; everything is
# exec'ed, so that the process that is waited for, and killed, is run_autograder's own.
_ENTER = (
    'mount --rbind /dev "$0/dev" && mount -t proc proc "$0/proc" && exec chroot "$0" /bin/sh -c'
    ' \'cd /autograder && exec "$@"\' sh "$@"'
)


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """``folder`` is this host's path of what is /autograder inside; ``root`` is None in place."""

    name: str
    folder: Path
    root: Path | None = None

    @property
    def inside(self) -> str:
        """The path of ``folder`` for what runs inside."""
        return str(self.folder) if self.root is None else "/autograder"

    def command(self, words: Sequence[str]) -> list[str]:
        """What to execute on this host so that ``words`` run inside, in the folder."""
        if self.root is None:
            return list(words)
        return ["unshare", "--mount", "sh", "-c", _ENTER, str(self.root), *words]

    def environment(self, host: Mapping[str, str], *, network: bool) -> dict[str, str]:
        """A container's few variables; ``network`` adds this host's way to a package index."""
        made = {"PATH": PATH, "HOME": "/root", "DEBIAN_FRONTEND": "noninteractive"}
        if self.root is None:
            made |= {"PATH": host.get("PATH", PATH), "HOME": host.get("HOME", "/")}
            made["AUTOGRADER_ROOT"] = str(self.folder)
        if network:
            known = {n: v for n, v in host.items() if n.lower() in _NETWORK or n.startswith("PIP_")}
            made |= known
        return made


def in_place(workspace: Path) -> System:
    """The folders in ``workspace``, on this host as it is."""
    return System(name=f"in place, on {_release(Path('/'))}", folder=workspace / "autograder")


def in_root(which: str, workspace: Path, cache: Path, mirror: str = "") -> System:
    """A fresh copy of a root in ``workspace``: ``debian``, ``ubuntu``, or the folder of a root.

    What has to be made, from ``mirror`` or debootstrap's own, is kept in ``cache``. Raises UsageError
    where this host can't.
    """
    missing = [tool for tool in ("unshare", "chroot") if shutil.which(tool) is None]
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or missing:
        raise UsageError("Another system's root can be entered only as root on Linux.")
    made = _made(which, cache, mirror) if which in RELEASES else Path(which)
    if not (made / "usr" / "bin").is_dir():
        raise UsageError(f"{which} is neither debian nor ubuntu nor the folder of a system's root.")
    if made.resolve() in workspace.resolve().parents:
        raise UsageError(f"{which} holds the folder that it would be copied to.")
    root = workspace / "root"
    copied = _call(["cp", "-a", "--reflink=auto", f"{made}/.", str(root)])
    if copied.returncode != 0:
        raise UsageError(f"Can't copy the root {made}: {copied.stderr.strip()[-300:]}")
    _lend(root)
    return System(name=f"in a root of {_release(root)}", folder=root / "autograder", root=root)


def _made(which: str, cache: Path, mirror: str) -> Path:
    """The root of a distribution, made where it has not been yet."""
    root = cache / f"{which}-{RELEASES[which]}"
    if (root / "usr" / "bin" / "python3").exists():
        return root
    tool = shutil.which("debootstrap")
    if tool is None:
        raise UsageError("It is made by debootstrap, which is not installed.")
    unfinished = cache / f"{root.name}.unfinished"
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)
    parts = "main,universe" if which == "ubuntu" else "main"  # where python3-venv is
    options = ["--variant=minbase", f"--components={parts}", f"--include={PACKAGES}"]
    done = _call([tool, *options, RELEASES[which], str(unfinished), *([mirror] if mirror else [])])
    if done.returncode != 0:
        shutil.rmtree(unfinished, ignore_errors=True)
        lines = (done.stdout + done.stderr).split("\n")
        errors = [line for line in lines if line.startswith("E:")]
        raise UsageError(f"debootstrap could not make it. {' '.join(errors)} Try another --mirror.")
    unfinished.rename(root)
    return root


def _call(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - the words are ours and staff's
        command, capture_output=True, text=True, check=False
    )


def _lend(root: Path) -> None:
    """Let the root find hosts, and trust them, as this one does."""
    named = [value for name, value in os.environ.items() if name.lower() in _NETWORK]
    for name in (*_LENT, *(value.lstrip("/") for value in named if value.startswith("/"))):
        source, target = Path("/", name), root / name
        is_inside = root.resolve() in target.parent.resolve().parents  # links can lead out of it
        if source.is_file() and is_inside:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.unlink(missing_ok=True)  # it may be a link that leads out of the root
            target.write_bytes(source.read_bytes())


def _release(root: Path) -> str:
    """What a system calls itself."""
    try:
        text = (root / "etc" / "os-release").read_text(encoding="utf-8")
    except OSError:
        return platform.platform(terse=True)
    found = [
        line.partition("=")[2].strip('"') for line in text.splitlines() if line[:6] == "PRETTY"
    ]
    return found[0] if found else "an unknown system"
